"""A notebook as one Python text, with lines that are no Python masked, and back."""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from generator.projects.sources.notebook_json import CodeCell, read_cells, replace_sources
from generator.projects.sources.problem import UnreadableError

_MASKS = "ǃǂǁǀꞏꓽ"
"""Rarely used letters; two that a notebook lacks stand for masked lines and for the ends of cells.

Each is a whole statement to Python, so that it can stand wherever a magic command stands.
"""
_MAGIC = re.compile(r"^(?P<kept>[ \t]*(?:[\w.\[\], \t]+=[ \t]*(?=[!%]))?)(?P<magic>[!%?].*|[\w.]+[ \t]*\?{1,2}[ \t]*)$")
_CELL_MAGIC = re.compile(r"\s*%%(?P<name>\w+)")
_RUNS_PYTHON = frozenset({"time", "timeit", "capture", "prun", "python", "python3", "py"})
_NAMES_TORCH = re.compile(r"\btorch\b")
_MOST_TRIES = 50
"""Syntax errors that are looked at one by one; where a cell has more, all lines that look like commands are masked."""


@dataclass(frozen=True)
class Notebook:
    """A notebook: ``code`` is one Python text of all cells, in which line numbers are those of the cells."""

    text: str
    cells: tuple[CodeCell, ...]
    masked: tuple[str, ...]
    """The code of each cell with all that is no Python masked, character by character."""
    unread: tuple[tuple[int, int, str], ...]
    """Cell, line and reason of what was masked and might have been of interest."""
    mask: str
    end: str

    @property
    def code(self) -> str:
        """All cells as one text, with a line between each two that marks the end of one."""
        return self._seam.join(self.masked)

    @property
    def _seam(self) -> str:
        return f"\n{self.end}\n"

    @cached_property
    def _starts(self) -> list[int]:
        starts, offset = [], 0
        for cell in self.masked:
            starts.append(offset)
            offset += len(cell) + len(self._seam)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """Returns the index of the cell that holds a character of ``code``, and the character's offset in the cell."""
        index = bisect_right(self._starts, offset) - 1
        return index, offset - self._starts[index]

    def with_code(self, code: str) -> str:
        """Returns the notebook's JSON with the cells of a changed ``code``; masked lines are restored.

        Raises:
            UnreadableError: the change is not one of single lines, and cannot be divided among the cells.
        """
        if code == self.code:
            return self.text
        changed = code.split(self._seam)
        if len(changed) != len(self.cells):
            raise UnreadableError("改动跨过了格的边界，没有写回。")
        new = {
            cell: self._unmasked(cell, masked, after)
            for cell, masked, after in zip(self.cells, self.masked, changed, strict=True)
            if masked != after
        }
        return replace_sources(self.text, new)

    def _unmasked(self, cell: CodeCell, masked: str, changed: str) -> str:
        covered = re.compile(f"{self.mask} *")
        originals = [cell.code[match.start() : match.end()] for match in covered.finditer(masked)]
        if len(covered.findall(changed)) != len(originals):
            raise UnreadableError("改动动到了魔术命令，没有写回。")
        restored = iter(originals)
        return covered.sub(lambda _: next(restored), changed)


def read_notebook(text: str) -> Notebook:
    """Reads the JSON of a notebook.

    Raises:
        UnreadableError: it is no notebook in Python.
    """
    cells = read_cells(text)
    everything = "".join(cell.code for cell in cells)
    free = [letter for letter in _MASKS if letter not in everything]
    if len(free) < 2:  # noqa: PLR2004  (one for lines, one for cells)
        raise UnreadableError("笔记本用到了本程序保留的字母。")
    mask, end = free[:2]
    masked, unread = [], []
    for cell in cells:
        code, problems = _masked(cell.code, mask)
        masked.append(code)
        unread += [(cell.number, line, message) for line, message in problems]
    return Notebook(text, cells, tuple(masked), tuple(unread), mask, end)


def _masked(code: str, mask: str) -> tuple[str, list[tuple[int, str]]]:
    """Returns the code of a cell with its commands masked, and lines with reasons where something was passed over."""
    lines = code.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if (magic := _CELL_MAGIC.match(lines[first])) and magic["name"] not in _RUNS_PYTHON:
        hidden = [_hide(line, 0, mask) for line in lines]
        names = magic["name"]
        told = [(first + 1, f"这一格是 %%{names}，其中有 torch。")] if _NAMES_TORCH.search(code) else []
        return "\n".join(hidden), told
    if magic:
        lines[first] = _hide(lines[first], 0, mask)
    covered: set[int] = set()
    error = _error("\n".join(lines))
    for _ in range(_MOST_TRIES):
        if error is None or not (new := _cover(lines, error.line - 1, mask)):
            break
        covered |= new
        error = _error("\n".join(lines))
    else:
        for number in range(len(lines)):
            covered |= _cover(lines, number, mask)
        error = _error("\n".join(lines))
    if error is not None:
        hidden = [_hide(line, 0, mask) for line in code.split("\n")]
        return "\n".join(hidden), [(error.line, f"这一格有语法错误（{error}）。")]
    original = code.split("\n")
    told = [(number + 1, "魔术命令中有 torch。") for number in sorted(covered) if _NAMES_TORCH.search(original[number])]
    return "\n".join(lines), told


def _cover(lines: list[str], number: int, mask: str) -> set[int]:
    """Masks the command at a line, with the lines that continue it; tells which, none where there is no command."""
    if not 0 <= number < len(lines) or (found := _MAGIC.match(lines[number])) is None:
        return set()
    covered = {number}
    indent = len(lines[number]) - len(lines[number].lstrip(" \t"))
    continued = lines[number].endswith("\\")
    lines[number] = _hide(lines[number], found.end("kept"), mask)
    while continued and number + 1 < len(lines):
        number += 1
        covered.add(number)
        continued = lines[number].endswith("\\")
        lines[number] = _hide(lines[number], min(indent, len(lines[number]) - 1), mask)
    return covered


def _hide(line: str, start: int, mask: str) -> str:
    """Returns the line with the mask and spaces from a column on; a carriage return at its end stays."""
    body = line.removesuffix("\r")
    if not body[start:].strip(" \t\f"):
        return line
    return body[:start] + mask + " " * (len(body) - start - 1) + line[len(body) :]


def _error(code: str) -> UnreadableError | None:
    """Returns why code does not parse, or None."""
    try:
        _parse(code)
    except UnreadableError as error:
        return error
    return None


def _parse(code: str) -> ast.Module:
    """Parses without printing Python's warnings about invalid escape sequences in untrusted code.

    Raises:
        UnreadableError: the code is no Python that this interpreter can parse.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(code)
        except SyntaxError as error:
            raise UnreadableError(error.msg, error.lineno or 0) from error
        except (RecursionError, MemoryError) as error:
            raise UnreadableError("嵌套过深") from error
        except ValueError as error:  # a NUL, or a surrogate
            raise UnreadableError("含有 Python 源码不能有的字符") from error
