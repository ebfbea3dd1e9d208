"""PAR: differences that are written in the note, and not in the keys of the row."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.subject import Subject
from generator.model.finding import Problem, Severity
from generator.model.relation import Relation

_STD = """\
torch: torch.Tensor.std
paddle: paddle.Tensor.std
category: 参数不一致
parameters:
  - torch: correction
    paddle: unbiased
    note: 表示自由度的修正。
    differs: {type: PyTorch 支持 int，Paddle 支持 bool}
    rewrite: unsupported
"""
_TORCH, _PADDLE = r"(?:py)?torch(?!\w)", r"paddle(?:paddle)?(?!\w)"
_SAYS = r"[^，。；]{0,20}?(?:默认|类型|支持|取值|可选|必选|方式|表示|为|以)"
_DIFFERENT = re.compile(
    rf"(?<![\w.]){_TORCH}(?!\.){_SAYS}.{{0,200}}?(?<![\w.]){_PADDLE}(?!\.){_SAYS}[^，。；]*"
    rf"|(?<![\w.]){_PADDLE}(?!\.){_SAYS}.{{0,200}}?(?<![\w.]){_TORCH}(?!\.){_SAYS}[^，。；]*"
    rf"|{_TORCH}\s*[和与]\s*{_PADDLE}.{{0,200}}(?:分别|不同|不一致|不一样)",
    re.IGNORECASE,
)


class DifferenceInWords(RecordRule):
    """A note that states a difference, in a row whose keys state none."""

    code = "PAR018"
    title = "含义里写了两边的差别，这一行却写成一致"
    severity = Severity.WARNING
    spec = ("R29", "R31")
    why = "分类、转写与筛选只看一行有哪些键；写在含义里的差别，读者要逐字读才看得到，分类也随之写低。"
    bad = (
        Bad(
            "torch: torch.Tensor.std\npaddle: paddle.Tensor.std\ncategory: 仅参数名不一致\nparameters:\n"
            "  - {torch: correction, paddle: unbiased, note: 表示修正。PyTorch 支持 int 类型，Paddle 支持 bool 类型。}\n",
            at="PyTorch 支持",
        ),
    )
    good = (_STD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Searches notes for both libraries, each with a claim; PAR008 and PAR009 report mandated phrases."""
        phrased = {loc for loc, _, _ in subject.readings}
        for loc, row in subject.rows:
            if loc in phrased or row.relation not in {Relation.SAME, Relation.RENAMED}:
                continue
            if (match := _DIFFERENT.search(row.note)) is not None:
                yield Problem(
                    (*loc, "note"),
                    f"`{row.label}` 的含义说两边不同：“{match.group()[:80]}”，而这一行没有 `differs` 或 `default`",
                    "默认值不同写 default，用法或类型不同写 differs 与 rewrite，含义里只留它是做什么用的。",
                    part=match.span(),
                )
