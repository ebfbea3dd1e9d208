"""A source text, parsed once for all that looks at it: its syntax nodes, their parents and their offsets."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from generator.calls.text.spans import Placed, Text
from generator.calls.text.syntax import children, parse_source


class Parsed:
    """A source text with its syntax tree. ``nodes`` has each node before those in it."""

    def __init__(self, source: str, tree: ast.Module | None = None) -> None:
        """Parses a text, unless its ``tree`` is at hand.

        Raises:
            SourceError: it is no Python of this interpreter's version.
        """
        self.source = source
        self.tree = tree or parse_source(source)
        self.text = Text(source)

    @property
    def nodes(self) -> Sequence[ast.AST]:
        """Every node but operators and contexts, each before those in it."""
        return self._listed[0]

    @property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        """The node around each of them."""
        return self._listed[1]

    @cached_property
    def _listed(self) -> tuple[list[ast.AST], dict[ast.AST, ast.AST]]:
        nodes: list[ast.AST] = []
        parents: dict[ast.AST, ast.AST] = {}
        waiting: list[ast.AST] = [self.tree]
        while waiting:
            node = waiting.pop()
            nodes.append(node)
            if below := children(node):
                parents.update(dict.fromkeys(below, node))
                waiting += below
        return nodes, parents

    def taking(self, node: ast.AST) -> ast.AST | None:
        """Returns the node that takes the value of an expression, which may be one branch of a larger one."""
        parent = self.parents.get(node)
        match parent:
            case ast.IfExp(test=test) if test is not node:
                return self.taking(parent)
            case ast.BoolOp(values=[*_, last]) if last is node:
                return self.taking(parent)
        return parent

    @cached_property
    def in_strings(self) -> dict[ast.AST, ast.JoinedStr]:
        """The outermost f-string around each expression in one."""
        found: dict[ast.AST, ast.JoinedStr] = {}
        for node in reversed(self.nodes):  # the outermost comes last
            if isinstance(node, ast.JoinedStr):
                found.update(dict.fromkeys(ast.walk(node), node))
        return found

    @cached_property
    def misplaced(self) -> frozenset[ast.AST]:
        """Nodes in f-strings whose recorded position is wrong, which happens in Python 3.11."""
        found: set[ast.AST] = set()
        starts: set[int] = set()
        for node in self.in_strings:
            if isinstance(node, ast.FormattedValue):
                if not self._stands_in_braces(node.value) or self.text.start(node.value) in starts:
                    found.update(ast.walk(node.value))
                else:
                    starts.add(self.text.start(node.value))
        return frozenset(found)

    def _stands_in_braces(self, node: ast.expr) -> bool:
        try:
            written = ast.parse(f"({self.text.of(node)})", mode="eval").body
            before = self.source[: self.text.start(node)].rstrip("( \t\r\n")
        except (SyntaxError, ValueError, IndexError):
            return False
        braces = len(before) - len(before.rstrip("{"))  # two are one in the string
        return braces % 2 == 1 and ast.dump(written) == ast.dump(node)

    def logical_start(self, offset: int) -> int:
        """Returns the number of the physical line, from 1, on which the logical line of an offset begins."""
        line, _ = self.text.place(offset)
        return self._starts[max(bisect_right(self._starts, line) - 1, 0)] if self._starts else 1

    @cached_property
    def _starts(self) -> list[int]:
        """The physical lines that begin with a statement, or with a clause of one."""
        found: set[int] = set()
        for node in self.nodes:
            if isinstance(node, _WITH_CLAUSES):
                for place, before in _clauses(node):
                    line = place.lineno
                    continued = line > 1 and self.text.lines[line - 2].rstrip("\r\n").endswith("\\")
                    if not continued and before.fullmatch(
                        self.source, self.text.offset(line, 0), self.text.start(place)
                    ):
                        found.add(line)
        return sorted(found)


_WITH_CLAUSES = (ast.stmt, ast.ExceptHandler, ast.match_case)
_STATEMENT = re.compile(r"\s*(?:(?:else|finally)\s*:\s*)?")
_CASE = re.compile(r"\s*case\b[\s(]*")
_DECORATOR = re.compile(r"\s*@[\s(]*")


def _clauses(node: ast.stmt | ast.ExceptHandler | ast.match_case) -> Iterator[tuple[Placed, re.Pattern[str]]]:
    """Returns what of a node begins a logical line, and what may stand before it there."""
    if isinstance(node, ast.match_case):
        yield node.pattern, _CASE
        return
    yield node, _STATEMENT
    for decorator in getattr(node, "decorator_list", ()):
        yield decorator, _DECORATOR
