"""Offsets of syntax nodes in a source text, and edits that keep all else."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right

from generator.calls.site import Edit

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
"""A line as Python's tokenizer sees it: form feeds and the separators of Unicode end none."""


class Text:
    """A source text with the offsets of its lines; ``ast`` counts columns in UTF-8 bytes, offsets count characters."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._starts = [0]
        self.lines = lines_of(source)
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line))
        self._ascii = source.isascii()

    def offset(self, line: int, column: int) -> int:
        """The offset of a line from 1 and a column in UTF-8 bytes from 0."""
        start = self._starts[line - 1]
        if self._ascii:
            return start + column
        end = self._starts[line] if line < len(self._starts) else len(self.source)
        return start + len(self.source[start:end].encode()[:column].decode(errors="ignore"))

    def start(self, node: ast.expr | ast.stmt | ast.keyword | ast.alias) -> int:
        """Where a node begins."""
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.keyword | ast.alias) -> int:
        """Where a node ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.offset(node.end_lineno, node.end_col_offset)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, the column in characters."""
        line = bisect_right(self._starts, offset) or 1
        line = min(line, len(self._starts))
        return line, offset - self._starts[line - 1] + 1

    def of(self, node: ast.expr) -> str:
        """The source text of a node."""
        return self.source[self.start(node) : self.end(node)]


def lines_of(source: str) -> list[str]:
    """The lines of a source text with their ends."""
    return _LINE.findall(source)


def line_end(lines: list[str]) -> str:
    """The line end of a text, by its first line."""
    first = lines[0] if lines else ""
    return first[len(first.rstrip("\r\n")) :] or "\n"


class Edits:
    """Replacements in one text; one that covers earlier ones was made from their result, and takes their place."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._edits: dict[tuple[int, int], str] = {}

    def text(self, start: int, end: int) -> str:
        """A part of the source with the replacements inside of it."""
        parts: list[str] = []
        for (first, last), text in sorted(self._edits.items()):
            if start <= first and last <= end:
                parts += (self._source[start:first], text)
                start = last
        return "".join((*parts, self._source[start:end]))

    def rewrite(self, start: int, end: int, changes: list[Edit]) -> None:
        """Replaces a part of the source by itself with ``changes`` made, which touch no earlier replacement."""
        parts: list[str] = []
        place = start
        for change in sorted(changes, key=lambda each: (each.start, each.end)):
            parts += (self.text(place, change.start), change.text)
            place = change.end
        parts.append(self.text(place, end))
        self.replace(start, end, "".join(parts))

    def replace(self, start: int, end: int, text: str) -> None:
        """Replaces a part of the source by a text."""
        for inner in [key for key in self._edits if start <= key[0] and key[1] <= end]:
            del self._edits[inner]
        self._edits[start, end] = text

    def all(self) -> tuple[Edit, ...]:
        """Every replacement, in the order of the text."""
        return tuple(Edit(start, end, text) for (start, end), text in sorted(self._edits.items()))
