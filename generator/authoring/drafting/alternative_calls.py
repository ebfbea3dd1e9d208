"""Proposes Paddle code that may give torch's result where the plain call does not; running it shows which does."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from generator.model.given import TensorGiven
from generator.model.given_notation import parse_given
from generator.model.snippet_syntax import parse_code

_DTYPES = ("int64", "float32", "float64", "int32", "bool")
_OUT = "out"


def alternatives(code: str, paddle: str, given: Mapping[str, Any], flags: Mapping[str, bool]) -> Iterator[str]:
    """Yields other ways to write the call of ``paddle`` in the code, the least first.

    ``flags`` are its parameters that are True or False by default, with their defaults.
    """
    if (tree := parse_code(code)) is None:
        return
    name = paddle.rpartition(".")[2]
    call = next((n for n in ast.walk(tree) if isinstance(n, ast.Call) and _last(n.func) == name), None)
    if call is None:
        return
    tensors = {key for key, value in given.items() if isinstance(parse_given(value), TensorGiven)}
    for edit in (*_flipped(call, flags), *_edits(call, tensors)):
        yield _with(tree, call, edit)


def _last(function: ast.expr) -> str:
    return ast.unparse(function).rpartition(".")[2]


def _flipped(call: ast.Call, flags: Mapping[str, bool]) -> Iterator[ast.expr]:
    """Yields the call with a flag that it does not pass set to what is not its default."""
    passed = {one.arg for one in call.keywords}
    for name, default in flags.items():
        if name not in passed:
            changed = deepcopy(call)
            changed.keywords.append(ast.keyword(name, ast.Constant(not default)))
            yield changed


def _edits(call: ast.Call, tensors: set[str]) -> Iterator[ast.expr]:
    """Yields other expressions for the call."""
    out = next((one for one in call.keywords if one.arg == _OUT), None)
    if out is not None:
        plain = deepcopy(call)
        plain.keywords = [one for one in plain.keywords if one.arg != _OUT]
        target = ast.unparse(out.value)
        yield _parse(f"paddle.assign({ast.unparse(plain)}, {target})")
        yield _parse(f"paddle.assign({ast.unparse(plain)}.astype({target}.dtype), {target})")
    places: list[tuple[str, int]] = [("args", index) for index in range(len(call.args))]
    places += [("keywords", index) for index in range(len(call.keywords))]
    for place in places:
        value = _value(call, place)
        for other in _other_values(value, tensors):
            yield _replaced(call, place, other)
    text = ast.unparse(call)
    yield from (_parse(f"{text}.astype('{dtype}')") for dtype in _DTYPES)
    yield _parse(f"{text}.clone()")
    names = sorted({node.id for node in ast.walk(call) if isinstance(node, ast.Name) and node.id in tensors})
    for dtype in _DTYPES:
        everything = deepcopy(call)
        if names:
            yield _Caster(frozenset(names), dtype).visit(everything)


def _other_values(value: ast.expr, tensors: set[str]) -> Iterator[str]:
    """Yields other ways to pass an argument."""
    text = ast.unparse(value)
    if isinstance(value, ast.Name) and value.id in tensors:
        yield f"{text}.item()"
        yield f"{text}.clone()"
        yield from (f"{text}.astype('{dtype}')" for dtype in _DTYPES)
        return
    if isinstance(value, ast.Name):
        yield from (f"float({text})", f"int({text})")
    if isinstance(value, ast.Tuple):
        yield repr(list(ast.literal_eval(value))) if _is_literal(value) else f"list({text})"
    elif isinstance(value, ast.Constant | ast.UnaryOp) and _is_literal(value):
        yield from (f"[{text}]", f"paddle.to_tensor({text})", f"[{text}, {text}]")


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def _value(call: ast.Call, place: tuple[str, int]) -> ast.expr:
    kind, index = place
    return call.args[index] if kind == "args" else call.keywords[index].value


def _replaced(call: ast.Call, place: tuple[str, int], text: str) -> ast.expr:
    changed, (kind, index) = deepcopy(call), place
    if kind == "args":
        changed.args[index] = _parse(text)
    else:
        changed.keywords[index].value = _parse(text)
    return changed


class _Caster(ast.NodeTransformer):
    """Converts the dtype of Tensors where they are read."""

    def __init__(self, names: frozenset[str], dtype: str) -> None:
        self._names, self._dtype = names, dtype

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _parse(f"{node.id}.astype('{self._dtype}')") if node.id in self._names else node


def _parse(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _with(tree: ast.Module, call: ast.Call, other: ast.expr) -> str:
    """Returns the code with another expression in the place of the call."""

    class Replacer(ast.NodeTransformer):
        def visit_Call(self, node: ast.Call) -> ast.AST:
            return other if ast.dump(node) == ast.dump(call) else self.generic_visit(node)

    return ast.unparse(ast.fix_missing_locations(Replacer().visit(deepcopy(tree))))
