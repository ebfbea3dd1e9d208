"""Computes what a filled template leaves constant: ``not True``, ``a if False else b``, ``(1, 2)[0]``, ``float(1)``."""

from __future__ import annotations

import ast

from generator.calls.spans import Edits, Text


def fold(source: str) -> str:
    """The expression with its constant parts computed; the text of all else stays."""
    try:
        tree = ast.parse(source, mode="eval")
    except SyntaxError:
        return source
    text, edits = Text(source), Edits(source)

    def visit(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            visit(child)
        if isinstance(node, ast.expr):
            start, end = text.start(node), text.end(node)
            found = _folded(node, edits, text)
            if found is not None:
                edits.replace(start, end, found)

    visit(tree)
    return edits.text(0, len(source))


def _identity(left: object, right: object, op: ast.cmpop) -> str | None:
    if not any(value is None or isinstance(value, bool) for value in (left, right)):
        return None
    return repr((left is right) == isinstance(op, ast.Is))


def _folded(node: ast.expr, edits: Edits, text: Text) -> str | None:
    def written(part: ast.expr) -> str:
        return edits.text(text.start(part), text.end(part))

    match node:
        case ast.Compare(
            left=ast.Constant(value=left), ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=right)]
        ):
            return _identity(left, right, op)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Constant(value=bool(value))):
            return repr(not value)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            known = written(test)
            return written(body) if known == "True" else written(orelse) if known == "False" else None
        case ast.Subscript(value=ast.Tuple(elts=items) | ast.List(elts=items), slice=ast.Constant(value=int(index))):
            exact = -len(items) <= index < len(items) and not any(isinstance(item, ast.Starred) for item in items)
            return written(items[index]) if exact else None
        case ast.Call(func=ast.Name(id="float" | "int" as name), args=[ast.Constant(value=value)], keywords=[]):
            if isinstance(value, int | float):
                return repr(float(value) if name == "float" else int(value))
    return None
