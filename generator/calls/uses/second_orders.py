"""Where a text differentiates gradients, and the calls on their way of which Paddle has no second derivatives."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from generator.calls.facts.leading import Leading, is_cut
from generator.calls.facts.view_changes import is_unrecorded
from generator.calls.knowledge.kinds import MODULE, TENSOR, Object, is_number, options_of
from generator.calls.rewriting.decide import Change
from generator.calls.uses.uses import Uses
from generator.model.parameter import Effect
from generator.model.template import CALL
from generator.model.when import RECEIVER

_GRAPHS = {
    "torch.autograd.grad": ("outputs", "inputs", 4),
    "torch.autograd.backward": ("tensors", "", 3),
    f"{TENSOR}.backward": ("", "", 2),
}
"""What makes a graph of gradients: what is differentiated, none for the object, by what, and the place of the flag."""
_OF_FUNCTIONS = frozenset(
    f"torch.{name}"
    for name in ("autograd.functional.hessian", "autograd.functional.hvp", "autograd.functional.vhp", "func.hessian")
)
"""What differentiates the gradient of its first argument, a function."""
_STOPS = (
    "求二阶导数（`create_graph=True`）时，遇到 Paddle 没有二阶导数的运算就会报错（在 CPU 上量得）；这里可能经过的有 {}，"
    "要用有二阶导数的运算写出"
)
_MOST_NAMES = 8
"""Calls that are named."""


class SecondOrders:
    """Reminds, beside each call that makes a graph of gradients, of the calls of one text that stop it."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        self._inference = uses.inference
        self._leading = Leading(uses.inference)
        self._made: list[tuple[ast.Call, str, ast.expr | None]] = []
        self._once: dict[ast.Call, str] = {}

    def note(self, node: ast.Call, api: str, receiver: ast.expr | None) -> None:
        """Notes a call that may make a graph of gradients."""
        if api in _OF_FUNCTIONS or (api in _GRAPHS and _makes_graph(node, _GRAPHS[api][2])):
            self._made.append((node, api, receiver))

    def note_converted(self, node: ast.Call, api: str, change: Change, receiver: ast.expr | None) -> None:
        """Notes a call that is converted."""
        if self._is_stopped(api, change, receiver):
            self._once[node] = api

    def remind(self) -> None:
        """Reminds of the calls that were noted, once all are."""
        for node, api, receiver in self._made:
            reached = self._reached(node, api, receiver)
            found = [each for each in self._once if each in reached and not is_unrecorded(each, self._inference)]
            places = sorted(filter(self._uses.is_converted, found), key=self._uses.text.start)
            apis = [self._once[each] for each in places] + sorted(self._elsewhere(reached))
            names = [f"`{each}`" for each in dict.fromkeys(apis)]
            if names:
                more = f"等 {len(names)} 个" if len(names) > _MOST_NAMES else ""
                said = _STOPS.format("、".join(names[:_MOST_NAMES]) + more)
                self._uses.remind(node, api, {said: Effect.GRADIENT})

    def _reached(self, node: ast.Call, api: str, receiver: ast.expr | None) -> Collection[ast.AST]:
        """Returns what leads to what a call differentiates twice."""
        if api in _OF_FUNCTIONS:
            function = _argument(node, "func", 0)
            return self._leading.to(
                (), (), self._leading.body(ast.Call(function, [], [])) if function is not None else ()
            )
        values, inputs, _ = _GRAPHS[api]
        value, by = receiver or _argument(node, values, 0), _argument(node, inputs, 1) if inputs else None
        return self._leading.to(*([each] if each is not None else [] for each in (value, by)))

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


def _argument(call: ast.Call, name: str, position: int) -> ast.expr | None:
    given = [*call.args[position : position + 1], *(each.value for each in call.keywords if each.arg == name)]
    return given[0] if given else None


def _makes_graph(call: ast.Call, position: int) -> bool:
    given = _argument(call, "create_graph", position)
    return given is not None and (not isinstance(given, ast.Constant) or bool(given.value))
