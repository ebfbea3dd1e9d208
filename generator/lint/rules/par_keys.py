"""PAR: the keys that the relation of a row requires, and those that have no effect on it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.samples import ABS, DIFFERING, PADDLE_HAS_MORE, RELU
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem, Remove
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation, Rewrite

_DEFAULT = """\
torch: torch.linalg.svd
paddle: paddle.linalg.svd
category: 仅参数名不一致
parameters:
  - {torch: A, paddle: x, note: 表示输入的 Tensor。}
  - {torch: full_matrices, paddle: full_matrices, note: 表示是否计算完整的矩阵。}
"""


class RewriteMissing(RecordRule):
    """A torch-only row without ``rewrite``."""

    code = "PAR004"
    title = "torch 独有的参数没有说明如何转写"
    spec = ("R30",)
    why = "读者遇到 Paddle 没有的参数，要知道是转写、删去，还是没有办法。"
    bad = (Bad(RELU.replace(", rewrite: drop", ""), at="{torch: inplace"),)
    good = (RELU,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires ``rewrite`` where Paddle has no such parameter."""
        said = {loc for loc, _, reading in subject.readings if reading.rewrite is not None}  # PAR008 moves it
        for loc, row in subject.rows:
            if row.relation is Relation.TORCH_ONLY and row.rewrite is None and loc not in said:
                yield Problem(
                    loc,
                    f"Paddle 没有 `{row.torch}`，而这一行没有 `rewrite`",
                    "补上 rewrite: example（有转写示例）、unsupported（暂无转写方式）或 drop（可直接删除）。",
                )


class SetMissing(RecordRule):
    """A Paddle-only row without ``set``."""

    code = "PAR005"
    title = "paddle 独有的参数没有说明如何设置"
    spec = ("R28",)
    why = "读者要知道这个参数能不能不管。"
    bad = (Bad(PADDLE_HAS_MORE.replace(", set: default", ""), at="{paddle: data_format"),)
    good = (PADDLE_HAS_MORE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires ``set`` where PyTorch has no such parameter."""
        said = {loc for loc, _, reading in subject.readings if reading.set is not None}  # PAR008 moves it
        for loc, row in subject.rows:
            if row.relation is Relation.PADDLE_ONLY and row.set is None and loc not in said:
                yield Problem(
                    loc,
                    f"PyTorch 没有 `{row.paddle}`，而这一行没有 `set`",
                    "补上 set: default（保持默认即可），或 set: 要传入的值。",
                )


class RowContradictsItself(RecordRule):
    """A key without effect on a row of this relation."""

    code = "PAR006"
    title = "参数行的键互相矛盾"
    spec = ("R24", "R28", "R29", "R30", "R31")
    why = "行的关系由它的键推导；不起作用的键说明作者想的是另一种关系。"
    bad = (
        Bad(ABS.replace("note: 表示", "set: default, note: 表示"), at="set: default"),
        Bad(ABS.replace("note: 表示", "rewrite: drop, note: 表示"), at="rewrite: drop"),
        Bad(RELU.replace("rewrite: drop", "rewrite: drop, set: default"), at="set: default"),
        Bad(
            RELU.replace("rewrite: drop", "rewrite: drop, default: {torch: 'False', paddle: 'True'}"),
            at="default: {",
        ),
    )
    good = (ABS, PADDLE_HAS_MORE, RELU)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for ``set``, ``rewrite`` and ``default`` where the row's relation gives them no meaning."""
        for loc, row in subject.rows:
            for key, why in _pointless_keys(row):
                place: Loc = (*loc, key)
                yield Problem(
                    place, f"`{row.label}` 这一行的 `{key}` 不起作用：{why}", f"删去 {key}，或改正这一行。", at_key=True
                )


def _pointless_keys(row: ParameterRow) -> Iterator[tuple[str, str]]:
    relation = row.relation
    if row.set is not None and relation not in {Relation.PADDLE_ONLY, Relation.DEFAULT}:
        yield "set", "它只用于 Paddle 独有或默认值不同的参数"
    if row.rewrite is not None and relation not in {Relation.TORCH_ONLY, Relation.DIFFERS, Relation.RETURNS}:
        yield "rewrite", "它只用于 PyTorch 独有、用法或类型不同的参数，以及返回值"
    if row.rewrite is Rewrite.DROP and relation in {Relation.DIFFERS, Relation.RETURNS}:
        yield "rewrite", "用法、类型或返回值不同，不能靠删除解决"
    if row.default is not None and (row.torch is None or row.paddle is None):
        yield "default", "只有一边有这个参数"


class DifferenceWithoutRewrite(RecordRule):
    """A differing row without ``rewrite``."""

    code = "PAR011"
    title = "有差异的参数没有说明如何转写"
    spec = ("R10", "R31")
    why = "读者遇到不一致的参数或返回值，要知道怎么转写，或者没有办法；从 PyTorch 看没有影响的，就不是差异。"
    bad = (
        Bad(DIFFERING.replace(", rewrite: unsupported", ""), at="{torch: other"),
        Bad(DIFFERING + "  - {returns: 返回值的类型不同}\n", at="{returns"),
    )
    good = (DIFFERING,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires ``rewrite`` where use, type or return value differs."""
        for loc, row in subject.rows:
            if row.relation in {Relation.DIFFERS, Relation.RETURNS} and row.rewrite is None:
                yield Problem(
                    loc,
                    f"`{row.label}` 两边不同，而这一行没有 `rewrite`",
                    "补上 rewrite: example（有转写示例）或 unsupported（暂无转写方式）；"
                    "若 Paddle 涵盖 PyTorch 的全部用法，删去 differs。",
                )


class DefaultsAlike(RecordRule):
    """``default`` with the same value twice."""

    code = "PAR015"
    title = "两边的默认值相同，不必写 default"
    spec = ("R29",)
    why = "`default` 表示两边的默认值不同；相同时写它，分类会错成“仅参数默认值不一致”。"
    bad = (
        Bad(
            _DEFAULT.replace(
                "full_matrices, note: 表", "full_matrices, default: {torch: 'True', paddle: 'True'}, note: 表"
            ),
            at="default: {",
            mended=_DEFAULT,
        ),
    )
    good = (_DEFAULT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the two values."""
        for loc, row in subject.rows:
            if row.default is not None and row.default.torch == row.default.paddle:
                yield Problem(
                    (*loc, "default"),
                    f"`{row.label}` 两边的默认值都是 {row.default.torch}",
                    "删去 default，或改正其中一个值。",
                    (Remove((*loc, "default")),),
                    at_key=True,
                )
