"""Learns the public names of a module that cannot be imported, because a package is absent, from its source alone."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from generator.catalog.inventory.stubs import Declared, Stub, read_stub, signatures
from generator.model.inventory import ApiEntry, ApiKind

_SOURCE = "stub"
"""The source is read as a stub is: nothing of it runs."""


def unimported_names(module: str) -> Iterator[ApiEntry]:
    """Yields the names that a module's source offers, with the members of its classes; none where there is no source.

    Offered are the names in ``__all__``, or without it the classes and functions that the module defines. Of a class
    from an absent package only the name is known; of anything else from there, the kind is not known either.
    """
    path = _source_of(module)
    if path is None:
        return
    tree, own = ast.parse(path.read_text(encoding="utf-8")), read_stub(path)
    homes = dict(_imported(tree, path, module))
    names = _listed(tree) or sorted(name for name in {*own.bases, *own.declared} if "." not in name)
    for name in names:
        if not name.startswith("_"):
            home, original = homes.get(name, (path, name))
            yield from _entries(f"{module}.{name}", original, read_stub(home) if home is not None else Stub())


def _entries(api: str, name: str, found: Stub) -> Iterator[ApiEntry]:
    if name in found.bases:
        yield _entry(api, ApiKind.CLASS, found.declared.get(f"{name}.__init__", ()))
        for member, declared in found.declared.items():
            own = member.removeprefix(f"{name}.")
            if own != member and "." not in own and not own.startswith("_"):
                kind = ApiKind.METHOD if declared[0].signature is not None else ApiKind.PROPERTY
                yield _entry(f"{api}.{own}", kind, declared)
    elif name in found.declared:
        yield _entry(api, ApiKind.FUNCTION, found.declared[name])
    elif name[0].isupper():
        yield ApiEntry(api, ApiKind.CLASS, unreadable="来自没有安装的包")


def _entry(api: str, kind: ApiKind, declared: tuple[Declared, ...]) -> ApiEntry:
    found = signatures(declared)
    return ApiEntry(api, kind, found, _SOURCE if found else "")


def _source_of(module: str) -> Path | None:
    """Returns the file of a module, whose parent can be imported."""
    spec = importlib.util.find_spec(module)
    origin = spec.origin if spec is not None else None
    return Path(origin) if origin is not None and origin.endswith(".py") else None


def _listed(tree: ast.Module) -> list[str]:
    """Returns the names in ``__all__``, where that is a plain list."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(it, ast.Name) and it.id == "__all__" for it in node.targets):
            try:
                return [str(name) for name in ast.literal_eval(node.value)]
            except ValueError:
                return []
    return []


def _imported(tree: ast.Module, path: Path, module: str) -> Iterator[tuple[str, tuple[Path | None, str]]]:
    """Yields each imported name with the file that defines it, None for one of another package, and its name there."""
    package = path.name == "__init__.py"
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            beside = path.parent / f"{node.module}.py" if node.level == 1 and node.module and package else None
            own = node.module is not None and node.module.startswith(f"{module}.")
            if own and node.module is not None:
                beside = path.parent / f"{node.module.removeprefix(f'{module}.').replace('.', '/')}.py"
            for alias in node.names:
                yield alias.asname or alias.name, (beside if beside is None or beside.is_file() else None, alias.name)
