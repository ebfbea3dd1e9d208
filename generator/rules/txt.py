"""TXT: what the rules of typography share: which text is prose, and how it is mended."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from generator.model.finding import Problem, Put, Severity
from generator.rules.base import TextRule
from generator.rules.subject import Texts

HAN = r"\u3400-\u9fff"
"""Chinese characters, for use inside a character class."""

_MASKED = re.compile(r"`[^`]*`|https?://[!-~]+")
"""What is no prose inside prose: code spans and addresses."""

RECORD = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - given: {x: "float32[2, 3]"}
    torch: y = torch.abs(input=x)
    paddle: y = paddle.abs(x=x)
"""


def with_note(note: str) -> str:
    """A record whose one note is ``note``."""
    return RECORD.replace("表示输入的 Tensor。", note)


class Typography(TextRule):
    """A rule that mends prose by a pure function from text to text."""

    severity: ClassVar[Severity] = Severity.WARNING
    fixes: ClassVar[bool] = True
    trigger: ClassVar[re.Pattern[str]]
    """Occurs in every text that the rule has something to say about; most records are done with by this one search."""
    points_at_match: ClassVar[bool] = False
    """Whether a finding is about all that ``trigger`` found, and not just where the mended text differs."""
    message: ClassVar[str]
    hint: ClassVar[str]

    def check(self, subject: Texts) -> Iterator[Problem]:
        """Compares every text with its mended form, and points at the first difference."""
        if self.trigger.search(subject.all_prose) is None:
            return
        for loc, text in subject.prose:
            mended = self.mend(text)
            if mended == text or not mended:
                continue
            start, end = self._place(text, mended)
            around = text[start:end] if self.points_at_match else text[max(0, start - 6) : end + 6].strip()
            message, hint = (words.format(around=around, found=text[start:end]) for words in (self.message, self.hint))
            yield Problem(loc, message, hint, (Put(loc, mended),), part=(start, end))

    def _place(self, text: str, mended: str) -> tuple[int, int]:
        """The characters to point at: those that ``trigger`` finds where the texts differ first."""
        start, end = _difference(text, mended)
        spans = (match.span() for match in self.trigger.finditer(text)) if self.points_at_match else ()
        return next((span for span in spans if span[0] <= start <= span[1]), (start, end))

    @abstractmethod
    def mend(self, text: str) -> str:
        """The text as it should stand; the text itself where nothing is wrong."""


def _difference(old: str, new: str) -> tuple[int, int]:
    """The first stretch of ``old`` that ``new`` has otherwise, one character wide or more."""
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    start = min(start, len(old) - 1)
    return start, start + 1


def outside_code(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is prose; joined they are the text again."""
    end = 0
    for match in _MASKED.finditer(text):
        yield text[end : match.start()], True
        yield match.group(), False
        end = match.end()
    yield text[end:], True
