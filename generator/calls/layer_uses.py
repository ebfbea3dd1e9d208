"""The classes of a text that derive from torch's layers, where Paddle's construct or call them otherwise."""

from __future__ import annotations

import ast

from generator.calls.kinds import MODULE, is_tensor
from generator.calls.syntax import is_construction
from generator.calls.uses import Decider
from generator.model.call_verdict import CallVerdict

_CALLED_BY_LAYERS = frozenset(
    "_load_from_state_dict _save_to_state_dict get_extra_state set_extra_state _conv_forward _check_input_dim".split()
)
"""Methods that torch's layers call for a class to override."""

_RESETTING = frozenset({"paddle.compat.nn.Linear"})
"""The layers of Paddle that call ``reset_parameters`` as torch's do."""


class LayerUses(Decider):
    """Decides the methods of one text's own layers."""

    def decide(self, node: ast.FunctionDef) -> None:
        """Decides a method of a class."""
        parent = self._uses.parent(node)
        if self._uses.is_mixed or not isinstance(parent, ast.ClassDef) or not parent.bases:
            return
        if node.name == "__init__" and node.args.args:
            self._decide_constructor(node, node.args.args[0].arg)
            return
        bases = [path for base in parent.bases if (path := self._uses.references.path(base))]
        is_reset = node.name == "reset_parameters" and any(map(self._resets, bases))
        if node.name in _CALLED_BY_LAYERS or is_reset:
            reason = "Paddle 的层不调用它，重写它没有作用"
            self._uses.add(node, f"{MODULE}.{node.name}", CallVerdict.REWRITE, reason)

    def decide_attribute(self, node: ast.Attribute) -> None:
        """Leaves a Tensor to a person that is set as an attribute which the class body has too: Paddle's layers keep it as a buffer."""
        if self._uses.is_mixed or not isinstance(node.ctx, ast.Store):
            return
        held = self._inference.kind(node.value)
        if (
            is_tensor(self._inference.kind(node))
            and self._inference.is_module(held)
            and self._inference.is_set_in_body(held, node.attr)
        ):
            reason = (
                f"类里也写了 `{node.attr}`，Paddle 的层把 Tensor 存为缓冲区，读到的仍是类里的那一个："
                f"把类里的移到 `__init__` 中，写成 `self.{node.attr} = …`"
            )
            self._uses.add(node, MODULE, CallVerdict.REWRITE, reason, answer=self._knowledge.answer(MODULE))

    def _resets(self, path: str) -> bool:
        """Whether a class of torch calls ``reset_parameters``, which Paddle's in its place does not."""
        answer = self._knowledge.answer(path)
        is_called = answer is not None and any(way.paddle in _RESETTING for way in answer.ways)
        return self._names.member(path, "reset_parameters") is not None and not is_called

    def _decide_constructor(self, node: ast.FunctionDef, own: str) -> None:
        """Leaves the Tensors to a person that are set as attributes before ``super().__init__``: Paddle's layers keep them as buffers."""
        start = self._text.start
        calls = (each for each in ast.walk(node) if isinstance(each, ast.Call) and _constructs(each, own))
        constructed = min(map(start, calls), default=0)
        for each in ast.walk(node):
            match each:
                case ast.Attribute(value=ast.Name(id=name) as held, ctx=ast.Store()) if (
                    name == own
                    and start(each) < constructed
                    and is_tensor(self._inference.kind(each))
                    and self._inference.is_module(self._inference.kind(held))
                ):
                    reason = "Paddle 中先要调用 `super().__init__()`，才能把 Tensor 存进属性，否则报错"
                    self._uses.add(each, f"{MODULE}.__init__", CallVerdict.REWRITE, reason)


def _constructs(call: ast.Call, own: str) -> bool:
    """Whether a call is one of ``super().__init__``, or of a base's by its name."""
    match call:
        case ast.Call(func=ast.Attribute(attr="__init__"), args=[ast.Name(id=name), *_]) if name == own:
            return True
    return is_construction(call)
