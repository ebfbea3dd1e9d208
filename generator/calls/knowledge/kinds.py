"""Kinds of values that an expression may have, and the notation of types that the inventory uses."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

TENSOR = "torch.Tensor"
MODULE = "torch.nn.Module"
SEQUENTIAL = "torch.nn.Sequential"
DTYPE = "torch.dtype"
LOADER = "torch.utils.data.DataLoader"
NUMBERS = frozenset({"int", "float", "complex"})


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Name:
    """A module, function, class or constant outside of the source text, by its dotted path."""

    path: str


@dataclass(frozen=True, slots=True)
class Value:
    """An object of a class: ``torch.Tensor``, ``int``, ``tuple``.

    ``items`` are the kinds of its items: of ``tuple`` and ``Sequential`` one each, or, ``repeated``, those of any; of
    ``list``, ``set``, ``iterator``, ``generator`` and ``batch`` one for all; of ``dict`` the value's; of a
    ``DataLoader`` the dataset's.
    """

    type: str
    items: tuple[Kind, ...] = ()
    repeated: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether each of its items has a kind of its own."""
        return self.type in _EXACT and not self.repeated

    def fits(self, count: int) -> bool:
        """Tells whether it is a tuple of just so many items, each of which is known."""
        return self.type == "tuple" and self.is_exact and len(self.items) == count


@dataclass(frozen=True, slots=True)
class Defined:
    """A function or class of the text, or of another ``module`` of its project, by the position of its definition."""

    position: int
    module: str = ""


@dataclass(frozen=True, slots=True)
class Object:
    """An object of a class of the text, or of another ``module`` of its project, by the position of the class."""

    position: int
    module: str = ""


@dataclass(frozen=True, slots=True)
class OwnModule:
    """Another module of the text's project, by its place."""

    place: str


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a value, not called yet."""

    receiver: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Either:
    """One of several kinds."""

    options: frozenset[Kind]


Kind = Unknown | Name | Value | Defined | Object | OwnModule | Member | Either

UNKNOWN = Unknown()
TENSOR_VALUE = Value(TENSOR)
NONE = Value("None")
BOOL, INT, FLOAT, COMPLEX = Value("bool"), Value("int"), Value("float"), Value("complex")
STR = Value("str")
SHAPE = Value("torch.Size")
EMPTY_SEQUENTIAL = Value(SEQUENTIAL, repeated=True)
"""One that is made without layers, to be filled; of one without items that is not ``repeated``, nothing is known."""
_MOST_OPTIONS = 4


def join(kinds: Iterable[Kind]) -> Kind:
    """Returns the kind of a value that has one of ``kinds``; unknown where one of them is, or where there are many."""
    found = set(kinds)
    if len(found) == 1:
        return found.pop()
    if UNKNOWN in found or not found:
        return UNKNOWN
    options = {option for kind in found for option in (kind.options if isinstance(kind, Either) else (kind,))}
    options = _merged_containers(options)
    if len(options) == 1:
        return next(iter(options))
    return Either(frozenset(options)) if len(options) <= _MOST_OPTIONS else UNKNOWN


def _merged_containers(options: set[Kind]) -> set[Kind]:
    """Joins what lists hold: an empty list that is filled later is a list of what it is filled with."""
    networks = [kind for kind in options if isinstance(kind, Value) and kind.type == SEQUENTIAL]
    if len(networks) > 1:
        others = [network for network in networks if network != EMPTY_SEQUENTIAL]
        layers = [layer for network in others for layer in network.items or (UNKNOWN,)]
        options = {*options.difference(networks), sequential(layers)}
    merged: set[Kind] = set()
    by_type: dict[str, list[Value]] = {}
    for kind in options:
        if isinstance(kind, Value) and kind.type in _CONTAINERS:
            by_type.setdefault(kind.type, []).append(kind)
        else:
            merged.add(kind)
    for name, values in by_type.items():
        items = [item for value in values for item in value.items]
        merged.add(Value(name, (join(items),) if items else ()))
    return merged


def sequential(layers: Iterable[Kind]) -> Value:
    """Returns a ``Sequential`` whose layers, nested ones too, may each have any of these kinds, Modules at least."""
    found = {Value(MODULE) if option == UNKNOWN else option for layer in layers for option in options_of(layer)}
    nested = {each for each in found if isinstance(each, Value) and each.type == SEQUENTIAL}
    if nested:
        found = {*found - nested, _repeated({leaf for each in nested for leaf in _leaves(each)})}
    return _repeated(found)


def _repeated(layers: set[Kind]) -> Value:
    return Value(SEQUENTIAL, tuple(sorted(layers, key=repr)), repeated=bool(layers))


def _leaves(kind: Kind) -> Iterator[Kind]:
    """Yields the layers in a ``Sequential`` and in those inside of it."""
    for option in options_of(kind):
        if isinstance(option, Value) and option.type == SEQUENTIAL:
            yield from (leaf for item in option.items or (Value(MODULE),) for leaf in _leaves(item))
        else:
            yield option


_EXACT = frozenset({SEQUENTIAL, "tuple"})
_CONTAINERS = frozenset({"list", "set", "dict", "iterator", "generator", "batch", "torch.nn.ModuleList", LOADER})


def options_of(kind: Kind) -> tuple[Kind, ...]:
    """Returns the kinds that a value may have, without None, whose members nobody uses."""
    if isinstance(kind, Either):
        return tuple(option for option in kind.options if option != NONE)
    return () if kind == NONE else (kind,)


def is_tensor(kind: Kind) -> bool:
    """Tells whether a value is a Tensor, where it is not None."""
    if isinstance(kind, Value):
        return kind.type in _TENSORS
    found = options_of(kind)
    return bool(found) and all(isinstance(k, Value) and k.type in _TENSORS for k in found)


PARAMETERS = frozenset({"torch.nn.parameter.Parameter", "torch.nn.Parameter"})
_TENSORS = frozenset({TENSOR, *PARAMETERS, "torch.nn.parameter.Buffer"})


def is_batch(kind: Kind) -> bool:
    """Tells whether a value is what a ``DataLoader`` yields: a Tensor, or a collection of some."""
    return isinstance(kind, Value) and kind.type == "batch"


def is_number(kind: Kind) -> bool:
    """Tells whether a value is a Python number or bool."""
    found = options_of(kind)
    return bool(found) and all(isinstance(k, Value) and k.type in NUMBERS | {"bool"} for k in found)


def lasting(kind: Kind, *, outside: bool = False) -> Kind:
    """Returns a kind without what is defined inside of a function, which is gone when that ends.

    ``outside`` leaves out the definitions of the text in hand as well, which other modules know nothing of.
    """
    match kind:
        case Defined() | Object():
            return UNKNOWN if kind.position < 0 or (outside and not kind.module) else kind
        case Value(items=items) if items:
            return replace(kind, items=tuple(lasting(item, outside=outside) for item in items))
        case Member(receiver=receiver):
            kept = lasting(receiver, outside=outside)
            return UNKNOWN if kept == UNKNOWN and receiver != UNKNOWN else Member(kept, kind.name)
        case Either(options=options):
            return join(lasting(option, outside=outside) for option in options)
    return kind


def item_of(kind: Kind) -> Kind:
    """Returns the kind of what iteration over a value yields."""
    if isinstance(kind, Either):
        return join(item_of(option) for option in options_of(kind))
    if not isinstance(kind, Value):
        return UNKNOWN
    if kind.type in _TENSORS:
        return TENSOR_VALUE
    if kind == SHAPE:
        return INT
    if kind.type == "str":
        return STR
    if kind.type == "dict" or not kind.items:
        return UNKNOWN
    return join(kind.items)


@lru_cache(maxsize=4096)
def parse_kind(text: str) -> Kind:
    """Reads the inventory's notation: ``torch.Tensor``, ``tuple[torch.Tensor, ...]``, ``int | None``; or unknown."""
    try:
        return _read(ast.parse(text, mode="eval").body) if text else UNKNOWN
    except SyntaxError:
        return UNKNOWN


def _read(node: ast.expr) -> Kind:
    if isinstance(node, ast.BinOp):
        return join((_read(node.left), _read(node.right)))
    if isinstance(node, ast.Subscript):
        outer = ast.unparse(node.value)
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if outer == "tuple":
            repeated = isinstance(inner[-1], ast.Constant)
            return Value("tuple", tuple(_read(i) for i in inner if not isinstance(i, ast.Constant)), repeated)
        return Value(outer, (_read(inner[-1]),))
    name = ast.unparse(node)
    if name == "number":
        return Either(frozenset({INT, FLOAT}))
    return Value(name)
