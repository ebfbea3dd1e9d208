"""Reads a mapping table: the old ones with a row an API, and the later master table with its items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from generator.importing.decoding import decode
from generator.importing.headings import is_api
from generator.importing.table import Cell, Row, read_cells
from generator.importing.table_links import link_defects
from generator.importing.text import bare, plain, read_link
from generator.libraries.registry import NAMES
from generator.model.defect import Defect
from generator.model.document_defect import TableKind
from generator.model.finding import Span
from generator.model.vocabulary import ALIAS, find_term

_SIGN = re.compile(rb"^[ \t]*\|[ \t]*(?:" + "序号".encode() + rb"[ \t]*\||[A-Z]+(?:-[A-Z]+)+\()", re.MULTILINE)
_ITEM = re.compile(r"(?P<name>[A-Z]+(?:-[A-Z]+)+)\((?P<arguments>.*)\)")
_HEADING = re.compile(r" {0,3}#{1,6}\s+(?:<span[^>]*>)?(?P<text>.*?)(?:</span>)?\s*#*\s*$")
_MIXED = re.compile(r"（[^（）()]*\)|\([^（）()]*）")
_ESCAPED = re.compile(r"\\_")


class EntryKind(StrEnum):
    """The kind of a table's line."""

    MAPPING = "mapping"
    ALIAS = "alias"
    MISSING = "missing"
    DEVELOPING = "developing"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. ``paddle`` is empty where there is no counterpart; for an alias it is the canonical API."""

    kind: EntryKind
    torch: str
    span: Span
    paddle: str = ""
    links: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    category: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the master table: the difference documents whose names begin with ``prefix``."""

    title: str
    prefix: str
    depth: int | None


@dataclass(slots=True)
class MappingTable:
    """The content of a table. ``entries`` has every row, also those that give no record."""

    file: str
    text: str = ""
    entries: list[Entry] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    defects: list[Defect] = field(default_factory=list)


def is_mapping_table(raw: bytes) -> bool:
    """Tells whether a file is a mapping table and not a difference document."""
    return _SIGN.search(raw) is not None


def read_mapping_table(file: str, raw: bytes) -> MappingTable:
    """Reads a table line by line. Never raises: an unreadable row is a defect with its line."""
    text, defect = decode(raw)
    table = MappingTable(file, text, defects=[defect] if defect is not None else [])
    reader = _TableReader(table)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        reader.read(line, number)
    return table


class _TableReader:
    """Keeps the section, the columns and the last number while the lines are read."""

    def __init__(self, table: MappingTable) -> None:
        self._table = table
        self._section = ""
        self._columns: dict[str, int] = {}
        self._last = 0
        self._seen: dict[str, int] = {}

    def read(self, line: str, number: int) -> None:
        """Reads one line."""
        if (heading := _HEADING.match(line)) is not None:
            self._section, self._columns, self._last = plain(heading.group("text")), {}, 0
        elif not line.lstrip().startswith("|"):
            for match in _MIXED.finditer(line):
                self._defect(
                    TableKind.BRACKETS, Span(number, match.start() + 1, number, match.end() + 1), match.group()
                )
        else:
            self._row(read_cells(line, number))

    def _defect(self, kind: TableKind, span: Span, text: str = "", **values: str) -> None:
        self._table.defects.append(Defect(kind.value, span, {"text": text, **values}))

    def _row(self, row: Row) -> None:
        first = row.cells[0].text if row.cells else ""
        if (item := _ITEM.fullmatch(first)) is not None:
            self._item(item.group("name"), item.group("arguments"), row.cells[0])
        elif first == "序号":
            self._columns = _columns([bare(cell.text).casefold() for cell in row.cells])
        elif self._columns and not re.fullmatch(r":?-+:?", first):
            self._mapping(row)

    def _item(self, name: str, arguments: str, cell: Cell) -> None:
        values = [bare(value) for value in re.split(r"\s*[,，]\s*", arguments, maxsplit=1)]
        torch, rest = values[0], values[1] if len(values) > 1 else ""
        if name == "REFERENCE-MAPPING-TABLE":
            depth = re.search(r"max_depth\s*=\s*(\d+)", rest)
            self._table.sections.append(Section(self._section, torch, int(depth.group(1)) if depth else None))
        elif name == "ALIAS-REFERENCE-ITEM" and is_api(torch) and is_api(rest):
            self._add(Entry(EntryKind.ALIAS, torch, cell.span, paddle=rest))
        elif name in {"NOT-IMPLEMENTED-ITEM", "IN-DEVELOPMENT-PATTERN"} and is_api(torch):
            url, _, remark = rest.partition(",")
            kind = EntryKind.MISSING if name == "NOT-IMPLEMENTED-ITEM" else EntryKind.DEVELOPING
            links = {"torch": url.strip()} if re.fullmatch(r"https?://\S+", url.strip()) else {}
            self._table.defects.extend(link_defects("torch", torch, links.get("torch", ""), cell.span))
            self._add(Entry(kind, torch, cell.span, links=links, remark=remark.strip()))
        else:
            self._defect(TableKind.ROW_UNKNOWN, cell.span, cell.text)

    def _mapping(self, row: Row) -> None:
        self._check_number(row)
        cells = {name: row.cells[index] for name, index in self._columns.items() if index < len(row.cells)}
        if "torch" not in cells or not cells["torch"].text:
            self._defect(TableKind.ROW_UNKNOWN, row.span, " | ".join(cell.text for cell in row.cells))
            return
        names: dict[str, str] = {}
        links: dict[str, str] = {}
        for side in ("torch", "paddle"):
            if side in cells:
                names[side] = self._side(side, cells[side], links)
        texts = {name: plain(cells[name].text) for name in ("remark", "category") if name in cells}
        is_alias = (
            find_term(texts.get("category", "")) is ALIAS
            and names.get("paddle", "").partition(".")[0] in NAMES["torch"]
        )
        self._add(
            Entry(
                EntryKind.ALIAS if is_alias else EntryKind.MAPPING,
                names["torch"],
                row.span,
                names.get("paddle", ""),
                links,
                section=self._section,
                **texts,
            )
        )

    def _side(self, side: str, cell: Cell, links: dict[str, str]) -> str:
        """Returns the API in a cell, or the cell's text where it names none."""
        link = read_link(cell.text)
        name, url = link if link is not None else (bare(cell.text), None)
        if _ESCAPED.search(cell.text):
            self._defect(TableKind.ESCAPED, cell.span, cell.text)
        if url:
            links[side] = url
            self._table.defects.extend(link_defects(side, name, url, cell.span))
        if not is_api(name) and (side == "torch" or link is not None or re.search(r"[A-Za-z]", name)):
            self._defect(TableKind.API_INVALID, cell.span, name)
        if side == "paddle" and name == "无对应实现":
            return ""
        return name

    def _check_number(self, row: Row) -> None:
        text = row.cells[0].text
        if text.isdecimal():
            if int(text) != self._last + 1:
                self._defect(TableKind.NUMBER, row.cells[0].span, text, expected=str(self._last + 1))
            self._last = int(text)

    def _add(self, entry: Entry) -> None:
        """Adds the entry, and reports an API that the table has already."""
        first = self._seen.setdefault(entry.torch, entry.span.line)
        if first != entry.span.line and entry.kind is not EntryKind.ALIAS:
            self._defect(TableKind.TWICE, entry.span, entry.torch, first=str(first))
        self._table.entries.append(entry)


def _columns(names: Sequence[str]) -> dict[str, int]:
    """Returns the content of each column, by the header's words."""
    return dict(_found(names))


def _found(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    for name, words in (("torch", ("torch",)), ("paddle", ("paddle",)), ("category", ("分类",)), ("remark", ("备注",))):
        index = next((i for i, header in enumerate(names) if i and any(word in header for word in words)), None)
        if index is not None:
            yield name, index
