"""Where the value of an expression can be given a name: on a line above its statement, which evaluates nothing before it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.calls.parsed import Parsed

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class Above:
    """A line above a statement, and the variable that it binds: ``mnist`` for the value of ``MNIST(…)``."""

    name: str
    at: int
    indentation: str


class LinesAbove:
    """The lines that a conversion may put above the statements of one text."""

    def __init__(self, parsed: Parsed) -> None:
        self._parsed = parsed
        self._named: dict[ast.expr, str] = {}

    def place(self, node: ast.expr, called: str) -> Above | None:
        """The line for an expression that calls a class or function; None where its value would be made at another time."""
        child: ast.AST = node
        while not isinstance(child, ast.stmt):
            parent = self._parsed.parents[child]
            before = _before(child, parent)
            if before is None or not all(map(self._is_plain, before)):
                return None
            child = parent
        text = self._parsed.text
        at = text.offset(child.lineno, 0)
        indentation = text.source[at : text.start(child)]
        is_continued = self._parsed.logical_start(text.start(child)) != child.lineno  # by a backslash
        is_member = isinstance(self._parsed.parents[child], ast.ClassDef)  # a variable there is one, too
        if indentation.strip() or is_continued or is_member or node in self._parsed.in_strings:
            return None
        self._named[node] = self._fresh(_WORD_START.sub("_", called).lower())
        return Above(self._named[node], at, indentation)

    def _is_plain(self, node: ast.AST) -> bool:
        """Whether it makes no difference when an expression is evaluated."""
        match node:
            case ast.Attribute(value=inner) | ast.keyword(value=inner):
                return self._is_plain(inner)
            case ast.List() | ast.Tuple() | ast.Dict():
                return all(map(self._is_plain, _parts(node)))
        return isinstance(node, ast.Name | ast.Constant | ast.Lambda) or node in self._named

    def _fresh(self, name: str) -> str:
        """A name that the text does not use: the one given, or with a number."""
        used = {word for node in self._parsed.nodes for word in _words(node)} | set(self._named.values())
        names = (name, *(f"{name}_{number}" for number in range(2, len(used) + 3)))
        return next(each for each in names if each not in used)


def _before(child: ast.AST, parent: ast.AST) -> list[ast.AST] | None:
    """What a node evaluates before a child of its own; None where it may evaluate the child never, or more than once."""
    match parent:
        case ast.keyword() | ast.Attribute() | ast.Return() | ast.Expr() | ast.Assign() | ast.AnnAssign():
            return []
        case ast.Call(func=function, args=arguments, keywords=keywords):
            every = [function, *arguments, *keywords]
        case ast.List() | ast.Tuple() | ast.Dict():
            every = _parts(parent)
        case _:
            return None
    return every[: every.index(child)]


def _parts(node: ast.List | ast.Tuple | ast.Dict) -> list[ast.AST]:
    """The items of a list, tuple or dictionary that is written out."""
    if isinstance(node, ast.Dict):
        return [each for pair in zip(node.keys, node.values, strict=True) for each in pair if each is not None]
    return [*node.elts]


def _words(node: ast.AST) -> Iterator[str]:
    """The names that a node reads or binds."""
    for field in ("id", "arg", "name", "asname", "attr"):
        if isinstance(word := getattr(node, field, None), str):
            yield word
