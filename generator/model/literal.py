"""Parses Python literals in text: numbers, nested lists of numbers, and all that ``ast.literal_eval`` accepts."""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

Number = bool | int | float | complex

WORDS = {"true": True, "false": False, "null": None}
"""How YAML spells constants."""


def read_literal(source: str, text: str) -> Any:
    """Parses a literal, which may contain ``nan``, ``inf`` and YAML's words.

    Raises:
        ValueError: it is no literal; the message, in Chinese, quotes ``text``.
    """
    try:
        tree = ast.parse(source, mode="eval")
        return ast.literal_eval(_Words().visit(tree))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise ValueError(
            f"“{text}” 无法理解：写 float32[2, 3] 这样的 Tensor，或 Python 字面量；字符串要带引号，例如 \"'mean'\"。"
        ) from None


class _Words(ast.NodeTransformer):
    """Replaces names of constants by their values."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in {"nan", "inf"}:
            return ast.copy_location(ast.Constant(float(node.id)), node)
        if node.id in WORDS:
            return ast.copy_location(ast.Constant(WORDS[node.id]), node)
        return node


def default_value(source: str) -> Any:
    """Evaluates the default of a parameter, so that ``1. / 4``, ``0.25`` and ``2.5e-1`` are equal.

    Sums, products and powers of numbers are computed, a tuple counts as a list; other text is returned unchanged.
    """
    try:
        value = constant_value(ast.parse(source.strip(), mode="eval").body)
    except (SyntaxError, ValueError, TypeError, ArithmeticError, MemoryError, RecursionError):
        return source
    return list(value) if isinstance(value, tuple) else value


def _power(base: Any, exponent: Any) -> int:
    """Returns a power of integers that is no larger than those that code means as numbers.

    Raises:
        ValueError: it may be, or is none of integers.
    """
    if isinstance(base, int) and isinstance(exponent, int) and 0 <= exponent <= _LARGEST and abs(base) <= _LARGEST:
        return int(base**exponent)
    raise ValueError


def _shifted(number: Any, places: Any) -> int:
    """Returns an integer moved by a number of bits: ``1 << 40``.

    Raises:
        ValueError: it is moved too far, or is no integer.
    """
    if isinstance(number, int) and isinstance(places, int) and 0 <= places <= _LARGEST:
        return number << places
    raise ValueError


_LARGEST = 128
"""Bounds a base, an exponent and a number of bits."""
_ARITHMETIC: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: _power,
    ast.LShift: _shifted,
}


def constant_value(node: ast.expr) -> Any:
    """Returns the value of a literal, of arithmetic on numbers, or of a number converted by ``int``: ``int(1e6)``.

    Raises:
        ValueError, TypeError, ArithmeticError, RecursionError: it is none.
    """
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = constant_value(node.operand)
        if isinstance(value, int | float | complex) and not isinstance(value, bool):
            return -value
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        left, right = constant_value(node.left), constant_value(node.right)
        if isinstance(left, int | float | complex) and isinstance(right, int | float | complex):
            return _ARITHMETIC[type(node.op)](left, right)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "int" and len(node.args) == 1 and not node.keywords:
        value = constant_value(node.args[0])
        if isinstance(value, int | float):
            return int(value)
    return ast.literal_eval(node)


def leaves(data: Any) -> Iterator[Any]:
    """Yields the items of nested lists that are no lists themselves, in order."""
    if isinstance(data, list | tuple):
        for item in data:
            yield from leaves(item)
    else:
        yield data


def shape_of(data: Any) -> tuple[int, ...] | None:
    """Returns the lengths of nested lists from the outside in, or None where they are ragged."""
    if not isinstance(data, list | tuple):
        return ()
    shapes = {shape_of(item) for item in data}
    if len(shapes) > 1 or None in shapes:
        return None
    inner = shapes.pop() if shapes else ()
    return (len(data), *inner) if inner is not None else None


def read_number(value: Any) -> Number | None:
    """Returns a number or bool, written as itself or as text; None if it is neither."""
    if isinstance(value, bool | int | float | complex):
        return value
    return _number_in(value.strip()) if isinstance(value, str) else None


@lru_cache(maxsize=1 << 12)  # the same few texts stand in thousands of inputs
def _number_in(text: str) -> Number | None:
    try:
        found = read_literal(text, text)
    except ValueError:
        return None
    return found if isinstance(found, bool | int | float | complex) else None
