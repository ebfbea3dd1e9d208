"""Collects a record's data while a document is read: values, their places in the file, and defects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.importing.blocks import Block, BlockKind
from generator.model.defect import Defect
from generator.model.document_defect import Kind
from generator.model.finding import Loc, Span


@dataclass(slots=True)
class Draft:
    """Plain data, the places of its values, and defects."""

    data: dict[str, Any] = field(default_factory=dict)
    places: dict[Loc, Span] = field(default_factory=dict)
    defects: list[Defect] = field(default_factory=list)

    def place(self, loc: Loc, span: Span) -> None:
        """Stores the place of the value at ``loc``."""
        self.places[loc] = span

    def defect(self, kind: Kind, span: Span, values: Mapping[str, str] | None = None, loc: Loc = ()) -> None:
        """Stores a defect."""
        self.defects.append(Defect(kind.value, span, dict(values or {}), loc))


def span_of_block(block: Block) -> Span:
    """Returns the place of a whole block, without the white space around it."""
    if block.kind is BlockKind.CODE:
        return span_of_lines(block, 0, len(block.lines)) if block.lines else Span(block.line, 1, block.line, 4)
    if block.kind is BlockKind.HEADING:
        start = block.level + (1 if block.loose else 2)
        return Span(block.line, start, block.line, start + len(block.lines[0]))
    first, last = block.lines[0], block.lines[-1].rstrip()
    column = len(first) - len(first.lstrip()) + 1
    return Span(block.line, column, block.line + len(block.lines) - 1, len(last) + 1)


def span_of_lines(block: Block, start: int, end: int) -> Span:
    """Returns the place of some of a code block's lines, counted from 0."""
    line = block.line + 1 + start
    return Span(line, 1, block.line + end, len(block.lines[end - 1]) + 1)
