"""Which torch name, if any, an expression of a text refers to by an import."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from generator.calls.inference.infer import Inference
from generator.calls.inference.scopes import Modules
from generator.calls.knowledge.kinds import Kind, Name, options_of
from generator.calls.knowledge.knowledge import Knowledge
from generator.calls.knowledge.names import PublicNames
from generator.calls.text.parsed import Parsed
from generator.calls.text.variables import bound_names, imported_names

_OTHER_TENSORS = ("tensorflow", "jax", "mxnet")
"""Packages whose Tensors have members of the same names."""


class References:
    """The torch names that expressions of one text stand for, each looked up once."""

    def __init__(self, parsed: Parsed, inference: Inference, knowledge: Knowledge) -> None:
        self._inference = inference
        self._knowledge = knowledge
        self._names = knowledge.names
        self._variables = inference.displays.variables
        self._imported, self._others = _imported(parsed.nodes, knowledge.names, inference)
        self._found: dict[ast.expr, str] = {}
        self._several: dict[ast.expr, tuple[str, ...]] = {}

    def path(self, node: ast.expr) -> str:
        """Returns the dotted torch path that a name or attribute stands for; empty where it stands for none.

        What a variable holds is none, unless it is a module: another value may be put there, by a caller for one.
        """
        if not isinstance(node, ast.Name | ast.Attribute):
            return ""
        if node not in self._found:
            self._found[node] = self._referred(node)
        return self._found[node]

    def several(self, node: ast.expr) -> tuple[str, ...]:
        """Returns the torch names that an expression may stand for, by different imports; empty if one or none.

        One alone is what a name is imported for that something else binds as well.
        """
        self.path(node)
        return self._several.get(node, ())

    def looked_up(self, node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
        """Returns the module and the name of a function that is looked up in it by its name, where that is recorded."""
        match node:
            case ast.Subscript(value=ast.Attribute(value=module, attr="__dict__"), slice=name):
                found: tuple[ast.expr, ast.expr] | None = module, name
            case _:
                found = self.named_in(node)
        return found if found is not None and self.path(found[0]) in self._knowledge.lookups else None

    def named_in(self, node: ast.AST | None) -> tuple[ast.expr, ast.expr] | None:
        """Returns the module of torch and the name of what ``getattr`` takes from it; None for all else."""
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[module, name], keywords=[]) if self._names.is_module(
                self.path(module)
            ):
                return module, name
        return None

    def module(self, node: ast.expr) -> str:
        """Returns the dotted name of an attribute of an imported module; empty for any other expression."""
        match node:
            case ast.Attribute(value=inner, attr=name) if parent := self.module(inner):
                return f"{parent}.{name}"
            case ast.Name(id=name) if self._is_import(node):
                return name
        return ""

    def is_imported(self, name: str) -> bool:
        """Tells whether nothing but imports binds a name in the text."""
        return name in self._imported and all(other != name for _, other in self._others)

    def _is_import(self, node: ast.Name) -> bool:
        """Tells whether a name stands for something that only imports bind.

        A method or a parameter of the same name is another variable.
        """
        return node.id in self._imported and (self._variables.scope(node), node.id) not in self._others

    def _referred(self, node: ast.Name | ast.Attribute) -> str:
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return ""
        if isinstance(node, ast.Attribute) and self._knowledge.is_value(self.path(node.value)):
            return ""  # a member of a value: of a version's text, for one
        if not self._is_import(root) and not any(map(self._is_module, options_of(self._inference.kind(root)))):
            kind = self._inference.kind(node)
            is_global = root is node and isinstance(self._variables.scope(root), ast.Module)
            if is_global and root.id in self._imported and isinstance(kind, Name) and self._names.find(kind.path):
                self._several[node] = (kind.path,)  # what is imported, as far as the text was followed
            return ""
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            path = self.path(node.value)
            return f"{path}.{node.attr}" if path else ""
        found = [kind.path for kind in options_of(self._inference.kind(node)) if isinstance(kind, Name)]
        if len(found) > 1 and all(self._names.find(path) is not None for path in found):
            self._several[node] = tuple(sorted(found))
        return found[0] if len(found) == 1 and self._names.belongs(found[0]) else ""

    def _is_module(self, kind: Kind) -> bool:
        return isinstance(kind, Name) and self._names.is_module(kind.path)


def refers_to_torch(parsed: Parsed, knowledge: Knowledge, modules: Modules | None) -> bool:
    """Tells whether a text names torch or a module with a flavour for it, or imports such a name from its project."""
    is_flavoured = any(name in parsed.source for name in knowledge.flavours)
    return _names_torch(parsed, knowledge.names) or is_flavoured or _takes_torch(parsed, knowledge.names, modules)


def may_be_handed_torch(parsed: Parsed, modules: Modules | None) -> bool:
    """Tells whether a text that does not refer to torch may receive its objects from other files of its project."""
    return modules is not None and modules.uses_torch and not any(name in parsed.source for name in _OTHER_TENSORS)


def _names_torch(parsed: Parsed, names: PublicNames) -> bool:
    """Tells whether the text imports torch, or uses its name unbound as snippets do."""
    if not any(package in parsed.source for package in names.packages):
        return False
    for node in parsed.nodes:
        match node:
            case ast.Name(id=name) | ast.ImportFrom(module=str(name), level=0) if names.belongs(name):
                return True
            case ast.Import(names=aliases) if any(names.belongs(alias.name) for alias in aliases):
                return True
    return False


def _takes_torch(parsed: Parsed, names: PublicNames, modules: Modules | None) -> bool:
    """Tells whether the text imports torch, or a module of it, from another file of its project."""
    if modules is None:
        return False
    for node in parsed.nodes:
        if not isinstance(node, ast.ImportFrom):
            continue
        module = modules.imported("." * node.level + (node.module or ""))
        if module is None:
            continue
        taken = [alias.name for alias in node.names]
        kinds = modules.starred(module)[0].values() if taken == ["*"] else [modules.member(module, n) for n in taken]
        if any(isinstance(kind, Name) and names.belongs(kind.path) for kind in kinds):
            return True
    return False


def bound_instead(node: ast.Try | ast.TryStar) -> set[ast.AST]:
    """Returns what the handlers of ``try`` bind in the place of names that its body imports."""
    imported = imported_names(node.body)
    handled = [inner for handler in node.handlers for each in handler.body for inner in ast.walk(each)]
    names = (each for each in handled if isinstance(each, ast.Name) and each.id in imported)
    definitions = (each for each in handled if not imported.isdisjoint(bound_names(each)))
    return {*names, *definitions}


def _imported(
    nodes: Iterable[ast.AST], names: PublicNames, inference: Inference
) -> tuple[frozenset[str], frozenset[tuple[ast.AST, str]]]:
    """Returns the names that imports bind, and those that something else binds, with the scopes that do."""
    imported: set[str] = set()
    by_star: set[str] = set()
    others: set[tuple[ast.AST, str]] = set()
    only_torch = True
    instead: set[ast.AST] = set()
    scope = inference.displays.variables.binding_scope
    for node in nodes:
        if node in instead:
            continue
        if isinstance(node, ast.Try | ast.TryStar):
            instead |= bound_instead(node)
        elif isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                others.add((scope(node), node.id))
        elif isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            imported.update(inference.starred("." * node.level + (node.module or "")))
            by_star.update(path.rpartition(".")[2] for path in names.children(node.module or ""))
            only_torch = only_torch and node.level == 0 and names.belongs(node.module or "")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imported.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.arg):
            others.add((scope(node), node.arg))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            others.add((scope(node), node.name))
    return frozenset(imported | by_star if only_torch else imported), frozenset(others)
