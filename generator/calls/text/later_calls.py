"""Finds the calls in one text of a class or function that it passes on, by the names it is assigned to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from generator.calls.text.parsed import Parsed
from generator.calls.text.syntax import defaults_of, enclosing

Named = tuple[str, bool]
"""A variable, parameter or keyword, or the attribute of any object; ``name()`` is what a call of a function gives."""
Filled = Callable[[ast.Call], Mapping[ast.expr, str]]
"""The parameters of the text's own function that the arguments of a call fill."""
_DISPLAYS = (ast.IfExp, ast.BoolOp, ast.Dict, ast.List, ast.Tuple)
_READING = frozenset({"get", "items", "pop", "values"})
"""The methods of a dictionary that give what it holds."""


class LaterCalls:
    """Finds the calls in a text of what its variables, parameters and attributes hold.

    Names are compared alone: those of other objects and functions count as well.
    """

    def __init__(self, parsed: Parsed, filled: Filled) -> None:
        self._nodes = parsed.nodes
        self._parents = parsed.parents
        self._filled = filled

    def of(self, node: ast.expr) -> list[ast.Call]:
        """Returns the calls in the text of what an expression is given the name of."""
        names = self._names(node)
        calls = (each for each in self._nodes if isinstance(each, ast.Call)) if names else ()
        return [call for call in calls if _name(call.func) in names]

    def pass_only(self, node: ast.expr, count: int) -> bool:
        """Tells whether every call found passes ``count`` positional arguments and nothing else, and there is one.

        The calls are those of ``of``; keywords and ``*args`` rule it out.
        """
        calls = self.of(node)
        return bool(calls) and all(
            len(call.args) == count and not call.keywords and not any(isinstance(a, ast.Starred) for a in call.args)
            for call in calls
        )

    def only_asked(self, argument: ast.expr) -> bool:
        """Tells whether all that the text does with the argument of a call is ``isinstance``, or to pass it on so."""
        names = self._names(argument)
        read = [each for each in self._nodes if isinstance(each, ast.Name | ast.Attribute) and _name(each) in names]
        asked = [each for each in read if self._is_asked(each)]
        passed = [each for each in read if isinstance(each.ctx, ast.Load) and self._is_passed(each)]
        return bool(asked) and len(asked) + len(passed) == len(read)

    def _is_asked(self, node: ast.expr) -> bool:
        match self._parents.get(node):
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, asked]):
                return asked is node
        return False

    def _is_passed(self, node: ast.expr) -> bool:
        parent = self._parents.get(node)
        return isinstance(parent, ast.Call) and self._filled(parent).get(node) is not None

    def _names(self, node: ast.expr) -> set[Named]:
        """Returns the names that an expression is given, and those that they are given to in turn."""
        found = set(self._given(node))
        while True:
            held = [each for each in self._nodes if isinstance(each, ast.expr) and _name(each) in found]
            more = {name for each in held for name in self._given(each)} - found
            if not more:
                return found
            found |= more

    def _given(self, node: ast.expr) -> Iterator[Named]:
        """Yields the names that an expression is bound to where it stands."""
        child = node
        while isinstance(parent := self._parents.get(child), _DISPLAYS):
            child = parent
        match parent:
            case ast.Assign(value=value) | ast.AnnAssign(value=value) if value is child:
                targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
                named = list(filter(None, map(_name, targets)))
                yield from named
                if isinstance(self._parents[parent], ast.ClassDef):  # ``self.name`` is another name of it
                    yield from ((name, True) for name, _ in named)
            case ast.For(target=target, iter=source) | ast.comprehension(target=target, iter=source) if source is child:
                yield from filter(None, map(_name, (n for n in ast.walk(target) if isinstance(n, ast.Name))))
            case ast.Return():
                if (function := enclosing(parent, self._parents, ast.FunctionDef)) is not None:
                    yield from ((f"{function.name}()", is_member) for is_member in (False, True))
                    if any(_name(each) == ("property", False) for each in function.decorator_list):
                        yield function.name, True
            case ast.Call() if parameter := self._filled(parent).get(child):
                yield parameter, False
            case ast.keyword(arg=str(name)):
                yield name, False
                match self._parents[parent]:
                    case ast.Call(func=ast.Name(id="dict")) as display:
                        yield from self._given(display)
            case ast.arguments():
                yield from ((name, False) for name, default in defaults_of(parent).items() if default is child)


def _name(node: ast.expr) -> Named | None:
    """Returns the name by which an expression refers to its value; for an item, that of its container."""
    match node:
        case ast.Name(id=name):
            return name, False
        case ast.Attribute(attr=name):
            return name, True
        case ast.Subscript(value=inner):
            return _name(inner)
        case ast.Call(func=ast.Attribute(value=inner, attr=attr)) if attr in _READING:
            return _name(inner)
        case ast.Call(func=function) if named := _name(function):
            name, is_member = named
            return f"{name}()", is_member
    return None
