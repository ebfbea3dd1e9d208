"""Offsets of syntax nodes in a source text, and edits that keep all else."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

from generator.calls.site import Edit

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


_FIRST = re.compile(r"(?<![\w.])[^\W\d]\w*+(?!\s*=(?!=))")


def first_names(code: str) -> list[str]:
    """Returns the names in a piece of code, without attributes and keywords."""
    return _FIRST.findall(code)


def lines(source: str) -> list[str]:
    """Returns the lines with their ends, as Python's tokenizer counts them: form feed and U+2028 end no line."""
    return _LINE.findall(source)


Placed = ast.expr | ast.stmt | ast.keyword | ast.alias | ast.ExceptHandler | ast.pattern
"""Nodes that know their place."""


class Text:
    """A source text with the offsets of its lines; ``ast`` counts columns in UTF-8 bytes, offsets count characters."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = lines(source)
        self._starts = [0, *accumulate(map(len, self.lines))]
        if len(self._starts) > 1 and not source.endswith(("\n", "\r")):
            self._starts.pop()  # the last line does not end
        self._ascii = source.isascii()
        self._columns: dict[int, list[int]] = {}

    def offset(self, line: int, column: int) -> int:
        """Returns the offset of a line from 1 and a column in UTF-8 bytes from 0."""
        start = self._starts[line - 1]
        if self._ascii or not column:
            return start + column
        if line not in self._columns:
            end = self._starts[line] if line < len(self._starts) else len(self.source)
            self._columns[line] = [0, *accumulate(len(c.encode()) for c in self.source[start:end])]
        return start + bisect_left(self._columns[line], column)

    def start(self, node: Placed) -> int:
        """Returns where a node begins."""
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: Placed) -> int:
        """Returns where a node ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.offset(node.end_lineno, node.end_col_offset)

    def place(self, offset: int) -> tuple[int, int]:
        """Returns line and column of an offset, both from 1, the column in characters."""
        line = bisect_right(self._starts, offset) or 1
        line = min(line, len(self._starts))
        return line, offset - self._starts[line - 1] + 1

    def ending(self, line: int = 1) -> str:
        """Says how a line ends, from 1; as the first one does, where it is the last and has no end."""
        for each in (*self.lines[line - 1 : line], *self.lines[:1]):
            if ending := each[len(each.rstrip("\r\n")) :]:
                return ending
        return "\n"

    def of(self, node: Placed) -> str:
        """Returns the source text of a node."""
        return self.source[self.start(node) : self.end(node)]


class Edits:
    """Replacements in one text; one that covers earlier ones was made from their result, and takes their place."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._edits: list[tuple[int, int, str]] = []
        self._above: dict[tuple[int, int], Edit] = {}

    def text(self, start: int, end: int) -> str:
        """Returns a part of the source with the replacements inside of it."""
        parts: list[str] = []
        for first, last, text in self._edits[self._inside(start, end)]:
            parts += (self._source[start:first], text)
            start = last
        return "".join((*parts, self._source[start:end]))

    def rewritten(self, start: int, end: int, changes: list[Edit]) -> str:
        """Returns a part of the source with ``changes`` made, which touch no replacement inside of it."""
        parts: list[str] = []
        place = start
        for change in sorted(changes, key=lambda each: (each.start, each.end)):
            parts += (self.text(place, change.start), change.text)
            place = change.end
        return "".join((*parts, self.text(place, end)))

    def replace(self, start: int, end: int, text: str) -> None:
        """Replaces a part of the source by a text."""
        self._edits[self._inside(start, end)] = [(start, end, text)]

    def name(self, part: tuple[int, int], name: str, above: Edit) -> None:
        """Replaces a part of the source by the name that lines above its statement give it."""
        self.replace(*part, name)
        self._above[part] = above

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Context manager that takes back what was replaced in it, where it is left by an exception."""
        edits, above = [*self._edits], {**self._above}
        try:
            yield
        except Exception:
            self._edits, self._above = edits, above
            raise

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Context manager that takes back all that was replaced in it."""
        edits, above = [*self._edits], {**self._above}
        try:
            yield
        finally:
            self._edits, self._above = edits, above

    def undo(self, start: int, end: int) -> None:
        """Takes back what was replaced in a part of the source."""
        del self._edits[self._inside(start, end)]
        self._above = {part: above for part, above in self._above.items() if part[0] < start or part[1] > end}

    def within(self, start: int, end: int) -> tuple[Edit, ...]:
        """Returns the replacements in a part of the source."""
        return tuple(Edit(first, last, text) for first, last, text in self._edits[self._inside(start, end)])

    def all(self) -> tuple[Edit, ...]:
        """Returns every replacement, in the order of the text, lines above others first."""
        inside = (Edit(start, end, text) for start, end, text in self._edits)
        return tuple(sorted((*self._above.values(), *inside), key=lambda each: (each.start, each.end)))

    def _inside(self, start: int, end: int) -> slice:
        """Returns where the replacements inside of a part of the source stand; none of them crosses its ends."""
        first = last = bisect_left(self._edits, (start,))
        while last < len(self._edits) and self._edits[last][1] <= end:
            last += 1
        return slice(first, last)
