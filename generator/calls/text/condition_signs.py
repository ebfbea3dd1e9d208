"""Which conditions in words a program gives no sign of, so that they need not be asked about."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

from generator.calls.text.parsed import Parsed

UPDATED = "+="
"""The sign that is no text: an augmented assignment to what may be a Tensor."""
_DISPLAYS = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.JoinedStr, ast.ListComp, ast.DictComp)
_COUNTING = frozenset({"float", "int", "item", "len", "round"})
"""Functions and methods that give numbers, which are added to the items of lists and dictionaries."""
_SHARING = frozenset("data detach flatten permute reshape squeeze t transpose unsqueeze view view_as".split())
"""Members of a Tensor that give a view of it, or what shares its memory."""
_OPTIONS = frozenset({"lr", "initial_lr", "momentum", "weight_decay"})
"""Numbers in the groups of an optimizer."""


def absent(
    signs: Mapping[str, Sequence[str]], parsed: Parsed, elsewhere: Callable[[frozenset[str]], frozenset[str]] | None
) -> frozenset[str]:
    """Returns the conditions of which neither the text nor another of its project has a sign.

    ``elsewhere`` tells which of some pieces of code stand in the project.
    """
    asked = frozenset(code for each in signs.values() for code in each) - {UPDATED}
    found = mentioned(asked, parsed.source)
    if elsewhere is not None:
        found |= elsewhere(asked)
    if _updates(parsed.nodes):
        found |= {UPDATED}
    return frozenset(said for said, code in signs.items() if found.isdisjoint(code))


def mentioned(code: Iterable[str], text: str) -> frozenset[str]:
    """Returns which of some pieces of code stand in a text."""
    return frozenset(each for each in code if each in text)


def _updates(nodes: Sequence[ast.AST]) -> bool:
    """Tells whether an augmented assignment may change a Tensor: not what only ever held displays."""
    holders = {
        _name(target)
        for node in nodes
        if isinstance(node, ast.Assign) and _holds(node.value)
        for target in node.targets
    }
    if any(isinstance(node, ast.AugAssign) and _updates_item(node, holders) for node in nodes):
        return True
    targets = {node.target for node in nodes if isinstance(node, ast.AugAssign)}
    displayed = {
        place
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        for place in _displayed(target, node.value)
    }
    others = {_name(node) for node in nodes if node not in targets and node not in displayed}
    counters = {_name(node) for node in displayed} - others
    return any(name and name not in counters for name in map(_name, targets))


def _holds(value: ast.expr) -> bool:
    """Tells whether a list or dictionary is seen to hold Tensors that share their memory: ``[p.data for p in ps]``."""
    match value:
        case ast.Call(func=ast.Attribute(attr="state_dict")):
            return True
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Dict(values=items):
            return any(map(_shares, items))
        case ast.ListComp(elt=item) | ast.DictComp(value=item):
            return _shares(item)
    return False


def _shares(item: ast.expr) -> bool:
    match item:
        case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name)):
            return name in _SHARING
    return False


def _updates_item(node: ast.AugAssign, holders: Container[str]) -> bool:
    """Tells whether it may change one of the Tensors in a list or dictionary: ``params[i] -= lr * grads[i]``.

    A number may be added to a count, an integer may multiply a size, and what changes an option of an optimizer is a
    number; a slice or several indices are those of a Tensor, changed in place. ``holders`` are seen to hold Tensors.
    """
    match node.target, node.op, node.value:
        case ast.Subscript(slice=ast.Slice() | ast.Tuple()), _, _:
            return False
        case ast.Subscript(value=ast.Name(id=name)), _, _ if name in holders:
            return True
        case ast.Subscript(slice=ast.Constant(value=str(key))), _, _ if key in _OPTIONS:
            return False
        case (_, ast.Add() | ast.Sub(), ast.Constant()) | (_, _, ast.UnaryOp()):
            return False
        case _, ast.Mult() | ast.FloorDiv(), ast.Constant(value=int()):
            return False
        case ast.Subscript(), _, ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name not in _COUNTING
    return isinstance(node.target, ast.Subscript)


def _displayed(target: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    """Yields what an assignment binds to displays: ``n`` and ``found`` in ``n, found = 0, []``."""
    match target, value:
        case (ast.Tuple(elts=targets), ast.Tuple(elts=values)) if len(targets) == len(values):
            for each in map(_displayed, targets, values):
                yield from each
        case _ if isinstance(value, _DISPLAYS):
            yield target


def _name(node: ast.AST) -> str:
    """Returns the name that a node binds, an attribute's with a dot; empty where it binds none."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return name
        case ast.Attribute(attr=name, ctx=ast.Store()):
            return f".{name}"
    return ""
