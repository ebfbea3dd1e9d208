"""Variables, attributes and items that hold a number until Tensors are added: ``total = 0`` and ``total += loss``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from generator.calls.inference.infer import Inference
from generator.calls.knowledge.kinds import is_number, is_tensor, options_of
from generator.calls.text.spans import Text
from generator.calls.text.syntax import enclosing, is_place


class Accumulated:
    """The places of one text that hold a number or a Tensor, which depends on what runs."""

    def __init__(self, inference: Inference, text: Text) -> None:
        self._inference = inference
        self._text = text

    def within(self, node: ast.expr) -> ast.expr | None:
        """Returns the place on which it depends whether an expression is a number or a Tensor; None for any other.

        The rest of it are numbers: ``total / count``.
        """
        match node:
            case ast.BinOp(left=left, right=right):
                others = [each for each in (left, right) if not is_number(self._inference.kind(each))]
                return self.within(others[0]) if len(others) == 1 else None
            case ast.UnaryOp(operand=operand):
                return self.within(operand)
        options = options_of(self._inference.kind(node)) if is_place(node) else ()
        is_either = any(map(is_tensor, options)) and any(map(is_number, options))
        return node if is_either and all(is_tensor(each) or is_number(each) for each in options) else None

    def ndims(self, place: ast.expr) -> frozenset[int | None]:
        """Returns the numbers of dimensions of the Tensors that a place is set to or that are added to it.

        None stands for one that the text does not show.
        """
        of = self._inference.ndims.of
        tensors = (each for value in self._set(place) for each in self._operands(value, self._text.of(place)))
        passed = ((each, self._inference.passed(each) if isinstance(each, ast.Name) else ()) for each in tensors)
        return frozenset(of(each) for tensor, given in passed for each in given or (tensor,))

    def _set(self, place: ast.expr) -> Iterator[ast.expr]:
        """Yields what a place is set to, or what is added to it."""
        name = self._text.of(place)
        for statement in self._around(place):
            match statement:
                case ast.Assign(targets=targets, value=value):
                    yield from (value for each in targets if self._text.of(each) == name)
                case ast.AugAssign(target=target, value=value) if self._text.of(target) == name:
                    yield value

    def _around(self, place: ast.expr) -> Sequence[ast.AST]:
        """Returns the nodes that may set a place: of the class of an attribute's object, or of the function."""
        if isinstance(place, ast.Name):
            variables = self._inference.displays.variables
            return [variables.parents[each] for each in variables.everywhere(place)]
        parents = self._inference.displays.variables.parents
        around = enclosing(place, parents, ast.ClassDef) if isinstance(place, ast.Attribute) else None
        return list(ast.walk(around or self._inference.reaching.around(place)[-1]))

    def _operands(self, value: ast.expr, name: str) -> Iterator[ast.expr]:
        """Yields the Tensors of which a value is made by operators, but for the place itself."""
        match value:
            case ast.BinOp(left=left, right=right):
                yield from (*self._operands(left, name), *self._operands(right, name))
            case ast.UnaryOp(operand=operand):
                yield from self._operands(operand, name)
            case ast.IfExp(body=body, orelse=orelse):
                yield from (*self._operands(body, name), *self._operands(orelse, name))
            case _ if self._text.of(value) != name and not is_number(self._inference.kind(value)):
                yield value
