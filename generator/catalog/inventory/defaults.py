"""Writes default values as short source text that is the same in every process and on every machine."""

from __future__ import annotations

import enum
import math
import re
import types
from typing import Any

_LONGEST = 60
"""Longest ``repr`` that is taken over, in characters."""
_ADDRESS = re.compile(r"<(?:\w+ )?(?:[\w.]+\.)?(\w+)(?: object)?(?: [^<>]*)? at 0x[0-9a-fA-F]+>")
_MEMBER = re.compile(r"<([A-Za-z_][\w.]*): -?\d+>")
_PLAIN = (bool, int, str, bytes, type(None), type(Ellipsis))


def stable_text(text: str) -> str:
    """Removes addresses from source or documentation, and writes an enumeration's member by its name."""
    return _MEMBER.sub(r"\1", _ADDRESS.sub(r"<\1>", text))


def default_text(value: Any) -> str:
    """Returns Python source for a default where there is one, else the name of its type in angle brackets."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__qualname__}.{value.name}"
    if type(value) in _PLAIN:
        return "..." if value is ... else repr(value)
    if isinstance(value, float):
        return _float_text(value)
    if isinstance(value, (tuple, list, set, frozenset, dict)):
        return _collection_text(value)
    if isinstance(value, (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType)):
        return _qualified_name(value)
    return _object_text(value)


def _float_text(value: float) -> str:
    return repr(float(value)) if math.isfinite(value) else f"float('{float(value)}')"


def _collection_text(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{default_text(key)}: {default_text(item)}" for key, item in value.items()) + "}"
    items = [default_text(item) for item in value]
    if isinstance(value, list):
        return f"[{', '.join(items)}]"
    if isinstance(value, tuple):
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    return "{" + ", ".join(sorted(items)) + "}" if items else f"{type(value).__name__}()"


def _qualified_name(value: Any) -> str:
    if isinstance(value, types.ModuleType):
        return value.__name__
    name = str(value.__qualname__).replace("<locals>.", "")
    module = getattr(value, "__module__", None)
    if name.endswith("<lambda>"):
        return "<lambda>"
    return name if module in {None, "builtins"} else f"{module}.{name}"


def _object_text(value: Any) -> str:
    text = stable_text(repr(value))
    return text if len(text) <= _LONGEST and text.isprintable() else f"<{type(value).__qualname__}>"
