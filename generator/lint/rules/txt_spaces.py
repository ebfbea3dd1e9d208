"""TXT: missing spaces and superfluous white space."""

from __future__ import annotations

import re
from functools import cached_property

from generator.lint.rules.base import Bad
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.typography import HAN, Typography, outside_code, with_note

_NUMBER = r"[-+]\.?\d"
_IN_BRACKETS = rf"\((?:[^(){HAN}]|\([^(){HAN}]*\))*\)|\[[^\[\]{HAN}]*\]"
"""Half-width brackets that hold no Chinese; around Chinese they are wrong themselves (TXT002)."""


class MissingSpace(Typography):
    """Chinese and Latin without a space between them."""

    code = "TXT001"
    title = "中文与英文、数字或代码之间没有空格"
    why = (
        "中英文之间留一个空格，长句才看得清词的边界；Paddle 文档的提交检查也这样要求。"
        "负号随数字，半角括号随其中的英文。"
    )
    message = "中文与英文、数字或代码之间没有空格：{around}"
    hint = "在两者之间加一个空格。"
    bad = (
        Bad(with_note("表示输入的Tensor。"), at="Tensor。", mended=CHECKED_ABS),
        Bad(with_note("沿第1维取值。"), at="1维", mended=with_note("沿第 1 维取值。")),
        Bad(with_note("与`dim` 一起使用。"), at="`dim`", mended=with_note("与 `dim` 一起使用。")),
        Bad(with_note("表示dtype 的名称。"), at="dtype", mended=with_note("表示 dtype 的名称。")),
        Bad(with_note("表示取值的维度，默认为-1。"), at="-1", mended=with_note("表示取值的维度，默认为 -1。")),
        Bad(with_note("表示形状为(N) 的 Tensor。"), at="(N)", mended=with_note("表示形状为 (N) 的 Tensor。")),
        Bad(with_note("表示 (N)的长度。"), at="的长度", mended=with_note("表示 (N) 的长度。")),
    )
    good = (CHECKED_ABS, with_note("沿第 1 维取值，与 `dim` 一起使用。"), with_note("表示次数（至少 1 次）。"))

    @cached_property
    def _between(self) -> re.Pattern[str]:
        before = rf"(?<=[{HAN}])(?=[A-Za-z0-9\ue000]|{_NUMBER}|{_IN_BRACKETS})"
        return re.compile(rf"{before}|(?:(?<=[A-Za-z0-9%\ue000])|(?<=\+\+))(?=[{HAN}])")

    @cached_property
    def _after_brackets(self) -> re.Pattern[str]:
        return re.compile(rf"({_IN_BRACKETS})(?=[{HAN}])")

    def mend(self, text: str) -> str:
        """Inserts a space; a code span counts as a word."""
        spans: list[str] = []
        masked = ""
        for piece, is_prose in outside_code(text):
            masked += piece if is_prose else "\ue000"
            spans += [] if is_prose else [piece]
        parts = self._between.sub(" ", self._after_brackets.sub(r"\1 ", masked)).split("\ue000")
        return "".join(part + span for part, span in zip(parts, [*spans, ""], strict=True)) if spans else parts[0]


class StrayWhiteSpace(Typography):
    """Superfluous white space."""

    code = "TXT006"
    title = "多余的空白"
    why = "首尾与连续的空白、全角标点旁的空格不起作用，却会让两处相同的文字比较起来不同。"
    message = "有多余的空白：{around}"
    hint = "删去多余的空格与换行。"
    bad = (
        Bad(with_note("'表示输入的 Tensor。 '"), at=" '", mended=with_note("'表示输入的 Tensor。'")),
        Bad(with_note("表示输入的  Tensor。"), at=" Tensor", mended=CHECKED_ABS),
        Bad(with_note("表示输入， 可以是复数。"), at=" 可以", mended=with_note("表示输入，可以是复数。")),
        Bad(with_note("表示输入 ，与 `dim` 无关。"), at=" ，", mended=with_note("表示输入，与 `dim` 无关。")),
        Bad(with_note("' 表示输入的 Tensor。'"), at=" 表示", mended=with_note("'表示输入的 Tensor。'")),
        Bad(
            with_note('"表示输入，\\\n    可以是 复  数。"'), at='"表示', mended=with_note('"表示输入，可以是 复 数。"')
        ),
    )
    good = (CHECKED_ABS, with_note("表示输入的 Tensor，可以是复数。"))

    @cached_property
    def _around(self) -> re.Pattern[str]:
        return re.compile(r"(?<=[，。；：、！？（）“”])\s+|\s+(?=[，。；：、！？（）”])")

    @cached_property
    def _run(self) -> re.Pattern[str]:
        return re.compile(r"\s{2,}|[\n\r\t]")  # one space of another width is TXT007's

    def mend(self, text: str) -> str:
        """Leaves one space between words and none beside full-width marks; code keeps its own."""
        pieces = [
            self._run.sub(" ", self._around.sub("", piece)) if is_prose else piece
            for piece, is_prose in outside_code(text.strip())
        ]
        return "".join(pieces)
