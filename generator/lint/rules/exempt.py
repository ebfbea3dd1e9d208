"""EXM: the exemptions of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.lint.rules.base import Bad, RecordRule, Rule
from generator.lint.rules.samples import ABS
from generator.lint.rules.subject import Subject
from generator.model.finding import Problem, Remove
from generator.model.record import Exemption
from generator.model.spelling import nearest


class ExemptionUnused(Rule):
    """An exemption from a rule without findings in this file; ``lint.run`` calls it with what was found."""

    code = "EXM001"
    title = "豁免不再起作用"
    why = "过时的豁免会悄悄放过以后真正的错误。"
    bad = (Bad(ABS + "exempt:\n  - {code: PAR002, reason: 照录原文}\n", at="{code: PAR002", mended=ABS),)
    good = (ABS,)

    def unused(self, index: int, exemption: Exemption) -> Problem:
        """Returns the problem for an exemption that matched no finding."""
        return Problem(
            ("exempt", index),
            f"豁免了 {exemption.code}，而这条规则在此没有发现问题",
            "删去这一项豁免。",
            (Remove(("exempt", index)),),
        )


class ExemptionUnknown(RecordRule):
    """An exemption from a rule that does not exist, or twice from the same."""

    code = "EXM002"
    title = "豁免了不存在的规则，或同一规则两次"
    why = "编号写错的豁免不起作用；同一规则写两次，理由迟早互相矛盾。"
    bad = (
        Bad(ABS + "exempt:\n  - {code: PAR999, reason: 照录原文}\n", at="PAR999"),
        Bad(
            ABS.replace("Tensor。", "Tensor")
            + "exempt:\n  - {code: PAR002, reason: 照录原文}\n  - {code: PAR002, reason: 照录原文}\n",
            at="PAR002, reason: 照录原文}\n".strip(),
        ),
    )
    good = (ABS,)

    def __init__(self, codes: Callable[[], frozenset[str]]) -> None:
        self._codes = codes
        """All codes; a function, since the registry that knows them holds this rule too."""

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks each code up."""
        seen, codes = set[str](), self._codes()
        for index, exemption in enumerate(subject.record.exempt):
            if exemption.code not in codes:
                likely = nearest(exemption.code, sorted(codes))
                yield Problem(
                    ("exempt", index, "code"),
                    f"没有编号为 {exemption.code} 的规则",
                    f"是否想写 {likely}？" if likely else "apimap explain 列出全部规则。",
                )
            if exemption.code in seen:
                yield Problem(("exempt", index, "code"), f"{exemption.code} 豁免了两次", "合并成一项。")
            seen.add(exemption.code)
