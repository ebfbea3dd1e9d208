"""What is changed in place while a view of it is read later: Paddle gives the view a wrong gradient.

It may be changed by a method or function, an operator or an index.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from generator.calls.facts.result_facts import changes_first
from generator.calls.facts.sharing import Sharing
from generator.calls.inference.infer import Inference
from generator.calls.knowledge.kinds import FLOAT, INT, TENSOR, is_tensor
from generator.model.parameter import Effect

_VIEWED = (
    "需要梯度时，先取的视图（如 `v = x[0]`）在原位修改 `x` 之后再参与计算，Paddle 求得的梯度不对而不报错；"
    "改用不原位的写法，之后重新取视图，如 `x = x * 2` 与 `v = x[0]`"
)
_MOVING = frozenset({"add", "sub", "subtract"})
"""Methods that leave the gradient as it is where they are passed numbers."""
_OF_NO_VALUES = frozenset(
    """as_strided detach rename requires_grad resize resize_as set share_memory squeeze swapaxes swapdims t transpose
    unsqueeze""".split()
)
"""Methods whose name ends with an underscore, and that change no value."""


class ViewedChanges:
    """Reminds of the gradients of the views in one text that are read after their Tensor is changed in place."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._sharing = Sharing(inference)

    def by_call(self, call: ast.Call, api: str, receiver: ast.expr | None) -> Mapping[str, Effect]:
        """Returns what to remind of where a call of a method or function changes a Tensor."""
        first = receiver or (call.args[0] if call.args else None)
        operands = [*call.args[receiver is None :], *(each.value for each in call.keywords)]
        name = api.rpartition(".")[2]
        is_method = api.startswith(f"{TENSOR}.") and name.endswith("_") and not name.endswith("__")
        if first is None or not (is_method or changes_first(call, self._inference)):
            return {}
        return {} if name[:-1] in _OF_NO_VALUES else self._reminded(first, call, name.removesuffix("_"), operands)

    def by_update(self, node: ast.AugAssign, method: str) -> Mapping[str, Effect]:
        """Returns what to remind of where an operator such as ``*=`` changes a Tensor, as a method does."""
        return self._reminded(node.target, node, method.removesuffix("_"), [node.value])

    def by_index(self, node: ast.Subscript) -> Mapping[str, Effect]:
        """Returns what to remind of where an index of a Tensor is set."""
        return self._reminded(node.value, self._inference.reaching.statement(node), "", ())

    def _reminded(
        self, target: ast.expr, node: ast.stmt | ast.expr, method: str, operands: Sequence[ast.expr]
    ) -> Mapping[str, Effect]:
        is_moved = method in _MOVING and all(self._inference.kind(each) in {INT, FLOAT} for each in operands)
        if is_moved or not is_tensor(self._inference.kind(target)):
            return {}
        has_gradient = self._inference.gradients.of(target) is not False
        return {_VIEWED: Effect.GRADIENT} if has_gradient and self._sharing.is_viewed(target, node) else {}
