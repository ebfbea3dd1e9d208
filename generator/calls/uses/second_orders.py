"""Where a text differentiates gradients, and the calls on their way of which Paddle has no second derivatives."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from generator.calls.facts.leading import Leading, is_cut
from generator.calls.facts.view_changes import is_unrecorded
from generator.calls.knowledge.kinds import MODULE, Object, is_number, options_of
from generator.calls.rewriting.decide import Change
from generator.calls.uses.uses import Uses
from generator.model.parameter import Effect
from generator.model.template import CALL
from generator.model.when import RECEIVER

_GRAD = "torch.autograd.grad"
_STOPS = (
    "`create_graph=True` 时，遇到 Paddle 没有二阶导数的运算就会报错（在 CPU 上量得）；这里可能经过的有 {}，"
    "要用有二阶导数的运算写出"
)
_MOST_NAMES = 8
"""Calls that are named."""


class SecondOrders:
    """Reminds, beside each call that makes a graph of gradients, of the calls of one text that stop it."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        self._inference = uses.inference
        self._made: list[tuple[ast.Call, Change]] = []
        self._once: dict[ast.Call, str] = {}

    def note(self, node: ast.Call, api: str, change: Change, receiver: ast.expr | None) -> None:
        """Notes a call that is converted."""
        if api == _GRAD and self._makes_graph(change):
            self._made.append((node, change))
        elif self._is_stopped(api, change, receiver):
            self._once[node] = api

    def remind(self) -> None:
        """Reminds of the calls that were noted, once all are."""
        leading = Leading(self._inference)
        for node, change in self._made:
            outputs, inputs = (change.binding.by_parameter.get(name, ()) for name in ("outputs", "inputs"))
            reached = leading.to([each.value for each in outputs], [each.value for each in inputs])
            found = [each for each in self._once if each in reached and not is_unrecorded(each, self._inference)]
            places = sorted(filter(self._uses.is_converted, found), key=self._uses.text.start)
            apis = [self._once[each] for each in places] + sorted(self._elsewhere(reached))
            names = [f"`{api}`" for api in dict.fromkeys(apis)]
            if names:
                more = f"等 {len(names)} 个" if len(names) > _MOST_NAMES else ""
                self._uses.remind(node, {_STOPS.format("、".join(names[:_MOST_NAMES]) + more): Effect.GRADIENT})

    def _elsewhere(self, reached: Iterable[ast.AST]) -> set[str]:
        """Returns the layers without second derivatives in what is called of other modules of the project."""
        found: set[str] = set()
        for node in reached:
            if isinstance(node, ast.Call):
                passed = self._inference.passed(node.func) if isinstance(node.func, ast.Name) else ()
                kinds = [kind for each in (node.func, *passed) for kind in options_of(self._inference.kind(each))]
                if any(isinstance(kind, Object) and kind.module for kind in kinds):
                    found.update(filter(self._has_none, self._inference.held(node.func)[0]))
        return found

    def _has_none(self, api: str) -> bool:
        answer = self._uses.knowledge.answer(api)
        return answer is not None and any(way.first_order is not None for way in answer.ways)

    def _makes_graph(self, change: Change) -> bool:
        given = change.binding.by_parameter.get("create_graph", ())
        return any(not isinstance(each.value, ast.Constant) or bool(each.value.value) for each in given)

    def _is_stopped(self, api: str, change: Change, receiver: ast.expr | None) -> bool:
        """Tells whether Paddle has no second derivatives by what a call is passed, or a layer, with a gradient."""
        names = change.way.first_order
        if names is None or (change.wraps and CALL not in change.wraps[0].names):
            return False
        if self._uses.names.is_a(api, MODULE):
            return True
        passed = [each.value for each in change.binding.arguments if not names or each.parameter.name in names]
        if receiver is not None and (not names or RECEIVER in names):
            passed.append(receiver)
        return any(map(self._may_need_it, passed))

    def _may_need_it(self, value: ast.expr) -> bool:
        is_known = is_number(self._inference.kind(value)) or self._inference.gradients.of(value) is False
        return not is_known and not is_cut(value)
