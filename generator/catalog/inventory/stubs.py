"""Reads signatures and annotations from ``.pyi`` stubs, which contain every overload of C functions."""

from __future__ import annotations

import ast
import importlib.util
import types
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.catalog.inventory.attributes import text_attribute
from generator.catalog.inventory.scopes import Scope, stub_scope
from generator.libraries.library import Library
from generator.model.signature import Parameter, ParameterKind, Signature

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Declared:
    """One overload: its signature, and the source of what it returns; an attribute has no signature.

    A method that returns what it was called on, by a type variable of its own, returns ``Self``.
    """

    signature: Signature | None
    returns: str


@dataclass(frozen=True, slots=True)
class Stub:
    """One stub file: what it declares, by ``name`` or ``Class.method``, and the source of its classes' bases."""

    declared: Mapping[str, tuple[Declared, ...]] = field(default_factory=dict)
    bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class Stubs:
    """The stubs of one library, each read once."""

    library: Library
    files: dict[str, Stub] = field(default_factory=dict)

    def declared(self, value: Any, last: str, owner: type | None) -> tuple[tuple[Declared, ...], Scope]:
        """Returns what the first stub with the object declares for it, and the scope of its annotations."""
        for module, name in _names(value, last, owner):
            for file in self.library.stubs.get(module, ()) or _files(module):
                found = self._read(file).declared.get(name, ())
                if found:
                    return found, self._scope(file)
        return (), Scope()

    def bases(self, module: str, name: str) -> tuple[tuple[str, ...], Scope]:
        """Returns the source of a class's bases, and its scope."""
        for file in _files(module):
            found = self._read(file).bases.get(name, ())
            if found:
                return found, self._scope(file)
        return (), Scope()

    def _read(self, file: str) -> Stub:
        if file not in self.files:
            self.files[file] = read_stub(self._root() / file)
        return self.files[file]

    def _scope(self, file: str) -> Scope:
        module = file.removesuffix(".pyi").removesuffix("/__init__").replace("/", ".")
        return stub_scope(self._root() / file, f"{self.library.name}.{module}")

    def _root(self) -> Path:
        spec = importlib.util.find_spec(self.library.name)
        assert spec is not None
        assert spec.origin is not None
        return Path(spec.origin).parent


def signatures(declared: tuple[Declared, ...]) -> tuple[Signature, ...]:
    """Returns the overloads in the stub's order, each once."""
    return tuple(dict.fromkeys(one.signature for one in declared if one.signature is not None))


def read_stub(path: Path) -> Stub:
    """Reads a stub; a missing file declares nothing.

    Raises:
        SyntaxError: the stub is not Python.
    """
    if not path.exists():
        return Stub()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: dict[str, list[Declared]] = defaultdict(list)
    for name, declared in _walk(tree.body, ""):
        found[name].append(declared)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in classes:
        _inherit(node, found)
    bases = {node.name: tuple(ast.unparse(base) for base in node.bases) for node in classes}
    return Stub({name: tuple(declared) for name, declared in found.items()}, bases)


def _names(value: Any, last: str, owner: type | None) -> Iterator[tuple[str, str]]:
    """Yields the places where a stub may describe the object: pairs of a module and a name in it."""
    if owner is not None:
        for base in owner.__mro__:
            yield text_attribute(base, "__module__"), f"{base.__qualname__}.{last}"
    elif isinstance(value, type):
        for base in value.__mro__:
            for method in ("__init__", "__new__"):
                yield text_attribute(base, "__module__"), f"{base.__qualname__}.{method}"
            if isinstance(vars(base).get("__init__"), types.FunctionType):
                return  # its own constructor hides those of its ancestors
    else:
        home = text_attribute(value, "__module__")
        yield home, text_attribute(value, "__name__", last)
        yield home, last


def _files(module: str) -> tuple[str, ...]:
    """Returns the possible paths of the stub beside a module's source."""
    path = "/".join(module.split(".")[1:])
    return (f"{path}.pyi", f"{path}/__init__.pyi") if path else ()


def _walk(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Declared]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _walk(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, _Function):
            is_attribute = any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)
            signature = None if is_attribute else _signature(node, is_method=bool(prefix))
            yield prefix + node.name, Declared(signature, _returned(node))
        elif isinstance(node, ast.AnnAssign) and prefix and isinstance(node.target, ast.Name):
            yield prefix + node.target.id, Declared(None, ast.unparse(node.annotation))
        elif isinstance(node, ast.If | ast.Try):
            yield from _walk(node.body, prefix)


def _inherit(node: ast.ClassDef, found: dict[str, list[Declared]]) -> None:
    """Adds to a class the methods of its bases in the same stub."""
    for base in node.bases:
        if isinstance(base, ast.Name):
            for name in [name for name in found if name.startswith(f"{base.id}.")]:
                found.setdefault(node.name + name[len(base.id) :], found[name])


def _returned(node: _Function) -> str:
    if node.returns is None or isinstance(node, ast.AsyncFunctionDef):
        return ""
    first = [*node.args.posonlyargs, *node.args.args][:1]
    returns = ast.unparse(node.returns)
    annotation = first[0].annotation if first and first[0].arg == "self" else None
    return "Self" if annotation is not None and ast.unparse(annotation) == returns else returns


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
