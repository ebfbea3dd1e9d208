"""Computes what a filled template leaves constant: ``not True``, ``a if False else b``, ``(1, 2)[0]``, ``3 * 1.0``."""

from __future__ import annotations

import ast
import re

from generator.calls.text.spans import Edits, Text
from generator.model.template import parenthesised


def fold(source: str) -> str:
    """Returns the expression with its constant parts computed; the text of all else stays."""
    try:
        tree = ast.parse(source, mode="eval")
    except SyntaxError:
        return source
    text, edits = Text(source), Edits(source)

    def visit(node: ast.AST, parent: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            visit(child, node)
        if isinstance(node, ast.expr):
            found = _folded(node, edits, text)
            if found is not None:
                bare = node is tree.body or (_NUMBER.fullmatch(found) and not isinstance(parent, ast.Attribute))
                edits.replace(text.start(node), text.end(node), found if bare else parenthesised(found))

    visit(tree, tree)
    return edits.text(0, len(source))


def _folded(node: ast.expr, edits: Edits, text: Text) -> str | None:
    def written(part: ast.expr) -> str:
        return edits.text(text.start(part), text.end(part))

    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return {"True": "False", "False": "True"}.get(written(operand))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            known = written(test)
            return written(body) if known == "True" else written(orelse) if known == "False" else None
        case ast.Subscript(value=ast.Tuple(elts=items) | ast.List(elts=items), slice=ast.Constant(value=int(index))):
            is_only = len(items) == 1 and not isinstance(items[0], ast.Starred)  # nothing is left out
            exact = index < len(items) and (is_only or all(map(_is_without_effect, items)))
            return written(items[index]) if exact else None
        case ast.Call(func=ast.Name(id="float" | "int" as name), args=[ast.Constant(value=value)], keywords=[]):
            return _number(name, value) if isinstance(value, int | float) and not isinstance(value, bool) else None
        case ast.Call(func=ast.Name(id="bool"), args=[ast.Constant(value=value)], keywords=[]):
            return repr(bool(value))
        case ast.Call(func=ast.Name(id="abs"), args=[ast.Constant(value=int() | float() as value)], keywords=[]):
            return None if isinstance(value, bool) else written(node.args[0])
        case ast.BinOp(
            left=ast.Constant(value=int() | float() as value), op=ast.Mult(), right=ast.Constant(value=float(1.0))
        ) if not isinstance(value, bool):
            return written(node.left) if isinstance(value, float) else _number("float", value)
        case ast.Compare(
            left=ast.Constant(value=str(left)), ops=[ast.Eq()], comparators=[ast.Constant(value=str(right))]
        ):
            return repr(left == right)
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[right]):
            words = written(left), written(right)
            return repr((words[0] == words[1]) == isinstance(op, ast.Is)) if _ONE_OF_A_KIND.issuperset(words) else None
    return None


_NUMBER = re.compile(r"\d[\d_.]*(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_ONE_OF_A_KIND = frozenset({"None", "True", "False"})


def _number(name: str, value: float) -> str | None:
    try:
        return repr(float(value) if name == "float" else int(value))
    except (OverflowError, ValueError):
        return None


def _is_without_effect(item: ast.expr) -> bool:
    return not any(
        isinstance(node, ast.Call | ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr | ast.Starred)
        for node in ast.walk(item)
    )
