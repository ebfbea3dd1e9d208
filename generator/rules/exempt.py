"""EXM: exemptions that a record claims."""

from __future__ import annotations

from generator.model.finding import Problem
from generator.model.record import Exemption
from generator.rules.base import Bad, Rule

_RECORD = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
"""


class ExemptionUnused(Rule):
    """An exemption from a rule that finds nothing here. The runner asks it, since only it knows what was found."""

    code = "EXM001"
    title = "豁免不再起作用"
    why = "过时的豁免会悄悄放过以后真正的错误。"
    bad = (Bad(_RECORD + "exempt:\n  - {code: PAR002, reason: 照录原文}\n", at="{code: PAR002"),)
    good = (_RECORD,)

    def unused(self, index: int, exemption: Exemption) -> Problem:
        """The problem of an exemption that matched no finding."""
        return Problem(("exempt", index), f"豁免了 {exemption.code}，而这条规则在此没有发现问题", "删去这一项豁免。")
