"""Finds the public modules of a library, and the public names of a module."""

from __future__ import annotations

import ast
import importlib
import logging
import pkgutil
import sys
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.catalog.inventory.attributes import attribute, text_attribute
from generator.libraries.library import Library

_MISSING = object()


@dataclass(frozen=True, slots=True)
class PublicName:
    """A public name, what it stands for, and whether its module lists it (``__all__``) or makes no list.

    ``owner`` is the class whose member it is, if it is one.
    """

    name: str
    value: Any
    listed: bool = True
    owner: type | None = None


def public_modules(library: Library) -> Iterator[tuple[str, types.ModuleType | None, str]]:
    """Yields the name of each public module, sorted, with the module, or with None and why it cannot be imported."""
    root = importlib.import_module(library.name)
    names = {name for name in sys.modules if name == library.name or name.startswith(f"{library.name}.")}
    failed: dict[str, str] = {}
    if library.imports_submodules:
        _import_below(root, library, failed)
        names |= {name for name in sys.modules if name.startswith(f"{library.name}.")} | set(failed)
    for name in sorted(names):
        if not library.skips(name):
            module = sys.modules.get(name)
            yield name, module, failed.get(name, "" if module else "模块没有加载")


def _import_below(package: types.ModuleType, library: Library, failed: dict[str, str]) -> None:
    for found in pkgutil.iter_modules(package.__path__):
        name = f"{package.__name__}.{found.name}"
        if library.skips(name) or found.name == "__main__":
            continue
        try:
            module = importlib.import_module(name)
        except Exception as error:  # noqa: BLE001  (whatever a module raises on import is a reason to report)
            failed[name] = f"无法导入：{type(error).__name__}: {error}".splitlines()[0]
            continue
        if hasattr(module, "__path__"):
            _import_below(module, library, failed)


def public_names(module: types.ModuleType) -> Iterator[PublicName]:
    """Yields the names in ``__all__``, and those without underscore that the module defines.

    A package also offers what its ``__init__`` imports from modules below it or from private ones of its library.
    A plain constant that ``__all__`` leaves out is no API. Without ``__all__``, a package counts as listing all that it
    offers, and a module as listing nothing, since its names are documented in the package.
    """
    listed = vars(module).get("__all__")
    own = _own_names(module)
    for name in sorted({*(listed or ()), *vars(module), *_properties(module), *own}):
        value = attribute(module, name, _MISSING)
        if value is _MISSING:
            continue
        if listed is not None and name in listed:
            yield PublicName(f"{module.__name__}.{name}", value)
        elif not name.startswith("_") and _is_offered(module, name, value, own, has_list=listed is not None):
            is_listed = listed is None and hasattr(module, "__path__")
            yield PublicName(f"{module.__name__}.{name}", value, listed=is_listed)


def is_annotation(value: Any) -> bool:
    """Tells whether a value is of use in annotations only: a type alias, a type variable.

    A class is not, whatever its metaclass: others inherit from a protocol, and a typed dictionary is filled.
    """
    if isinstance(value, type):
        return value is typing.Any
    return type(value).__module__ in {"typing", "typing_extensions", "_typing", "__future__"} or isinstance(
        value, types.GenericAlias | types.UnionType
    )


def _properties(module: types.ModuleType) -> Iterator[str]:
    """Yields the settings that a module's own class defines, such as ``torch.backends.cudnn.benchmark``."""
    if type(module) is not types.ModuleType:
        for name, value in vars(type(module)).items():
            if hasattr(type(value), "__set__"):
                yield name


def _is_offered(module: types.ModuleType, name: str, value: Any, own: frozenset[str], *, has_list: bool) -> bool:
    root = module.__name__.partition(".")[0]
    if isinstance(value, types.ModuleType):
        return name in own and _is_other_public_module(value, f"{module.__name__}.{name}")
    if isinstance(value, logging.Logger) or is_annotation(value):
        return False
    home = _home(value)
    if home.partition(".")[0] not in {"", root, "builtins"} or (not home and has_list):
        return False
    if home == "builtins":
        return name in own and not isinstance(value, type)
    is_package = hasattr(module, "__path__")
    return name in own or home == module.__name__ or (is_package and home.startswith(f"{module.__name__}."))


def _is_other_public_module(value: types.ModuleType, name: str) -> bool:
    """Tells whether a package offers one of its library's modules under a second name."""
    same_library = value.__name__.partition(".")[0] == name.partition(".")[0]
    return same_library and value.__name__ != name and "._" not in value.__name__


def _home(value: Any) -> str:
    """Returns the module that defines a value; empty for a plain constant."""
    if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType) or callable(value):
        return text_attribute(value, "__module__") or "builtins"
    home = type(value).__module__
    return "" if home == "builtins" else str(home)


def _own_names(module: types.ModuleType) -> frozenset[str]:
    """Returns the names that the module's source binds at its top level; all of its names where there is no source."""
    path = getattr(module, "__file__", None)
    if path is None or not path.endswith(".py") or not Path(path).is_file():
        return frozenset(vars(module))
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    package = module.__name__ if hasattr(module, "__path__") else ""
    return frozenset(_bound(tree.body, package))


def _bound(body: list[ast.stmt], package: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))
        elif isinstance(node, ast.ImportFrom):
            if package and _is_inside(node, package):
                yield from (alias.asname or alias.name for alias in node.names)
        else:
            for block in ("body", "orelse", "finalbody"):
                yield from _bound(getattr(node, block, []), package)


def _is_inside(node: ast.ImportFrom, package: str) -> bool:
    source = node.module or ""
    if node.level:
        return node.level == 1 or any(part.startswith("_") for part in source.split("."))
    same_library = source.partition(".")[0] == package.partition(".")[0]
    return same_library and (
        source.startswith(f"{package}.") or any(part.startswith("_") for part in source.split("."))
    )
