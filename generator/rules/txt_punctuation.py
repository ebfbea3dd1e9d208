"""TXT: punctuation of Chinese sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from generator.model.finding import Problem
from generator.rules.base import Bad
from generator.rules.subject import Texts
from generator.rules.txt import HAN, RECORD, Typography, outside_code, with_note


class HalfWidthPunctuation(Typography):
    """ASCII punctuation in a Chinese sentence."""

    code = "TXT002"
    title = "中文句子里用了半角标点"
    why = "中文句子用全角标点；半角的逗号与括号在中文里既难看，也难断句。"
    trigger = re.compile(rf"[{HAN}，。][ \t]*[,;:!?.()]|[,;:!?)(][ \t]*[{HAN}]|\w[ \t]+,")
    _any = re.compile(r"[,;:!?.()]")
    """Looked for first: it is found, or not, in a fraction of the time."""
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

    def check(self, subject: Texts) -> Iterator[Problem]:
        """Compares every text with its mended form, where there is such punctuation at all."""
        return super().check(subject) if self._any.search(subject.all_prose) is not None else iter(())

    def mend(self, text: str) -> str:
        """Widens marks beside Chinese, and parentheses around it; code stays."""
        return "".join(self._widen(piece) if is_prose else piece for piece, is_prose in outside_code(text))

    def _widen(self, piece: str) -> str:
        piece = self._parentheses.sub(lambda match: f"（{match.group(1)}）", piece)
        return self._mark.sub(lambda match: self._wide[match.group(1) or match.group(2)], piece)


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
    good = (RECORD, with_note("表示输入，可以是复数。"))

    @cached_property
    def _runs(self) -> re.Pattern[str]:
        return re.compile(r"([，。；：、])(?:\s*[，。；：、.])+")

    def mend(self, text: str) -> str:
        """Keeps a full stop where one is among them, and else the first mark."""
        return self._runs.sub(lambda match: "。" if "。" in match.group() else match.group(1), text)
