"""What leads to the value of an expression: the code of one text that a gradient of it passes through."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from generator.calls.inference.infer import Inference
from generator.calls.text.syntax import enclosing

_CUT = frozenset("data detach device dim dtype item ndim numel numpy requires_grad shape size tolist".split())
"""Members of a Tensor through which no gradient passes."""
_Variable = tuple[ast.AST, str]
_FILLED = frozenset({"add_module", "append", "extend", "insert"})


class Leading:
    """Follows the values of one text back: through variables, attributes and the text's own functions."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._parents = inference.displays.variables.parents

    def to(
        self, values: Iterable[ast.expr], inputs: Iterable[ast.expr], bodies: Iterable[ast.AST] = ()
    ) -> Collection[ast.AST]:
        """Returns the nodes that may lead to ``values``; the variables in ``inputs`` are where the gradient ends.

        Those in the ``bodies`` of functions count as well, and a layer that is called and whose parameters they are.

        What a function is passed counts where it is called on the way; only the functions in which the values stand,
        and what these are passed, are followed to all their calls.
        """
        start = self._variables_in(inputs)
        seen: set[ast.AST] = set()
        outer: set[ast.AST] = set()
        unbound: defaultdict[ast.AST, list[ast.Name]] = defaultdict(list)
        waiting = list(bodies)

        def follow(values: Iterable[ast.expr]) -> None:
            for value in values:
                waiting.append(value)
                function = self._inference.reaching.around(value)[-1]
                if function not in outer:
                    outer.add(function)
                    for variable in unbound[function]:
                        follow(self._inference.passed(variable))

        follow(values)
        while waiting:
            node = waiting.pop()
            if node in seen or node not in self._parents or is_cut(node):
                continue
            seen.add(node)
            waiting += ast.iter_child_nodes(node)
            match node:
                case ast.Name(ctx=ast.Load()) if self._variable(node) not in start or self._is_called(node):
                    waiting += self._bound(node)
                    function = self._inference.reaching.around(node)[-1]
                    unbound[function].append(node)
                    if function in outer:
                        follow(self._inference.passed(node))
                case ast.Attribute(ctx=ast.Load()):
                    waiting += self._inference.set_to(node) or self._set_by_class(node)
                case ast.Call():
                    waiting += self.body(node)
        return seen

    def _is_called(self, node: ast.Name) -> bool:
        around = self._parents[node]
        return isinstance(around, ast.Call) and around.func is node

    def body(self, call: ast.Call) -> Sequence[ast.AST]:
        """Returns the body of the function of the text that a call runs; empty where it runs no such function."""
        function, _ = self._inference.filled(call)
        if function is None:
            return ()
        return [function.node.body] if isinstance(function.node, ast.Lambda) else function.node.body

    def _variables_in(self, inputs: Iterable[ast.expr]) -> set[_Variable]:
        """Returns the variables in expressions, and those that are passed for them."""
        found: set[_Variable] = set()
        waiting = [each for value in inputs for each in ast.walk(value)]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Name) and node in self._parents and self._variable(node) not in found:
                found.add(self._variable(node))
                waiting += self._inference.passed(node)
        return found

    def _variable(self, node: ast.Name) -> _Variable:
        return self._inference.displays.variables.scope(node), node.id

    def _bound(self, variable: ast.Name) -> Iterator[ast.AST]:
        """Yields what a variable may be bound to, and what a list that it holds is filled with."""
        reaching = self._inference.reaching
        values, are_all = reaching.some(variable)
        values = [*values, *(value for value, _ in reaching.unpacked(variable))]
        is_known = bool(values) and (are_all or bool(reaching.unpacked(variable)))
        yield from values
        for place in self._inference.displays.variables.everywhere(variable):
            if not isinstance(place.ctx, ast.Store):
                yield from self._filled_at(place)
            elif not is_known:
                yield from self._value_at(place)

    def _value_at(self, place: ast.Name) -> Iterator[ast.AST]:
        around = self._parents[place]
        while isinstance(around, ast.Tuple | ast.List | ast.Starred):
            around = self._parents[around]
        match around:
            case ast.Assign(value=value) | ast.NamedExpr(value=value) | ast.AugAssign(value=value):
                yield value
            case ast.For(iter=value) | ast.comprehension(iter=value) | ast.withitem(context_expr=value):
                yield value

    def _filled_at(self, place: ast.expr) -> Iterator[ast.AST]:
        match self._parents[place]:
            case ast.Attribute(value=held, attr=name) as method if held is place and name in _FILLED:
                if isinstance(call := self._parents[method], ast.Call) and call.func is method:
                    yield from call.args

    def _set_by_class(self, node: ast.Attribute) -> Iterator[ast.AST]:
        """Yields what the class around a node sets an attribute of ``self`` to, or fills it with."""
        owner = enclosing(node, self._parents, ast.ClassDef)
        if owner is None or not _is_self(node.value):
            return
        for each in ast.walk(owner):
            if isinstance(each, ast.Attribute) and each.attr == node.attr and _is_self(each.value):
                if isinstance(each.ctx, ast.Store):
                    if isinstance(assigned := self._parents[each], ast.Assign):
                        yield assigned.value
                else:
                    yield from self._filled_at(each)


def is_cut(node: ast.AST) -> bool:
    """Tells whether no gradient passes through what an expression reads or calls of a Tensor: ``x.detach()``."""
    function = node.func if isinstance(node, ast.Call) else node
    return isinstance(function, ast.Attribute) and function.attr in _CUT


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
