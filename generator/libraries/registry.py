"""Lists every library by the name it is imported under, and derives tables from the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from generator.libraries.library import Drafting, Framework, Library, Side
from generator.libraries.paddlepaddle import PADDLE
from generator.libraries.pytorch import TORCH
from generator.libraries.torchvision import TORCHVISION

LIBRARIES: Mapping[str, Library] = {library.name: library for library in (TORCH, PADDLE, TORCHVISION)}
"""Every library, in the order in which versions and inventories are listed."""

NAMES: Mapping[str, frozenset[str]] = {
    side: frozenset(library.name for library in LIBRARIES.values() if library.side == side) for side in get_args(Side)
}
"""The names of each side's libraries: what its code may use without saying where it comes from."""

PACKAGES: Mapping[str, frozenset[str]] = {
    side: frozenset(
        package
        for library in LIBRARIES.values()
        if library.side == side
        for package in (library.name, *library.packages)
    )
    for side in get_args(Side)
}
"""The packages that come with each side's libraries; the process that runs the other side's code has none of them."""

FRAMEWORKS: Mapping[str, Framework] = {
    library.side: library.framework for library in LIBRARIES.values() if library.framework is not None
}
"""The library of each side that brings the tensors."""

FRAMEWORK_NAMES = tuple(library.name for library in LIBRARIES.values() if library.framework is not None)
"""The names of these two: every page tells their versions."""

LAYERS: Mapping[str, tuple[str, ...]] = {
    side: tuple(prefix for library in LIBRARIES.values() if library.side == side for prefix in library.layers)
    for side in get_args(Side)
}
"""The prefixes of the modules that define each side's layers."""

PREFIXES: Mapping[str, str] = {library.name: library.becomes for library in LIBRARIES.values() if library.becomes}
"""What each library of the source side is replaced by where only the prefix changes."""


def library_of(api: str) -> Library | None:
    """Returns the library that a full API name begins with, or None for one that the project does not know."""
    return LIBRARIES.get(api.partition(".")[0])


def drafting_of(api: str) -> Drafting:
    """Returns what drafts use of the library that a full API name begins with."""
    library = library_of(api)
    return library.drafting if library is not None else Drafting()
