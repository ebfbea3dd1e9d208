"""TXT: punctuation of Chinese sentences."""

from __future__ import annotations

import re
from functools import cached_property
from typing import ClassVar

from generator.lint.rules.base import Bad
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.typography import HAN, Typography, outside_code, with_note


class HalfWidthPunctuation(Typography):
    """ASCII punctuation in a Chinese sentence."""

    code = "TXT002"
    title = "中文句子里用了半角标点"
    why = "中文句子用全角标点；半角的逗号与括号在中文里既难看，也难断句。"
    message = "中文句子里用了半角标点：{around}"
    hint = "改用全角标点“，；：！？。（）”，其前后不留空格。"
    bad = (
        Bad(
            with_note("'表示输入的 Tensor, 可以是复数。'"),
            at=", 可以",
            mended=with_note("'表示输入的 Tensor，可以是复数。'"),
        ),
        Bad(with_note("表示填充的宽度(左右相同)。"), at="(左右", mended=with_note("表示填充的宽度（左右相同）。")),
        Bad(with_note("表示填充方式:零或镜像。"), at=":零", mended=with_note("表示填充方式：零或镜像。")),
        Bad(with_note("'表示取值,与 `dim` 无关。'"), at=",与", mended=with_note("'表示取值，与 `dim` 无关。'")),
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


class DoubledPunctuation(Typography):
    """A punctuation mark that is repeated."""

    code = "TXT005"
    title = "标点重复"
    why = "重复的标点多半是改句子时留下的。"
    points_at = re.compile(r"[，。；：、](?:\s*[，。；：、]|(?<=。)\s*\.)+")
    message = "标点重复：{found}"
    hint = "只留一个。"
    bad = (
        Bad(with_note("表示输入的 Tensor。。"), at="。。", mended=CHECKED_ABS),
        Bad(with_note("表示输入的 Tensor，。"), at="，。", mended=CHECKED_ABS),
        Bad(with_note("表示输入，，可以是复数。"), at="，，", mended=with_note("表示输入，可以是复数。")),
    )
    good = (CHECKED_ABS, with_note("表示输入，可以是复数。"))

    def mend(self, text: str) -> str:
        """Keeps a full stop if there is one, else the first mark."""
        return self.points_at.sub(lambda match: "。" if "。" in match.group() else match.group()[0], text)
