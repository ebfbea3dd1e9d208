"""The page 常用函数速查: functions by topic, with the counterpart and category that their records give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.finding import Finding
from generator.model.topics import KIND_NAMES, Entry
from generator.pages import markdown
from generator.pages.difference import ShownFinding, shown_finding
from generator.pages.table import Row, table_rows

NO_RECORD = "尚无记录"


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """One line of a topic, as Markdown cells."""

    api: str
    meaning: str
    paddle: str
    category: str
    remark: str


@dataclass(frozen=True, slots=True)
class TopicsPage:
    """Everything that ``topics.md.j2`` prints."""

    topics: tuple[tuple[str, tuple[ShownEntry, ...]], ...]
    findings: tuple[ShownFinding, ...]


def topics_page(catalog: Catalog, findings: Sequence[Finding]) -> TopicsPage:
    """The topics in their order; ``findings`` are those of any file."""
    source = catalog.topics
    topics = source.model.topics if source is not None and source.model is not None else ()
    rows = {row.api: row for row in table_rows(catalog)}
    return TopicsPage(
        tuple(
            (markdown.inline(topic.title), tuple(_shown(entry, rows) for entry in topic.entries)) for topic in topics
        ),
        tuple(shown_finding(finding) for finding in findings if source is not None and finding.file == source.file),
    )


def _shown(entry: Entry, rows: Mapping[str, Row]) -> ShownEntry:
    meaning, remark = markdown.inline(entry.meaning), markdown.inline(entry.remark or "")
    row = rows.get(entry.api)
    if row is not None:
        return ShownEntry(row.torch, meaning, row.paddle, row.category, row.remark)
    return ShownEntry(markdown.cell(entry.api), meaning, "-", KIND_NAMES.get(entry.kind, "-"), remark or NO_RECORD)
