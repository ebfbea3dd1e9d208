"""Lists the public members of a class: methods, properties, attributes."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import textwrap
import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator.catalog.inventory.attributes import attribute, text_attribute
from generator.catalog.inventory.public_names import is_annotation
from generator.model.inventory import ApiKind

_BOUND = (staticmethod, classmethod, types.ClassMethodDescriptorType, types.BuiltinFunctionType, types.MethodType)
_PLUMBING = frozenset(
    {"__class__", "__init__", "__new__", "__init_subclass__", "__subclasshook__", "__class_getitem__", "__del__"}
)
"""Special methods that implement no operator."""


@dataclass(frozen=True, slots=True)
class Member:
    """One member: its name, what the class holds under it, and the class that defines it."""

    name: str
    value: Any
    kind: ApiKind
    definer: type
    drops_first: bool


def members(owner: type, public_bases: frozenset[type], *, operators: bool) -> Iterator[Member]:
    """Yields the members that are listed under ``owner``: its own, and those of its library's private ancestors.

    Members of a public ancestor are listed under that ancestor, members of another package's class (``tuple``, and for
    torchvision ``torch.nn.Module``) in that package. What its own ``__init__`` declares with a type
    (``self.param_groups: list[dict] = []``) are attributes too. ``operators`` adds the special methods.
    """
    package = _package(owner)
    others = owner.__members__ if issubclass(owner, enum.Enum) else ()  # dir() leaves out second names of a value
    for name in sorted({*dir(owner), *others}):
        found = member(owner, name) if _is_listed(name, operators=operators) else None
        if found is None or (name.startswith("__") and found.kind is not ApiKind.METHOD):
            continue
        definer = found.definer
        if definer is owner or not (_is_known(definer, public_bases) or _package(definer) != package):
            yield found
    for name in _declared(owner):
        if _is_listed(name, operators=False) and not hasattr(owner, name):
            yield Member(name, None, ApiKind.PROPERTY, owner, drops_first=False)


def _declared(owner: type) -> list[str]:
    """Returns the attributes that a class's own ``__init__`` declares with a type; none where it has no source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(vars(owner)["__init__"])))
    except (KeyError, OSError, TypeError, SyntaxError):
        return []
    targets = (node.target for node in ast.walk(tree) if isinstance(node, ast.AnnAssign))
    return sorted({t.attr for t in targets if isinstance(t, ast.Attribute) and ast.unparse(t.value) == "self"})


def member(owner: type, name: str) -> Member | None:
    """Returns what a class or an ancestor of it defines under a name; None where that is a class or a type alias."""
    definer = next((base for base in owner.__mro__ if name in vars(base)), None)
    static = None if definer is None else vars(definer)[name]
    if definer is None or isinstance(static, type) or is_annotation(static):
        return None
    kind = _kind(owner, static)
    value = attribute(owner, name, static) if kind is ApiKind.METHOD else static
    return Member(name, value, kind, definer, kind is ApiKind.METHOD and not isinstance(static, _BOUND))


def _is_known(definer: type, public_bases: frozenset[type]) -> bool:
    """Tells whether a public ancestor is, or inherits from, the class that defines a member."""
    return any(definer in base.__mro__ for base in public_bases)


def _package(owner: type) -> str:
    return text_attribute(owner, "__module__").partition(".")[0]


def _is_listed(name: str, *, operators: bool) -> bool:
    is_operator = name.startswith("__") and name.endswith("__")
    return not name.startswith("_") or (operators and is_operator and name not in _PLUMBING)


def _kind(owner: type, static: Any) -> ApiKind:
    if issubclass(owner, enum.Enum) and isinstance(static, owner):
        return ApiKind.CONSTANT
    if isinstance(static, property | functools.cached_property) or inspect.isdatadescriptor(static):
        return ApiKind.PROPERTY
    if "__members__" in vars(type(static)):
        return ApiKind.CONSTANT
    return ApiKind.METHOD if _is_method(static) else ApiKind.PROPERTY


def _is_method(static: Any) -> bool:
    """Tells whether an attribute is code; a callable object of another class is a value."""
    if isinstance(static, staticmethod | classmethod | functools.partial | types.BuiltinFunctionType):
        return True
    return callable(static) and hasattr(type(static), "__get__")
