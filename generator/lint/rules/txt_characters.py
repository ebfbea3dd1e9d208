"""TXT: characters that look like others or are invisible, and misspelt names of the libraries."""

from __future__ import annotations

import re
import unicodedata
from typing import ClassVar

from generator.lint.rules.base import Bad
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.typography import Typography, outside_code, with_note
from generator.model.finding import Severity


class _StandIn(Typography):
    """Characters that are replaced by the usual ones."""

    characters: re.Pattern[str]

    def mend(self, text: str) -> str:
        """Replaces each by its NFKC form."""
        return self.characters.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text)


class Lookalike(_StandIn):
    """Radicals and compatibility forms that look like ordinary characters."""

    code = "TXT003"
    title = "用了形似汉字的部首字符"
    why = "⽤、⽂、⽆ 之类的部首字符看起来与汉字一样，却搜不到，有的字体也显示不出；多半是从 PDF 复制来的。"
    severity = Severity.ERROR
    characters = re.compile(r"[\u2e80-\u2fdf\uf900-\ufaff]")
    message = "“{found}”是部首字符，不是汉字：{around}"
    hint = "换成普通的汉字。"
    bad = (Bad(with_note("表示最⼩的取值。"), at="⼩的", mended=with_note("表示最小的取值。")),)
    good = (with_note("表示最小的取值。"),)


class FullWidthWord(_StandIn):
    """Letters and digits of the width of Chinese characters."""

    code = "TXT008"
    title = "用了全角的字母或数字"
    why = "全角的 ｄｉｍ 与 dim 看起来差不多，却搜不到，与代码中的名称也对不上。"
    severity = Severity.ERROR
    characters = points_at = re.compile(r"[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+")
    message = "“{found}”是全角的字母或数字"
    hint = "改用半角。"
    bad = (
        Bad(with_note("表示 ｄｉｍ 的大小。"), at="ｄｉｍ", mended=with_note("表示 dim 的大小。")),
        Bad(with_note("沿第 ２ 维取值。"), at="２", mended=with_note("沿第 2 维取值。")),
    )
    good = (with_note("表示 dim 的大小。"), with_note("沿第 2 维取值。"))


class Misnamed(Typography):
    """A library's name in a wrong spelling."""

    code = "TXT004"
    title = "PyTorch 或 Paddle 的名称写错"
    why = "规范的固定用语写 PyTorch 与 Paddle；按名称搜索时也只认得这一种。"
    points_at = re.compile(
        r"(?<![\w.`/-])(?:Pytorch|pytorch|PYTORCH|Py[Tt]roch|PadlePaddle|Paddlepaddle|PADDLE|padle)(?![\w./-]|\.\w)"
    )
    message = "名称“{found}”的写法不对"
    hint = "写 PyTorch 与 Paddle（或 PaddlePaddle）。"
    bad = (
        Bad(with_note("与 Pytorch 相同的取值。"), at="Pytorch", mended=with_note("与 PyTorch 相同的取值。")),
        Bad(with_note("与 pytorch 相同的取值。"), at="pytorch", mended=with_note("与 PyTorch 相同的取值。")),
        Bad(with_note("与 `x` 在 padle 中相同。"), at="padle", mended=with_note("与 `x` 在 Paddle 中相同。")),
    )
    good = (with_note("与 PyTorch 相同的取值。"),)
    _right: ClassVar[dict[str, str]] = {"padlepaddle": "PaddlePaddle", "paddlepaddle": "PaddlePaddle"}

    def mend(self, text: str) -> str:
        """Replaces each name by its right spelling, outside code."""
        return "".join(
            self.points_at.sub(lambda match: self._named(match.group()), piece) if is_prose else piece
            for piece, is_prose in outside_code(text)
        )

    def _named(self, name: str) -> str:
        return self._right.get(name.casefold(), "PyTorch" if name[:2].casefold() == "py" else "Paddle")


class Invisible(Typography):
    """Characters that are not visible."""

    code = "TXT007"
    title = "含有看不见的字符"
    why = "零宽字符、不换行空格与控制字符看不见，却让搜索与比较失败。"
    severity = Severity.ERROR
    _characters = re.compile(
        r"[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
    )
    message = "含有看不见的字符：{around}"
    hint = "删去它，或换成普通的空格。"
    bad = (
        Bad(with_note("表示输入的\u00a0Tensor。"), at="\u00a0", mended=CHECKED_ABS),
        Bad(with_note("表示\u200b输入的 Tensor。"), at="\u200b", mended=CHECKED_ABS),
    )
    good = (CHECKED_ABS,)

    def mend(self, text: str) -> str:
        """Replaces kinds of space by a space and removes the rest."""
        return self._characters.sub(lambda match: " " if unicodedata.category(match.group()) == "Zs" else "", text)
