"""Writes the arguments of a sample's call with keywords: all of torch's, or one of them besides Paddle's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from generator.calls.facts.bind import Binding, bind
from generator.libraries.registry import PREFIXES
from generator.model.signature import ParameterKind, Signature

NAMED = frozenset({ParameterKind.POSITIONAL, ParameterKind.KEYWORD})
"""The parameters that an argument can be given to by name."""
_TENSOR = "torch.Tensor"


def with_keywords(code: str, api: str, signatures: Sequence[Signature]) -> str:
    """Returns the code with every positional argument of the API's calls passed by torch's keyword; maybe unchanged."""
    tree = ast.parse(code)
    changed = False
    for call in calls_of(tree, api):
        binding = bound_call(call, signatures)
        if binding is None:
            continue
        named = [a for a in binding.arguments if a.keyword is None and a.parameter.kind is ParameterKind.POSITIONAL]
        moved = {id(a.value) for a in named}
        call.args = [value for value in call.args if id(value) not in moved]
        call.keywords = [*(ast.keyword(a.parameter.name, a.value) for a in named), *call.keywords]
        changed |= bool(named)
    return ast.unparse(tree) if changed else code


def with_one_keyword(
    code: str, api: str, name: str, signatures: Sequence[Signature], others: Sequence[Signature]
) -> str | None:
    """Returns the code with one positional argument passed as torch's ``name``, those after it by Paddle's keywords.

    None where the code does not pass it by position, or Paddle's signatures, ``others``, have no name for one of them.
    """
    tree = ast.parse(code)
    for call in calls_of(tree, api):
        binding = bound_call(call, signatures)
        place = next((a.position for a in binding.arguments if a.parameter.name == name), None) if binding else None
        if place is None:
            continue
        lists = ([p for p in one.parameters if p.kind in _BY_PLACE] for one in others)
        places = next((found for found in lists if len(found) >= len(call.args)), None)
        if places is None or any(p.kind is not ParameterKind.POSITIONAL for p in places[place + 1 : len(call.args)]):
            continue
        later = zip(places[place + 1 :], call.args[place + 1 :], strict=False)
        call.keywords = [
            ast.keyword(name, call.args[place]),
            *(ast.keyword(parameter.name, value) for parameter, value in later),
            *call.keywords,
        ]
        call.args = call.args[:place]
        return ast.unparse(tree)
    return None


_BY_PLACE = frozenset({ParameterKind.POSITIONAL, ParameterKind.POSITIONAL_ONLY})


def bound_call(call: ast.Call, signatures: Sequence[Signature]) -> Binding | None:
    """Returns the binding of a call in which every argument has one parameter of its own, or None."""
    binding = next((found for one in signatures if (found := bind(call, one)) is not None), None)
    if binding is None or binding.open:
        return None
    variadic = any(a.parameter.kind is ParameterKind.VAR_POSITIONAL for a in binding.arguments)
    return None if variadic else binding


def keywords_of(code: str, api: str) -> frozenset[str]:
    """Returns the keywords that the code gives to the API."""
    return frozenset(one.arg for call in calls_of(ast.parse(code), api) for one in call.keywords if one.arg is not None)


def moved_name(api: str) -> str:
    """Returns the path's name in Paddle, by which ``keywords_of`` finds calls; Tensor methods keep their name."""
    package, _, path = api.partition(".")
    return api if api.startswith(f"{_TENSOR}.") else f"{PREFIXES.get(package, package)}.{path}"


def calls_of(tree: ast.AST, api: str) -> Iterator[ast.Call]:
    """Yields the calls of an API: by its whole name, or of a Tensor's method by the last part of it."""
    owner, _, name = api.rpartition(".")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            written = ast.unparse(node.func)
            is_method = owner == _TENSOR and isinstance(node.func, ast.Attribute) and node.func.attr == name
            if written == api or (is_method and written.partition(".")[0] not in PREFIXES):
                yield node
