"""Groups of parameters that are written for an optimizer: Paddle is stricter about what one holds."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from generator.calls.knowledge.kinds import INT, Kind, Value, options_of
from generator.calls.text.fold import fold
from generator.calls.uses.uses import Decider
from generator.model.call_verdict import CallVerdict

_OPTIMIZER = "torch.optim.Optimizer"
_PARAMETERS, _DECAY = "params", "weight_decay"


class GroupUses(Decider):
    """Decides the groups of one text, ``{'params': …}``: what Paddle refuses becomes a list or a float."""

    def decide(self, node: ast.Dict | ast.Call) -> None:
        """Decides one group; any other dictionary, or call, is none."""
        held = _items(node)
        if _PARAMETERS not in held or self._uses.is_mixed:
            return
        for value in _choices(held[_PARAMETERS]):
            if any(isinstance(each, Value) and each.type == "generator" for each in self._options(value)):
                self._wrap(value, "list")
        for value in _choices(held[_DECAY]) if _DECAY in held else ():
            if INT in self._options(value):
                self._wrap(value, "float")

    def _options(self, value: ast.expr) -> Sequence[Kind]:
        return options_of(self._inference.kind(value))

    def _wrap(self, value: ast.expr, function: str) -> None:
        source = self._uses.edits.text(self._text.start(value), self._text.end(value))
        written = f"{function}{source}" if isinstance(value, ast.GeneratorExp) else fold(f"{function}({source})")
        answer = self._knowledge.answer(_OPTIMIZER)
        self._uses.write(value, written, _OPTIMIZER, CallVerdict.ARGUMENTS, answer=answer)


def _items(node: ast.Dict | ast.Call) -> Mapping[object, ast.expr]:
    """Returns what a dictionary is written with under each constant key."""
    match node:
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return {key.value: value for key, value in pairs if isinstance(key, ast.Constant)}
        case ast.Call(func=ast.Name(id="dict"), keywords=keywords):
            return {keyword.arg: keyword.value for keyword in keywords}
    return {}


def _choices(node: ast.expr) -> Sequence[ast.expr]:
    """Returns the expressions of one of which an expression has the value."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            return [*_choices(body), *_choices(orelse)]
        case ast.BoolOp(values=values):
            return [choice for value in values for choice in _choices(value)]
    return [node]
