"""Compares grids of numbers: exactly, within a tolerance, or by their range alone."""

from __future__ import annotations

import re
from typing import Any

from generator.evidence.verify.libraries import library
from generator.evidence.verify.observation import ELEMENTS, Kind, Seen
from generator.libraries.library import Array

TOLERANCES: dict[str, tuple[float, float]] = {
    "float64": (1e-7, 1e-9),
    "complex128": (1e-7, 1e-9),
    "float32": (1e-5, 1e-6),
    "complex64": (1e-5, 1e-6),
    "float16": (2e-3, 1e-3),
    "bfloat16": (1.6e-2, 1e-2),
}
"""Relative and absolute tolerance by dtype, as wide as two right implementations differ; all else is exact."""
_LONGEST = 4
"""How many elements a message quotes."""
_LONGEST_NUMBER = 40
"""How many characters of a number, a range or a slice a message quotes."""
_LONGEST_NAME = 40
_WORD = re.compile(r"b?(['\"])[\w.:-]{0,20}\1", re.ASCII)


def numbers(seen: Seen) -> Array:
    """Returns the elements, widened to float64, int64 or complex128, in their shape."""
    np = library("numpy")

    if seen.type.startswith("complex"):
        kind = "<c16"
    elif seen.kind is Kind.TENSOR or seen.kind is Kind.ARRAY:
        kind = "<f8" if "float" in seen.type else "<i8"
    else:
        kind = "<f8" if seen.type == "F" else "<i8"
    return np.frombuffer(seen.data, dtype=kind).reshape(seen.shape)


def compare_elements(
    one: Seen, other: Seen, tolerance: float | None, scale: float | None = None
) -> tuple[str, str, str, str] | None:
    """Returns the first differing element of two values of one shape: its index, both numbers, how many more differ.

    None where they agree; NaN agrees with NaN. ``tolerance`` is relative and absolute, and overrides the dtype's. With
    a ``scale``, the absolute one is multiplied by it, or by the largest number of the first value, but never by less
    than 1.
    """
    np = library("numpy")

    left, right = numbers(one), numbers(other)
    pairs = [TOLERANCES.get(seen.type, (0.0, 0.0)) for seen in (one, other)]
    relative, absolute = (max(pair) for pair in zip(*pairs, strict=True)) if tolerance is None else (tolerance,) * 2
    if scale is not None:
        absolute *= max(1.0, scale, largest(left))
    if left.dtype.kind == right.dtype.kind == "i":
        far = np.asarray(left != right)
    else:
        far = ~np.isclose(right, left, rtol=relative, atol=absolute, equal_nan=True)
    count = int(np.count_nonzero(far))
    if not count:
        return None
    index = tuple(int(position) for position in np.argwhere(far)[0])
    place = f"[{', '.join(map(str, index))}]" if index else ""
    detail = f"{left.size} 个元素中有 {count} 个不同" if left.size > 1 else ""
    return place, say_number(left[index], one.type), say_number(right[index], other.type), detail


def largest(array: Array) -> float:
    """Returns the largest magnitude among the finite numbers of an array; 0 where there is none."""
    np = library("numpy")

    finite = np.abs(array[np.isfinite(array)])
    return float(np.max(finite)) if finite.size else 0.0


def random_difference(one: Seen, other: Seen) -> tuple[str, str] | None:
    """Returns the two ranges, where random values do not seem to come from the same one.

    Each side's range, widened by half its width at either end, has to cover the other's; equal ranges, also of NaN
    and infinity, do not differ, and fewer than two elements have no range.
    """
    np = library("numpy")

    left, right = numbers(one), numbers(other)
    if left.size < 2 or left.dtype.kind == "c" or right.dtype.kind == "c" or one.type == "bool":  # noqa: PLR2004
        return None
    ranges = [(float(np.min(side)), float(np.max(side))) for side in (left, right)]
    if np.array_equal(*ranges, equal_nan=True):
        return None
    for (low, high), (inner_low, inner_high) in (ranges, ranges[::-1]):
        slack = (high - low) / 2
        if not (low - slack <= inner_low and inner_high <= high + slack):
            texts = [f"[{start:.4g}, {end:.4g}]" for start, end in ranges]
            return texts[0], texts[1]
    return None


def describe(seen: Seen) -> str:
    """Returns a value in a few words."""
    if seen.kind in ELEMENTS:
        flat = numbers(seen).reshape(-1)
        shown = ", ".join(say_number(number, seen.type) for number in flat[:_LONGEST])
        more = ", …" if flat.size > _LONGEST else ""
        return f"{seen.kind} {seen.type}{list(seen.shape)}（{shown}{more}）"
    if seen.kind is Kind.SCALAR:
        if seen.type in {"str", "bytes"}:
            return say_text(seen.text)
        text = seen.text if len(seen.text) <= _LONGEST_NUMBER else "…"
        return text if seen.type in {"NoneType", "bool"} else f"{seen.type} {text}"
    if seen.kind is Kind.SEQUENCE:
        return f"{seen.type}（{len(seen.items)} 项）"
    return f"{seen.kind} {say_name(seen.type or seen.text)}"


def say_name(name: str) -> str:
    """Returns the name of a class or dtype as a message may have it; a snippet can call a class anything."""
    return name if name.isidentifier() and len(name) <= _LONGEST_NAME else "…"


def say_text(literal: str) -> str:
    """Returns a text for a message: a short word as it is; of what could be a file's content, only the length."""
    return literal if _WORD.fullmatch(literal) or literal.isdecimal() else f"（{len(literal)} 个字符）"


def say_number(number: Any, dtype: str, digits: int = 6) -> str:
    """Returns an element in the words of its dtype."""
    if dtype == "bool":
        return str(bool(number))
    return str(int(number)) if number.dtype.kind == "i" else f"{number:.{digits}g}"
