"""Finds out whether a step's code replaced a function: one it names, one that describes results, or a builtin.

A snippet that assigns to ``paddle.abs`` and then calls it proves nothing of ``paddle.abs``. The functions are noted
before the step's process exists, by a process that runs no record's code, and looked at after the step, in its process.
"""

from __future__ import annotations

import builtins
import json
import os
import re
import sys
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter, is_
from typing import Any

from generator.evidence.verify.libraries import library as load
from generator.evidence.verify.permitted import may_unpickle
from generator.libraries.registry import FRAMEWORKS

CHANGED_NAME = 98
"""The exit code of a child whose code replaced a function; it has said which on its standard error."""
_OWN = "generator."
_CHAIN = re.compile(r"[^\W\d]\w*(?:\.\w+)+")
_IMPORT = re.compile(r"\bfrom\s+([\w.]+)\s+import\b(.*)")
_code_of = attrgetter("__code__")


@dataclass(frozen=True, slots=True)
class Originals:
    """What names in the dictionary of a module or class stand for, and the code of those that are functions."""

    holder: Mapping[str, Any]
    names: tuple[str, ...]
    values: tuple[Any, ...]
    functions: tuple[types.FunctionType, ...]
    codes: tuple[types.CodeType, ...]

    @classmethod
    def of(cls, holder: Mapping[str, Any], names: Iterable[str]) -> Originals:
        """Returns those of ``names`` that stand for a class, a module or something to call."""
        kinds = (types.ModuleType, classmethod, staticmethod, property)
        found = {name: holder[name] for name in names if name in holder}
        found = {name: value for name, value in found.items() if callable(value) or isinstance(value, kinds)}
        functions = tuple(value for value in found.values() if isinstance(value, types.FunctionType))
        return cls(holder, tuple(found), tuple(found.values()), functions, tuple(map(_code_of, functions)))

    def changed(self) -> str | None:
        """Returns the first name bound to another object now, compared by identity: a class may redefine equality."""
        if not all(map(is_, map(self.holder.get, self.names), self.values)):
            return next(
                name for name, value in zip(self.names, self.values, strict=True) if self.holder.get(name) is not value
            )
        if not all(map(is_, map(_code_of, self.functions), self.codes)):
            return next(
                found.__name__
                for found, code in zip(self.functions, self.codes, strict=True)
                if found.__code__ is not code
            )
        return None


def originals_always(library: str) -> tuple[Originals, ...]:
    """Returns the functions that every step on ``library`` uses: of its tensors and layers, Python and this package."""
    classes = [_resolve(name) for name in FRAMEWORKS[library].classes]
    own = [module for name, module in sys.modules.items() if name.startswith(_OWN)]
    parts = [part for module in own for part in vars(module).values() if isinstance(part, type)]
    parts = [part for part in parts if part.__module__.startswith(_OWN)]
    holders = [vars(part) for part in {*classes, *parts, *own, builtins, json, os}]
    return (
        Originals.of(sys.modules, (library, "numpy", "json", "os")),
        *(Originals.of(holder, holder) for holder in holders),
    )


def originals_of(codes: Iterable[str], library: str) -> tuple[Originals, ...]:
    """Returns the functions and classes that ``codes`` name, with the modules and classes on the way to them."""
    roots = {library: load(library), "np": load("numpy"), "numpy": load("numpy")}
    found: dict[int, tuple[Mapping[str, Any], set[str]]] = {}
    for chain in {chain for code in codes for chain in _chains(code)}:
        first, *names = chain.split(".")
        owner = roots.get(first, sys.modules.get(first))
        for name in names:
            holder = getattr(owner, "__dict__", {})
            found.setdefault(id(holder), (holder, set()))[1].add(name)
            owner = holder.get(name)
    return tuple(Originals.of(holder, names) for holder, names in found.values() if holder)


def changed_name(originals: Iterable[Originals]) -> str | None:
    """Returns the first name that stands for something else now."""
    return next((name for found in originals if (name := found.changed())), None)


def watch_pickles(library: str) -> None:
    """Makes this process end, from now on, when unpickled data refers to anything but values of the libraries."""

    def look(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "pickle.find_class" and not may_unpickle(str(arguments[0]), str(arguments[1]), library):
            os.write(2, f"代码读取的数据要求 {arguments[0]}.{arguments[1]}\n".encode("utf-8", "replace"))
            os._exit(CHANGED_NAME)

    sys.addaudithook(look)


def _resolve(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    return getattr(load(module), attribute)


def _chains(code: str) -> set[str]:
    """Returns the dotted names in the code, also where they are imported: ``paddle.nn.functional.relu``."""
    imports = (match for match in _IMPORT.finditer(code))
    return {*_CHAIN.findall(code), *(f"{one[1]}.{name}" for one in imports for name in re.findall(r"\w+", one[2]))}
