"""Writes the values of a sample as text: tensors in the notation of ``given``, all else as code. Runs beside torch."""

from __future__ import annotations

import math
from typing import Any

from generator.evidence.verify.libraries import library
from generator.model.given import COMPLEX, DTYPES

MAX_ELEMENTS = 1000
"""Largest tensor that is carried over, in elements."""

Written = dict[str, Any]
"""A value as JSON: ``{"given": text}``, ``{"code": text}``, or a ``list`` or ``tuple`` of such values."""


class NotCarriedError(Exception):
    """A value cannot be carried over to another process and library."""


def write_value(value: Any) -> Written:
    """Returns the value as text.

    Raises:
        NotCarriedError: it is none that both libraries can have: a function, a sparse tensor, an object of torch's own.
    """
    torch = library("torch")
    if isinstance(value, torch.Tensor):
        return {"given": _write_tensor(value)}
    if isinstance(value, list | tuple):
        items = [write_value(item) for item in value]
        outer = "list" if isinstance(value, list) else "tuple"
        return {"code": _brackets([item["code"] for item in items], outer)} if _all_code(items) else {outer: items}
    if isinstance(value, torch.dtype | torch.layout | torch.memory_format):
        return {"code": str(value)}
    return {"code": _write_plain(value)}


def _all_code(items: list[Written]) -> bool:
    return all("code" in item for item in items)


def _write_plain(value: Any) -> str:
    if isinstance(value, slice):
        return f"slice({', '.join(map(_write_plain, (value.start, value.stop, value.step)))})"
    if value is ...:
        return "..."
    if value is None or type(value) in {bool, int, str}:
        return repr(value)
    if type(value) is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if type(value) is complex and math.isfinite(abs(value)):
        return repr(value)
    raise NotCarriedError(type(value).__name__)


def _brackets(items: list[str], outer: str) -> str:
    if outer == "list":
        return f"[{', '.join(items)}]"
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _write_tensor(tensor: Any) -> str:
    torch = library("torch")
    dtype = str(tensor.dtype).removeprefix("torch.")
    if tensor.layout is not torch.strided or dtype not in DTYPES:
        raise NotCarriedError(f"{tensor.layout} {dtype}")
    if tensor.numel() > MAX_ELEMENTS:
        raise NotCarriedError("large")
    shape = f"[{', '.join(map(str, tensor.shape))}]"
    if not tensor.numel():
        return f"{dtype}{shape}"
    strided = " strided" * (not tensor.is_contiguous())
    plain = tensor.detach().resolve_conj().resolve_neg()
    array = plain.float().numpy() if dtype == "bfloat16" else plain.numpy()
    return f"{dtype}({_nested(array, complex_numbers=dtype in COMPLEX)}){strided}"


def _nested(array: Any, *, complex_numbers: bool) -> str:
    if array.ndim:
        return f"[{', '.join(_nested(item, complex_numbers=complex_numbers) for item in array)}]"
    return repr(complex(array)) if complex_numbers else str(array)
