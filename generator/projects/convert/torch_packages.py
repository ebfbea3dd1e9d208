"""The packages that a file imports which are built on torch: what they take and give stays torch's."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from generator.calls.text.spans import Text
from generator.calls.text.syntax import parse_source


def imports_of(code: str, is_built_on_torch: Callable[[str], bool]) -> Iterator[tuple[str, int]]:
    """Yields the package of each module that a text imports and that is built on torch, with the import's offset."""
    text = Text(code)
    for node in ast.walk(parse_source(code)):
        match node:
            case ast.Import(names=names):
                paths = [each.name for each in names]
            case ast.ImportFrom(module=str(path), level=0):
                paths = [path]
            case _:
                continue
        for path in filter(is_built_on_torch, paths):
            yield path.partition(".")[0], text.start(node)
