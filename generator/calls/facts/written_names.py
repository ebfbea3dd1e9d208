"""The strings that an expression may be, where the text shows all: literals, or the choices of an option."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from generator.calls.inference.infer import Inference
from generator.calls.inference.options import read_option
from generator.calls.knowledge.builtin_kinds import OPTIONS
from generator.calls.knowledge.kinds import Value

_DEEPEST = 5


class WrittenNames:
    """The strings that the expressions of one text may be."""

    def __init__(self, inference: Inference, nodes: Sequence[ast.AST]) -> None:
        self._inference = inference
        self._nodes = nodes

    def of(self, node: ast.expr, depth: int = 0) -> tuple[str, ...]:
        """Returns all strings that an expression may be, each once; none where it may be another value."""
        match node:
            case ast.Constant(value=str(text)):
                return (text,)
            case ast.IfExp(body=body, orelse=orelse):
                parts: Sequence[ast.expr] = (body, orelse)
            case ast.Name():
                parts = self._inference.reaching.values(node) or ()
            case ast.Attribute(value=held, attr=name) if self._inference.kind(held) == Value(OPTIONS):
                parts = self._choices(name)
            case ast.Attribute():
                parts = self._inference.set_to(node)
            case _:
                return ()
        found = [self.of(each, depth + 1) for each in parts] if depth < _DEEPEST else []
        return tuple(dict.fromkeys(each for one in found for each in one)) if all(found) else ()

    def _choices(self, name: str) -> Sequence[ast.expr]:
        """Returns the choices of an option of the command line; none where it may be set otherwise."""
        is_set = any(self._is_set(each, name) for each in self._nodes)
        calls = [each for each in self._added() if read_option(each, self._inference.kind)[0] == name]
        if is_set or len(calls) != 1:
            return ()
        passed = {keyword.arg: keyword.value for keyword in calls[0].keywords}
        match passed.get("choices"), passed.get("default"):
            case ast.List(elts=items) | ast.Tuple(elts=items), None | ast.Constant(value=None):
                return items
            case ast.List(elts=items) | ast.Tuple(elts=items), ast.Constant() as default:
                return [*items, default]
        return ()

    def _added(self) -> Iterator[ast.Call]:
        for each in self._nodes:
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "add_argument":
                yield each

    def _is_set(self, node: ast.AST, name: str) -> bool:
        """Tells whether a node may set an option otherwise."""
        match node:
            case ast.Attribute(value=held, attr=attribute, ctx=ast.Store()) if attribute == name:
                return self._inference.kind(held) == Value(OPTIONS)
            case ast.Call(func=ast.Name(id="setattr"), args=[held, *_]):
                return self._inference.kind(held) == Value(OPTIONS)
        return isinstance(node, ast.Attribute) and node.attr == "set_defaults"
