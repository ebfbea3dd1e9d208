"""PAR: which rows there are, and in which order."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.model.finding import Problem, Remove, Reorder, Severity
from generator.model.parameter import ParameterRow, Relation
from generator.rules.base import Bad, RecordRule
from generator.rules.subject import Subject

_RECORD = """\
torch: torch.add
paddle: paddle.add
category: 参数不一致
parameters:
  - {torch: input, paddle: x, note: 表示第一个输入。}
  - {torch: other, paddle: y, note: 表示第二个输入。, differs: {type: PyTorch 可传入标量，Paddle 只支持 Tensor}, rewrite: unsupported}
  - {paddle: axis, note: 表示运算所沿的轴。, set: default}
"""
_FIRST = "  - {torch: input, paddle: x, note: 表示第一个输入。}\n"
_LAST = "  - {paddle: axis, note: 表示运算所沿的轴。, set: default}\n"
_DEFAULT = """\
torch: torch.linalg.svd
paddle: paddle.linalg.svd
category: 仅参数名不一致
parameters:
  - {torch: A, paddle: x, note: 表示输入的 Tensor。}
  - {torch: full_matrices, paddle: full_matrices, note: 表示是否计算完整的矩阵。}
"""


class RowOrder(RecordRule):
    """A Paddle-only row among those of torch's parameters, or a row of the return value before others."""

    code = "PAR010"
    title = "参数行的次序不对"
    spec = ("R24",)
    why = "表格按 PyTorch 签名的次序读：先是 PyTorch 的参数，再是 Paddle 独有的，最后是返回值。"
    keys = frozenset({"parameters"})
    fixes = True
    bad = (
        Bad(_RECORD.replace(_LAST, "").replace(_FIRST, _LAST + _FIRST), at="{paddle: axis"),
        Bad(_RECORD.replace(_FIRST, _FIRST + "  - {returns: 返回值的类型不同, rewrite: unsupported}\n"), at="{returns"),
    )
    good = (_RECORD, _RECORD + "  - {returns: 返回值的类型不同, rewrite: unsupported}\n")

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


class DifferenceWithoutRewrite(RecordRule):
    """A differing row that does not say what to do about it."""

    code = "PAR011"
    title = "有差异的参数没有说明如何转写"
    spec = ("R10", "R31")
    why = "读者遇到不一致的参数或返回值，要知道怎么转写，或者没有办法；从 PyTorch 看没有影响的，就不是差异。"
    keys = frozenset({"differs", "returns"})
    bad = (
        Bad(_RECORD.replace(", rewrite: unsupported", ""), at="{torch: other"),
        Bad(_RECORD + "  - {returns: 返回值的类型不同}\n", at="{returns"),
    )
    good = (_RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks for ``rewrite`` where use, type or return value differs."""
        for loc, row in subject.rows:
            if row.relation in {Relation.DIFFERS, Relation.RETURNS} and row.rewrite is None:
                yield Problem(
                    loc,
                    f"`{row.label}` 两边不同，而这一行没有 `rewrite`",
                    "补上 rewrite: example（有转写示例）或 unsupported（暂无转写方式）；"
                    "若 Paddle 涵盖 PyTorch 的全部用法，删去 differs。",
                )


class RowTwice(RecordRule):
    """A parameter with two rows."""

    code = "PAR012"
    title = "同一个参数写了两行"
    spec = ("R23", "R24")
    why = "两行迟早互相矛盾；读者也不知道该看哪一行。"
    keys = frozenset({"parameters"})
    bad = (Bad(_RECORD.replace(_LAST, "") + _FIRST, at="input"),)
    good = (_RECORD,)

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
    if row.torch is not None:
        yield "torch", row.torch.lstrip("*")
    if row.paddle is not None:
        yield "paddle", row.paddle.lstrip("*")


def _relations(rows: tuple[ParameterRow, ...], *indices: int) -> set[Relation]:
    return {rows[index].relation for index in indices}


class NameRow(RecordRule):
    """A row for Paddle's ``name``."""

    code = "PAR013"
    title = "不写 Paddle 的 name 参数"
    spec = ("R16",)
    why = "`name` 只为调试与静态图命名，规范要求忽略它；写了这一行，分类还会错成“paddle 参数更多”。"
    fixes = True
    bad = (Bad(_RECORD + "  - {paddle: name, note: 表示名称。, set: default}\n", at="{paddle: name"),)
    good = (_RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for Paddle-only rows called ``name``."""
        for loc, row in subject.rows:
            if row.relation is Relation.PADDLE_ONLY and row.paddle == "name":
                yield Problem(loc, "Paddle 的 `name` 参数不写入参数映射", "删去这一行。", (Remove(loc),))


_TELLING = 14
"""A note longer than the names and this many characters says something."""


class PoorNote(RecordRule):
    """A note that only says the parameter's name again."""

    code = "PAR014"
    title = "备注没有说明含义"
    severity = Severity.WARNING
    spec = ("R23",)
    why = "只把参数名再说一遍的备注，读者看了和没看一样。"
    keys = frozenset({"note"})
    bad = (
        Bad(_RECORD.replace("表示第一个输入。", "表示 input。"), at="表示 input"),
        Bad(_RECORD.replace("表示第一个输入。", "参数 `input`。"), at="参数 `input`"),
        Bad(_RECORD.replace("表示第一个输入。", "同上。"), at="同上"),
        Bad(_RECORD.replace("表示运算所沿的轴。", "axis 参数。"), at="axis 参数"),
    )
    good = (_RECORD,)
    _filler = re.compile(r"[\s`*。，.,、：:的]|表示|参数|名称?|该|此|即|为|是|同上|略|无|待补充?|TODO|todo|…")

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Takes the names and the filler words away, and looks whether anything is left."""
        for loc, row in subject.rows:
            note = row.note
            if len(note) > _TELLING + len(row.torch or "") + len(row.paddle or ""):
                continue
            for name in (row.torch, row.paddle):
                note = note.replace(name.lstrip("*"), "") if name else note
            if row.note.strip() and not self._filler.sub("", note):
                yield Problem(
                    (*loc, "note"),
                    f"`{row.label}` 的备注没有说明含义：{row.note}",
                    "用一句话写出这个参数做什么、取什么值。",
                )


class DefaultsAlike(RecordRule):
    """``default`` with the same value twice."""

    code = "PAR015"
    title = "两边的默认值相同，不必写 default"
    spec = ("R29",)
    why = "`default` 表示两边的默认值不同；相同时写它，分类会错成“仅参数默认值不一致”。"
    keys = frozenset({"default"})
    fixes = True
    bad = (
        Bad(
            _DEFAULT.replace(
                "full_matrices, note: 表", "full_matrices, default: {torch: 'True', paddle: 'True'}, note: 表"
            ),
            at="default: {",
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


class NameIsNone(RecordRule):
    """Something else where a parameter's name belongs."""

    code = "PAR016"
    title = "参数名的写法不对"
    spec = ("R23",)
    why = "参数名要与签名逐字相同，检查与转写工具才对得上；说明写在备注里。"
    bad = (
        Bad(_RECORD.replace("torch: input,", "torch: '`input`',"), at="'`input`'"),
        Bad(_RECORD.replace("torch: input,", "torch: input (Tensor),"), at="input (Tensor)"),
        Bad(_RECORD.replace("torch: input, paddle: x,", "torch: 返回值, paddle: 返回值,"), at="返回值"),
        Bad(_RECORD.replace("paddle: axis,", "torch: '-', paddle: axis,"), at="'-'"),
    )
    good = (_RECORD, _RECORD.replace("torch: input,", 'torch: "*tensors",'))
    _name = re.compile(r"\*{0,2}[A-Za-z_]\w*", re.ASCII)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks for an identifier, with stars where it is variadic."""
        for loc, row in subject.rows:
            for side in ("torch", "paddle"):
                name = getattr(row, side)
                if name is None or self._name.fullmatch(name):
                    continue
                hint = "写签名中的参数名，例如 dim 或 *size；说明写在备注里。"
                if name == "返回值":
                    hint = "描述返回值的行写 returns: …，不写 torch 与 paddle。"
                elif name.strip() in {"-", "—", ""}:
                    hint = f"这一边没有这个参数时，不写 {side} 这个键。"
                yield Problem((*loc, side), f"“{name}”不是参数名", hint)
