"""The Tensors without elements that a text shows, to which others are joined."""

from __future__ import annotations

import ast

from generator.calls.inference.dtypes import CASTS, LEGACY
from generator.calls.inference.tensor_facts import TensorFacts

_SHAPED = frozenset("zeros ones empty rand randn new_zeros new_ones new_empty".split())
"""Functions and methods that are given the shape."""
_OF_DATA = frozenset({"tensor", "as_tensor", "asarray", "new_tensor"})
_TYPES = frozenset({"Tensor", *LEGACY})
"""Types that are given sizes or data, or nothing."""
_KEPT = frozenset("to type cuda cpu detach clone contiguous requires_grad_ pin_memory".split()) | CASTS.keys()
"""Methods whose result has the shape of their Tensor."""


class Empties(TensorFacts[bool]):
    """Whether the Tensors in one text have the shape ``(0,)``, which torch joins to those of any shape."""

    def _of(self, node: ast.expr) -> bool | None:
        match node:
            case ast.Name() | ast.Attribute():
                values = self.values(node)
                return (bool(values) and all(map(self.of, values))) or None
            case ast.Call():
                return self._is_made(node) or None
        return None

    def _is_made(self, node: ast.Call) -> bool:
        name, first = self._called(node)
        if name in _KEPT and first is not None and first not in node.args:
            return bool(self.of(first))
        match node.args:
            case []:
                return name in _TYPES and not node.keywords
            case [ast.Constant(value=0)]:
                return name in _SHAPED | _TYPES
            case [ast.List(elts=[]) | ast.Tuple(elts=[])]:
                return name in _OF_DATA | _TYPES
            case [ast.List(elts=[ast.Constant(value=0)]) | ast.Tuple(elts=[ast.Constant(value=0)])]:
                return name in _SHAPED
        return False
