"""What is known of the values that a text is given: whether what its conversion assumes holds for them."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator.calls.facts.bind import Binding, bind
from generator.calls.inference.infer import OF_DEFAULT_DTYPE
from generator.calls.text.parsed import Parsed
from generator.model.fact import Answer, Fact, Facts
from generator.model.signature import Signature
from generator.model.when import FORWARD, RECEIVER


class InputFacts:
    """The facts of a text's inputs, which it uses and never binds; and whether it changes the default dtype."""

    def __init__(self, parsed: Parsed, inputs: Mapping[str, Fact]) -> None:
        self._parsed = parsed
        stored = {n.id for n in parsed.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self._inputs = {name: fact for name, fact in inputs.items() if name not in stored}
        named = {n.attr for n in parsed.nodes if isinstance(n, ast.Attribute)} | {
            n.id for n in parsed.nodes if isinstance(n, ast.Name)
        }
        self._default_dtype = Answer.NO if named.isdisjoint(OF_DEFAULT_DTYPE) else Answer.YES

    def added(
        self, facts: Facts, call: ast.Call, binding: Binding, receiver: ast.expr | None, forward: Signature | None
    ) -> Facts:
        """Returns the facts of a call with those of the inputs; with ``forward`` also of the later call of a layer."""
        arguments = dict(facts.arguments)
        for name, given in binding.by_parameter.items():
            if any(argument.entry is not None for argument in given):
                continue  # which of its values it has, the inputs do not tell
            values = [argument.value for argument in given]
            found = self._of(values[0]) if len(values) == 1 else self._of_items(values)
            if found is not None:
                arguments[name] = found
        if receiver is not None and (found := self._of(receiver)) is not None:
            arguments[RECEIVER] = found
        later = self._later_call(call) if forward is not None else None
        bound = bind(later, forward) if later is not None and forward is not None else None
        for name, given in bound.by_parameter.items() if bound is not None else ():
            if (found := self._of(given[0].value)) is not None:
                arguments[f"{FORWARD}{name}"] = found
        return replace(facts, arguments=arguments, default_dtype=self._default_dtype)

    def _of(self, node: ast.expr) -> Fact | None:
        if isinstance(node, ast.Name):
            return self._inputs.get(node.id)
        if isinstance(node, ast.List | ast.Tuple):
            return self._of_items(node.elts)
        return None

    def _of_items(self, nodes: Sequence[ast.expr]) -> Fact | None:
        found = [fact for node in nodes if (fact := self._of(node)) is not None]
        return sequence_fact(found) if found and len(found) == len(nodes) else None

    def _later_call(self, call: ast.Call) -> ast.Call | None:
        """Returns the call of the object that a call makes: at once, or the first one of the variable that holds it."""
        match self._parsed.parents.get(call):
            case ast.Call(func=function) as later if function is call:
                return later
            case ast.Assign(targets=[ast.Name(id=name)]):
                for node in reversed(self._parsed.nodes):
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                        return node
        return None


def sequence_fact(items: Sequence[Fact]) -> Fact:
    """Returns the fact of a list of Tensors: what holds for one of them, holds for it."""
    dtypes = frozenset(fact.dtype for fact in items if fact.dtype is not None)
    return Fact(
        passed=Answer.YES,
        kind="sequence",
        items=tuple(fact.kind for fact in items),
        length=len(items),
        dtype=next(iter(dtypes)) if len(dtypes) == 1 else None,
        dtypes=dtypes,
        empty=any(fact.empty for fact in items),
        grad=any(fact.grad for fact in items),
        has={content: any(fact.has.get(content) for fact in items) for content in (items[0].has if items else ())},
    )
