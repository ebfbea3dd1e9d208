"""The one sentence that sums up a mapping (R20 to R22, T1 to T9)."""

from __future__ import annotations

from generator.model.category import OUTSIDE, PARAMETERS_DIFFER, Category
from generator.model.parameter import ParameterRow
from generator.model.record import Mapping
from generator.model.relation import Relation


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
    usage = [
        row for row in mapping.parameters if row.relation is Relation.DIFFERS and row.differs and row.differs.usage
    ]
    types = [row for row in mapping.parameters if row.relation is Relation.DIFFERS and row.differs and row.differs.type]
    clauses = [_clause(rows, what) for rows, what in ((usage, "用法"), (types, "类型")) if rows]
    if any(row.relation is Relation.RETURNS for row in mapping.parameters):
        clauses.append("返回值不同" if clauses else "PyTorch 与 Paddle 的返回值不同")
    return "，".join(clauses) + PARAMETERS_DIFFER.lead_in if clauses else ""


def _clause(rows: list[ParameterRow], what: str) -> str:
    torch = "、".join(f"`{row.torch}`" for row in rows if row.torch)
    paddle = "、".join(dict.fromkeys(f"`{row.paddle}`" for row in rows if row.paddle))
    sides = [f"PyTorch 的 {torch} 参数" if torch else "", f"Paddle 的 {paddle} 参数" if paddle else "Paddle"]
    return "与 ".join(side for side in sides if side) + f"{what}不同"
