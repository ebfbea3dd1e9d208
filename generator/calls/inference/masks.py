"""The numbers with which a text leaves values out: ``-inf`` or large negative ones that it writes into a Tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from math import inf

from generator.calls.inference.tensor_facts import TensorFacts
from generator.calls.inference.view_members import GIVING_VIEWS, KEPT
from generator.calls.knowledge.kinds import Name
from generator.model.fact import LOWEST

_FINITE = frozenset({"lowest"})
_INFINITE = frozenset({"lowest", "minus_inf"})
_NONE = frozenset[str]()
_FILLED = frozenset(
    """add add_ as_tensor cat concat concatenate fill fill_ full full_like index_fill index_fill_ masked_fill masked_fill_
    mul mul_ multiply new_full new_tensor scatter scatter_ stack tensor where""".split()
)
"""Functions and methods whose result has what any of their arguments has."""
_SAME = (
    GIVING_VIEWS
    | KEPT
    | frozenset(
        """clone detach div div_ divide expand flip log_softmax repeat repeat_interleave requires_grad_ roll sub sub_
        subtract tile tril tril_ triu triu_ true_divide""".split()
    )
)
"""Those whose result has what their Tensor has."""
_CHANGING = frozenset({"", "+=", "add", "fill", "index_fill", "masked_fill", "scatter"})
"""What writes numbers into a Tensor: see ``Change``."""
_CAUSAL = "generate_square_subsequent_mask"
_MOST_POWER = 64
"""More than the exponents of numbers that mask: ``-2**32 + 1``."""


class Masks(TensorFacts[frozenset[str]]):
    """Which of the contents ``lowest`` and ``minus_inf`` the Tensors and numbers in one text may have.

    They do where a mask, an assignment or an addition that may have run puts them there.
    """

    def any_of(self, nodes: Sequence[ast.expr]) -> frozenset[str]:
        """Returns what one of several expressions may have."""
        return _NONE.union(*(self.of(each) or _NONE for each in nodes))

    def _has(self, node: ast.expr) -> bool:
        return isinstance(node, ast.expr)  # numbers have it, too, and so may what is no Tensor for all that is known

    def _of(self, node: ast.expr) -> frozenset[str]:
        match node:
            case ast.Name():
                return self.any_of(tuple(self._held(node))) or self._of_constant(node)
            case ast.Attribute():
                return self._of_attribute(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._large(operand)
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
                return self.any_of([left, right])
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self.any_of([left]) or self._large(right)
            case ast.BinOp(left=whole, op=ast.Div()) | ast.Subscript(value=whole):
                return self.any_of([whole])
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return self.any_of(items)
            case ast.IfExp(body=body, orelse=orelse):
                return self.any_of([body, orelse])
            case ast.Call():
                return self._of_call(node)
        return _NONE

    def _held(self, node: ast.Name) -> Iterator[ast.expr]:
        """Yields what may be bound to a variable, or written into what it holds before it is read there."""
        yield from self._kinds.reaching.some(node)[0]
        for whole, index in self._kinds.reaching.items(node):
            yield from self._item(whole, index)
        yield from self._kinds.passed(node)
        if (default := self._kinds.default(node)) is not None:
            yield default
        for change in self._kinds.reaching.earlier_changes(node):
            yield from change.operands or () if change.by in _CHANGING else ()

    def _item(self, whole: ast.expr, index: int | None) -> Iterator[ast.expr]:
        """Yields what an unpacked item may be; the whole where it is not written which."""
        returned = self._kinds.returned(whole) if isinstance(whole, ast.Call) else ()
        for each in returned or [whole]:
            match each:
                case ast.Tuple(elts=items) if index is not None and index < len(items):
                    yield from [items[index]] if not any(isinstance(i, ast.Starred) for i in items) else items
                case _:
                    yield each

    def _of_attribute(self, node: ast.Attribute) -> frozenset[str]:
        if node.attr in GIVING_VIEWS or node.attr == "data":
            return self.any_of([node.value])
        if node.attr == "min" and self._is_finfo(node.value):
            return _FINITE
        constant = self._kinds.constant(node)
        values = self._kinds.set_to(node) if constant is None else [constant]
        return self.any_of(values) or self._of_constant(node)

    def _of_constant(self, node: ast.expr) -> frozenset[str]:
        """Returns what a number has that a module names, such as ``numpy.NINF``."""
        kind = self._kinds.kind(node)
        return _INFINITE if isinstance(kind, Name) and kind.path == "numpy.NINF" else _NONE

    def _of_call(self, node: ast.Call) -> frozenset[str]:
        match node:
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
                return _INFINITE if text.strip().lower() in {"-inf", "-infinity"} else _NONE
        name, first = self._called(node)
        if name == _CAUSAL:
            return _INFINITE
        given = [first] if first is not None else []
        if name in _FILLED:
            return self.any_of([*given, *node.args, *(each.value for each in node.keywords)])
        return self.any_of(given if name in _SAME else self._kinds.returned(node))

    def _large(self, node: ast.expr) -> frozenset[str]:
        """Returns what the negative of an expression has: of a large number, or of a mask times one."""
        match node:
            case ast.Constant(value=int() | float() as number):
                return _INFINITE if number == inf else _FINITE if -number <= LOWEST else _NONE
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
                return _INFINITE if text.strip().lower() in {"inf", "+inf", "infinity"} else _NONE
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._large(left) or self._large(right)
            case ast.BinOp(left=ast.Constant(value=int(base)), op=ast.Pow(), right=ast.Constant(value=int(power))):
                return _FINITE if -(float(base) ** min(power, _MOST_POWER)) <= LOWEST else _NONE
            case ast.Attribute(attr="max", value=value) if self._is_finfo(value):
                return _FINITE
            case ast.Name() | ast.Attribute():
                return self._large_of(node)
        return _NONE

    def _large_of(self, node: ast.Name | ast.Attribute) -> frozenset[str]:
        kind = self._kinds.kind(node)
        if isinstance(kind, Name) and kind.path.rpartition(".")[2] in {"inf", "Inf", "infty"}:
            return _INFINITE
        values = self._kinds.reaching.some(node)[0] if isinstance(node, ast.Name) else self._kinds.set_to(node)
        return _NONE.union(*(self._large(each) for each in values if isinstance(each, ast.Constant | ast.Call)))

    def _is_finfo(self, node: ast.expr) -> bool:
        """Tells whether an expression gives the limits of a dtype, ``torch.finfo(x.dtype)``, or a variable of them."""
        made = self._kinds.reaching.some(node)[0] if isinstance(node, ast.Name) else [node]
        return any(isinstance(each, ast.Call) and self._is_named(each.func, "finfo") for each in made)

    def _is_named(self, node: ast.expr, name: str) -> bool:
        kind = self._kinds.kind(node)
        return isinstance(kind, Name) and kind.path.rpartition(".")[2] == name
