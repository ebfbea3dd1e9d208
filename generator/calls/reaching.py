"""Which places of a variable may have run between the statement that binds it for certain and another statement."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from generator.calls.variables import Variables

LOOPS = (ast.For, ast.AsyncFor, ast.While)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)

Place = tuple[int, int]


class Reaching:
    """The statements of one text in the order in which they may run."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        self._parents = variables.parents

    def around(self, node: ast.AST) -> list[ast.AST]:
        """A node and those around it, up to the function, which is the last."""
        found = [node]
        while not isinstance(found[-1], _SCOPES):
            found.append(self._parents[found[-1]])
        return found

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement that a node stands in."""
        while not isinstance(node, ast.stmt):
            node = self._parents[node]
        return node

    def before(self, variable: ast.Name, node: ast.stmt) -> list[ast.Name]:
        """The places of a variable from where it was last bound for certain to a statement, or to the end of loops around both.

        All of them, where another function binds it.
        """
        around = self.around(node)
        places = self._variables.everywhere(variable)
        bound = [each for each in places if isinstance(each.ctx, ast.Store)]
        if any(self.around(each)[-1] is not around[-1] for each in bound):
            return list(places)
        certain = [start(s) for each in bound if self._is_certain(s := self.statement(each), around)]
        since = max((each for each in certain if each < start(node)), default=(0, 0))
        ends = [end(each) for each in around if isinstance(each, LOOPS) and start(each) > since]
        until = max(ends, default=start(node))
        return [each for each in places if since <= start(self.statement(each)) < until]

    def _is_certain(self, statement: ast.stmt, around: Sequence[ast.AST]) -> bool:
        """Whether a statement that binds a variable certainly ran before another one, ``around`` being that and what is around it."""
        if statement in around:  # the head of a loop, or of ``with``
            return True
        parent = self._parents[statement]
        blocks = (getattr(parent, name, None) for name in ("body", "orelse", "finalbody"))
        block = next((each for each in blocks if isinstance(each, list) and statement in each), [])
        is_simple = isinstance(statement, ast.Assign | ast.AnnAssign)
        return is_simple and any(each in block for each in around)


def start(node: ast.expr | ast.stmt) -> Place:
    """Where a node begins."""
    return node.lineno, node.col_offset


def end(node: ast.expr | ast.stmt) -> Place:
    """Where a node ends."""
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
