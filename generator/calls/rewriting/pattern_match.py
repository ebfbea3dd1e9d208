"""Finds the code around an attribute that a record converts as a whole: ``optimizer.param_groups[0]['lr']``."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.calls.knowledge.knowledge import Row
from generator.calls.text.syntax import children
from generator.model.fact import Answer, Facts
from generator.model.pattern import Found, Pattern
from generator.model.when import RECEIVER


@dataclass(frozen=True, slots=True)
class Around:
    """An expression or a statement that a row's template takes the place of."""

    root: ast.expr | ast.stmt
    row: Row
    found: Found

    @property
    def facts(self) -> Facts:
        """What is known of the use: whether the code sets something of what the attribute holds."""
        parts = ast.walk(self.root) if isinstance(self.root, ast.stmt) else ()
        is_set = any(isinstance(each, ast.Assign | ast.AugAssign) for each in parts)
        return Facts(results={"changed": Answer.YES if is_set else Answer.NO})


def find_around(
    node: ast.Attribute, rows: Sequence[Row], nodes: Sequence[ast.AST], parents: Mapping[ast.AST, ast.AST]
) -> Around | None:
    """Returns the code around ``node`` that one of ``rows`` has a pattern of; None where there is none.

    What a loop binds in it has to be its own: no other value uses it, nor does code after the loop. What is set to None
    is taken away, which is no value for a template.
    """
    for row in rows:
        assert row.around is not None
        root: ast.AST | None = node
        for _ in range(row.around.depth):
            root = parents.get(root) if root is not None else None
        if not isinstance(root, ast.expr | ast.stmt) or _is_removal(root):
            continue
        found = row.around.match(root)
        # An assignment from the same attribute of another object is the code around that of its target alone.
        if found is not None and found[RECEIVER] is node.value and _are_own(row.around, root, found, nodes, parents):
            return Around(root, row, found)
    return None


def _is_removal(root: ast.AST) -> bool:
    return isinstance(root, ast.Assign) and isinstance(root.value, ast.Constant) and root.value.value is None


def _are_own(
    pattern: Pattern, root: ast.AST, found: Found, nodes: Sequence[ast.AST], parents: Mapping[ast.AST, ast.AST]
) -> bool:
    """Tells whether the names that the code binds are of use to it alone."""
    bound = {node.id for name in pattern.bound if isinstance(node := found[name], ast.Name)}
    free = [node for name, node in found.items() if name not in pattern.bound]
    return bound.isdisjoint(_read_names(free)) and not any(
        isinstance(node, ast.Name)
        and node.id in bound
        and isinstance(node.ctx, ast.Load)
        and not _is_bound_around(node, root, parents)
        for node in (nodes if bound and isinstance(root, ast.stmt) else ())
    )


def _read_names(roots: Sequence[ast.AST]) -> set[str]:
    names: set[str] = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            names.add(node.id)
        waiting += children(node)
    return names


def _is_bound_around(node: ast.Name, root: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Tells whether a name stands in ``root``, or in another loop or comprehension that binds it for itself."""
    around: ast.AST | None = node
    while (around := parents.get(around) if around is not None else None) is not None:
        if around is root:
            return True
        targets: list[ast.AST] = []
        if isinstance(around, ast.For):
            targets = [around.target]
        elif isinstance(around, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            targets = [generator.target for generator in around.generators]
        if node.id in _read_names(targets):
            return True
    return False
