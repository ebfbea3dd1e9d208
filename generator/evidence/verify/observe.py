"""Describes the values that a snippet bound, in terms that both libraries share. Runs in a worker's child."""

from __future__ import annotations

import math
import sys
import types
from collections.abc import Mapping
from typing import Any

from generator.evidence.verify.libraries import library as load
from generator.evidence.verify.observation import Kind, Seen
from generator.libraries.library import Array, LayerParts, Parts, TensorParts
from generator.libraries.registry import FRAMEWORKS

MAX_ELEMENTS = 20_000_000
_MAX_ITEMS = 10_000
_MAX_DEPTH = 12
_NO_RESULT = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)
"""Modules, functions and classes that a snippet imports or defines are not its result."""


class UnobservableError(Exception):
    """A value is too large to describe; the message, in Chinese, says so."""


def is_result(value: Any) -> bool:
    """Tells whether a name bound to this value belongs to what the snippet computed."""
    return not isinstance(value, _NO_RESULT)


def observe(value: Any, library: str, depth: int = 0) -> Seen:
    """Describes ``value``, which the side of ``library`` (``torch`` or ``paddle``) computed.

    Raises:
        UnobservableError: it is too large or too deeply nested.
    """
    if depth > _MAX_DEPTH:
        raise UnobservableError(f"结果嵌套超过 {_MAX_DEPTH} 层")
    plain = next((kind for kind in _PLAIN if issubclass(type(value), kind)), None)
    if plain is not None:
        return Seen(Kind.SCALAR, plain.__name__, plain.__repr__(value))  # whatever a class of the snippet's own says
    parts = FRAMEWORKS[library].describe(value)
    return _seen(parts) if parts is not None else _observe_python(value, library, depth)


_PLAIN: tuple[Any, ...] = (type(None), bool, int, float, complex, str, bytes, slice, range)
"""A value of a subclass, such as an enum member that is an int, counts as one of the plain type."""


_SEQUENCES: dict[Any, str] = {set: "set", frozenset: "set", list: "list", tuple: "tuple"}


def _is(value: Any, kind: Any) -> bool:
    """Works as ``isinstance``, but with the real class of the value, not the one that it claims to have."""
    return issubclass(type(value), kind)


def _seen(parts: Parts) -> Seen:
    """Returns what a library's own object looks like."""
    if isinstance(parts, TensorParts):
        return _elements(Kind.TENSOR, parts.array, parts.dtype, layout=parts.layout, grad=parts.grad)
    if isinstance(parts, LayerParts):
        return Seen(Kind.LAYER, parts.type, items=tuple((f".{name}", _seen(part)) for name, part in parts.parameters))
    return Seen(Kind(parts.kind), text=parts.name)


def _observe_python(value: Any, library: str, depth: int) -> Seen:
    found = _observe_numpy(value) or _observe_image(value)
    if found is not None:
        return found
    if _is(value, Mapping):
        pairs = list(dict.items(value) if _is(value, dict) else value.items())  # not what a subclass of its own says
        if len(pairs) > _MAX_ITEMS:
            raise UnobservableError(f"结果有 {len(pairs)} 项，超过 {_MAX_ITEMS} 项")
        items = [(f"[{key!r}]", observe(item, library, depth + 1)) for key, item in pairs]
        return Seen(Kind.MAPPING, type(value).__name__, items=tuple(items))
    for kind, name in _SEQUENCES.items():
        if _is(value, kind):
            items = list(kind.__iter__(value))  # not what a subclass of its own says
            return _sequence(sorted(items, key=repr) if name == "set" else items, name, library, depth)
    return Seen(Kind.OBJECT, type(value).__name__)


def _observe_numpy(value: Any) -> Seen | None:
    np = load("numpy")
    if _is(value, np.ndarray | np.generic) and value.dtype.kind in _WIDE:
        return _elements(Kind.ARRAY, np.asarray(value), str(value.dtype))
    return Seen(Kind.DTYPE, text=str(value)) if _is(value, np.dtype) else None


def _observe_image(value: Any) -> Seen | None:
    pillow = sys.modules.get("PIL.Image")
    if pillow is None or not _is(value, pillow.Image):
        return None
    return _elements(Kind.IMAGE, load("numpy").asarray(value), value.mode)


def _sequence(value: Any, kind: str, library: str, depth: int) -> Seen:
    if len(value) > _MAX_ITEMS:
        raise UnobservableError(f"结果有 {len(value)} 项，超过 {_MAX_ITEMS} 项")
    items = tuple((f"[{index}]", observe(item, library, depth + 1)) for index, item in enumerate(value))
    return Seen(Kind.SEQUENCE, kind, items=items)


_WIDE = {"b": "<i8", "i": "<i8", "u": "<i8", "f": "<f8", "c": "<c16"}


def _elements(kind: Kind, array: Array, dtype: str, *, layout: str = "", grad: bool | None = None) -> Seen:
    if math.prod(array.shape) > MAX_ELEMENTS:
        raise UnobservableError(f"结果有 {array.size} 个元素，超过 {MAX_ELEMENTS} 个")
    wide = array.astype(_WIDE[array.dtype.kind])
    if wide.dtype.kind in "fc":
        # All NaN have the same bits here: an operation in place that turned the sign of one has changed nothing.
        wide = wide.reshape(-1).view("<f8")
        wide[wide != wide] = math.nan  # noqa: PLR0124  (true of NaN alone)
    return Seen(kind, dtype, layout, tuple(array.shape), wide.tobytes(), grad=grad)
