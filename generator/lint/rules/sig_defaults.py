"""SIG: defaults that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.libraries.registry import LIBRARIES
from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.compared_signatures import Sides
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem, Put
from generator.model.given import DTYPES
from generator.model.literal import default_value
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation

_SVD = """\
torch: torch.linalg.svd
paddle: paddle.linalg.svd
category: 仅参数默认值不一致
parameters:
  - {torch: A, paddle: x, note: 表示输入的 Tensor。}
  - {torch: full_matrices, paddle: full_matrices, note: 表示是否计算完整的矩阵。, default: {torch: "True", paddle: "False"}}
"""


_DEFAULT = """, default: {torch: 'torch.bfloat16', paddle: '''float16'''}"""
_AUTOCAST = f"""\
torch: torch.cpu.amp.autocast
paddle: paddle.amp.auto_cast
category: 仅参数默认值不一致
signatures:
  torch: torch.cpu.amp.autocast(dtype=torch.bfloat16)
  paddle: paddle.amp.auto_cast(dtype='float16')
parameters:
  - {{torch: dtype, paddle: dtype, note: 表示计算的 dtype。{_DEFAULT}}}
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
        Bad(_AUTOCAST.replace(_DEFAULT, ""), at="{torch: dtype", mended=_AUTOCAST),
    )
    good = (
        _SVD,
        _AUTOCAST,
        _AUTOCAST.replace(_DEFAULT, "").replace("bfloat16", "half").replace("仅参数默认值不一致", "参数完全一致"),
    )

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
    """Tells whether two defaults are the same, however each is written."""
    one, other = (_DOCUMENTED_AS.get(text, text) for text in (one, other))
    if (dtype := _dtype(one)) is not None and dtype == _dtype(other):
        return True
    if any(
        "." in name and name.replace(".", "").isidentifier() and number.isdecimal()
        for name, number in ((one, other), (other, one))
    ):
        return True  # a constant such as ReduceOp.SUM, whose number is not in the inventory
    return one.replace(" ", "") == other.replace(" ", "") or default_value(one) == default_value(other)


def _surely_differ(one: str, other: str) -> bool:
    """Tells whether both are literals, or dtypes, and stand for different values; ``1`` and ``True`` do not."""
    if one == other or "None" in {one, other}:
        return False
    if (dtypes := (_dtype(one), _dtype(other))) != (None, None):
        return None not in dtypes and dtypes[0] != dtypes[1]
    first, second = default_value(one), default_value(other)
    literal = (bool, int, float, str, list)
    readable = isinstance(first, literal) and isinstance(second, literal) and first != one and second != other
    return readable and first != second


_DTYPE = re.compile(r"""(?:torch|paddle)\.(\w+)|(['"])(\w+)\2""")
_OTHER_NAMES = {
    "half": "float16",
    "float": "float32",
    "double": "float64",
    "short": "int16",
    "int": "int32",
    "long": "int64",
    "cfloat": "complex64",
    "cdouble": "complex128",
}
"""The dtypes that have a second name."""


def _dtype(default: str) -> str | None:
    """Returns the dtype that ``torch.long``, ``paddle.int64`` or ``'int64'`` stands for; None for anything else."""
    found = _DTYPE.fullmatch(default)
    name = (found[1] or found[3]) if found else ""
    name = _OTHER_NAMES.get(name, name)
    return name if name in DTYPES else None
