"""The calls in one text of a class or function that it passes on, by the names that this goes through."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

Named = tuple[str, bool]
"""A variable, parameter or keyword, or the attribute of any object."""


class LaterCalls:
    """What the variables, parameters and attributes of one text are called with, whatever object or function they are of."""

    def __init__(self, nodes: Sequence[ast.AST], parents: Mapping[ast.AST, ast.AST]) -> None:
        self._nodes = nodes
        self._parents = parents

    def of(self, node: ast.expr) -> list[ast.Call]:
        """The calls in the text of what an expression is given the name of."""
        names = self._names(node)
        return [each for each in self._nodes if isinstance(each, ast.Call) and _name(each.func) in names]

    def pass_only(self, node: ast.expr, count: int) -> bool:
        """Whether the text calls what an expression is given the name of, with just so many arguments by position each time."""
        calls = self.of(node)
        return bool(calls) and all(
            len(call.args) == count and not call.keywords and not any(isinstance(a, ast.Starred) for a in call.args)
            for call in calls
        )

    def _names(self, node: ast.expr) -> set[Named]:
        """The names that an expression is given, and those that they are given to in turn."""
        found = set(self._given(node))
        while True:
            held = [each for each in self._nodes if isinstance(each, ast.expr) and _name(each) in found]
            more = {name for each in held for name in self._given(each)} - found
            if not more:
                return found
            found |= more

    def _given(self, node: ast.expr) -> Iterator[Named]:
        """The names that an expression is bound to where it stands."""
        child: ast.AST = node
        while isinstance(parent := self._parents.get(child), ast.IfExp | ast.BoolOp | ast.Dict):
            child = parent
        match parent:
            case ast.Assign(targets=targets, value=value) if value is child:
                yield from filter(None, map(_name, targets))
            case ast.AnnAssign(target=target, value=value) if value is child:
                yield from filter(None, [_name(target)])
            case ast.keyword(arg=str(name)):
                yield name, False
            case ast.arguments():
                every = (*parent.posonlyargs, *parent.args)
                pairs = (
                    *zip(reversed(every), reversed(parent.defaults), strict=False),
                    *zip(parent.kwonlyargs, parent.kw_defaults, strict=True),
                )
                yield from ((argument.arg, False) for argument, default in pairs if default is child)


def _name(node: ast.expr) -> Named | None:
    """How an expression names what it holds; an item goes by the name of its container."""
    match node:
        case ast.Name(id=name):
            return name, False
        case ast.Attribute(attr=name):
            return name, True
        case ast.Subscript(value=inner):
            return _name(inner)
    return None
