"""Tells from the body of a function whether a parameter is a Tensor, where neither annotation nor call says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Protocol

from generator.calls.kinds import Kind, Member, Name, Object, Value, options_of
from generator.calls.names import PublicNames

_INDICES = frozenset({"range", "int", "float", "str"})


class Inferred(Protocol):
    """What is known of the expressions of the body, from an earlier pass."""

    names: PublicNames

    def kind(self, node: ast.AST) -> Kind:
        """The kind of an expression."""


def looks_like_tensor(function: ast.AST, parameter: str, inferred: Inferred, *, expected: bool) -> bool:
    """Whether the body uses a parameter as only a Tensor can be used, and never otherwise.

    ``expected`` says that a Tensor is usual there, as in a Module's ``forward``: then a use that fits is enough.
    """
    evidence = list(_uses(function, parameter, inferred))
    if any(use is False for use in evidence):
        return False
    return any(use is True for use in evidence) or (expected and bool(evidence))


def _uses(function: ast.AST, parameter: str, inferred: Inferred) -> Iterator[bool | None]:
    """For each use of the parameter: True if only a Tensor can be used so, False if none can, None if it may be one."""
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=member) if name == parameter:
                names = inferred.names
                if member in names.tensor_only:
                    yield True
                else:
                    yield None if member in names.tensor_members else False
            case ast.Subscript(value=ast.Name(id=name), slice=index) if name == parameter:
                if isinstance(index, ast.Constant) and isinstance(index.value, str):
                    yield False
                elif isinstance(index, ast.Tuple):
                    yield True
                else:
                    yield None
            case ast.Call():
                yield from _in_call(node, parameter, inferred)
            case ast.BinOp(op=ast.MatMult(), left=left, right=right):
                if parameter in {getattr(left, "id", None), getattr(right, "id", None)}:
                    yield True
            case ast.BinOp(left=left, right=right):
                if parameter in {getattr(left, "id", None), getattr(right, "id", None)}:
                    yield None
            case ast.Assign(targets=[ast.Tuple() | ast.List()], value=ast.Name(id=name)) if name == parameter:
                yield False
            case ast.Starred(value=ast.Name(id=name)) if name == parameter:
                yield False
            case ast.For(iter=ast.Name(id=name)) if name == parameter:
                yield False
            case ast.Return(value=ast.Name(id=name)) if name == parameter:
                yield None


def _in_call(node: ast.Call, parameter: str, inferred: Inferred) -> Iterator[bool | None]:
    if isinstance(node.func, ast.Name) and node.func.id == parameter:
        yield False
        return
    index = next((i for i, a in enumerate(node.args) if isinstance(a, ast.Name) and a.id == parameter), None)
    if index is None:
        return
    for callee in options_of(inferred.kind(node.func)):
        match callee:
            case Name(path=path) if inferred.names.belongs(path):
                entry = inferred.names.find(path)
                if entry is not None and index == 0 and entry.takes_tensor:
                    yield True
            case Name(path=path) if path.startswith("builtins."):
                name = path.removeprefix("builtins.")
                if name in _INDICES:
                    yield False
                elif name == "isinstance":
                    yield None
            case Value(type=name) if inferred.names.is_a(name, "torch.nn.Module"):
                yield True
            case Member(receiver=Object()) | Object():
                yield None
