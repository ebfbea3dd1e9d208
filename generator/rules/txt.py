"""TXT: typography of what people read, wherever it stands in a record."""

from __future__ import annotations

import re
import unicodedata
from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from generator.model.finding import Problem, Put, Severity
from generator.rules.base import Bad, TextRule
from generator.rules.subject import PROSE_BREAK, Texts

HAN = r"\u3400-\u9fff"
"""Chinese characters, for use inside a character class."""

_MASKED = re.compile(r"`[^`]*`|https?://[!-~]+")
"""What is no prose inside prose: code spans and addresses."""

_ABS = """\
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
    return _ABS.replace("表示输入的 Tensor。", note)


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


class MissingSpace(Typography):
    """Chinese and Latin stand side by side."""

    code = "TXT001"
    title = "中文与英文、数字或代码之间没有空格"
    why = "中英文之间留一个空格，长句才看得清词的边界；Paddle 文档的提交检查也这样要求。"
    trigger = re.compile(rf"[{HAN}][A-Za-z0-9`]|[A-Za-z0-9%`][{HAN}]")
    message = "中文与英文、数字或代码之间没有空格：{around}"
    hint = "在两者之间加一个空格。"
    bad = (
        Bad(with_note("表示输入的Tensor。"), at="Tensor。"),
        Bad(with_note("沿第1维取值。"), at="1维"),
        Bad(with_note("与`dim` 一起使用。"), at="`dim`"),
        Bad(with_note("表示dtype 的名称。"), at="dtype"),
    )
    good = (_ABS, with_note("沿第 1 维取值，与 `dim` 一起使用。"))

    @cached_property
    def _between(self) -> re.Pattern[str]:
        return re.compile(rf"(?<=[{HAN}])(?=[A-Za-z0-9\ue000])|(?<=[A-Za-z0-9%\ue000])(?=[{HAN}])")

    def mend(self, text: str) -> str:
        """Puts a space in; a code span counts as a word."""
        spans: list[str] = []
        masked = ""
        for piece, is_prose in outside_code(text):
            masked += piece if is_prose else "\ue000"
            spans += [] if is_prose else [piece]
        parts = self._between.sub(" ", masked).split("\ue000")
        return "".join(part + span for part, span in zip(parts, [*spans, ""], strict=True)) if spans else parts[0]


class HalfWidthPunctuation(Typography):
    """ASCII punctuation in a Chinese sentence."""

    code = "TXT002"
    title = "中文句子里用了半角标点"
    why = "中文句子用全角标点；半角的逗号与括号在中文里既难看，也难断句。"
    trigger = re.compile(rf"[{HAN}，。][ \t]*[,;:!?.()]|[,;:!?)(][ \t]*[{HAN}]|\w[ \t]+,")
    message = "中文句子里用了半角标点：{around}"
    hint = "改用全角标点“，；：！？。（）”，其前后不留空格。"
    bad = (
        Bad(with_note("'表示输入的 Tensor, 可以是复数。'"), at=", 可以"),
        Bad(with_note("表示填充的宽度(左右相同)。"), at="(左右"),
        Bad(with_note("表示填充方式:零或镜像。"), at=":零"),
    )
    good = (with_note("表示输入的 Tensor，可以是复数。"), with_note("形状为 (N, C) 的 Tensor。"))
    _wide: ClassVar[dict[str, str]] = {",": "，", ";": "；", ":": "：", "!": "！", "?": "？", ".": "。"}

    @cached_property
    def _mark(self) -> re.Pattern[str]:
        return re.compile(rf"(?<=[{HAN}）”])[ \t]*([,;:!?]|\.(?![\w.]))[ \t]*|[ \t]*([,;:!?])[ \t]*(?=[{HAN}])")

    @cached_property
    def _parentheses(self) -> re.Pattern[str]:
        return re.compile(rf"[ \t]*\(([^()]*[{HAN}][^()]*)\)[ \t]*")

    def mend(self, text: str) -> str:
        """Widens marks beside Chinese, and parentheses around it; code stays."""
        return "".join(self._widen(piece) if is_prose else piece for piece, is_prose in outside_code(text))

    def _widen(self, piece: str) -> str:
        piece = self._parentheses.sub(lambda match: f"（{match.group(1)}）", piece)
        return self._mark.sub(lambda match: self._wide[match.group(1) or match.group(2)], piece)


class Lookalike(Typography):
    """Radicals and compatibility forms that look like ordinary characters."""

    code = "TXT003"
    title = "用了形似汉字的部首字符"
    why = "⽤、⽂、⽆ 之类的部首字符看起来与汉字一样，却搜不到，有的字体也显示不出；多半是从 PDF 复制来的。"
    severity = Severity.ERROR
    trigger = re.compile(r"[\u2e80-\u2fdf\uf900-\ufaff]")
    message = "“{found}”是部首字符，不是汉字：{around}"
    hint = "换成普通的汉字。"
    bad = (Bad(with_note("表示最⼩的取值。"), at="⼩的"),)
    good = (with_note("表示最小的取值。"),)

    def mend(self, text: str) -> str:
        """Replaces each by the character that Unicode says it stands for."""
        return self.trigger.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text)


class Misnamed(Typography):
    """A library's name in a wrong spelling."""

    code = "TXT004"
    title = "PyTorch 或 Paddle 的名称写错"
    why = "规范的固定用语写 PyTorch 与 Paddle；按名称搜索时也只认得这一种。"
    points_at_match = True
    trigger = re.compile(
        r"(?<![\w.`/-])(?:Pytorch|pytorch|PYTORCH|Py[Tt]roch|PadlePaddle|Paddlepaddle|PADDLE|padle)(?![\w./-]|\.\w)"
    )
    message = "名称“{around}”的写法不对"
    hint = "写 PyTorch 与 Paddle（或 PaddlePaddle）。"
    bad = (
        Bad(with_note("与 Pytorch 相同的取值。"), at="Pytorch"),
        Bad(with_note("与 pytorch 相同的取值。"), at="pytorch"),
    )
    good = (with_note("与 PyTorch 相同的取值。"),)
    _right: ClassVar[dict[str, str]] = {"padlepaddle": "PaddlePaddle", "paddlepaddle": "PaddlePaddle"}

    def mend(self, text: str) -> str:
        """Gives each name its own capitals, outside code."""
        return "".join(
            self.trigger.sub(lambda match: self._named(match.group()), piece) if is_prose else piece
            for piece, is_prose in outside_code(text)
        )

    def _named(self, name: str) -> str:
        return self._right.get(name.casefold(), "PyTorch" if name[:2].casefold() == "py" else "Paddle")


class DoubledPunctuation(Typography):
    """A mark that stands twice."""

    code = "TXT005"
    title = "标点重复"
    why = "重复的标点多半是改句子时留下的。"
    points_at_match = True
    trigger = re.compile(r"[，。；：、]\s*[，。；：、]|。\s*\.")
    message = "标点重复：{around}"
    hint = "只留一个。"
    bad = (
        Bad(with_note("表示输入的 Tensor。。"), at="。。"),
        Bad(with_note("表示输入，，可以是复数。"), at="，，"),
    )
    good = (_ABS, with_note("表示输入，可以是复数。"))

    @cached_property
    def _runs(self) -> re.Pattern[str]:
        return re.compile(r"([，。；：、])(?:\s*[，。；：、.])+")

    def mend(self, text: str) -> str:
        """Keeps a full stop where one is among them, and else the first mark."""
        return self._runs.sub(lambda match: "。" if "。" in match.group() else match.group(1), text)


class StrayWhiteSpace(Typography):
    """White space that shows nothing or too much."""

    code = "TXT006"
    title = "多余的空白"
    why = "首尾与连续的空白、全角标点旁的空格不起作用，却会让两处相同的文字比较起来不同。"
    trigger = re.compile(
        rf"\s(?:[\s，。；：、！？（）”{PROSE_BREAK}]|(?<=[，。；：、！？（）“”{PROSE_BREAK}]\s))|[\n\r\t]"
    )
    message = "有多余的空白：{around}"
    hint = "删去多余的空格与换行。"
    bad = (
        Bad(with_note("'表示输入的 Tensor。 '"), at=" '"),
        Bad(with_note("表示输入的  Tensor。"), at=" Tensor"),
        Bad(with_note("表示输入， 可以是复数。"), at=" 可以"),
        Bad(with_note('"表示输入，\\\n    可以是 复  数。"'), at='"表示'),
    )
    good = (_ABS, with_note("表示输入的 Tensor，可以是复数。"))

    @cached_property
    def _around(self) -> re.Pattern[str]:
        return re.compile(r"(?<=[，。；：、！？（）“”])\s+|\s+(?=[，。；：、！？（）”])")

    @cached_property
    def _run(self) -> re.Pattern[str]:
        return re.compile(r"\s+")

    def mend(self, text: str) -> str:
        """Leaves one space between words and none beside full-width marks; code keeps its own."""
        pieces = [
            self._run.sub(" ", self._around.sub("", piece)) if is_prose else piece
            for piece, is_prose in outside_code(text.strip())
        ]
        return "".join(pieces)


class Invisible(Typography):
    """Characters that nobody sees."""

    code = "TXT007"
    title = "含有看不见的字符"
    why = "零宽字符、不换行空格与控制字符看不见，却让搜索与比较失败。"
    severity = Severity.ERROR
    trigger = re.compile(
        r"[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
    )
    message = "含有看不见的字符：{around}"
    hint = "删去它，或换成普通的空格。"
    bad = (
        Bad(with_note("表示输入的\u00a0Tensor。"), at="\u00a0"),
        Bad(with_note("表示\u200b输入的 Tensor。"), at="\u200b"),
    )
    good = (_ABS,)

    def mend(self, text: str) -> str:
        """A kind of space becomes a space, the rest goes."""
        return self.trigger.sub(lambda match: " " if unicodedata.category(match.group()) == "Zs" else "", text)
