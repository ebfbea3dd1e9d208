"""Writes out the defaults that a call leaves out: in torch that changes nothing, and neither may it after conversion."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from generator.libraries.registry import NAMES
from generator.model.signature import ParameterKind, Signature

_BY_POSITION = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL})
_BY_KEYWORD = frozenset({ParameterKind.POSITIONAL, ParameterKind.KEYWORD})


def left_out(code: str, api: str, signature: Signature) -> dict[str, str]:
    """The parameters that the first call of an API in a snippet leaves out, with their defaults as the signature has them.

    Without those whose default no code can write (``<unrepresentable>``, a name of the library's own module), and empty
    where the call passes ``*args`` or ``**kwargs``.
    """
    call = _call(ast.parse(code), api)
    if call is None or any(isinstance(each, ast.Starred) for each in call.args) or None in _keywords(call):
        return {}
    found, positions = {}, len(call.args)
    for parameter in signature.parameters:
        by_position = parameter.kind in _BY_POSITION
        positions -= by_position
        passed = (by_position and positions >= 0) or parameter.name in _keywords(call)
        if (
            parameter.kind in _BY_KEYWORD
            and not passed
            and parameter.default is not None
            and _can_write(parameter.default)
        ):
            found[parameter.name] = parameter.default
    return found


def with_defaults(code: str, api: str, defaults: Mapping[str, str]) -> str:
    """The snippet with these keywords added to the first call of the API."""
    tree = ast.parse(code)
    call = _call(tree, api)
    if call is not None:
        call.keywords += [ast.keyword(name, _expression(default)) for name, default in defaults.items()]
    return ast.unparse(tree)


def _call(tree: ast.AST, api: str) -> ast.Call | None:
    name = api.rpartition(".")[2]
    return next((call for call in _calls(tree) if getattr(call.func, "attr", None) == name), None)


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _keywords(call: ast.Call) -> set[str | None]:
    return {keyword.arg for keyword in call.keywords}


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _can_write(default: str) -> bool:
    try:
        expression = _expression(default)
    except SyntaxError:
        return False
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    return names <= set(NAMES["torch"]) and not any(_calls(expression))
