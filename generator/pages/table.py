"""The master table ``pytorch_api_mapping_cn.md``: every record and alias in exactly one section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog import Catalog
from generator.model.evidence import Status
from generator.model.record import Record
from generator.model.settings import Section
from generator.pages import markdown
from generator.pages.addresses import page_link, page_path
from generator.pages.verification import DROP_IN, STATUS_NAMES

PATH = "pytorch_api_mapping_cn.md"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: the API to sort by, and the cells as Markdown."""

    api: str
    torch: str
    paddle: str
    category: str
    remark: str


@dataclass(frozen=True, slots=True)
class ShownSection:
    """One section with its rows."""

    title: str
    intro: str
    rows: tuple[Row, ...]


def table_sections(catalog: Catalog) -> Iterator[ShownSection]:
    """The sections in the order of ``catalog.yml``, their rows by name. An ambiguous API stands in the first."""
    rows: dict[str, list[Row]] = {section.title: [] for section in catalog.settings.sections}
    for row in table_rows(catalog):
        section = next(iter(catalog.sections_of(row.api)), None)
        if section is not None:
            rows[section.title].append(row)
    for section in catalog.settings.sections:
        yield _shown(section, rows[section.title])


def _shown(section: Section, rows: list[Row]) -> ShownSection:
    ordered = sorted(rows, key=lambda row: (row.api.casefold(), row.api))
    return ShownSection(markdown.inline(section.title), markdown.paragraph(section.intro), tuple(ordered))


def table_rows(catalog: Catalog) -> Iterator[Row]:
    """A row for every record, every alias and every file that could not be read."""
    for source in catalog.sources:
        record = source.record
        if record is None:
            yield Row(source.stem, markdown.cell(source.stem), "-", "-", markdown.link("记录有误", page_path(source)))
        elif catalog.by_api[record.torch] is source:
            yield _row(catalog, record, record.torch, _remark(catalog, record))
            for alias in record.aliases:
                yield _row(catalog, record, alias, f"{page_link(catalog, record.torch)} 的别名")


def _row(catalog: Catalog, record: Record, api: str, remark: str) -> Row:
    return Row(
        api=api,
        torch=markdown.link(api, _address(catalog, record, api)),
        paddle="<br>".join(_paddle_link(catalog, record, paddle) for paddle in record.paddle_apis) or "-",
        category=record.category.name,
        remark=remark,
    )


def _address(catalog: Catalog, record: Record, api: str) -> str:
    override = record.links.torch if record.links and api == record.torch else None
    return override or catalog.settings.address(api)


def _paddle_link(catalog: Catalog, record: Record, api: str) -> str:
    override = record.links.paddle if record.links and api == record.paddle_apis[0] else None
    return markdown.link(api, override or catalog.settings.address(api))


def _remark(catalog: Catalog, record: Record) -> str:
    """The link to the page and what was verified, or why there is no page."""
    if not record.category.has_page:
        return markdown.inline(record.reason or "-")
    status = catalog.status(record)
    parts = [page_link(catalog, record.torch, "差异对比")]
    parts += [STATUS_NAMES[status]] if status is not Status.NOTHING else []
    parts += [DROP_IN] if catalog.is_drop_in(record) else []
    return "，".join(parts)
