"""Syntax trees of snippets: the names they bind and read."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_LEAVES = frozenset({ast.Constant, ast.Load, ast.Store, ast.Del})


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node, like ``ast.walk`` in no order, at a third of its price: constants and contexts are left out."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                stack += [item for item in value if isinstance(item, ast.AST) and type(item) not in _LEAVES]
            elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
                stack.append(value)


def bound_names(tree: ast.AST) -> Iterator[str]:
    """The names that a tree binds, at whatever depth."""
    for node in walk(tree):
        match node:
            case ast.Name():
                if type(node.ctx) is ast.Store:
                    yield node.id
            case ast.arg():
                yield node.arg
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name


def inner_names(statement: ast.stmt) -> Iterator[str]:
    """The names that comprehensions, lambdas and ``:=`` bind inside an assignment."""
    for node in walk(statement):
        if isinstance(node, ast.comprehension | ast.Lambda | ast.NamedExpr):
            yield from bound_names(node)


def loaded_names(statement: ast.stmt) -> Iterator[ast.Name]:
    """The names a statement reads; what functions and classes read, they read later."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    names = (node for node in walk(statement) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store))
    yield from sorted(names, key=lambda name: (name.lineno, name.col_offset))


def dotted(node: ast.expr) -> str:
    """``torch.nn.Linear`` for the attribute chain that says so; empty where a call or an index stands in it."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""
