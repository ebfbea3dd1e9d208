"""Values that a condition compares with: Python literals and dotted names, as text, as objects and as JSON."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from generator.model.literal import read_literal

_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", re.ASCII)
_EXACT = 2**53
"""The largest number below which JSON's readers keep every integer."""


@dataclass(frozen=True, slots=True)
class Name:
    """A value known by its canonical dotted name, such as ``torch.float32``."""

    dotted: str

    def __repr__(self) -> str:
        return self.dotted


Value = None | bool | int | float | complex | str | list[Any] | tuple[Any, ...] | Name
"""A literal, or a name; lists and tuples hold literals."""


@lru_cache(maxsize=4096)
def read_value(text: str) -> Value:
    """Reads a value from text: ``False``, ``'mean'``, ``-1``, ``(1, 2)``, ``inf`` or ``torch.float32``.

    Raises:
        ValueError: it is neither a literal nor a dotted name.
    """
    text = text.strip()
    if _NAME.fullmatch(text):
        return Name(text)
    value = read_literal(text, text)
    if not _is_value(value):
        raise ValueError(f"“{text}” 不是数、字符串、列表、元组、True、False 或 None")
    found: Value = value
    return found


def _is_value(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(_is_value(item) for item in value)
    return value is None or isinstance(value, bool | int | float | complex | str)


def same_value(left: Value, right: Value) -> bool:
    """Tells whether two values are equal: numbers by value, a bool only to a bool, a tuple to a list, nan to nan."""
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(same_value(*pair) for pair in zip(left, right, strict=True))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, float) and isinstance(right, float) and math.isnan(left) and math.isnan(right):
        return True
    return left == right


def value_to_json(value: Value) -> Any:
    """Returns a value as JSON; what JSON lacks becomes an object with one key (``name``, ``tuple``, ``number``)."""
    if isinstance(value, Name):
        return {"name": value.dotted}
    if isinstance(value, tuple):
        return {"tuple": [value_to_json(item) for item in value]}
    if isinstance(value, list):
        return [value_to_json(item) for item in value]
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, complex) or not math.isfinite(value):
        return {"number": repr(value)}
    is_lost = abs(value) > _EXACT if isinstance(value, int) else value.is_integer()  # JSON takes 0.0 for 0
    return {"number": repr(value)} if is_lost else value


def value_from_json(data: Any) -> Value:
    """Returns the value that ``value_to_json`` wrote."""
    if isinstance(data, list):
        return [value_from_json(item) for item in data]
    if isinstance(data, dict):
        ((kind, content),) = data.items()
        if kind == "tuple":
            return tuple(value_from_json(item) for item in content)
        return Name(content) if kind == "name" else read_value(content)
    found: Value = data
    return found
