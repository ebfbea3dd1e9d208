"""Attributes of objects that may refuse to be asked: ``torch.backends.cuda.cufft_plan_cache`` fails without CUDA."""

from __future__ import annotations

import inspect
from typing import Any


def attribute(value: Any, name: str, default: Any = None) -> Any:
    """``getattr`` that takes any failure for a missing attribute."""
    try:
        return getattr(value, name, default)
    except Exception:  # noqa: BLE001  (a library's ``__getattr__`` may raise anything)
        return default


def text_attribute(value: Any, name: str, default: str = "") -> str:
    """An attribute that ought to be text, ``default`` where it is not."""
    found = attribute(value, name)
    return found if isinstance(found, str) else default


def docstring(value: Any) -> str:
    """The docstring of code; a constant's type's docstring is not its own."""
    try:
        return inspect.getdoc(value) or ""
    except Exception:  # noqa: BLE001  (as above)
        return ""
