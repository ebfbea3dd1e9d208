"""The master table ``pytorch_api_mapping_cn.md``: every record and alias in exactly one section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.family import Family
from generator.model.record import Record
from generator.model.settings import Section
from generator.model.status import Status
from generator.pages import markdown
from generator.pages.addresses import page_link
from generator.pages.families import CATEGORY, family_path
from generator.pages.paths import page_path
from generator.pages.statuses import DROP_IN, STATUS_NAMES
from generator.storage.yaml_file import ModelSource


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

    @property
    def anchor(self) -> str:
        """What the section's heading is linked by, on the site and on GitHub alike."""
        return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", f"{self.title} API 映射列表".lower()))


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


def table_rows(catalog: Catalog, up: str = "") -> Iterator[Row]:
    """A row for every record, every alias, every family and every file that could not be read.

    ``up`` leads from the folder of the page that shows them to ``site_src/``.
    """
    for source in catalog.sources:
        record = source.record
        if record is None:
            remark = markdown.link("记录有误", up + page_path(source))
            yield Row(source.stem, markdown.cell(source.stem), "-", "-", remark)
        elif catalog.by_api[record.torch] is source:
            yield _row(catalog, record, record.torch, remark_on(catalog, record, up))
            for alias in record.aliases:
                yield _row(catalog, record, alias, f"{page_link(catalog, record.torch, up=up)} 的别名")
    for family in catalog.by_family.values():
        yield _family_row(catalog, family, up)


def _family_row(catalog: Catalog, source: ModelSource[Family], up: str) -> Row:
    family = source.model
    assert family is not None
    return Row(
        api=family.torch,
        torch=markdown.link(family.title, family.links.torch or ""),
        paddle=markdown.link(family.paddle, family.links.paddle or ""),
        category=CATEGORY,
        remark=f"{markdown.link('对应关系', up + family_path(source))}，{STATUS_NAMES[catalog.status(family)]}",
    )


def _row(catalog: Catalog, record: Record, api: str, remark: str) -> Row:
    return Row(
        api=api,
        torch=torch_link(catalog, record, api),
        paddle="<br>".join(paddle_link(catalog, record, paddle) for paddle in record.paddle_apis) or "-",
        category=record.category.name,
        remark=remark,
    )


def torch_link(catalog: Catalog, record: Record, api: str) -> str:
    """The record's API, or one of its aliases, linked to its documentation."""
    override = record.links.torch if record.links and api == record.torch else None
    return markdown.link(api, override or catalog.settings.address(api))


def paddle_link(catalog: Catalog, record: Record, api: str) -> str:
    """One of the record's counterparts, linked to its documentation."""
    override = record.links.paddle if record.links and api == record.paddle_apis[0] else None
    return markdown.link(api, override or catalog.settings.address(api))


def remark_on(catalog: Catalog, record: Record, up: str = "") -> str:
    """The link to the page and what was verified, or why there is no page."""
    if not record.category.has_page:
        return markdown.inline(record.reason or "-")
    status = catalog.status(record)
    parts = [page_link(catalog, record.torch, "差异对比", up=up)]
    parts += [STATUS_NAMES[status]] if status is not Status.NOTHING else []
    parts += [DROP_IN] if catalog.is_drop_in(record) else []
    return "，".join(parts)
