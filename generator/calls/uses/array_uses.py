"""Functions of NumPy that are given Tensors: those that NumPy takes apart itself (``np.sqrt``) refuse Paddle's.

Torch makes a Tensor of the result: of uint8 where these are truth values, of which Paddle's would be bool.
"""

from __future__ import annotations

import ast

from generator.calls.facts.accumulated import Accumulated
from generator.calls.knowledge.builtin_kinds import TRUTHS, UNIVERSAL
from generator.calls.knowledge.kinds import TENSOR, UNKNOWN, Name, is_tensor, options_of
from generator.calls.rewriting.decide import Decision
from generator.calls.uses.uses import Decider, Uses
from generator.model.call_verdict import CallVerdict
from generator.model.fact import Answer as Truth
from generator.model.template import parenthesised

_ARRAY, _FLOAT = f"{TENSOR}.numpy", f"{TENSOR}.__float__"
_REFUSED = "NumPy 的这个函数不接受 Paddle 的 Tensor，请改用 Paddle 的函数，或先写 `.numpy()`"


class ArrayUses(Decider):
    """Decides what the functions of NumPy in one text are given."""

    def __init__(self, uses: Uses) -> None:
        super().__init__(uses)
        self._accumulated = Accumulated(uses.inference, uses.text)

    def decide(self, node: ast.Call) -> None:
        """Gives a function of single elements the array of a Tensor, or the float of what may still be a number."""
        kind = self._inference.kind(node.func)
        if self._uses.is_mixed or not isinstance(kind, Name) or kind.path not in UNIVERSAL:
            return
        if not self._of_accumulated(node) and any(self._may_be_tensor(each) for each in node.args):
            self._of_tensors(node, is_truth=kind.path in TRUTHS)

    def _of_accumulated(self, node: ast.Call) -> bool:
        """Decides a function of a number to which the text adds Tensors: ``np.sqrt(total / count)``."""
        answer = self._knowledge.answer(_FLOAT)
        if answer is None or len(node.args) != 1 or node.keywords:
            return False
        (value,) = node.args
        place = self._accumulated.within(value)
        if place is None or not (ndims := self._accumulated.ndims(place)) <= {0, None}:
            return False
        assumed = {f"假定 `{self._text.of(place)}` 是数或 0 维的 Tensor": Truth.UNKNOWN} if None in ndims else {}
        span = self._text.start(value), self._text.end(value)
        written = f"float({self._uses.edits.text(*span)})"
        decision = Decision(CallVerdict.ARGUMENTS, assumptions=assumed)
        self._uses.write(value, written, _FLOAT, CallVerdict.ARGUMENTS, answer=answer, decision=decision)
        return True

    def _may_be_tensor(self, node: ast.expr) -> bool:
        return any(map(is_tensor, options_of(self._inference.kind(node))))

    def _of_tensors(self, node: ast.Call, *, is_truth: bool) -> None:
        answer = self._knowledge.answer(_ARRAY)
        tensors = [each for each in node.args if is_tensor(self._inference.kind(each))]
        others = [self._inference.kind(each) for each in node.args if each not in tensors]
        is_open = any(each == UNKNOWN or is_tensor(each) for other in others for each in options_of(other))
        is_asked = is_truth and self._is_condition(node)
        if node.keywords or is_open or is_truth is not is_asked or any(map(self._uses.is_left, node.args)):
            self._uses.add(node, _ARRAY, CallVerdict.REWRITE, _REFUSED, answer=answer)
            return
        edits = self._uses.edits
        if not (self._uses.forbidden(node) or self._uses.taken_by_others(node, answer)):
            for each in tensors:
                span = self._text.start(each), self._text.end(each)
                edits.replace(*span, f"{parenthesised(edits.text(*span))}.numpy()")
        written = edits.text(self._text.start(node), self._text.end(node))
        written = written if is_asked else f"paddle.to_tensor({written})"
        self._uses.write(node, written, _ARRAY, CallVerdict.ARGUMENTS, answer=answer)

    def _is_condition(self, node: ast.expr) -> bool:
        """Tells whether a value is asked whether it is true, and nothing else."""
        match self._uses.parent(node):
            case (ast.BoolOp() | ast.UnaryOp(op=ast.Not())) as joined:
                return self._is_condition(joined)
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
                return test is node
        return False
