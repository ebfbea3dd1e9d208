"""Functions of NumPy that are given Tensors: those that NumPy takes apart itself (``np.sqrt``) refuse Paddle's.

Torch makes a Tensor of the result: of uint8 where these are truth values, of which Paddle's would be bool.
"""

from __future__ import annotations

import ast

from generator.calls.facts.accumulated import Accumulated
from generator.calls.knowledge.builtin_kinds import TRUTHS, UNIVERSAL
from generator.calls.knowledge.kinds import TENSOR, UNKNOWN, Kind, Name, is_tensor, options_of
from generator.calls.uses.uses import Decider, Uses
from generator.model.call_verdict import CallVerdict
from generator.model.template import parenthesised

_ARRAY = f"{TENSOR}.numpy"
_REFUSED = "NumPy 的这个函数不接受 Paddle 的 Tensor，请改用 Paddle 的函数，或先写 `.numpy()`"


class ArrayUses(Decider):
    """Decides what the functions of NumPy in one text are given."""

    def __init__(self, uses: Uses) -> None:
        super().__init__(uses)
        self._accumulated = Accumulated(uses.inference, uses.text)

    def decide(self, node: ast.Call) -> None:
        """Gives a function of single elements the arrays of Tensors, and of what is a number until Tensors are added.

        The result is a Tensor again, but for truth values that are asked for nothing but the truth.
        """
        kind = self._inference.kind(node.func)
        if self._uses.is_mixed or not isinstance(kind, Name) or kind.path not in UNIVERSAL:
            return
        answer = self._knowledge.answer(_ARRAY)
        written = [self._array(each, node.func) for each in node.args]
        others = [each for each, array in zip(node.args, written, strict=True) if not array]
        if len(others) == len(written) and not any(map(self._may_be_tensor, others)):
            return
        is_asked = kind.path in TRUTHS and self._is_condition(node)
        is_open = any(self._may_be_tensor(each, UNKNOWN) for each in others)
        is_left = any(map(self._uses.is_left, node.args))
        if node.keywords or is_open or is_left or (kind.path in TRUTHS and not is_asked):
            self._uses.add(node, _ARRAY, CallVerdict.REWRITE, _REFUSED, answer=answer)
            return
        edits = self._uses.edits
        if not (self._uses.forbidden(node) or self._uses.taken_by_others(node, answer)):
            for each, array in zip(node.args, written, strict=True):
                if array:
                    edits.replace(*self._span(each), array)
        text = edits.text(*self._span(node))
        text = text if is_asked else f"paddle.to_tensor({text})"
        self._uses.write(node, text, _ARRAY, CallVerdict.ARGUMENTS, answer=answer)

    def _array(self, node: ast.expr, function: ast.expr) -> str:
        """Writes the array of an argument; empty for one that is none that is known to be, or to become, a Tensor."""
        written = self._uses.edits.text(*self._span(node))
        if is_tensor(self._inference.kind(node)):
            return f"{parenthesised(written)}.numpy()"
        if isinstance(function, ast.Attribute) and self._is_accumulated(node):
            return f"{self._text.of(function.value)}.asarray({written})"
        return ""

    def _is_accumulated(self, node: ast.expr) -> bool:
        """Tells whether Tensors may be added to what an expression is computed of: ``total / count``."""
        match node:
            case ast.BinOp(left=left, right=right):
                return self._is_accumulated(left) or self._is_accumulated(right)
            case ast.UnaryOp(operand=operand):
                return self._is_accumulated(operand)
        return self._accumulated.within(node) is not None

    def _span(self, node: ast.expr) -> tuple[int, int]:
        return self._text.start(node), self._text.end(node)

    def _may_be_tensor(self, node: ast.expr, *others: Kind) -> bool:
        return any(is_tensor(each) or each in others for each in options_of(self._inference.kind(node)))

    def _is_condition(self, node: ast.expr) -> bool:
        """Tells whether a value is asked whether it is true, and nothing else."""
        match self._uses.parent(node):
            case (ast.BoolOp() | ast.UnaryOp(op=ast.Not())) as joined:
                return self._is_condition(joined)
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) | ast.IfExp(test=test):
                return test is node
            case ast.comprehension(ifs=tests):
                return node in tests
            case ast.Call(func=ast.Name(id="bool") as function):
                return self._inference.kind(function) == Name("builtins.bool")
            case ast.Attribute(attr="any" | "all") as member:
                call = self._uses.parent(member)
                return isinstance(call, ast.Call) and not (call.args or call.keywords) and self._is_condition(call)
        return False
