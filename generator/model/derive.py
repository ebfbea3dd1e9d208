"""Derives the category of a record from its content, with the deciding row and the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.model import category as categories
from generator.model.category import MAIN_FRAMEWORK, Category, DifferenceKind
from generator.model.finding import Loc
from generator.model.parameter import ParameterRow
from generator.model.record import Mapping, Record
from generator.model.relation import Relation


@dataclass(frozen=True, slots=True)
class Derivation:
    """A category, the place in the record that decides it, and the reason in words."""

    category: Category
    loc: Loc
    reason: str


def derive_category(record: Record) -> Derivation:
    """Derives the category from the record's content, the highest that applies. Source: R5 to R17.

    It is a function of the rows, of whether ``paddle`` is there and in which package, and of ``context``.
    """
    category, loc, reason, row = max(_applicable(record), key=lambda applicable: applicable[0].priority)
    return Derivation(category, loc, reason.format(label=row.label, paddle=row.paddle) if row is not None else reason)


def own_category(record: Record, mapping: Mapping) -> Category:
    """Returns the record's category; for one of several overloads, the one derived from its own content."""
    if not record.overloads:
        return record.category
    fields = {name: getattr(mapping, name) for name in Mapping.model_fields}
    return derive_category(record.model_copy(update={**fields, "overloads": ()})).category


def difference_kind(record: Record) -> DifferenceKind | None:
    """Returns the kind of a category-3 record: that of its first differing row, or None where nothing differs."""
    for _, row in record.rows():
        if row.differs is not None:
            return row.differs.kind
    return DifferenceKind.RETURN if any(row.returns for _, row in record.rows()) else None


_Applicable = tuple[Category, Loc, str, ParameterRow | None]
"""A derivation whose reason is formatted on first use, since most are never shown."""


def _applicable(record: Record) -> Iterator[_Applicable]:
    if record.context:
        yield categories.CONTEXT, ("context",), "`context: true` 表示需要修改上下文", None
    for loc, mapping in record.mappings():
        yield from _of_mapping(mapping, loc)


def _of_mapping(mapping: Mapping, loc: Loc) -> Iterator[_Applicable]:
    if mapping.paddle is None:
        if mapping.examples:
            yield categories.COMPOSED, (*loc, "examples"), "没有 `paddle`，而有转写示例", None
        else:
            yield categories.MISSING, loc, "既没有 `paddle`，也没有转写示例", None
        return
    package = mapping.paddle.partition(".")[0]
    if package != MAIN_FRAMEWORK:
        reason = f"`{mapping.paddle}` 属于 {package}，不在 paddle 中"
        yield categories.OUTSIDE, (*loc, "paddle"), reason, None
    if not mapping.parameters:
        yield categories.NO_PARAMETERS, loc, "没有参数行", None
    for index, row in enumerate(mapping.parameters):
        category, reason = _ROW_SAYS[row.relation]
        yield category, (*loc, "parameters", index), reason, row


_ROW_SAYS = {
    Relation.SAME: (categories.IDENTICAL, "`{label}` 两边一致"),
    Relation.RENAMED: (categories.RENAMED, "`{label}` 在 Paddle 中名为 `{paddle}`"),
    Relation.PADDLE_ONLY: (categories.PADDLE_HAS_MORE, "`{label}` 是 Paddle 独有的参数"),
    Relation.DEFAULT: (categories.DEFAULTS_DIFFER, "`{label}` 两边的默认值不同"),
    Relation.TORCH_ONLY: (categories.TORCH_HAS_MORE, "`{label}` 没有对应的 Paddle 参数"),
    Relation.DIFFERS: (categories.PARAMETERS_DIFFER, "`{label}` 与 Paddle 的用法或类型不同"),
    Relation.RETURNS: (categories.PARAMETERS_DIFFER, "返回值不同"),
}
