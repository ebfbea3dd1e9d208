"""Which parts of a converted text never run: the bodies of conditions that were converted to ``False``."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Container, Iterator, Sequence

from generator.calls.site import Edit
from generator.calls.text.parsed import Parsed

_FALSE = "False"


class NeverRun:
    """The places in a text that never run once its edits are made."""

    def __init__(self, parsed: Parsed, edits: Sequence[Edit]) -> None:
        self._parsed = parsed
        self._false = {(edit.start, edit.end) for edit in edits if edit.text == _FALSE}
        self._spans = list(self._found())

    def __contains__(self, offset: int) -> bool:
        return any(start <= offset < end for start, end in self._spans)

    def _found(self) -> Iterator[tuple[int, int]]:
        text, variables = self._parsed.text, self._variables()
        for node in self._parsed.nodes:
            match node:
                case ast.If(test=test, body=[first, *_] as body) if self._is_false(test, variables):
                    yield text.start(first), text.end(body[-1])
                case ast.IfExp(test=test, body=value) if self._is_false(test, variables):
                    yield text.start(value), text.end(value)

    def _is_false(self, node: ast.expr, variables: Container[str]) -> bool:
        """Tells whether a condition is ``False`` now, or has such a part that must hold."""
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                return any(self._is_false(each, variables) for each in values)
            case ast.Name(id=name):
                return name in variables
            case ast.Constant(value=False):  # as of a text that was converted before
                return node.value is False
        return (self._parsed.text.start(node), self._parsed.text.end(node)) in self._false

    def _variables(self) -> frozenset[str]:
        """Returns the variables that one statement of the text alone binds, to a conjunction with ``False`` in it now.

        What is ``False`` alone may be a switch that somebody sets by hand.
        """
        nodes = self._parsed.nodes
        bound = Counter(name for node in nodes for name in _bound(node))
        return frozenset(
            node.targets[0].id
            for node in nodes
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and bound[node.targets[0].id] == 1
            and isinstance(node.value, ast.BoolOp)
            and self._is_false(node.value, ())
        )


def _bound(node: ast.AST) -> tuple[str, ...]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return (name,)
        case ast.alias(name=name, asname=other):
            return (other or name,)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return (name,)
    return ()
