"""SIG: a record's rows compared with the signatures of the pinned libraries."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.compared_signatures import SIDE_NAMES, Sides
from generator.lint.rules.parameter_names import names_in
from generator.lint.rules.samples import ADD
from generator.lint.rules.subject import SIDES, Subject
from generator.model.finding import Loc, Problem, Put, Reorder
from generator.model.record import Mapping
from generator.model.signature import Parameter
from generator.model.spelling import nearest

_OUT = "  - {torch: out, paddle: out, note: 表示存放结果的 Tensor。}\n"
_INPUT = "  - {torch: input, paddle: x, note: 表示第一个输入。}\n"
_ALPHA = "  - {torch: alpha, note: 表示第二个输入的系数。, rewrite: unsupported}\n"


class ParameterMissing(RecordRule):
    """A parameter of a signature without a row."""

    code = "SIG001"
    title = "签名里的参数没有写进参数映射"
    spec = ("R16", "R17", "R24")
    why = "表里没有的参数，读者会以为不存在；库的新版本加了参数，这里最先看到。"
    bad = (
        Bad(ADD.replace(_ALPHA, ""), at="parameters"),
        Bad(
            ADD.replace("out, paddle: out, note: 表示存放结果的 Tensor。", "out, note: 表示输出。, rewrite: drop"),
            at="parameters",
        ),
        Bad(ADD[: ADD.index("parameters")].replace("torch 参数更多", "无参数"), at="torch: torch.add"),
    )
    good = (ADD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for each side's parameters among the rows; ``name`` and ``**kwargs`` need none."""
        for loc, mapping, sides in subject.compared:
            for side in SIDES:
                named = {name for row in mapping.parameters for name in names_in(getattr(row, side))}
                missing = [p for p in sides.required(side) if p.name not in named]
                unknown = named - sides.names(side) if missing else ()
                misspelt = {nearest(name, [p.name for p in missing]) for name in unknown}
                for parameter in missing:
                    if parameter.name not in misspelt:  # SIG002 reports it
                        place = (*loc, "parameters") if mapping.parameters else loc
                        message = f"{SIDE_NAMES[side]} 的参数 `{parameter.label}` 没有写进参数映射"
                        yield Problem(
                            place, message, _missing_hint(side, parameter, sides), at_key=bool(mapping.parameters)
                        )


def _missing_hint(side: str, parameter: Parameter, sides: Sides) -> str:
    return f"补上 {side}: {parameter.label} 的一行。{sides.shown}"


class ParameterUnknown(RecordRule):
    """A row for a parameter that the signature does not have."""

    code = "SIG002"
    title = "参数不在签名里"
    spec = ("R23", "R24")
    why = "照着写的读者会得到 TypeError；多半是拼写错误，或库的新版本改了名称。"
    bad = (
        Bad(ADD.replace("torch: other", "torch: otherr"), at="otherr", mended=ADD),
        Bad(ADD.replace("paddle: y", "paddle: z"), at="z, note"),
    )
    good = (ADD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks each row's names up; a close match that no other row has is the likely name."""
        for loc, mapping, sides in subject.compared:
            for index, row in enumerate(mapping.parameters):
                for side in SIDES if row.returns is None else ():
                    names = names_in(getattr(row, side))
                    for name in names:
                        if not sides.has(side, name):
                            yield from _unknown(
                                (*loc, "parameters", index, side), name, mapping, sides, whole=len(names) == 1
                            )


def _unknown(place: Loc, name: str, mapping: Mapping, sides: Sides, *, whole: bool) -> Iterator[Problem]:
    side = str(place[-1])
    taken = {other for row in mapping.parameters for other in names_in(getattr(row, side))}
    free = {p.name: p.label for p in sides.of(side) if p.name not in taken}
    likely = free.get(nearest(name, free), "")
    surely = _is_misspelling(name, likely)
    if sides.is_open(side) and not surely:
        return  # ``**kwargs`` takes any name
    yield Problem(
        place,
        f"{SIDE_NAMES[side]} 的签名里没有参数 `{name}`",
        (f"是否想写 {likely}？" if likely else "删去或改正这一行。") + sides.shown,
        (Put(place, likely),) if surely and whole else (),
    )


def _is_misspelling(name: str, likely: str) -> bool:
    """Tells whether the two names are so alike that one is a misspelling of the other."""
    from difflib import SequenceMatcher  # slow to import, and needed only here

    return bool(likely) and len(name) > 3 and SequenceMatcher(None, name, likely).ratio() > 0.85  # noqa: PLR2004


class SignatureOrder(RecordRule):
    """Rows in another order than torch's signature."""

    code = "SIG003"
    title = "参数行的次序与 PyTorch 签名不同"
    spec = ("R24",)
    why = "读者对着签名看表，次序相同才找得快；按位置传参时，次序就是含义。"
    bad = (Bad(ADD.replace(_INPUT, "").replace(_OUT, _INPUT + _OUT), at="{torch: input", mended=ADD),)
    good = (ADD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the rows' order with the signature's; rows that are not in it keep their place."""
        for loc, mapping, sides in subject.compared:
            positions = {p.name: index for index, p in enumerate(sides.of("torch"))}
            first = ["".join(names_in(row.torch)[:1]) for row in mapping.parameters]
            indices = [i for i, name in enumerate(first) if name in positions]
            wanted = sorted(indices, key=lambda i: positions[first[i]])
            if wanted == indices:
                continue
            order = list(range(len(mapping.parameters)))
            for place, index in zip(indices, wanted, strict=True):
                order[place] = index
            moved = next(right for now, right in zip(indices, wanted, strict=True) if now != right)
            yield Problem(
                (*loc, "parameters", moved),
                f"`{mapping.parameters[moved].torch}` 在 PyTorch 签名里排第 {positions[first[moved]] + 1}，这里排在了后面",
                f"按签名的次序排列。{sides.shown}",
                (Reorder((*loc, "parameters"), tuple(order)),),
            )
