"""Binds the arguments of a call to the parameters of a signature, as Python does."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.calls.knowledge.names import OTHER_NAMES
from generator.calls.text.displays import Displays, Entry
from generator.model.signature import Parameter, ParameterKind, Signature


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument in the text: its parameter, its value, its keyword if it has one.

    ``position`` counts the positional arguments from 0, without a method's receiver. ``key`` is the name that it is
    passed by. ``entry`` is what a dictionary has under that name, where ``keyword`` passes all of it: ``**kwargs``.
    """

    parameter: Parameter
    value: ast.expr
    keyword: ast.keyword | None = None
    position: int | None = None
    key: str = ""
    entry: Entry | None = None

    @property
    def values(self) -> tuple[ast.expr, ...]:
        """The expressions one of which it is."""
        return self.entry.values if self.entry is not None else (self.value,)

    @property
    def is_sure(self) -> bool:
        """Whether it is passed in any case."""
        return self.entry is None or self.entry.is_sure


@dataclass(frozen=True, slots=True)
class Binding:
    """The arguments in the order of the text; ``open`` where ``*args`` or ``**kwargs`` may carry any others.

    A starred argument is just some of those of a variadic parameter, or some of several lengths. ``gathered``
    names the ``**`` parameter of the enclosing function that is passed on, where its calls show what it holds.
    """

    signature: Signature
    arguments: tuple[Argument, ...]
    open: bool = False
    by_parameter: Mapping[str, tuple[Argument, ...]] = field(default_factory=dict)
    gathered: str = ""


def bind(
    call: ast.Call, signature: Signature, displays: Displays | None = None, keywords: Mapping[str, str] | None = None
) -> Binding | None:
    """Binds a call; None where the signature does not accept it.

    ``displays`` tells what dictionaries after ``**`` hold; without it, or where unknown, they may carry any others.
    ``keywords`` are other names of parameters.

    As in torch, a variadic parameter takes a keyword as well: ``torch.ones(size=(2, 3))``.
    """
    parameters = signature.parameters
    named = {p.name: p for p in parameters if p.kind is not ParameterKind.POSITIONAL_ONLY}
    positional = [p for p in parameters if p.kind in _POSITIONAL]
    variadic = next((p for p in parameters if p.kind is ParameterKind.VAR_POSITIONAL), None)
    extra = next((p for p in parameters if p.kind is ParameterKind.VAR_KEYWORD), None)
    others = {**OTHER_NAMES, **(keywords or {})}
    found: list[Argument] = []
    is_open = False
    for index, value in enumerate(call.args):
        if isinstance(value, ast.Starred) and not _takes_star(call, index, positional, variadic):
            is_open = True
            break
        if index < len(positional):
            found.append(Argument(positional[index], value, position=index))
        elif variadic is not None:
            found.append(Argument(variadic, value, position=index))
        else:
            return None
    given = {argument.parameter.name for argument in found}
    keys: set[str] = set()
    for keyword in call.keywords:
        passed = _passed(keyword, displays)
        is_open = is_open or passed is None
        for key, entry in passed or ():
            parameter = named.get(key) or named.get(others.get(key, "")) or extra
            if parameter is None or (parameter.name in given and parameter is not extra) or key in keys:
                return None
            given.add(parameter.name)
            keys.add(key)
            found.append(_by_name(parameter, keyword, key, entry))
    missing = [p for p in parameters if p.kind in _REQUIRED_KINDS and p.default is None and p.name not in given]
    if missing and not is_open:
        return None
    by_parameter: dict[str, tuple[Argument, ...]] = {}
    for argument in found:
        by_parameter[argument.parameter.name] = (*by_parameter.get(argument.parameter.name, ()), argument)
    gathered = [ast.unparse(k.value) for k in call.keywords if displays is not None and displays.is_gathered(k)]
    return Binding(signature, tuple(found), is_open, by_parameter, "".join(gathered[:1]))


def _takes_star(call: ast.Call, index: int, positional: Sequence[Parameter], variadic: Parameter | None) -> bool:
    """Tells whether a starred argument stands for some of those of one parameter, or for lengths beside another."""
    if variadic is None:
        return False
    is_of_lengths = variadic.name == _LENGTHS and len(call.args) >= len(positional)
    return index >= len(positional) or is_of_lengths


def _passed(keyword: ast.keyword, displays: Displays | None) -> list[tuple[str, Entry | None]] | None:
    """Returns the names by which a keyword, or the dictionary after ``**``, passes something; None where unknown."""
    if keyword.arg is not None:
        return [(keyword.arg, None)]
    held = displays.of(keyword.value) if displays is not None else None
    return [*held.items()] if held is not None else None


def _by_name(parameter: Parameter, keyword: ast.keyword, key: str, entry: Entry | None) -> Argument:
    """Returns an argument that is passed by name; one that torch needs surely is, or the call would fail in torch."""
    if entry is None:
        return Argument(parameter, keyword.value, keyword, key=key)
    if parameter.default is None and parameter.kind in _REQUIRED_KINDS:
        entry = replace(entry, is_sure=True)
    return Argument(parameter, entry.values[0], keyword, key=key, entry=entry)


_LENGTHS = "dims"
"""The variadic parameter of those that take the lengths of two dimensions or more: ``Tensor(dim0, dim1, *dims)``."""
_POSITIONAL = frozenset({ParameterKind.POSITIONAL, ParameterKind.POSITIONAL_ONLY})
_REQUIRED_KINDS = _POSITIONAL | {ParameterKind.KEYWORD}
