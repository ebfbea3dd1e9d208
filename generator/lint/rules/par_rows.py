"""PAR: presence, order and parameter names of rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.parameter_names import NAME, names_in
from generator.lint.rules.samples import DIFFERING
from generator.lint.rules.subject import SIDES, Subject
from generator.model.category import Need
from generator.model.finding import Loc, Problem, Remove, Reorder
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation

_FIRST = "  - {torch: input, paddle: x, note: 表示第一个输入。}\n"
_LAST = "  - {paddle: axis, note: 表示运算所沿的轴。, set: default}\n"
_COMPOSED = """\
torch: torch.addcmul
category: 组合替代实现
examples:
  - torch: y = torch.addcmul(x, a, b)
    paddle: y = x + a * b
"""


class TableUnwanted(RecordRule):
    """Rows in a category that has no parameter table."""

    code = "PAR007"
    title = "该分类没有参数映射"
    spec = ("R11", "R14", "R25")
    why = "没有一对一的 API，便没有可以一一对应的参数。"
    bad = (
        Bad(
            _COMPOSED + "parameters:\n  - {torch: input, note: 表示输入的 Tensor。, rewrite: drop}\n",
            at="parameters",
        ),
    )
    good = (_COMPOSED,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at the categories that are never one-to-one; 无参数 with rows is CAT002's."""
        record = subject.record
        if record.category.counterpart is not Need.NEVER:
            return
        for loc, mapping in subject.mappings:
            if mapping.parameters and mapping.paddle is None:
                yield Problem(
                    (*loc, "parameters"), f"“{record.category}”没有参数映射", "删去 parameters。", at_key=True
                )


class RowOrder(RecordRule):
    """A Paddle-only row among those of torch's parameters, or a row of the return value before others."""

    code = "PAR010"
    title = "参数行的次序不对"
    spec = ("R24",)
    why = "表格按 PyTorch 签名的次序读：先是 PyTorch 的参数，再是 Paddle 独有的，最后是返回值。"
    bad = (
        Bad(DIFFERING.replace(_LAST, "").replace(_FIRST, _LAST + _FIRST), at="{paddle: axis", mended=DIFFERING),
        Bad(
            DIFFERING.replace(_FIRST, _FIRST + "  - {returns: 返回值的类型不同, rewrite: unsupported}\n"),
            at="{returns",
            mended=DIFFERING + "  - {returns: 返回值的类型不同, rewrite: unsupported}\n",
        ),
    )
    good = (DIFFERING, DIFFERING + "  - {returns: 返回值的类型不同, rewrite: unsupported}\n")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares each table with its stable order by kind of row."""
        for loc, mapping in subject.mappings:
            places = [_place(row) for row in mapping.parameters]
            order = tuple(sorted(range(len(places)), key=places.__getitem__))
            if list(order) == list(range(len(places))):
                continue
            index = next(i for i in range(len(places)) if places[i] > min(places[i:]))
            what = ("", "Paddle 独有的参数", "返回值")[places[index]]
            yield Problem(
                (*loc, "parameters", index),
                f"{what} `{mapping.parameters[index].label}` 排在了其他参数之前",
                "先写 PyTorch 的参数，再写 Paddle 独有的，返回值写在最后。",
                (Reorder((*loc, "parameters"), order),),
            )


def _place(row: ParameterRow) -> int:
    if row.returns is not None:
        return 2
    return 1 if row.relation is Relation.PADDLE_ONLY else 0


class RowTwice(RecordRule):
    """A parameter with two rows."""

    code = "PAR012"
    title = "同一个参数写了两行"
    spec = ("R23", "R24")
    why = "两行迟早互相矛盾；读者也不知道该看哪一行。"
    bad = (Bad(DIFFERING.replace(_LAST, "") + _FIRST, at="input"),)
    good = (DIFFERING,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for torch's names twice in a table, and Paddle's where nothing says that their use differs."""
        for loc, mapping in subject.mappings:
            seen: dict[tuple[str, str], int] = {}
            for index, row in enumerate(mapping.parameters):
                for side, name in _names(row):
                    first = seen.setdefault((side, name), index)
                    if first != index and not (
                        side == "paddle" and Relation.DIFFERS in _relations(mapping.parameters, first, index)
                    ):
                        yield Problem(
                            (*loc, "parameters", index, side),
                            f"`{name}` 在第 {first + 1} 行与第 {index + 1} 行各写了一次",
                            "合并成一行。",
                        )


def _names(row: ParameterRow) -> Iterator[tuple[str, str]]:
    for side in SIDES:
        for name in names_in(getattr(row, side)):
            yield side, name


def _relations(rows: tuple[ParameterRow, ...], *indices: int) -> set[Relation]:
    return {rows[index].relation for index in indices}


class NameRow(RecordRule):
    """A row for Paddle's ``name``."""

    code = "PAR013"
    title = "不写 Paddle 的 name 参数"
    spec = ("R16",)
    why = "`name` 只为调试与静态图命名，规范要求忽略它；写了这一行，分类还会错成“paddle 参数更多”。"
    bad = (
        Bad(DIFFERING + "  - {paddle: name, note: 表示名称。, set: default}\n", at="{paddle: name", mended=DIFFERING),
    )
    good = (DIFFERING,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for Paddle-only rows called ``name``."""
        for loc, row in subject.rows:
            if row.relation is Relation.PADDLE_ONLY and row.paddle == "name":
                yield Problem(loc, "Paddle 的 `name` 参数不写入参数映射", "删去这一行。", (Remove(loc),))


class NameIsNone(RecordRule):
    """A row whose name is no parameter's name."""

    code = "PAR016"
    title = "参数名的写法不对"
    spec = ("R23", "R30", "R31")
    why = "一行只说一个参数，名称与签名逐字相同，检查与转写工具才对得上；说明写在备注里。"
    bad = (
        Bad(DIFFERING.replace("torch: input,", "torch: '`input`',"), at="'`input`'"),
        Bad(DIFFERING.replace("torch: input,", "torch: input (Tensor),"), at="input (Tensor)"),
        Bad(DIFFERING.replace("torch: input, paddle: x,", "torch: 返回值, paddle: 返回值,"), at="返回值"),
        Bad(DIFFERING.replace("paddle: axis,", "torch: '-', paddle: axis,"), at="'-'"),
        Bad(DIFFERING.replace("paddle: y,", "paddle: 'y, z',"), at="'y, z'"),
    )
    good = (DIFFERING, DIFFERING.replace("torch: input,", 'torch: "*tensors",'))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires an identifier, with stars where it is variadic, and one per row."""
        for loc, row in subject.rows:
            for side in SIDES:
                name = getattr(row, side)
                if name is None or NAME.fullmatch(name):
                    continue
                if len(names_in(name)) > 1:
                    yield _several((*loc, side), row)
                    break
                hint = "写签名中的参数名，例如 dim 或 *size；说明写在备注里。"
                if name == "返回值":
                    hint = "描述返回值的行写 returns: …，不写 torch 与 paddle。"
                elif name.strip() in {"-", "—", ""}:
                    hint = f"这一边没有这个参数时，不写 {side} 这个键。"
                yield Problem((*loc, side), f"“{name}”不是参数名", hint)


def _several(place: Loc, row: ParameterRow) -> Problem:
    """Returns the problem of a row with several parameters. Source: R23, R30 and R31 treat each parameter by itself."""
    torch, paddle = names_in(row.torch), names_in(row.paddle)
    count = max(len(torch), len(paddle))
    if len(paddle) == 1:
        paddle *= count  # several arguments of torch become one of Paddle's, and each needs a row
    elif len(torch) == 1 and torch[0] in paddle:
        paddle = (torch[0], *(name for name in paddle if name != torch[0]))
    pairs = zip_longest(torch, paddle)
    rows = "；".join(f"`{a}` 对 `{b}`" if a and b else f"`{a or b}` 单独一行" for a, b in pairs)
    names = torch if len(torch) > 1 else paddle
    return Problem(
        place,
        f"一行写了 {len(names)} 个参数：{'、'.join(names)}",
        f"一行写一个参数，各有自己的备注，分成 {count} 行：{rows}。",
    )
