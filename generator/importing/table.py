"""Reads the lines of a Markdown table into cells with their places, also where a row is malformed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.importing.blocks import is_delimiter
from generator.model.finding import Span

_CELL = re.compile(r"(?:[^|\\]|\\.|\\$)*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text in the file without surrounding white space, and its place."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A row's cells, and the place of the whole line."""

    cells: tuple[Cell, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its header, None for a continuation without one, and its rows."""

    header: Row | None
    rows: tuple[Row, ...]


def read_table(lines: Sequence[str], number: int) -> Table:
    """Reads a table whose first line has the number ``number``.

    A table has a header if its second line is the delimiter; a delimiter anywhere else is left out.
    """
    headed = len(lines) > 1 and is_delimiter(lines[1]) and not is_delimiter(lines[0])
    rows = [read_cells(line, number + index) for index, line in enumerate(lines) if not is_delimiter(line)]
    return Table(rows[0], tuple(rows[1:])) if headed else Table(None, tuple(rows))


def read_cells(line: str, number: int) -> Row:
    """Splits a line at every ``|`` without a backslash before it."""
    start = len(line) - len(line.lstrip())
    end = len(line.rstrip())
    span = Span(number, start + 1, number, end + 1)
    position = start + 1 if line[start : start + 1] == "|" else start
    cells: list[Cell] = []
    while position <= end:
        match = _CELL.match(line, position, end)
        stop = match.end() if match is not None else end
        if stop >= end and not line[position:end].strip() and cells:
            break
        text = line[position:stop]
        left = position + len(text) - len(text.lstrip())
        stripped = text.strip()
        cells.append(Cell(stripped, Span(number, left + 1, number, left + len(stripped) + 1)))
        position = stop + 1
    return Row(tuple(cells), span)
