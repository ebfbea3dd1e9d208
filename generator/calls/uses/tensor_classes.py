"""Variables that stand for one of torch's Tensor classes of a dtype, such as ``Tensor = torch.FloatTensor``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from generator.calls.knowledge.kinds import TENSOR
from generator.calls.knowledge.names import TENSOR_CLASS
from generator.calls.text.variables import Variables

_CAST = "type"
"""The method of a Tensor that takes such a class for the dtype that it names."""
_BOTH = frozenset({TENSOR, "torch.FloatTensor"})


class TensorClasses:
    """The variables of one module that are such a class; ``reference`` tells which torch name an expression stands for.

    A class of ``torch.cuda`` counts as the one without: Paddle makes a Tensor on the device of the program.
    """

    def __init__(self, variables: Variables, reference: Callable[[ast.expr], str]) -> None:
        self._variables = variables
        self._reference = reference

    def of(self, node: ast.expr) -> str:
        """Returns the Tensor class that a variable stands for in all its bindings.

        Empty where they differ, or where a use neither calls the variable nor casts to it.
        """
        if not isinstance(node, ast.Name):
            return ""
        places = self._variables.places(node) or ()
        found: set[str] = set()
        for place in places:
            if isinstance(place.ctx, ast.Load):
                found |= set() if self._is_used(place) else {""}
            else:
                found |= set(self._bound(place))
        if found >= _BOTH:  # one branch names the dtype that the other has by default
            found.remove(TENSOR)
        return found.pop() if len(found) == 1 and TENSOR not in found else ""

    def bound_by(self, node: ast.expr) -> str:
        """Returns the class of the variable bound to an expression, maybe in one branch of ``if`` and ``else``."""
        parent = self._variables.parents[node]
        while isinstance(parent, ast.IfExp) and parent.test is not node:
            node, parent = parent, self._variables.parents[parent]
        match parent:
            case ast.Assign(targets=[target]):
                return self.of(target)
        return ""

    def _is_used(self, place: ast.Name) -> bool:
        match self._variables.parents[place]:
            case ast.Call(func=function) if function is place:
                return True
            case ast.Call(func=ast.Attribute(attr=name), args=[argument]) if name == _CAST:
                return argument is place
        return False

    def _bound(self, place: ast.Name) -> Iterator[str]:
        match self._variables.parents[place]:
            case ast.Assign(targets=[target], value=value) if target is place:
                yield from self._named(value)
            case _:
                yield ""

    def _named(self, node: ast.expr) -> Iterator[str]:
        if isinstance(node, ast.IfExp):
            yield from (*self._named(node.body), *self._named(node.orelse))
            return
        path = self._reference(node)
        found = TENSOR_CLASS.fullmatch(path)
        yield f"torch.{found[2]}" if found else TENSOR if path == TENSOR else ""
