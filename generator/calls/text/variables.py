"""Finds every place of a text that refers to one variable, by Python's rules of scope."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from generator.calls.text.syntax import children

_Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
_REACHING = frozenset({"exec", "eval", "globals", "locals", "vars"})
"""Builtins by which a text may reach every variable that is seen where they are called."""


class Variables:
    """The variables of one module; a comprehension counts as part of what is around it."""

    def __init__(self, tree: ast.Module) -> None:
        self.parents: dict[ast.AST, ast.AST] = {}
        self._tree = tree
        self._scopes: dict[ast.AST, _Scope] = {}
        self._places: defaultdict[str, list[ast.Name]] = defaultdict(list)
        self._everywhere: dict[tuple[_Scope, str], Sequence[ast.Name]] = {}
        self._bound: set[tuple[_Scope, str]] = set()
        self._hidden: set[tuple[_Scope, str]] = set()
        """Those that something else than a name binds: parameters, imports, definitions, what is caught or matched."""
        self._declared: set[str] = set()
        """Names that a function declares for those of another scope."""
        self._stars: list[ast.ImportFrom] = []
        """The imports of all that another module has."""
        self._is_reached = False
        self._reached: set[_Scope] = set()
        waiting: list[tuple[ast.AST, _Scope]] = [(tree, tree)]
        while waiting:
            node, scope = waiting.pop()
            self._read(node, scope)
            inner = _body(node)
            for child in reversed(children(node)):
                self.parents[child] = node
                waiting.append((child, node if child in inner and isinstance(node, _Scope) else scope))

    def is_builtin(self, name: str) -> bool:
        """Tells whether a name that no scope of the text binds can only be a builtin's."""
        return not self._stars and name not in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(name for _, name in self._bound | self._hidden)

    def places(self, node: ast.Name) -> Sequence[ast.Name] | None:
        """Returns every place of the variable that a name stands for, those in inner functions among them.

        None where anything but these may bind or reach it: a caller, an import, ``global``, ``exec``.
        """
        name, scope = node.id, self._scope(node)
        is_shared = scope is self._tree and bool(self._stars)
        if (
            (is_shared and not self._is_bound_after_stars(node))
            or self._reaches(scope)
            or name in self._declared
            or (scope, name) in self._hidden
        ):
            return None
        return None if isinstance(scope, ast.ClassDef) else self.everywhere(node)

    def everywhere(self, node: ast.Name) -> Sequence[ast.Name]:
        """Returns every place of the variable that a name stands for, whatever else may bind or reach it."""
        variable = scope, name = self._scope(node), node.id
        if variable not in self._everywhere:
            self._everywhere[variable] = tuple(each for each in self._places[name] if self._scope(each) is scope)
        return self._everywhere[variable]

    def _is_bound_after_stars(self, node: ast.Name) -> bool:
        """Tells whether a module statement binds a variable after every ``import *`` and before its other places."""
        first, *others = sorted(self.everywhere(node), key=_start)
        statement = self.parents[first]
        if not isinstance(statement, ast.Assign) or self.parents[statement] is not self._tree:
            return False
        is_after = all(_start(star) < _start(statement) for star in self._stars)
        return is_after and all(_start(other) >= _end(statement) for other in others)

    def scope(self, node: ast.Name) -> ast.AST:
        """Returns the module, function or class whose variable a name stands for.

        It is the module where a function declares the name ``global``.
        """
        return self.seen_from(node, node.id)

    def binding_scope(self, node: ast.AST) -> ast.AST:
        """Returns the module, function or class in which a name, a parameter or a definition is bound."""
        if isinstance(node, ast.arg):
            return self.parents[self.parents[node]]
        name = node.id if isinstance(node, ast.Name) else getattr(node, "name", "")
        return self._tree if name in self._declared else self._scopes[node]

    def seen_from(self, node: ast.AST, name: str) -> ast.AST:
        """Returns the module, function or class whose variable a name would stand for in the place of a node.

        It is the module where nothing around binds the name.
        """
        return self._tree if name in self._declared else self._around(node, name)

    def rebinds(self, node: ast.Name) -> bool:
        """Tells whether only a caller and statements of its own function may bind the parameter a name stands for."""
        scope = self._scope(node)
        return isinstance(scope, ast.FunctionDef) and not self._reaches(scope) and node.id not in self._declared

    def gathering(self, node: ast.Name) -> ast.FunctionDef | None:
        """Returns the function whose ``**`` parameter a name stands for, where only a caller binds it."""
        function = self._scope(node)
        is_free = (
            not self._reaches(function) and node.id not in self._declared and (function, node.id) not in self._bound
        )
        match function:
            case ast.FunctionDef(args=ast.arguments(kwarg=ast.arg(arg=name))) if name == node.id and is_free:
                return function
        return None

    def calls(self, function: ast.FunctionDef) -> list[ast.Call]:
        """Returns every call of a function, or of the class it constructs; empty if the text uses it otherwise too."""
        owner = self.parents[function]
        called = owner if isinstance(owner, ast.ClassDef) and function.name == "__init__" else function
        scope = self._scopes[called]
        is_own = (scope, called.name) not in self._bound and called.name not in self._declared
        defined = [
            each for each, around in self._scopes.items() if around is scope and called.name in bound_names(each)
        ]
        if isinstance(scope, ast.ClassDef) or called.decorator_list or not is_own or len(defined) > 1:
            return []
        found = [(each, self.parents[each]) for each in self._places[called.name] if self._scope(each) is scope]
        calls = [parent for each, parent in found if isinstance(parent, ast.Call) and parent.func is each]
        return calls if all(parent in calls or _is_super(parent) for _, parent in found) else []

    def _scope(self, node: ast.Name) -> _Scope:
        """Returns the scope whose variable a name stands for."""
        return self._around(node, node.id)

    def _around(self, node: ast.AST, name: str) -> _Scope:
        """Returns the innermost scope around a node that binds a name; the body of a class is one for itself alone."""
        scope = self._scopes[node]
        is_own = True
        while scope is not self._tree:
            has_it = (scope, name) in self._bound or (scope, name) in self._hidden
            if has_it and (is_own or not isinstance(scope, ast.ClassDef)):
                return scope
            scope, is_own = self._scopes[scope], False
        return scope

    def _reaches(self, scope: _Scope) -> bool:
        return self._is_reached or scope in self._reached

    def _reach(self, builtin: ast.Name, scope: _Scope) -> None:
        """Records whose variables a builtin may reach.

        Those of the module for ``globals``, of all enclosing scopes of the call otherwise.
        """
        parent = self.parents[builtin]
        call = parent if isinstance(parent, ast.Call) and parent.func is builtin else None
        if builtin.id == "vars" and (
            call is None or call.args
        ):  # the attributes of an object, if it is no other variable
            return
        self._is_reached = self._is_reached or call is None  # it may be called elsewhere
        around: _Scope = self._tree if builtin.id == "globals" else scope
        while around not in self._reached:
            self._reached.add(around)
            around = self._scopes[around]

    def _read(self, node: ast.AST, scope: _Scope) -> None:
        self._scopes[node] = scope
        match node:
            case ast.Name(id=name, ctx=context):
                self._places[name].append(node)
                if name in _REACHING:
                    self._reach(node, scope)
                if not isinstance(context, ast.Load):
                    self._bound.add((scope, name))
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                self._declared.update(names)
            case ast.ImportFrom(names=[ast.alias(name="*")]):
                self._stars.append(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            self._hidden.update((node, argument.arg) for argument in _parameters(node.args))
        self._hidden.update((scope, name) for name in bound_names(node))


def _start(node: ast.stmt | ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def _is_super(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="super")):
            return True
    return False


def _body(node: ast.AST) -> set[ast.AST]:
    """Returns the nodes of a function or class in its own scope.

    Its decorators and defaults are in the enclosing scope.
    """
    match node:
        case ast.Lambda(body=body):
            return {body}
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body) | ast.ClassDef(body=body):
            return set(body)
    return set()


def _parameters(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from filter(None, (arguments.vararg, arguments.kwarg))


def imported_names(body: Iterable[ast.stmt]) -> frozenset[str]:
    """Returns the names that the imports among some statements bind."""
    imports = (node for node in body if isinstance(node, ast.Import | ast.ImportFrom))
    return frozenset(name for node in imports for name in bound_names(node))


def bound_names(node: ast.AST) -> Iterator[str]:
    """Yields the names that a node itself binds in the scope around it, where it is no name."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
