"""Which Tensors of one text need a gradient, where that is written in plain sight."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from generator.calls.inference.tensor_facts import TensorFacts
from generator.calls.knowledge.kinds import PARAMETERS, is_number

_MADE = frozenset(
    """tensor zeros ones empty full rand randn randint randperm arange linspace logspace eye zeros_like ones_like empty_like
    full_like rand_like randn_like randint_like from_numpy""".split()
)
"""Functions of torch whose result needs no gradient unless ``requires_grad`` says so."""
_SAME = frozenset("clone contiguous reshape view squeeze unsqueeze flatten transpose permute t".split())
"""Methods whose result needs none where their Tensor does not."""


class Gradients(TensorFacts[bool]):
    """Whether the Tensors in one text need a gradient.

    Only Tensors are said to that are made so: what is computed of them may be computed where gradients are off.
    """

    def any_of(self, nodes: Sequence[ast.expr]) -> bool | None:
        """Tells whether any of several Tensors needs a gradient."""
        found = {self.of(each) for each in nodes}
        return True if True in found else None if None in found or not found else False

    def _of(self, node: ast.expr) -> bool | None:
        match node:
            case ast.Name():
                is_kept = all(map(self._needs_none, self._kinds.reaching.changes(node)))
                return self._of_each(self.values(node)) if is_kept else None
            case ast.Attribute(attr="data"):
                return False
            case ast.Attribute():
                return self._of_each(self.values(node))
            case ast.BinOp(left=left, right=right):
                tensors = [each for each in (left, right) if not is_number(self._kinds.kind(each))]
                return False if all(self.of(each) is False for each in tensors) else None
            case ast.Call():
                return self._of_call(node)
        return None

    def _needs_none(self, operands: Sequence[ast.expr] | None) -> bool:
        """Tells whether a Tensor that is changed with such operands needs no gradient for that."""
        return operands is not None and all(
            isinstance(each, ast.Constant) or is_number(self._kinds.kind(each)) or self.of(each) is False
            for each in operands
        )

    def _of_each(self, nodes: Sequence[ast.expr]) -> bool | None:
        """Returns what all of some expressions have."""
        found = {self.of(each) for each in nodes}
        return found.pop() if len(found) == 1 else None

    def _of_call(self, node: ast.Call) -> bool | None:
        name, first = self._called(node)
        path = self._path(node.func)
        asked = next((each.value for each in node.keywords if each.arg == "requires_grad"), None)
        if path in PARAMETERS or (name == "requires_grad_" and not path):
            asked = asked or (node.args[-1] if len(node.args) > (path in PARAMETERS) else ast.Constant(value=True))
        if asked is not None:
            return asked.value if isinstance(asked, ast.Constant) and isinstance(asked.value, bool) else None
        if any(each.arg is None for each in node.keywords):
            return None
        if path:
            return False if name in _MADE else None
        is_detached = name == "detach" or (name in _SAME and first is not None and self.of(first) is False)
        return False if is_detached else None
