"""Reads signatures from ``.pyi`` stubs, which contain every overload of C functions."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.model.signature import Parameter, ParameterKind, Signature

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Stub:
    """One stub file: the overloads of its functions, and of its classes' methods, by ``name`` or ``Class.method``."""

    overloads: Mapping[str, tuple[Signature, ...]] = field(default_factory=dict)

    def find(self, name: str) -> tuple[Signature, ...]:
        """Returns the overloads of ``name`` in the stub's order; none where the stub lacks it."""
        return self.overloads.get(name, ())


def read_stub(path: Path) -> Stub:
    """Reads a stub; a missing file has no overloads.

    Raises:
        SyntaxError: the stub is not Python.
    """
    found: dict[str, list[Signature]] = defaultdict(list)
    if path.exists():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, signature in _walk(tree.body, ""):
            if signature not in found[name]:
                found[name].append(signature)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                _inherit(node, found)
    return Stub({name: tuple(signatures) for name, signatures in found.items()})


def _walk(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Signature]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _walk(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, _Function):
            yield prefix + node.name, _signature(node, is_method=bool(prefix))
        elif isinstance(node, ast.If | ast.Try):
            yield from _walk(node.body, prefix)


def _inherit(node: ast.ClassDef, found: dict[str, list[Signature]]) -> None:
    """Adds to a class the methods of its bases in the same stub."""
    for base in node.bases:
        if isinstance(base, ast.Name):
            for name in [name for name in found if name.startswith(f"{base.id}.")]:
                found.setdefault(node.name + name[len(base.id) :], found[name])


def _signature(node: _Function, *, is_method: bool) -> Signature:
    parameters = tuple(_parameters(node.args))
    is_static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list)
    return Signature(parameters[1:] if is_method and not is_static else parameters)


def _parameters(arguments: ast.arguments) -> Iterator[Parameter]:
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    for index, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        only = index < len(arguments.posonlyargs)
        kind = ParameterKind.POSITIONAL_ONLY if only else ParameterKind.POSITIONAL
        yield Parameter(argument.arg, kind, _text(default))
    if arguments.vararg:
        yield Parameter(arguments.vararg.arg, ParameterKind.VAR_POSITIONAL)
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield Parameter(argument.arg, ParameterKind.KEYWORD, _text(default))
    if arguments.kwarg:
        yield Parameter(arguments.kwarg.arg, ParameterKind.VAR_KEYWORD)


def _text(default: ast.expr | None) -> str | None:
    return None if default is None else ast.unparse(default)
