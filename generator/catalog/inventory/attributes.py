"""Reads attributes that may raise: ``torch.backends.cuda.cufft_plan_cache`` fails without CUDA."""

from __future__ import annotations

import inspect
from typing import Any


def attribute(value: Any, name: str, default: Any = None) -> Any:
    """Works as ``getattr``, but takes any exception for a missing attribute."""
    try:
        return getattr(value, name, default)
    except Exception:  # noqa: BLE001  (a library's ``__getattr__`` may raise anything)
        return default


def text_attribute(value: Any, name: str, default: str = "") -> str:
    """Returns an attribute if it is text, else ``default``."""
    found = attribute(value, name)
    return found if isinstance(found, str) else default


def docstring(value: Any) -> str:
    """Returns the docstring of an object, empty where reading it fails."""
    try:
        return inspect.getdoc(value) or ""
    except Exception:  # noqa: BLE001  (as above)
        return ""
