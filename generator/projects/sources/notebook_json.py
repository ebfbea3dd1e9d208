"""The text of a notebook's JSON, in which the code of single cells is replaced and all else stays as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.projects.sources.problem import UnreadableError

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]')
_KEYS = ("source", "input")
"""Where a cell has its code: nbformat 4 and 3."""


@dataclass(frozen=True, slots=True)
class CodeCell:
    """One cell with code: its number among all cells, from 1, its code, and where that stands in the JSON text."""

    number: int
    code: str
    start: int
    end: int


def read_cells(text: str) -> tuple[CodeCell, ...]:
    """Returns the cells of a notebook that hold code in Python, in their order.

    Raises:
        UnreadableError: the text is no notebook of nbformat 3 or 4, or one of another language.
    """
    try:
        notebook = json.loads(text)
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        raise UnreadableError("笔记本不是正确的 JSON。", line) from error
    except RecursionError as error:
        raise UnreadableError("笔记本的 JSON 嵌套过深。") from error
    try:
        cells = _cells(notebook)
        language = notebook.get("metadata", {}).get("kernelspec", {}).get("language") or "python"
    except (AttributeError, KeyError, TypeError) as error:
        raise UnreadableError("文件是 JSON，但不是笔记本（nbformat 3 或 4）。") from error
    if str(language).lower() not in {"python", "python3", "ipython"}:
        raise UnreadableError("笔记本的语言不是 Python。")
    spans = dict(_source_spans(text))
    found = []
    for index, (path, cell) in enumerate(cells):
        key = next((key for key in _KEYS if key in cell), None)
        if cell.get("cell_type") != "code" or key is None:
            continue
        source = cell[key]
        code = "".join(source) if isinstance(source, list) and all(isinstance(x, str) for x in source) else source
        span = spans.get((*path, key))
        if not isinstance(code, str) or span is None:
            raise UnreadableError(f"笔记本第 {index + 1} 格的代码不是文字。")
        found.append(CodeCell(index + 1, code, *span))
    return tuple(found)


Path = tuple[str | int, ...]


def _cells(notebook: Any) -> list[tuple[Path, dict[str, Any]]]:
    if "cells" in notebook:
        lists: list[tuple[Path, Any]] = [(("cells",), notebook["cells"])]
    else:
        sheets = notebook["worksheets"]
        lists = [(("worksheets", number, "cells"), sheet["cells"]) for number, sheet in enumerate(sheets)]
    found = [((*path, number), cell) for path, cells in lists for number, cell in enumerate(cells)]
    if not all(isinstance(cell, dict) for _, cell in found):
        raise TypeError
    return found


def _source_spans(text: str) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Yields the span of every value below the key of a cell's code; the text is known to be JSON.

    Only tokens that give structure are looked at, so that the images of outputs cost next to nothing.
    """
    path: list[str | int] = []
    """Key or index in each open object or list."""
    starts: list[int] = []
    """Where each of them begins."""
    is_key = False
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "{[":
            starts.append(token.start())
            path.append(0 if mark == "[" else "")
            is_key = mark == "{"
        elif mark in "}]":
            path.pop()
            start = starts.pop()
            if path and path[-1] in _KEYS:
                yield tuple(path), (start, token.end())
        elif mark == ",":
            is_key = isinstance(path[-1], str)
            if isinstance(path[-1], int):
                path[-1] += 1
        elif mark == ":":
            is_key = False
        elif is_key:
            path[-1] = json.loads(mark)
        elif path and path[-1] in _KEYS:
            yield tuple(path), token.span()


def replace_sources(text: str, cells: Mapping[CodeCell, str]) -> str:
    """Returns the JSON text with other code in some cells; lists keep their layout, unchanged lines their escapes."""
    parts, end = [], 0
    ascii_only = text.isascii()
    for cell in sorted(cells, key=lambda cell: cell.start):
        old = text[cell.start : cell.end]
        parts += [text[end : cell.start], _source(old, cells[cell], ascii_only=ascii_only)]
        end = cell.end
    return "".join([*parts, text[end:]])


def _source(old: str, code: str, *, ascii_only: bool) -> str:
    if not old.startswith("["):
        return json.dumps(code, ensure_ascii=ascii_only)
    tokens = [token for token in _TOKEN.finditer(old) if token[0].startswith('"')]
    known = {json.loads(token[0]): token[0] for token in tokens}
    lines = [known.get(line) or json.dumps(line, ensure_ascii=ascii_only) for line in _lines(code)]
    if not tokens or not lines:
        return f"[{', '.join(lines)}]"
    before, after = old[: tokens[0].start()], old[tokens[-1].end() :]
    between = old[tokens[0].end() : tokens[1].start()] if len(tokens) > 1 else f",{before[1:] or ' '}"
    return before + between.join(lines) + after


def _lines(code: str) -> list[str]:
    """Returns code as the list of a notebook has it: each item ends with its line feed."""
    return re.findall(r"[^\n]*\n|[^\n]+$", code)
