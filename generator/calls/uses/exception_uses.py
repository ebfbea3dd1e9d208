"""Exceptions that a text catches where Paddle raises others: ``except RuntimeError`` around ``torch.inverse``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from generator.calls.knowledge.knowledge import Answer
from generator.calls.text.syntax import own_nodes
from generator.calls.uses.uses import Decider
from generator.model.call_verdict import CallVerdict


class ExceptionUses(Decider):
    """Decides what the ``except`` clauses of one text catch of what is raised by the calls in ``try``."""

    def decide(self, node: ast.Try | ast.TryStar) -> None:
        """Lets the clause that catches torch's exception catch Paddle's as well, unless one of them does already."""
        caught = [name for handler in node.handlers for name in _names(handler.type)]
        done = {name.id for name in caught}
        for path, answer in self._raising(node):
            torch, paddle = answer.raises
            place = next((name for name in caught if name.id == torch), None)
            if place is not None and paddle not in done:
                done.add(paddle)
                both = f"{torch}, {paddle}"
                written = both if isinstance(self._uses.parent(place), ast.Tuple) else f"({both})"
                self._uses.write(place, written, path, CallVerdict.ARGUMENTS, answer=answer)

    def _raising(self, node: ast.Try | ast.TryStar) -> Iterator[tuple[str, Answer]]:
        """Yields the APIs that are called in ``try`` and raise another exception in Paddle."""
        calls = [each for each in own_nodes(node) if isinstance(each, ast.Call)]
        for call in sorted(calls, key=self._text.start):
            path = self._called(call.func)
            answer = self._knowledge.answer(path) if path else None
            if answer is not None and answer.raises:
                yield path, answer


def _names(caught: ast.expr | None) -> Iterator[ast.Name]:
    """Yields the names in what a clause catches."""
    for each in caught.elts if isinstance(caught, ast.Tuple) else [caught]:
        if isinstance(each, ast.Name):
            yield each
