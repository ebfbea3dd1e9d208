"""SIG: defaults that differ."""

from __future__ import annotations

from collections.abc import Iterator

from generator.libraries.registry import LIBRARIES
from generator.model.finding import Loc, Problem, Put
from generator.model.literal import default_value
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation
from generator.rules.base import Bad, RecordRule
from generator.rules.compared_signatures import Sides
from generator.rules.subject import Subject

_SVD = """\
torch: torch.linalg.svd
paddle: paddle.linalg.svd
category: 仅参数默认值不一致
parameters:
  - {torch: A, paddle: x, note: 表示输入的 Tensor。}
  - {torch: full_matrices, paddle: full_matrices, note: 表示是否计算完整的矩阵。, default: {torch: "True", paddle: "False"}}
"""


class DefaultsDiffer(RecordRule):
    """A row without the differing defaults of its parameter, or with wrong ones."""

    code = "SIG004"
    title = "两边的默认值不同，而参数行没有说对"
    spec = ("R29",)
    why = "没有写明的默认值差异最危险：代码不报错，结果却变了。"
    bad = (
        Bad(
            _SVD.replace(', default: {torch: "True", paddle: "False"}', ""),
            at="{torch: full_matrices",
            mended=_SVD.replace('torch: "True", paddle: "False"', "torch: 'True', paddle: 'False'"),
        ),
        Bad(_SVD.replace('paddle: "False"', 'paddle: "None"'), at='{torch: "True"', mended=_SVD),
    )
    good = (_SVD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares literal defaults; the meaning of None is known only at run time."""
        for loc, mapping, sides in subject.compared:
            if not sides.whole:
                continue
            for index, row in enumerate(mapping.parameters):
                yield from _default_problems((*loc, "parameters", index), row, sides)


def _default_problems(loc: Loc, row: ParameterRow, sides: Sides) -> Iterator[Problem]:
    torch, paddle = sides.parameter("torch", row.torch or ""), sides.parameter("paddle", row.paddle or "")
    if torch is None or paddle is None or torch.default is None or paddle.default is None:
        return
    real = {"torch": torch.default, "paddle": paddle.default}
    words = f"PyTorch 为 {torch.default}，Paddle 为 {paddle.default}"
    if row.default is not None:
        wrong = [side for side, value in real.items() if not same_default(getattr(row.default, side), value)]
        if wrong:
            edits = tuple(Put((*loc, "default", side), real[side]) for side in wrong)
            yield Problem(
                (*loc, "default"), f"`{row.label}` 的默认值在签名里是：{words}", f"改正 default。{sides.shown}", edits
            )
    elif row.relation in {Relation.SAME, Relation.RENAMED} and _surely_differ(torch.default, paddle.default):
        yield Problem(
            loc,
            f"`{row.label}` 两边的默认值不同：{words}，而这一行没有 `default`",
            f"补上 default。{sides.shown}",
            (Put((*loc, "default"), real),),
        )


_DOCUMENTED_AS = {default: text for known in LIBRARIES.values() for default, text in known.documented_as.items()}
"""Defaults in signatures, and what the libraries' documentation writes for them."""


def same_default(one: str, other: str) -> bool:
    """Whether two defaults are the same, however each is written."""
    one, other = (_DOCUMENTED_AS.get(text, text) for text in (one, other))
    if any(
        "." in name and name.replace(".", "").isidentifier() and number.isdecimal()
        for name, number in ((one, other), (other, one))
    ):
        return True  # a constant such as ReduceOp.SUM, whose number is not in the inventory
    return one.replace(" ", "") == other.replace(" ", "") or default_value(one) == default_value(other)


def _surely_differ(one: str, other: str) -> bool:
    """Whether both are literals and stand for different values; ``1`` and ``True`` do not."""
    if one == other or "None" in {one, other}:
        return False
    first, second = default_value(one), default_value(other)
    literal = (bool, int, float, str, list)
    readable = isinstance(first, literal) and isinstance(second, literal) and first != one and second != other
    return readable and first != second
