"""Which Tensors are gradients as Paddle keeps them, which it refuses to change where gradients are recorded."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from generator.calls.facts.result_facts import is_changed_later
from generator.calls.facts.view_changes import is_gradient, is_unrecorded
from generator.calls.facts.views import base_of
from generator.calls.inference.infer import Inference
from generator.calls.inference.view_members import KEPT
from generator.calls.knowledge.kinds import Kind, Name, Value, is_tensor

_NEW = (ast.BinOp, ast.Compare, ast.UnaryOp)
"""What computes a Tensor of its own."""


def is_kept_gradient(node: ast.expr, inference: Inference) -> bool | None:
    """Tells whether a Tensor, or one in a list, is another's gradient, outside of ``no_grad``; None where not shown.

    A gradient that is surely changed in place is none: it is written ``x.grad.detach()``.
    """
    if node not in inference.displays.variables.parents:  # an argument that a conversion made
        return None
    return False if is_unrecorded(node, inference) else _is_kept(node, inference, frozenset())


def _is_kept(node: ast.expr, inference: Inference, asked: frozenset[ast.expr]) -> bool | None:
    if node in asked:
        return None
    asked |= {node}
    match node:
        case ast.Attribute() if is_gradient(node):
            return not is_changed_later(node, inference)
        case ast.Attribute(value=value) if base_of(node) is not None or _is_of_torch(inference.kind(value), inference):
            return False
        case ast.Attribute():
            return _is_one(inference.set_to(node), inference, asked)
        case ast.Name():
            return _is_one(inference.reaching.values(node) or (), inference, asked)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            found = {_is_kept(each, inference, asked) for each in items}
            return True if True in found else None if None in found or not found else False
        case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item):
            return _is_kept(item, inference, asked)
        case ast.IfExp(body=body, orelse=orelse):
            return _is_one((body, orelse), inference, asked)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if is_tensor(inference.kind(value)):
            return _is_kept(value, inference, asked) if name in KEPT or name.endswith("_") else False
        case ast.Call(func=function):
            is_theirs = is_tensor(inference.kind(node)) and _is_of_torch(inference.kind(function), inference)
            return False if is_theirs else _is_one(inference.returned(node), inference, asked)
        case ast.Subscript(value=value):
            return False if is_tensor(inference.kind(value)) else None
    return False if isinstance(node, _NEW) and is_tensor(inference.kind(node)) else None


def _is_one(values: Iterable[ast.expr], inference: Inference, asked: frozenset[ast.expr]) -> bool | None:
    """Returns the answer that holds for each of the values; None where they differ or there are none."""
    found = {_is_kept(each, inference, asked) for each in values}
    return found.pop() if len(found) == 1 else None


def _is_of_torch(kind: Kind, inference: Inference) -> bool:
    """Tells whether it is a function of torch, or an object of a class of it."""
    path = kind.path if isinstance(kind, Name) else kind.type if isinstance(kind, Value) else ""
    return inference.names.belongs(path)
