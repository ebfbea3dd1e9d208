"""The keys of the dictionaries in a list, such as the groups of an optimizer, where the text shows them all."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from generator.calls.facts.result_facts import OPTIMIZER, path_of
from generator.calls.inference.infer import Inference
from generator.calls.text.syntax import Function

_Keys = frozenset[str] | None
_READING = frozenset({"builtins.len", "builtins.print"})


class WrittenKeys:
    """Reads lists and dictionaries through the variables and functions of one text."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._variables = inference.displays.variables
        self._open: set[ast.expr] = set()
        """The calls and variables that are being followed: a function may call itself, a list be added to itself."""

    def of_list(self, node: ast.expr) -> _Keys:
        """Returns the keys of all dictionaries in a list; None where it may hold others."""
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return _together(map(self._of_item, items))
            case ast.ListComp(elt=item):
                return self._of_item(item)
            case ast.Name() if node not in self._open:
                self._open.add(node)
                found = self._of_variable(node, self.of_list)
                self._open.remove(node)
                return found
            case ast.Call() if node not in self._open:
                self._open.add(node)
                returned = self._inference.returned(node)
                found = _together(map(self.of_list, returned)) if returned else None
                self._open.remove(node)
                return found
        return None

    def _of_item(self, node: ast.expr) -> _Keys:
        """Returns the keys of one dictionary."""
        match node:
            case ast.Dict(keys=keys):
                names = [key.value if isinstance(key, ast.Constant) else None for key in keys]
            case ast.Call(func=ast.Name(id="dict") as function, args=[], keywords=keywords) if (
                self._variables.is_builtin(function.id)
            ):
                names = [keyword.arg for keyword in keywords]
            case ast.Name():
                return self._of_variable(node, self._of_item)
            case _:
                return None
        found = frozenset(name for name in names if isinstance(name, str))
        return found if all(isinstance(name, str) for name in names) else None

    def _of_variable(self, node: ast.Name, read: Callable[[ast.expr], _Keys]) -> _Keys:
        """Returns the keys of all that a variable is bound to, and of what is appended to it.

        None where it may change otherwise.
        """
        values = self._inference.reaching.values(node)
        if not values or any(isinstance(each, ast.Name) for each in values):
            return None
        found = [read(each) for each in values]
        for place in self._variables.everywhere(node):
            match parent := self._variables.parents[place]:
                case ast.AugAssign(target=target, value=added) if target is place:
                    found.append(read(added))
                case _ if isinstance(place.ctx, ast.Store):
                    continue
                case ast.Attribute(attr="append"):
                    match self._variables.parents[parent]:
                        case ast.Call(func=function, args=[item]) if function is parent:
                            found.append(self._of_item(item))
                        case _:
                            return None
                case ast.List():
                    continue
                case ast.Return() if isinstance(self._variables.scope(place), Function):  # each call has its own
                    continue
                case ast.Call() | ast.keyword() if self._only_reads(parent):
                    continue
                case _:
                    return None
        return _together(found)

    def _only_reads(self, place: ast.Call | ast.keyword) -> bool:
        """Tells whether what a list is passed to leaves it as it is: an optimizer, or ``len`` or ``print``."""
        call = self._variables.parents[place] if isinstance(place, ast.keyword) else place
        path = path_of(call.func, self._inference) if isinstance(call, ast.Call) else ""
        return path in _READING or self._inference.names.is_a(path, OPTIMIZER)


def _together(found: Iterable[_Keys]) -> _Keys:
    known = list(found)
    return None if None in known else frozenset().union(*(each for each in known if each is not None))
