"""The public modules of an installed library, loaded."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import types
from collections.abc import Iterator

from generator.inventory.libraries import Library


def public_modules(library: Library) -> Iterator[tuple[str, types.ModuleType | None, str]]:
    """Name, module and, where a module cannot be imported, the reason instead of it; in the order of the names."""
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
