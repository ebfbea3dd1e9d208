"""The sentence that sums up a mapping: as the spec has it (R20 to R22, T1 to T9), and above the table in HTML.

The latter says what the rows require of converting a call.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.category import OUTSIDE, PARAMETERS_DIFFER, Category
from generator.model.parameter import ParameterRow
from generator.model.phrases import FULL_STOP
from generator.model.record import Mapping
from generator.model.relation import SET_DEFAULT, Relation, Rewrite
from generator.publishing.views.prose import Prose, codes, compose, join, read_prose

_NAMED = 6
"""How many parameters a sentence names; of more it has the number."""


def summarize(mapping: Mapping, category: Category) -> str:
    """Returns the record's own sentence, or the category's; category 3 names what differs."""
    if mapping.summary is not None:
        return mapping.summary
    if category is PARAMETERS_DIFFER:
        return _differences(mapping) or category.summary
    if category is OUTSIDE and not mapping.parameters:
        return "Paddle 主框架中无对应 API，可使用其他库中的如下代码替代实现："
    return category.summary


def _differences(mapping: Mapping) -> str:
    differing = [row for row in mapping.parameters if row.relation is Relation.DIFFERS]
    usage = [row for row in differing if row.differs and row.differs.usage]
    types = [row for row in differing if row.differs and row.differs.type]
    clauses = [_clause(rows, what) for rows, what in ((usage, "用法"), (types, "类型")) if rows]
    if any(row.relation is Relation.RETURNS for row in mapping.parameters):
        clauses.append("返回值不同" if clauses else "PyTorch 与 Paddle 的返回值不同")
    return "，".join(clauses) + PARAMETERS_DIFFER.lead_in if clauses else ""


def _clause(rows: list[ParameterRow], what: str) -> str:
    torch = "、".join(f"`{row.torch}`" for row in rows if row.torch)
    paddle = "、".join(dict.fromkeys(f"`{row.paddle}`" for row in rows if row.paddle))
    sides = [f"PyTorch 的 {torch} 参数" if torch else "", f"Paddle 的 {paddle} 参数" if paddle else "Paddle"]
    return "与 ".join(side for side in sides if side) + f"{what}不同"


def consequence(mapping: Mapping, category: Category) -> Prose:
    """Returns a summary of the rows, preceded by the record's own sentence, if any, without the category's lead-in."""
    own = mapping.summary or ""
    statement = own.removesuffix(category.lead_in)
    parts = [part for part in _parts(mapping.parameters) if part]
    said = join("；", parts) if parts else compose("参数都一致，照抄即可")
    return compose(read_prose(statement + FULL_STOP if statement != own else own), said, FULL_STOP)


def _parts(rows: Sequence[ParameterRow]) -> list[Prose]:
    def of(*relations: Relation) -> list[ParameterRow]:
        return [row for row in rows if row.relation in relations]

    lacking = of(Relation.TORCH_ONLY)
    differing = [row for row in of(Relation.DIFFERS) if row.torch or row.paddle]
    more = of(Relation.PADDLE_ONLY)
    added = [f"{row.paddle}={row.set}" for row in more if row.set not in {None, SET_DEFAULT}]
    return [
        _said(added, " 要由 Paddle 一侧传入"),
        _said(_torch(of(Relation.DEFAULT)), " 的默认值不同"),
        _said(_torch([row for row in differing if row.rewrite is not Rewrite.UNSUPPORTED]), " 的用法不同，要转写"),
        _said(_torch([row for row in differing if row.rewrite is Rewrite.UNSUPPORTED]), " 的用法不同，暂无转写方式"),
        compose("返回值不同") if of(Relation.RETURNS) else (),
        _said(_torch([row for row in lacking if row.rewrite is Rewrite.EXAMPLE]), " 要转写"),
        _said(_torch([row for row in lacking if row.rewrite is Rewrite.UNSUPPORTED]), " 暂无转写方式"),
        _said(_torch([row for row in lacking if row.rewrite is Rewrite.DROP]), " 可直接删除"),
        _said(_torch(of(Relation.RENAMED)), " 要改名", "以关键字传入的 "),
        _said([row.paddle or "" for row in more if row.set in {None, SET_DEFAULT}], " 保持默认", "Paddle 多出的 "),
    ]


def _torch(rows: Sequence[ParameterRow]) -> list[str]:
    return list(dict.fromkeys(row.torch or row.paddle or "" for row in rows))


def _said(names: Sequence[str], after: str, before: str = "") -> Prose:
    if not names:
        return ()
    if len(names) > _NAMED:
        return compose(f"{before}{len(names)} 个参数{after.lstrip()}" if before else f"{len(names)} 个参数{after}")
    return compose(before, codes(names), after)
