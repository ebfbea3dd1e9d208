"""TXT: base class of the rules of typography, and the split of a text into prose and code."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator

from generator.lint.rules.base import TextRule
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.subject import Texts
from generator.model.finding import Problem, Put, Severity

HAN = r"\u3400-\u9fff"
"""Chinese characters, for use inside a character class."""

_MASKED = re.compile(r"`[^`]*`|https?://[!-~]+")
"""Code spans and addresses, which are no prose."""


def with_note(note: str) -> str:
    """Returns a record whose one note is ``note``."""
    return CHECKED_ABS.replace("表示输入的 Tensor。", note)


class Typography(TextRule):
    """A rule that mends prose by a pure function from text to text."""

    severity = Severity.WARNING
    points_at: re.Pattern[str] | None = None
    """The characters that a finding points at, around the first mended one; None for that one alone."""
    message: str
    hint: str

    def check(self, subject: Texts) -> Iterator[Problem]:
        """Compares every text with its mended form, and points at the first difference."""
        for loc, text in subject.prose:
            mended = self.mend(text)
            if mended == text or not mended:
                continue
            start, end = self._place(text, mended)
            around = text[max(0, start - 6) : end + 6].strip()
            message, hint = (words.format(around=around, found=text[start:end]) for words in (self.message, self.hint))
            yield Problem(loc, message, hint, (Put(loc, mended),), part=(start, end))

    def _place(self, text: str, mended: str) -> tuple[int, int]:
        """Returns the characters to point at: those that ``points_at`` finds where the texts differ first."""
        start, end = _difference(text, mended)
        spans = (match.span() for match in self.points_at.finditer(text)) if self.points_at is not None else ()
        return next((span for span in spans if span[0] <= start <= span[1]), (start, end))

    @abstractmethod
    def mend(self, text: str) -> str:
        """Returns the mended text; the text itself where nothing is wrong."""


def _difference(old: str, new: str) -> tuple[int, int]:
    """Returns the extent of the first character of ``old`` that differs in ``new``."""
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    start = min(start, len(old) - 1)
    return start, start + 1


def outside_code(text: str) -> Iterator[tuple[str, bool]]:
    """Yields the text in pieces, each with whether it is prose; joined they are the text again."""
    end = 0
    for match in _MASKED.finditer(text):
        yield text[end : match.start()], True
        yield match.group(), False
        end = match.end()
    yield text[end:], True
