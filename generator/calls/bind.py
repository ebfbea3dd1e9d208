"""Binds the arguments of a call to the parameters of a signature, as Python does."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.model.signature import Parameter, ParameterKind, Signature


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument in the text: its parameter, its value, its keyword if it has one.

    ``position`` counts the positional arguments from 0, the receiver of a method left out.
    """

    parameter: Parameter
    value: ast.expr
    keyword: ast.keyword | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Binding:
    """The arguments in the order of the text; ``open`` where ``*args`` or ``**kwargs`` may carry any others.

    Where all positional arguments are those of one variadic parameter, a starred one is just some of them.
    """

    signature: Signature
    arguments: tuple[Argument, ...]
    open: bool = False
    by_parameter: Mapping[str, tuple[Argument, ...]] = field(default_factory=dict)


def bind(call: ast.Call, signature: Signature) -> Binding | None:
    """Binds a call; None where the signature does not accept it.

    As in torch, a variadic parameter takes a keyword as well: ``torch.ones(size=(2, 3))``.
    """
    parameters = signature.parameters
    named = {p.name: p for p in parameters if p.kind is not ParameterKind.POSITIONAL_ONLY}
    positional = [p for p in parameters if p.kind in _POSITIONAL]
    variadic = next((p for p in parameters if p.kind is ParameterKind.VAR_POSITIONAL), None)
    extra = next((p for p in parameters if p.kind is ParameterKind.VAR_KEYWORD), None)
    found: list[Argument] = []
    is_open = False
    for index, value in enumerate(call.args):
        if isinstance(value, ast.Starred) and (positional or variadic is None):
            is_open = True
            break
        if index < len(positional):
            found.append(Argument(positional[index], value, position=index))
        elif variadic is not None:
            found.append(Argument(variadic, value, position=index))
        else:
            return None
    given = {argument.parameter.name for argument in found}
    for keyword in call.keywords:
        if keyword.arg is None:
            is_open = True
            continue
        parameter = named.get(keyword.arg) or named.get(_NUMPY_NAMES.get(keyword.arg, "")) or extra
        if parameter is None or (parameter.name in given and parameter is not extra):
            return None
        given.add(parameter.name)
        found.append(Argument(parameter, keyword.value, keyword=keyword))
    missing = [p for p in parameters if p.kind in _REQUIRED_KINDS and p.default is None and p.name not in given]
    if missing and not is_open:
        return None
    by_parameter: dict[str, tuple[Argument, ...]] = {}
    for argument in found:
        by_parameter[argument.parameter.name] = (*by_parameter.get(argument.parameter.name, ()), argument)
    return Binding(signature, tuple(found), is_open, by_parameter)


_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "x1": "input", "x2": "other"}
"""NumPy's names of arguments, which torch's functions in C take though no signature shows it."""
_POSITIONAL = frozenset({ParameterKind.POSITIONAL, ParameterKind.POSITIONAL_ONLY})
_REQUIRED_KINDS = _POSITIONAL | {ParameterKind.KEYWORD}
