"""Exceptions that a text catches where Paddle raises others: ``except RuntimeError`` around ``torch.inverse``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from generator.calls.knowledge.knowledge import Answer
from generator.calls.text.syntax import Function, own_nodes
from generator.calls.uses.uses import Decider
from generator.model.call_verdict import CallVerdict

_RAISED_TOO = "Paddle 报的是 `{0}`，而 `try` 里的代码自己也会 `raise {0}`，一并捕获时分不出来，请改写"
_BASES = {"FileNotFoundError": frozenset({"OSError", "IOError", "EnvironmentError"})}
"""The other names under which clauses catch an exception of Python's, but ``Exception``, which catches Paddle's too."""
_TOLD_BY_TEXT = "两边报错的文字不同，这里由文字判断，请改为由异常的类判断"


class ExceptionUses(Decider):
    """Decides what the ``except`` clauses of one text catch of what is raised by the calls in ``try``."""

    def decide(self, node: ast.Try | ast.TryStar) -> None:
        """Lets the clause that catches torch's exception catch Paddle's as well, unless one of them does already.

        What the clause asks of the words of the exception is left to a person, as is a clause around code that raises
        Paddle's exception itself, or where Paddle raises it for other errors, too.
        """
        run = list(self._run(node, set()))
        raised = {name.id for each in run if isinstance(each, ast.Raise) for name in _names(_class_of(each))}
        caught = [name for handler in node.handlers for name in _names(handler.type)]
        done = {name.id for name in caught}
        asked: set[ast.expr] = set()
        for path, answer in self._raising(each for each in run if isinstance(each, ast.Call)):
            torch, paddle, *instead = answer.raises
            place = next((name for name in caught if name.id in {torch, *_BASES.get(torch, ())}), None)
            if place is not None and paddle not in done:
                done.add(paddle)
                if instead or paddle in raised:
                    reason = "".join(instead) or _RAISED_TOO.format(paddle)
                    self._uses.add(place, path, CallVerdict.UNSURE, reason, answer=answer)
                    continue
                both = f"{place.id}, {paddle}"
                written = both if isinstance(self._uses.parent(place), ast.Tuple) else f"({both})"
                self._uses.write(place, written, path, CallVerdict.ARGUMENTS, answer=answer)
            for each in (each for handler in node.handlers for each in _asking_words(handler) if each not in asked):
                asked.add(each)
                self._uses.add(each, path, CallVerdict.UNSURE, _TOLD_BY_TEXT, answer=answer)

    def _raising(self, calls: Iterable[ast.Call]) -> Iterator[tuple[str, Answer]]:
        """Yields the APIs that are called and raise another exception in Paddle."""
        for call in sorted(calls, key=self._text.start):
            path = self._called(call.func)
            answer = self._knowledge.answer(path) if path else None
            if answer is not None and answer.raises:
                yield path, answer

    def _run(self, node: Function | ast.Lambda | ast.Try | ast.TryStar, seen: set[ast.AST]) -> Iterator[ast.AST]:
        """Yields the nodes in ``try``, and those in the text's own functions that they run."""
        for each in own_nodes(node):
            yield each
            function, _ = self._inference.filled(each) if isinstance(each, ast.Call) else (None, 0)
            if function is not None and function.node in self._uses.parsed.parents and function.node not in seen:
                seen.add(function.node)
                yield from self._run(function.node, seen)


def _class_of(node: ast.Raise) -> ast.expr | None:
    """Returns what names the class of an exception that is raised."""
    return node.exc.func if isinstance(node.exc, ast.Call) else node.exc


def _names(caught: ast.expr | None) -> Iterator[ast.Name]:
    """Yields the names in what a clause catches."""
    for each in caught.elts if isinstance(caught, ast.Tuple) else [caught]:
        if isinstance(each, ast.Name):
            yield each


def _asking_words(handler: ast.ExceptHandler) -> Iterator[ast.expr]:
    """Yields the words of the caught exception that conditions of a clause ask about: ``'singular' in str(error)``."""
    tests = (each.test for each in ast.walk(handler) if isinstance(each, ast.If | ast.IfExp | ast.While | ast.Assert))
    for each in (each for test in tests for each in ast.walk(test)):
        match each:
            case ast.Call(func=ast.Name(id="str" | "repr"), args=[ast.Name(id=name)]) if name == handler.name:
                yield each
            case ast.Attribute(value=ast.Name(id=name), attr="args") if name == handler.name:
                yield each
