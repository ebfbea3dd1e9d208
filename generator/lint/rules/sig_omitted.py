"""SIG: arguments that are optional in one library only, or have another meaning there when omitted."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.subject import Subject
from generator.model.finding import Problem, Severity
from generator.model.literal import default_value
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation
from generator.model.signature import Parameter, ParameterKind

_RECORD = """\
torch: torch.nn.functional.batch_norm
paddle: paddle.nn.functional.batch_norm
category: 参数不一致
signatures:
  torch: torch.nn.functional.batch_norm(input, weight=None)
  paddle: paddle.nn.functional.batch_norm(x, weight)
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: weight, paddle: weight, note: 表示缩放的系数。, differs: {usage: Paddle 必须传入}, rewrite: unsupported}
"""
_MODE = """\
torch: torch.mode
paddle: paddle.mode
category: 仅参数名不一致
signatures:
  torch: torch.mode(input, dim=None)
  paddle: paddle.mode(x, axis=-1)
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: dim, paddle: axis, note: 表示求众数所沿的维度，不写时两边都沿最后一维。}
"""
_BIAS = """\
torch: torch.nn.Linear
paddle: paddle.nn.Linear
category: 仅参数名不一致
signatures:
  torch: torch.nn.Linear(bias=True)
  paddle: paddle.nn.Linear(bias_attr=None)
parameters:
  - {torch: bias, paddle: bias_attr, note: 表示是否带有偏置。}
"""


class _OmittedRule(RecordRule):
    """A rule about the defaults of the two parameters of a row that states no difference."""

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the defaults in the two signatures for each such row."""
        for loc, mapping, sides in subject.compared:
            for index, row in enumerate(mapping.parameters if sides.whole else ()):
                torch, paddle = sides.parameter("torch", row.torch or ""), sides.parameter("paddle", row.paddle or "")
                if torch is None or paddle is None or row.relation not in {Relation.SAME, Relation.RENAMED}:
                    continue
                if (found := self._compare(row, torch, paddle)) is not None:
                    message, hint = found
                    yield Problem((*loc, "parameters", index), message, f"{hint}{sides.shown}")

    @abstractmethod
    def _compare(self, row: ParameterRow, torch: Parameter, paddle: Parameter) -> tuple[str, str] | None:
        """Returns the message and the hint for a row, or None."""


class DefaultOnlyOfTorch(_OmittedRule):
    """An argument that is optional in PyTorch and required in Paddle."""

    code = "SIG009"
    title = "PyTorch 可以不写的参数，Paddle 必须写，而参数行没有说"
    spec = ("R29", "R31")
    why = "照着改名的调用若没有写这个参数，在 Paddle 中报 TypeError。"
    bad = (
        Bad(
            _RECORD.replace(", differs: {usage: Paddle 必须传入}, rewrite: unsupported", ""),
            at="{torch: weight",
        ),
    )
    good = (_RECORD,)
    _said = re.compile("必选|必填|必须|必需|无默认|没有默认")
    _variadic = frozenset({ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD})

    def _compare(self, row: ParameterRow, torch: Parameter, paddle: Parameter) -> tuple[str, str] | None:
        if torch.default is None or paddle.default is not None or paddle.kind in self._variadic:
            return None
        if self._said.search(row.note):
            return None
        return (
            f"`{row.label}` 在 PyTorch 中默认为 {torch.default}，在 Paddle 中没有默认值",
            "写上 differs: {usage: …} 与 rewrite，说明不写这个参数的调用怎样改。",
        )


class DefaultNoneOfOneSide(_OmittedRule):
    """A default of None in one library, and a definite value in the other."""

    code = "SIG010"
    title = "一边的默认值是 None，另一边是确定的值，而参数行没有说"
    severity = Severity.WARNING
    spec = ("R29",)
    why = "None 代表什么由库决定，多半不是另一边的那个值：没有写这个参数的调用不报错，结果却变了。"
    bad = (
        Bad(_MODE.replace("，不写时两边都沿最后一维", ""), at="{torch: dim"),
        Bad(_BIAS.replace("bias_attr", "has_bias"), at="{torch: bias"),
    )
    good = (_MODE, _BIAS)
    _said = re.compile("默认|缺省|不写|不传|不填|不指定|不给|省略|None|可选")

    def _compare(self, row: ParameterRow, torch: Parameter, paddle: Parameter) -> tuple[str, str] | None:
        if None in {torch.default, paddle.default} or (torch.default == "None") == (paddle.default == "None"):
            return None
        other, none = (torch, paddle) if paddle.default == "None" else (paddle, torch)
        if not _does_something(other, none) or self._said.search(row.note):
            return None
        return (
            f"`{row.label}` 两边的默认值，PyTorch 为 {torch.default}，Paddle 为 {paddle.default}，而这一行没有说明",
            "查清 None 代表什么：不写时结果不同，写上 default；相同，在含义里写明不写时怎样。",
        )


def _does_something(parameter: Parameter, none: Parameter) -> bool:
    """Tells whether a default is a value that None rarely means; for the attribute of a bias, it means True."""
    value = default_value(parameter.default or "")
    literal = isinstance(value, bool | int | float | str | list | tuple) and value != parameter.default
    if not literal or value is False or value in ([], ()):
        return False
    return not (value is True and "bias" in parameter.name and none.name.endswith("attr"))
