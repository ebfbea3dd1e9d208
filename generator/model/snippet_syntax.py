"""Parses the Python of a record, which may be no Python at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator

NO_CODE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What parsing a record's code raises where it is no Python, or is nested too deeply."""


def parse_code(code: str) -> ast.Module | None:
    """Returns the syntax tree; None where the code is no Python, or is nested too deeply."""
    try:
        return ast.parse(code)
    except NO_CODE:
        return None


def nodes_of(code: str) -> Iterator[ast.AST]:
    """Yields the nodes of the syntax tree; none where the code is no Python."""
    return ast.walk(parse_code(code) or ast.Module(body=[], type_ignores=[]))


def is_same_code(one: str, other: str) -> bool:
    """Tells whether two codes differ only in spaces, quotes and comments; compares text where one does not parse."""
    try:
        return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))
    except NO_CODE:
        return one == other
