"""Numbers that are told by what they multiply: ``x.add_(y, alpha=1 - beta)`` tells that ``beta`` is one."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

from generator.calls.text.syntax import enclosing

_SUMS = frozenset({"add", "add_", "sub", "sub_", "subtract", "subtract_"})
_PRODUCTS = frozenset({"addcdiv", "addcdiv_", "addcmul", "addcmul_"})
_TAKE: Mapping[str, frozenset[str]] = {"alpha": _SUMS, "value": _PRODUCTS}
"""The keywords for a number, for which torch takes only Tensors without a dimension, and functions that have them."""


class Factors:
    """The expressions of one text that one of its functions passes as a factor, or as a part of one."""

    def __init__(self, parents: Mapping[ast.AST, ast.AST]) -> None:
        self._parents = parents
        self._written: defaultdict[ast.AST | None, set[str]] = defaultdict(set)
        for node in parents:
            match node:
                case ast.Call(func=ast.Attribute(attr=name), keywords=keywords):
                    passed = [k.value for k in keywords if name in _TAKE.get(k.arg or "", ())]
                    self._written[self._scope(node)] |= {_written(p) for value in passed for p in parts(value)}

    def has(self, node: ast.expr) -> bool:
        """Tells whether the function around an expression passes it as a factor."""
        return bool(written := _written(node)) and written in self._written[self._scope(node)]

    def _scope(self, node: ast.AST) -> ast.AST | None:
        return enclosing(node, self._parents, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)


def parts(node: ast.expr) -> Iterator[ast.expr]:
    """Returns what an expression is computed from, without the numbers in it; itself if it is no arithmetic."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield from parts(operand)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), left=left, right=right):
            yield from parts(left)
            yield from parts(right)
        case ast.Constant(value=int() | float()):
            return
        case _:
            yield node


def _written(node: ast.expr) -> str:
    """Returns a variable, attribute or fixed item as written; empty for what may be another value each time."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{inner}.{name}" if (inner := _written(value)) else ""
        case ast.Subscript(value=value, slice=ast.Constant(value=str() | int() as index)):
            return f"{inner}[{index!r}]" if (inner := _written(value)) else ""
    return ""
