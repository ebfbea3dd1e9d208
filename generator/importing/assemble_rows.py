"""Converts the tables of a mapping to parameter rows, with the place of every cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.importing.blocks import Block, BlockKind
from generator.importing.draft import Draft, span_of_block
from generator.importing.parts import MappingPart
from generator.importing.rows import RowContext, name_or_none, read_row, with_difference
from generator.importing.table import Row, read_table
from generator.importing.text import bare, plain
from generator.model.category import DifferenceKind
from generator.model.document_defect import Kind
from generator.model.finding import Loc, Span
from generator.model.phrases import FULL_STOP
from generator.model.signature import Signature

_COLUMNS = 3
Columns = tuple[int, int, int]
"""The indices of the cells with torch's name, Paddle's name and the note."""


def add_rows(draft: Draft, data: dict[str, Any], loc: Loc, part: MappingPart, kind: DifferenceKind) -> None:
    """Reads all tables of the mapping into one list of rows (R23)."""
    reader = _RowReader(draft, (*loc, "parameters"), part, _contexts(data, part, kind))
    for index, block in enumerate(part.tables):
        reader.read(block, first=not index)
    if kind is DifferenceKind.TYPE and not any("differs" in row for row in reader.rows):
        reader.rows = [with_difference(row, kind) or row for row in reader.rows]
    if reader.rows:
        data["parameters"] = reader.rows
    place = part.table_heading or (part.tables[0] if part.tables else None)
    if place is not None:
        draft.place((*loc, "parameters"), span_of_block(place))
        if not reader.lines:
            draft.defect(Kind.TABLE_EMPTY, span_of_block(place))


def _contexts(data: Mapping[str, Any], part: MappingPart, kind: DifferenceKind) -> dict[DifferenceKind, RowContext]:
    """Returns the contexts for reading rows whose use differs and rows whose type differs."""
    needed = any("默认" in line for block in part.tables for line in block.lines)
    defaults = _defaults(data.get("signatures", {})) if needed else ({}, {})
    usual = DifferenceKind.TYPE if kind is DifferenceKind.TYPE else DifferenceKind.USAGE
    return {
        DifferenceKind.USAGE: RowContext(usual, defaults),
        DifferenceKind.TYPE: RowContext(DifferenceKind.TYPE, defaults),
    }


@dataclass(slots=True)
class _RowReader:
    """Reads the lines of one mapping's tables."""

    draft: Draft
    loc: Loc
    part: MappingPart
    contexts: dict[DifferenceKind, RowContext]
    rows: list[dict[str, Any]] = field(default_factory=list)
    columns: Columns = (0, 1, 2)
    lines: int = 0

    def read(self, block: Block, *, first: bool) -> None:
        """Reads one table; a further one without a header has the columns of the last."""
        table = read_table(block.lines, block.line)
        if table.header is not None:
            self.columns = _columns(self.draft, table.header)
        elif first:
            self.draft.defect(Kind.TABLE_HEADER, span_of_block(block), {"header": block.lines[0].strip()})
        for row in table.rows:
            self.lines += 1
            self._read_row(row)

    def _read_row(self, row: Row) -> None:
        if len(row.cells) != _COLUMNS:
            self.draft.defect(Kind.TABLE_ROW, row.span, {"cells": str(len(row.cells))})
        torch, paddle = (name_or_none(bare(_cell(row, column))) for column in self.columns[:2])
        note = plain(_note(row, self.columns))
        if torch is None and paddle is None:
            self.draft.defect(Kind.ROW_NAMELESS, row.span, {"note": note})
            if note:
                self.part.remarks.append(Block(BlockKind.TEXT, row.span.line, (note,)))
            return
        differs = (torch or paddle) in self.part.types
        kind = DifferenceKind.TYPE if differs else DifferenceKind.USAGE
        reading = read_row(torch, paddle, "" if note == FULL_STOP else note, self.contexts[kind])
        place = (*self.loc, len(self.rows))
        self.rows.append((with_difference(reading.data, kind) if differs else None) or reading.data)
        for name, span in _places(row, self.columns):
            self.draft.place((*place, *name), span)
        values = {"label": torch or paddle or "", "note": note, "side": "paddle" if torch is None else "torch"}
        for fault in reading.faults if not differs else ():
            self.draft.defect(fault, self.draft.places.get((*place, "note"), row.span), values, place)


def _columns(draft: Draft, header: Row) -> Columns:
    """Finds the columns by their names; accepts ``Paddle`` and a third library's name."""
    names = [bare(cell.text).casefold() for cell in header.cells]
    paddle = next((index for index, name in enumerate(names) if "paddle" in name), 1)
    note = next((index for index, name in enumerate(names) if "备注" in name), 2)
    torch = next((index for index in range(_COLUMNS) if index not in {paddle, note}), 0)
    if len(names) != _COLUMNS or "paddle" not in names[paddle] or "备注" not in names[note % len(names)] or torch:
        draft.defect(Kind.TABLE_HEADER, header.span, {"header": " | ".join(cell.text for cell in header.cells)})
    return torch, paddle, note


def _cell(row: Row, column: int) -> str:
    return row.cells[column].text if column < len(row.cells) else ""


def _note(row: Row, columns: Columns) -> str:
    """Returns the note; a row with too many cells has a ``|`` inside its note."""
    if len(row.cells) <= _COLUMNS or columns[2] != _COLUMNS - 1:
        return _cell(row, columns[2])
    return " | ".join(cell.text for cell in row.cells[columns[2] :])


def _places(row: Row, columns: Columns) -> Iterator[tuple[Loc, Span]]:
    yield (), row.span
    for name, column in zip(("torch", "paddle", "note"), columns, strict=True):
        if column < len(row.cells):
            yield (name,), row.cells[column].span
    if columns[2] < len(row.cells):
        note = row.cells[columns[2]].span
        for name in ("rewrite", "set", "default", "differs", "returns"):
            yield (name,), note


def _defaults(signatures: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the defaults in the two signatures by parameter name, without unknown ones."""
    found = []
    for side in ("torch", "paddle"):
        try:
            parameters = Signature.parse(signatures.get(side, "")).parameters
        except ValueError:
            parameters = ()
        found.append({parameter.name: parameter.default for parameter in parameters if parameter.default is not None})
    return found[0], found[1]
