"""The list of aliases: other torch names for the functions that records speak of."""

from __future__ import annotations

from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.pages.addresses import page_link
from generator.pages.table import paddle_link, torch_link


@dataclass(frozen=True, slots=True)
class AliasRow:
    """One alias, the name its record has, and what that maps to; the cells are Markdown."""

    api: str
    alias: str
    name: str
    category: str
    paddle: str


def alias_rows(catalog: Catalog) -> tuple[AliasRow, ...]:
    """Every alias, by name."""
    rows = [
        AliasRow(
            api=alias,
            alias=torch_link(catalog, record, alias),
            name=page_link(catalog, record.torch),
            category=record.category.name,
            paddle="<br>".join(paddle_link(catalog, record, paddle) for paddle in record.paddle_apis) or "-",
        )
        for record in catalog.records()
        for alias in record.aliases
    ]
    return tuple(sorted(rows, key=lambda row: (row.api.casefold(), row.api)))
