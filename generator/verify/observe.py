"""Looks at what a snippet left behind, and describes it in words that both libraries share. Runs in a worker."""

from __future__ import annotations

import math
import sys
import types
from collections.abc import Mapping
from typing import Any

from generator.verify.libraries import library as load
from generator.verify.numbers import Array
from generator.verify.observation import Kind, Seen

MAX_ELEMENTS = 20_000_000
_MAX_ITEMS = 10_000
_MAX_DEPTH = 12
_NO_RESULT = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)
"""A snippet that imports, or defines a function or a class, means these as tools and not as its result."""


class UnobservableError(Exception):
    """A value is too large to look at; the message, in Chinese, says so."""


def is_result(value: Any) -> bool:
    """Whether a name bound to this value belongs to what the snippet computed."""
    return not isinstance(value, _NO_RESULT)


def observe(value: Any, library: str, depth: int = 0) -> Seen:
    """What ``value``, left behind by the side of ``library`` (``torch`` or ``paddle``), looks like.

    Raises:
        UnobservableError: it is too large or too deeply nested.
    """
    if depth > _MAX_DEPTH:
        raise UnobservableError(f"结果嵌套超过 {_MAX_DEPTH} 层")
    if value is None or isinstance(value, bool | int | float | complex | str | bytes | slice | range):
        return Seen(Kind.SCALAR, _scalar_type(value), repr(value))
    found = (_observe_torch if library == "torch" else _observe_paddle)(value, depth)
    return found or _observe_python(value, library, depth)


def _scalar_type(value: Any) -> str:
    """A subclass of a plain type, such as an enum member that is an int, counts as the plain type."""
    plain = (type(None), bool, int, float, complex, str, bytes, slice, range)
    return next(kind.__name__ for kind in plain if isinstance(value, kind))


def _observe_torch(value: Any, depth: int) -> Seen | None:
    torch = load("torch")
    if isinstance(value, torch.Tensor):
        return _observe_torch_tensor(value, torch)
    if isinstance(value, torch.nn.Module):
        named = [(f".{name}", observe(parameter, "torch", depth + 1)) for name, parameter in value.named_parameters()]
        return Seen(Kind.LAYER, type(value).__name__, items=tuple(named))
    if isinstance(value, torch.dtype):
        return Seen(Kind.DTYPE, text=str(value).removeprefix("torch."))
    if isinstance(value, torch.device):
        return Seen(Kind.DEVICE, text=value.type)
    if isinstance(value, torch.Size):
        return _sequence(value, "shape", "torch", depth)
    return None


def _observe_torch_tensor(value: Any, torch: Any) -> Seen:
    dense = value.detach()
    if dense.is_quantized:
        dense = dense.dequantize()
    if dense.layout is not torch.strided:
        dense = dense.to_dense()
    dense = dense.cpu().resolve_conj().resolve_neg()
    dtype = str(value.dtype).removeprefix("torch.")
    if dtype == "bfloat16" or dtype.startswith("float8"):
        dense = dense.to(torch.float32)
    floating = value.is_floating_point() or value.is_complex()
    seen = _elements(Kind.TENSOR, dense.numpy(), dtype, grad=bool(value.requires_grad) if floating else None)
    return _with_layout(seen, str(value.layout).removeprefix("torch.").replace("strided", ""))


def _observe_paddle(value: Any, depth: int) -> Seen | None:
    paddle = load("paddle")
    if isinstance(value, paddle.Tensor):
        return _observe_paddle_tensor(value, paddle)
    if isinstance(value, paddle.nn.Layer):
        return _observe_paddle_layer(value, paddle, depth)
    if isinstance(value, paddle.dtype):
        return Seen(Kind.DTYPE, text=_paddle_dtype(value))
    if isinstance(value, paddle.base.core.Place):
        return Seen(Kind.DEVICE, text=str(value).removeprefix("Place(").rstrip(")").partition(":")[0])
    return None


def _observe_paddle_tensor(value: Any, paddle: Any) -> Seen:
    dense = value.detach()
    layout = "sparse_coo" if value.is_sparse_coo() else "sparse_csr" if value.is_sparse_csr() else ""
    if layout:
        dense = dense.to_dense()
    dtype = _paddle_dtype(value.dtype)
    if dtype == "bfloat16" or dtype.startswith("float8"):
        dense = paddle.cast(dense, "float32")
    floating = dtype.startswith(("float", "bfloat", "complex"))
    seen = _elements(Kind.TENSOR, dense.numpy(), dtype, grad=not value.stop_gradient if floating else None)
    return _with_layout(seen, layout)


_STATISTICS = ("_mean", "_variance")
"""What Paddle's batch norms keep as parameters and torch's as buffers."""


def _observe_paddle_layer(layer: Any, paddle: Any, depth: int) -> Seen:
    """A layer's parameters, a Linear's weight the way round in which torch stores it."""
    linear = {id(part.weight) for part in layer.sublayers(include_self=True) if isinstance(part, paddle.nn.Linear)}
    items = []
    for name, parameter in layer.named_parameters():
        if name.rpartition(".")[2] in _STATISTICS:
            continue
        seen = observe(parameter, "paddle", depth + 1)
        if id(parameter) in linear:
            seen = _elements(Kind.TENSOR, parameter.numpy().T, seen.type, grad=seen.grad)
        items.append((f".{name}", seen))
    return Seen(Kind.LAYER, type(layer).__name__, items=tuple(items))


def _paddle_dtype(dtype: Any) -> str:
    return str(dtype).removeprefix("paddle.")


def _observe_python(value: Any, library: str, depth: int) -> Seen:
    found = _observe_numpy(value) or _observe_image(value)
    if found is not None:
        return found
    if isinstance(value, Mapping):
        items = [(f"[{key!r}]", observe(item, library, depth + 1)) for key, item in list(value.items())[:_MAX_ITEMS]]
        return Seen(Kind.MAPPING, type(value).__name__, items=tuple(items))
    if isinstance(value, set | frozenset):
        return _sequence(sorted(value, key=repr), "set", library, depth)
    if isinstance(value, list | tuple):
        return _sequence(value, "list" if isinstance(value, list) else "tuple", library, depth)
    return Seen(Kind.OBJECT, type(value).__name__)


def _observe_numpy(value: Any) -> Seen | None:
    np = load("numpy")
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in _WIDE:
        return _elements(Kind.ARRAY, np.asarray(value), str(value.dtype))
    return Seen(Kind.DTYPE, text=str(value)) if isinstance(value, np.dtype) else None


def _observe_image(value: Any) -> Seen | None:
    pillow = sys.modules.get("PIL.Image")
    if pillow is None or not isinstance(value, pillow.Image):
        return None
    return _elements(Kind.IMAGE, load("numpy").asarray(value), value.mode)


def _sequence(value: Any, kind: str, library: str, depth: int) -> Seen:
    if len(value) > _MAX_ITEMS:
        raise UnobservableError(f"结果有 {len(value)} 项，超过 {_MAX_ITEMS} 项")
    items = tuple((f"[{index}]", observe(item, library, depth + 1)) for index, item in enumerate(value))
    return Seen(Kind.SEQUENCE, kind, items=items)


def _with_layout(seen: Seen, layout: str) -> Seen:
    return Seen(seen.kind, seen.type, layout, seen.shape, seen.data, grad=seen.grad)


_WIDE = {"b": "<i8", "i": "<i8", "u": "<i8", "f": "<f8", "c": "<c16"}


def _elements(kind: Kind, array: Array, dtype: str, *, grad: bool | None = None) -> Seen:
    if math.prod(array.shape) > MAX_ELEMENTS:
        raise UnobservableError(f"结果有 {array.size} 个元素，超过 {MAX_ELEMENTS} 个")
    wide = array.astype(_WIDE[array.dtype.kind])
    return Seen(kind, dtype, shape=tuple(array.shape), data=wide.tobytes(), grad=grad)
