"""Changes the prefix in torch code, as a reader does who replaces names and nothing else."""

from __future__ import annotations

import ast

from generator.libraries.registry import PREFIXES
from generator.model.snippet_syntax import parse_code


def change_prefix(code: str) -> str | None:
    """Returns the code with torch's packages replaced by Paddle's, or None where it is no Python.

    Only names and imports change: text in strings, attributes and keywords called ``torch`` stay.
    """
    if (tree := parse_code(code)) is None:
        return None
    edits = [edit for node in ast.walk(tree) for edit in _edits(node)]
    lines = code.encode().split(b"\n")
    for line, column, old, new in sorted(set(edits), reverse=True):
        raw = lines[line - 1]
        start = raw.find(old.encode(), column)
        lines[line - 1] = raw[:start] + new.encode() + raw[start + len(old.encode()) :]
    return b"\n".join(lines).decode()


Edit = tuple[int, int, str, str]
"""Line from 1, byte column from 0, the old text and the new."""


def _edits(node: ast.AST) -> list[Edit]:
    if isinstance(node, ast.Name) and node.id in PREFIXES:
        return [(node.lineno, node.col_offset, node.id, PREFIXES[node.id])]
    if isinstance(node, ast.Import):
        return [
            (name.lineno, name.col_offset, package, PREFIXES[package])
            for name in node.names
            if (package := name.name.partition(".")[0]) in PREFIXES
        ]
    if isinstance(node, ast.ImportFrom) and not node.level and node.module:
        package = node.module.partition(".")[0]
        if package in PREFIXES:
            return [(node.lineno, node.col_offset + len("from"), package, PREFIXES[package])]
    return []
