"""Resolves the names that annotations in a source file, a stub or a docstring use."""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import sys
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.catalog.inventory.attributes import attribute

UNRESOLVED = object()
"""Stands for what an import in a file does not lead to."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What names stand for, the innermost place first: an object, or the expression that a type alias is made of."""

    places: tuple[Mapping[str, Any], ...] = ()

    def get(self, name: str, default: Any) -> Any:
        """Returns what the name stands for, or the default."""
        return next((place[name] for place in self.places if name in place), default)

    def hiding(self, name: str) -> Scope:
        """Returns the scope without one name, so that the resolution of a recursive alias ends."""
        return Scope(({name: UNRESOLVED}, *self.places))


def module_scope(names: Mapping[str, Any]) -> Scope:
    """Returns the scope of a Python module by its globals; it holds what the file imports for type checkers only."""
    return Scope((names, vars(builtins), FileNames(names.get("__file__") or "", names.get("__name__") or "")))


def stub_scope(path: Path, module: str) -> Scope:
    """Returns the scope of a stub: its own imports and aliases, then what the module that it describes holds."""
    found = sys.modules.get(module)
    return Scope((FileNames(str(path), module), vars(found) if found else {}, vars(builtins)))


def document_scope(root: str) -> Scope:
    """Returns the scope of docstrings, which write ``Tensor``, ``List[int]`` and ``number`` for what a call returns."""
    words = {"number": int | float | bool, "Number": int | float | bool}
    plain = {name: getattr(builtins, name) for name in ("bool", "int", "float", "str", "tuple", "list", "dict")}
    generic = {name: getattr(typing, name) for name in ("List", "Tuple", "Dict", "Optional", "Union")}
    return Scope((words, plain, generic, {root: sys.modules[root]}, vars(sys.modules[root])))


@dataclass(frozen=True)
class FileNames(Mapping[str, Any]):
    """The names that the imports and the type aliases of a file bind; imports happen on demand."""

    path: str
    module: str

    def __getitem__(self, name: str) -> Any:
        bound = _bindings(self.path)[name]
        return self._imported(*bound) if isinstance(bound, tuple) else bound

    def __iter__(self) -> Iterator[str]:
        return iter(_bindings(self.path))

    def __len__(self) -> int:
        return len(_bindings(self.path))

    def _imported(self, source: str, name: str) -> Any:
        level = len(source) - len(source.lstrip("."))
        if level:
            is_package = Path(self.path).stem == "__init__"
            package = self.module.split(".")[: len(self.module.split(".")) - level + is_package]
            source = ".".join([*package, *filter(None, [source[level:]])])
        try:
            module = importlib.import_module(source)
            found = attribute(module, name, UNRESOLVED) if name else module
            return importlib.import_module(f"{source}.{name}") if found is UNRESOLVED else found
        except Exception:  # noqa: BLE001  (what a type checker imports need not be there, and may raise anything)
            return UNRESOLVED


@functools.cache
def _bindings(path: str) -> Mapping[str, tuple[str, str] | ast.expr]:
    """Returns what the top level of a file binds: module and name of an import, or a type alias's expression."""
    if not path.endswith((".py", ".pyi")) or not Path(path).is_file():
        return {}
    return dict(_bound(ast.parse(Path(path).read_text(encoding="utf-8")).body))


def _bound(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[str, str] | ast.expr]]:
    for node in body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, ("." * node.level + (node.module or ""), alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield (
                    alias.asname or alias.name.partition(".")[0],
                    (
                        alias.name if alias.asname else alias.name.partition(".")[0],
                        "",
                    ),
                )
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            if ast.unparse(node.annotation).endswith("TypeAlias"):
                yield node.target.id, node.value
        elif isinstance(node, ast.If | ast.Try):
            yield from _bound(node.body)
            yield from _bound(node.orelse)
