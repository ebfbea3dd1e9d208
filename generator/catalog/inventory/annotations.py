"""Translates annotations into the notation in which the inventory says what a call returns."""

from __future__ import annotations

import ast
import collections
import collections.abc
import sys
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import typing_extensions

from generator.catalog.inventory.attributes import attribute, text_attribute
from generator.catalog.inventory.scopes import UNRESOLVED, Scope
from generator.catalog.inventory.stubs import Stubs
from generator.libraries.library import Library
from generator.libraries.registry import LIBRARIES

Kinds = tuple[str, ...]
"""The types of a value, of which it has one; none where they are unknown."""

_PLAIN: Mapping[Any, Kinds] = {
    **{kind: (kind.__name__,) for kind in (bool, int, float, complex, str, bytes)},
    type(None): ("None",),
    object: (),
    typing.Any: (),
}
_CONTAINERS: Mapping[Any, Kinds] = {
    tuple: ("tuple",),
    list: ("list",),
    dict: ("dict",),
    set: ("set",),
    collections.OrderedDict: ("dict",),
    collections.abc.Iterator: ("iterator",),
    collections.abc.Generator: ("iterator",),
    collections.abc.Sequence: ("tuple", "list"),
    **dict.fromkeys((typing.TypeGuard, typing_extensions.TypeGuard, typing_extensions.TypeIs), ("bool",)),
}
"""What each generic is called; a sequence that a call returns is one of the two, and a type guard is an answer."""
_ARGUMENTS = {"iterator": 1, "bool": 0}
"""How many arguments are kept: a generator has two more, for what is sent to it and what it ends with."""
_TRANSPARENT = {typing.Final, typing.ClassVar, typing.Annotated}
_NUMBERS = {"int", "float", "bool"}
_FOREIGN = ("numpy", "PIL", *LIBRARIES)
"""The packages whose classes the notation names where they are not the library's own."""


@dataclass(frozen=True, slots=True)
class TypeNames:
    """Names types for one library. ``canonical`` is the public name of each of its classes, by ``id``."""

    library: Library
    canonical: Mapping[int, str]
    stubs: Stubs

    def of_text(self, text: str, scope: Scope) -> Kinds:
        """Returns the types of an annotation's source, whose names mean what they mean in ``scope``."""
        try:
            return self._of_node(ast.parse(text.strip(), mode="eval").body, scope)
        except (SyntaxError, RecursionError):
            return ()

    def of_value(self, value: Any, scope: Scope) -> Kinds:
        """Returns the types of an annotation: a class, an object of ``typing``, or source text."""
        if isinstance(value, ast.expr):
            return self._of_node(value, scope)
        if isinstance(value, str | typing.ForwardRef):
            return self.of_text(value if isinstance(value, str) else value.__forward_arg__, scope)
        if isinstance(value, typing.TypeVar):
            return () if value.__bound__ is None else self.of_value(value.__bound__, scope)
        origin = typing.get_origin(value)
        if origin is not None:
            return self._generic(origin, list(typing.get_args(value)), scope)
        if value is typing.Self or value is typing_extensions.Self:
            return ("Self",)
        return (
            self._of_class(type(None) if value is None else value) if value is None or isinstance(value, type) else ()
        )

    def _of_node(self, node: ast.expr, scope: Scope) -> Kinds:
        if isinstance(node, ast.Constant):
            return self.of_value(node.value, scope) if node.value is None or isinstance(node.value, str) else ()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return union([self._of_node(node.left, scope), self._of_node(node.right, scope)])
        if isinstance(node, ast.Tuple):  # as documentation writes it: (Tensor, Tensor)
            return self._generic(tuple, list(node.elts), scope)
        if isinstance(node, ast.Subscript):
            base = self._object(node.value, scope)
            arguments = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
            return () if base is UNRESOLVED else self._generic(base, arguments, scope)
        found = self._object(node, scope)
        inner = scope.hiding(node.id) if isinstance(node, ast.Name) else scope
        return () if found is UNRESOLVED else self.of_value(found, inner)

    def _object(self, node: ast.expr, scope: Scope) -> Any:
        if isinstance(node, ast.Name):
            return scope.get(node.id, UNRESOLVED)
        if isinstance(node, ast.Attribute):
            owner = self._object(node.value, scope)
            return UNRESOLVED if owner is UNRESOLVED else attribute(owner, node.attr, UNRESOLVED)
        return UNRESOLVED

    def _generic(self, base: Any, arguments: list[Any], scope: Scope) -> Kinds:
        base = typing.get_origin(base) or base  # typing.Tuple is an alias of tuple
        if base is typing.Optional:
            base, arguments = typing.Union, [*arguments[:1], None]
        if base in (typing.Union, types.UnionType):
            return union(self.of_value(argument, scope) for argument in arguments)
        if base is typing.Literal:
            values = [a.value if isinstance(a, ast.Constant) else a for a in arguments]
            return union(self.of_value(type(value), scope) for value in values)
        if base in _TRANSPARENT:
            return self.of_value(arguments[0], scope)
        if base not in _CONTAINERS:
            return self._of_class(base) if isinstance(base, type) else ()
        items = ["..." if _is_ellipsis(one) else " | ".join(self.of_value(one, scope)) for one in arguments]
        if base is collections.abc.Sequence:
            return _container("tuple", [*items, "..."]), _container("list", items)
        return tuple(_container(name, items[: _ARGUMENTS.get(name, len(items))]) for name in _CONTAINERS[base])

    def _of_class(self, value: type) -> Kinds:
        if value in _PLAIN or value in _CONTAINERS:
            return _PLAIN[value] if value in _PLAIN else _CONTAINERS[value]
        if type(value).__name__ == self.library.tensor_copies:
            return self.library.tensors
        if hasattr(value, "n_sequence_fields"):  # a tuple with names that C code makes: torch.return_types.max
            bases, scope = self.stubs.bases(text_attribute(value, "__module__"), value.__name__)
            return self.of_text(bases[0], scope) if bases else ("tuple",)
        name = self.canonical.get(id(value), "") or _foreign_name(value, self.library)
        if name and "._" not in name:
            return (name,)
        return ("tuple",) if issubclass(value, tuple) else ()


def union(parts: Iterable[Kinds]) -> Kinds:
    """Returns all types of the parts, each once; unknown where that of one part is."""
    every = list(parts)
    if not all(every):
        return ()
    found = list(dict.fromkeys(kind for part in every for kind in part))
    if set(found) >= _NUMBERS:
        found = ["number", *(kind for kind in found if kind not in _NUMBERS)]
    return tuple(found)


def _container(name: str, items: list[str]) -> str:
    """Returns the name with its arguments, or alone where one of them is unknown."""
    return f"{name}[{', '.join(items)}]" if items and all(items) else name


def _is_ellipsis(argument: Any) -> bool:
    return argument is ... or (isinstance(argument, ast.Constant) and argument.value is ...)


def _foreign_name(value: type, library: Library) -> str:
    """Returns the shortest public name of another package's class, of those whose classes the notation names."""
    home = text_attribute(value, "__module__").split(".")
    if home[0] not in _FOREIGN or home[0] == library.name:
        return ""
    for length in range(1, len(home) + 1):
        module = ".".join(home[:length])
        if attribute(sys.modules.get(module), value.__qualname__) is value:
            return f"{module}.{value.__qualname__}"
    return ""
