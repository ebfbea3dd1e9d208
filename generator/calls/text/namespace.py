"""What binds each name of a module or class body, as far as one statement alone decides that."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported name: the module's path, with leading dots if relative, and the name in it, empty for the module."""

    path: str
    name: str = ""


Binding = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr | Imported


class Namespace:
    """The names that a body binds once, by a statement that always runs; all others are uncertain.

    Uncertain are names that are bound again, in a branch or a loop, by unpacking, or by ``global`` in a function. Those
    bound before an ``import *``, which may bind any, are kept apart, with the modules that may bind them anew. The same
    import twice is one: ``import torch`` and ``import torch.utils.data``. An import in ``try`` counts, even where a
    handler puts None in its place: code that uses the name runs where the import worked.
    """

    def __init__(self, body: Sequence[ast.stmt], *, rebound: frozenset[str] = frozenset()) -> None:
        self.certain: dict[str, Binding] = {}
        self.annotations: dict[str, ast.expr] = {}
        self.uncertain: set[str] = set()
        self.stars: list[str] = []
        """The modules of all of which the names are imported, as they are written; empty for one that is uncertain."""
        self.before_stars: dict[str, int] = {}
        """How many stars came before each certain name that others come after."""
        self.replaced: set[tuple[str, str]] = set()
        """Members that a statement of the body replaces: the name of the object and the member's."""
        for statement in body:
            for name, binding in self._bindings(statement):
                self._bind(name, binding)
        for name in rebound:
            self._bind(name, None)

    def find(self, name: str) -> Binding | None:
        """Returns what binds a name; None where that is uncertain, or nothing does, or a star after it may."""
        return None if name in self.before_stars else self.certain.get(name)

    def has(self, name: str) -> bool:
        """Tells whether anything in the body binds a name."""
        return name in self.certain or name in self.uncertain

    def _bind(self, name: str, binding: Binding | None) -> None:
        if name == "*":
            for each in self.certain:
                self.before_stars.setdefault(each, len(self.stars))
            self.stars.append(binding.path if isinstance(binding, Imported) else "")
            return
        if binding is None or (self.has(name) and self.certain.get(name) != binding):
            self.certain.pop(name, None)
            self.uncertain.add(name)
        else:
            self.certain[name] = binding
        self.before_stars.pop(name, None)

    def _bindings(self, node: ast.stmt) -> Iterator[tuple[str, Binding | None]]:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if not any(_ends_with(each, _PARTS) for each in node.decorator_list):
                    yield node.name, node
            case ast.ClassDef(name=name):
                yield name, node
            case ast.Import() | ast.ImportFrom():
                yield from imports(node)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from self._target(target, value)
            case ast.AnnAssign(target=target, annotation=annotation, value=value):
                if isinstance(target, ast.Name):
                    self.annotations[target.id] = annotation
                if value is not None:
                    yield from self._target(target, value)
            case ast.Try():
                yield from _guarded(node)
            case ast.If(test=test, body=body, orelse=orelse) if _ends_with(test, {"TYPE_CHECKING"}):
                for inner in body:
                    yield from self._bindings(inner)
                for inner in orelse:
                    yield from _any_names(inner)
            case ast.Expr(value=ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=owner), member, _])):
                if isinstance(member, ast.Constant):
                    self.replaced.add((owner, str(member.value)))
                else:
                    yield owner, None
            case _:
                yield from _any_names(node)

    def _target(self, target: ast.expr, value: ast.expr) -> Iterator[tuple[str, Binding | None]]:
        match target:
            case ast.Name(id=name):
                yield name, value
            case ast.Attribute(value=ast.Name(id=owner), attr=member):
                self.replaced.add((owner, member))
            case _:
                yield from _any_names(target)


_IMPORTS = (ast.Import, ast.ImportFrom)
_PARTS = frozenset({"overload", "setter", "getter", "deleter"})
"""Decorators of definitions that add to one of the same name."""


def imports(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Imported]]:
    """Yields the names that an import binds; ``*`` stands for any."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            path = alias.name if alias.asname else alias.name.partition(".")[0]
            yield alias.asname or path, Imported(path)
        return
    path = "." * node.level + (node.module or "")
    for alias in node.names:
        yield alias.asname or alias.name, Imported(path, alias.name)


def _guarded(node: ast.Try) -> Iterator[tuple[str, Binding | None]]:
    """Returns what ``try`` binds: its imports count, and all else is uncertain, but for None in their place."""
    imported = [pair for each in node.body if isinstance(each, _IMPORTS) for pair in imports(each)]
    yield from imported
    names = {name for name, _ in imported}
    handled = (each for handler in node.handlers for each in handler.body)
    for each in (*node.body, *handled, *node.orelse, *node.finalbody):
        match each:
            case ast.Import() | ast.ImportFrom() if each in node.body:
                continue
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=None)) if name in names:
                continue
        yield from _any_names(each)


def _any_names(node: ast.AST) -> Iterator[tuple[str, None]]:
    """Yields every name that a node binds somewhere, without what functions in it do."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        match each:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, None
                continue
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name, None
            case ast.Import() | ast.ImportFrom():
                for name, _ in imports(each):
                    yield name, None
        waiting += ast.iter_child_nodes(each)


def _ends_with(node: ast.expr, names: set[str] | frozenset[str]) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in names
        case ast.Call(func=function):
            return _ends_with(function, names)
    return False
