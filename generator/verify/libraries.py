"""Which libraries verification needs: whether they are installed, and how a worker loads them."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import sys
from collections.abc import Iterable
from typing import Any

from generator.inventory.libraries import LIBRARIES
from generator.inventory.torchvision_operators import declare_torchvision_operators
from generator.model.record import Snippet

ALWAYS = ("torch", "paddle")
_PRELOAD = {"optim": "torch._dynamo"}
"""A word in torch code, and the slow module that torch loads when such code first runs: better once than each time."""


def library(name: str) -> Any:
    """The imported library, without types: what mypy says must not depend on what is installed."""
    return importlib.import_module(name)


def distributions(name: str) -> tuple[str, ...]:
    """The distributions that may provide a library, the usual one first."""
    return LIBRARIES[name].distributions if name in LIBRARIES else (name,)


def installed_version(name: str) -> str | None:
    """The version without its local part (``2.13.0`` for ``2.13.0+cpu``), or None where it is not installed."""
    for package in distributions(name):
        try:
            return importlib.metadata.version(package).partition("+")[0]
        except importlib.metadata.PackageNotFoundError:
            continue
    return None


def libraries_of(snippets: Iterable[Snippet]) -> tuple[str, ...]:
    """The libraries whose versions matter to these snippets: torch, paddle, and the packages they name or import."""
    found = set(ALWAYS)
    for snippet in snippets:
        for code in (snippet.torch, snippet.paddle):
            found |= set(_packages(code))
    return tuple(name for name in (*LIBRARIES, *sorted(found - set(LIBRARIES))) if name in found)


def _packages(code: str) -> Iterable[str]:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in LIBRARIES:
            yield node.id
        elif isinstance(node, ast.Import):
            yield from (top for name in node.names if _matters(top := name.name.partition(".")[0]))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (top for top in [(node.module or "").partition(".")[0]] if _matters(top))


def _matters(package: str) -> bool:
    return package not in sys.stdlib_module_names and package not in {"numpy", "PIL"}


def preloads(snippets: Iterable[Snippet]) -> tuple[str, ...]:
    """Modules that a worker had better import before it starts on these snippets."""
    codes = [snippet.torch for snippet in snippets]
    found = [module for word, module in _PRELOAD.items() if any(word in code for code in codes)]
    return (*found, *(["torchvision"] if any("torchvision" in code for code in codes) else []))


def load_libraries(modules: Iterable[str]) -> None:
    """Imports both libraries and ``modules``, and makes one thread do all the work."""
    library("torch").set_num_threads(1)
    library("paddle").set_device("cpu")
    for module in modules:
        if module == "torchvision":
            declare_torchvision_operators()
        importlib.import_module(module)
