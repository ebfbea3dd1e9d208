"""Finds the installed version of a library without importing it."""

from __future__ import annotations

import importlib.metadata
import importlib.util

from generator.libraries.registry import LIBRARIES


def distributions(name: str) -> tuple[str, ...]:
    """Returns the distributions that may provide a package, the usual one first."""
    return LIBRARIES[name].distributions if name in LIBRARIES else (name,)


def installed_version(name: str) -> str | None:
    """Returns the installed release (``2.13.0`` for ``2.13.0+cpu``), or None; the package is not imported for it.

    Empty where a package is there and no distribution says which release it is.
    """
    if importlib.util.find_spec(name) is None:
        return None
    for distribution in distributions(name):
        try:
            return importlib.metadata.version(distribution).partition("+")[0]
        except importlib.metadata.PackageNotFoundError:
            continue
    return ""
