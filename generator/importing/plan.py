"""Plans an import of documents and tables: the records to write, and what cannot be imported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from generator.importing.document import read_difference_document
from generator.importing.mapping_table import (
    Entry,
    EntryKind,
    MappingTable,
    Section,
    is_mapping_table,
    read_mapping_table,
)
from generator.importing.table_records import record_of
from generator.model import category as categories
from generator.model.defect import Defect
from generator.model.document_defect import LOSING, TableKind
from generator.model.finding import Span
from generator.model.record import Record
from generator.model.vocabulary import ALIAS, REMOVABLE, find_term
from generator.storage.record_path import LOWERCASE, record_path
from generator.storage.yaml_file import RecordSource


class Status(StrEnum):
    """The result for one document, or one row of a table."""

    WHOLE = "whole"
    FINDINGS = "findings"
    LOST = "lost"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Item:
    """One document or row: its record, its defects, and what there is to say of it in words.

    That is why it has no record, or how a category that is none here was taken.
    """

    file: str
    span: Span
    api: str
    status: Status
    record: Record | None = None
    path: str = ""
    defects: tuple[Defect, ...] = ()
    reason: str = ""


@dataclass(slots=True)
class Plan:
    """All items of an import, and the sections that a master table names."""

    items: list[Item] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)


def plan_import(files: Iterable[tuple[str, bytes]]) -> Plan:
    """Reads every file. A table's row counts only where no document describes its API.

    Two documents for one API: the first is taken, and the other is refused. Nothing is written.
    """
    planner = _Planner()
    tables: list[MappingTable] = []
    for file, raw in files:
        if is_mapping_table(raw):
            tables.append(read_mapping_table(file, raw))
        else:
            planner.add_document(file, raw)
    for table in tables:
        planner.add_table(table)
    for table in tables:
        planner.add_aliases(table)
    return planner.finish()


def refused(file: str, reason: str) -> Item:
    """Returns the item for a file that must not be read."""
    return Item(file, Span(), "", Status.REFUSED, reason=reason)


class _Planner:
    """Collects the items by API, to relate rows and aliases to documents."""

    def __init__(self) -> None:
        self._plan = Plan()
        self._by_api: dict[str, int] = {}

    def finish(self) -> Plan:
        """Gives every record its path, also where two names differ only by case."""
        paths = _paths(item.record.torch for item in self._plan.items if item.record is not None)
        self._plan.items = [
            _changed(item, path=paths[item.record.torch]) if item.record is not None else item
            for item in self._plan.items
        ]
        return self._plan

    def add_document(self, file: str, raw: bytes) -> None:
        """Adds one difference document."""
        source = read_difference_document(file, raw)
        record = source.record
        if record is None:
            reason = "读不出记录" if source.document.data is not None else "不是差异文档"
            self._plan.items.append(Item(file, Span(), "", Status.REFUSED, None, "", source.defects, reason))
            return
        span, reason = source.span(("torch",)), ""
        unknown = (str(defect.values["value"]) for defect in source.defects if defect.kind == "category_unknown")
        if ALIAS in map(find_term, unknown):
            reason = f"“{ALIAS.name}”不另成记录：把 {record.torch} 写进它所指的 API 的 aliases"
        elif record.torch in self._by_api:
            first = self._plan.items[self._by_api[record.torch]].file
            reason = f"{record.torch} 已由 {first} 导入"
        if reason:
            self._plan.items.append(Item(file, span, record.torch, Status.REFUSED, None, "", source.defects, reason))
            return
        note = _of_removable(source, record)
        self._add(Item(file, span, record.torch, _status(source.defects), record, "", source.defects, note))

    def add_table(self, table: MappingTable) -> None:
        """Adds the rows of one table, except those whose API has a document."""
        self._plan.sections.extend(table.sections)
        by_line: dict[int, list[Defect]] = {}
        for defect in table.defects:
            by_line.setdefault(defect.span.line, []).append(defect)
        for entry in table.entries:
            if entry.kind is not EntryKind.ALIAS:
                self._add_entry(table.file, entry, by_line.pop(entry.span.line, []))
        for line in sorted(by_line):
            defects = tuple(by_line[line])
            lost = any(defect.kind == TableKind.ROW_UNKNOWN for defect in defects)
            status = Status.LOST if lost else Status.FINDINGS
            self._plan.items.append(Item(table.file, defects[0].span, "", status, defects=defects))

    def _add_entry(self, file: str, entry: Entry, defects: list[Defect]) -> None:
        known = self._by_api.get(entry.torch)
        if known is not None:
            if defects:
                self._plan.items.append(
                    Item(file, entry.span, entry.torch, Status.FINDINGS, defects=tuple(defects), reason="另有差异文档")
                )
            return
        record, questions = record_of(entry)
        found = (*defects, *questions)
        if record is None:
            developing = entry.kind is EntryKind.DEVELOPING
            reason = "总表只说正在编写，没有写明对应什么" if developing else "这一行不是 API，无法成为记录"
            self._plan.items.append(Item(file, entry.span, entry.torch, Status.LOST, None, "", found, reason))
            return
        self._add(Item(file, entry.span, entry.torch, _status(found), record, "", found))

    def add_aliases(self, table: MappingTable) -> None:
        """Adds each alias in a table to the record of its API."""
        for entry in table.entries:
            if entry.kind is not EntryKind.ALIAS:
                continue
            index = self._by_api.get(entry.paddle)
            if entry.torch in self._by_api or index is None:
                reason = f"{entry.torch} 另有记录" if index is not None else f"没有 {entry.paddle} 的文档"
                reason = f"别名 {entry.torch} → {entry.paddle} 没有导入：{reason}"
                self._plan.items.append(Item(table.file, entry.span, entry.torch, Status.LOST, reason=reason))
                continue
            item = self._plan.items[index]
            assert item.record is not None
            aliases = tuple(dict.fromkeys((*item.record.aliases, entry.torch)))
            self._plan.items[index] = _changed(item, record=item.record.model_copy(update={"aliases": aliases}))

    def _add(self, item: Item) -> None:
        self._by_api[item.api] = len(self._plan.items)
        self._plan.items.append(item)


def _of_removable(source: RecordSource, record: Record) -> str:
    """Returns what was made of the category 可删除, which is none here; empty where the document is of another."""
    place = source.span(("category",))
    line = source.document.text.splitlines()[place.line - 1]
    if find_term(line[place.column - 1 : place.end_column - 1]) is not REMOVABLE:
        return ""
    why = "示例说明怎样省去" if record.category is not categories.MISSING else "没有示例，`reason` 说明可以省去"
    return f"“{REMOVABLE.name}”在这里不是一类，成为“{record.category.name}”：{why}"


def _status(defects: Iterable[Defect]) -> Status:
    kinds = {defect.kind for defect in defects}
    if kinds & LOSING:
        return Status.LOST
    return Status.FINDINGS if kinds else Status.WHOLE


def _changed(item: Item, *, record: Record | None = None, path: str | None = None) -> Item:
    new_record = record if record is not None else item.record
    new_path = path if path is not None else item.path
    return Item(item.file, item.span, item.api, item.status, new_record, new_path, item.defects, item.reason)


def _paths(apis: Iterable[str]) -> Mapping[str, str]:
    """Returns the path of each record; of two names that differ by case, the lower one gets an ending."""
    paths: dict[str, str] = {}
    taken: set[str] = set()
    for api in sorted(apis):  # capitals sort first
        path = record_path(api)
        if path.casefold() in taken:
            path = f"{path.removesuffix('.yml')}{LOWERCASE}.yml"
        taken.add(path.casefold())
        paths[api] = path
    return paths
