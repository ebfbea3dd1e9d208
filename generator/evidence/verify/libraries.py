"""Names the libraries that verification needs, and loads those of one side in a worker."""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from generator.libraries.registry import FRAMEWORKS, LIBRARIES, PACKAGES
from generator.model.record import Snippet
from generator.model.snippet_syntax import parse_code


def library(name: str) -> Any:
    """Returns the imported library, without types: what mypy says must not depend on what is installed."""
    return importlib.import_module(name)


def libraries_of(snippets: Iterable[Snippet]) -> tuple[str, ...]:
    """Returns the libraries whose versions matter to these snippets: the frameworks, and packages named or imported."""
    found = {known.name for known in LIBRARIES.values() if known.framework is not None}
    for snippet in snippets:
        for code in (snippet.torch, snippet.paddle):
            found |= set(_packages(code))
    return tuple(name for name in (*LIBRARIES, *sorted(found - set(LIBRARIES))) if name in found)


def _packages(code: str) -> Iterable[str]:
    tree = parse_code(code)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Name) and node.id in LIBRARIES:
            yield node.id
        elif isinstance(node, ast.Import):
            yield from (top for name in node.names if _matters(top := name.name.partition(".")[0]))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (top for top in [(node.module or "").partition(".")[0]] if _matters(top))


def _matters(package: str) -> bool:
    return package not in sys.stdlib_module_names and package not in {"numpy", "PIL"}


def preloads(snippets: Sequence[Snippet]) -> dict[str, tuple[str, ...]]:
    """Returns the modules that each side's worker imports before it runs these snippets."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(FRAMEWORKS, ())
    for known in LIBRARIES.values():
        codes = [getattr(snippet, known.side) for snippet in snippets]
        words = known.preloads if known.framework is not None else {**known.preloads, known.name: known.name}
        found[known.side] += tuple(module for word, module in words.items() if any(word in code for code in codes))
    return found


def load_side(side: str, modules: Iterable[str]) -> None:
    """Imports a side's framework, made to run on one CPU, and ``modules``."""
    FRAMEWORKS[side].start()
    for module in modules:
        known = LIBRARIES.get(module)
        if known is not None and known.prepare is not None:
            known.prepare()
        importlib.import_module(module)


class HiddenPackages(importlib.abc.MetaPathFinder):
    """Makes ``import`` refuse the packages of every side but ``side``, as where they are not installed."""

    def __init__(self, side: str) -> None:
        self._packages = other_packages(side)

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        """Returns None for what does not belong to another side.

        Raises:
            ModuleNotFoundError: it does.
        """
        del path, target
        if fullname.partition(".")[0] in self._packages:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def other_packages(side: str) -> frozenset[str]:
    """Returns the packages of every side but ``side``."""
    return frozenset(package for other, packages in PACKAGES.items() if other != side for package in packages)
