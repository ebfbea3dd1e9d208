"""Where the Tensors of one text come from, as far as that tells of their dtypes."""

from __future__ import annotations

import ast
from enum import Enum, auto

from generator.calls.inference.dtypes import CASTS
from generator.calls.inference.result_dtypes import GIVE_FLOATS, KEEP_DTYPE
from generator.calls.inference.tensor_facts import TensorFacts

_COUNTED = frozenset({"arange", "linspace", "logspace", "tensor"})
"""Functions that make a Tensor of numbers."""
_GRID = "meshgrid"


class Origin(Enum):
    """What a Tensor is made from."""

    NUMBERS = auto()
    """Numbers that the text writes or counts, no Tensor from a caller: ``torch.exp(torch.arange(n) * scale)``."""
    CALLER = auto()
    """One that the caller of the function passes, with the same dtype."""


class Origins(TensorFacts[Origin]):
    """Where the Tensors in one text come from."""

    def _of(self, node: ast.expr) -> Origin | None:
        match node:
            case ast.UnaryOp(operand=inner) | ast.Subscript(value=inner):
                return self.of(inner)
            case ast.BinOp(left=left, right=right):
                found = {self.of(left), self.of(right)}
                return Origin.NUMBERS if Origin.NUMBERS in found and Origin.CALLER not in found else None
            case ast.Name():
                return self._of_variable(node)
            case ast.Call():
                return self._of_call(node)
        return None

    def _of_variable(self, node: ast.Name) -> Origin | None:
        if self._kinds.reaching.is_passed(node):
            return Origin.CALLER
        wholes = [whole for whole, _ in self._kinds.reaching.unpacked(node)]
        found = {*map(self.of, self.values(node)), *map(self._of_grid, wholes)}
        return found.pop() if len(found) == 1 else None

    def _of_grid(self, node: ast.expr) -> Origin | None:
        """Returns where the Tensors come from that ``meshgrid`` gives."""
        if not isinstance(node, ast.Call) or self._called(node)[0] != _GRID:
            return None
        return Origin.NUMBERS if {*map(self.of, node.args)} == {Origin.NUMBERS} else None

    def _of_call(self, node: ast.Call) -> Origin | None:
        name, first = self._called(node)
        if name in _COUNTED and self._path(node.func):
            return Origin.NUMBERS
        found = (
            self.of(first)
            if first is not None and (name in KEEP_DTYPE or name in GIVE_FLOATS or name in CASTS)
            else None
        )
        return found if found is Origin.NUMBERS or name in KEEP_DTYPE else None
