"""Which expressions are views of a Tensor."""

from __future__ import annotations

import ast

from generator.calls.inference.infer import Inference
from generator.calls.inference.view_members import GIVING_VIEWS, KEPT, VIEWS
from generator.calls.knowledge.kinds import Name, Value, is_tensor, options_of

_OWN = frozenset(
    """bmm cat clone empty empty_like full full_like matmul mm new_empty new_full new_ones new_tensor new_zeros
    ones ones_like rand rand_like randn randn_like stack tensor zeros zeros_like""".split()
)
"""Functions and members that give a Tensor of its own."""

TURNED = frozenset("transpose permute t swapaxes swapdims movedim moveaxis expand expand_as unfold T mT".split())
"""Members of a Tensor that give a view with other strides."""
_BASIC = frozenset({"int", "float", "slice", "ellipsis", "None"})
"""The kinds of an index that gives a view; ``x.item()`` may be a float, but no index is one."""


def base_of(node: ast.expr) -> ast.expr | None:
    """Returns the Tensor whose ``data`` or ``detach()`` an expression is; None for all else."""
    match node:
        case ast.Attribute(value=base, attr="data"):
            return base
        case ast.Call(func=ast.Attribute(value=base, attr="detach"), args=[], keywords=[]):
            return base
    return None


def is_view(node: ast.expr, inference: Inference) -> bool | None:
    """Tells whether an expression is a view of a Tensor; unknown where the text shows neither that nor the contrary.

    Of a variable, only that it is none is told, where all that may be bound to it is none.
    """
    if not isinstance(node, ast.Name):
        return _is_written_view(node)
    values, is_all = inference.reaching.some(node)
    return False if is_all and values and all(_is_written_view(each) is False for each in values) else None


def _is_written_view(node: ast.expr) -> bool | None:
    if base_of(node) is not None or isinstance(node, ast.Subscript):
        return True
    match node:
        case ast.Attribute(attr=name):
            return name in VIEWS
        case ast.Call(func=ast.Attribute(value=inner, attr=name)):
            is_own = name in _OWN or (name in KEPT and _is_written_view(inner) is False)
            return True if name in VIEWS else False if is_own else None
    return None


def is_strided(node: ast.expr, inference: Inference) -> bool:
    """Tells whether an expression is, or may be bound to, a view whose elements do not lie one behind the other."""
    match node:
        case ast.Name():
            values = inference.reaching.some(node)[0]
            return any(not isinstance(each, ast.Name) and is_strided(each, inference) for each in values)
        case ast.Subscript(value=base):
            return skips(items_of(node)) or (isinstance(base, ast.Subscript) and is_strided(base, inference))
        case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name)):
            return name in TURNED and is_tensor(inference.kind(node))
    return False


def items_of(node: ast.Subscript) -> list[ast.expr]:
    """Returns the indices that stand in brackets."""
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def is_ellipsis(node: ast.expr) -> bool:
    """Tells whether an index is ``...``."""
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def skips(items: list[ast.expr]) -> bool:
    """Tells whether a basic index leaves out elements between those it takes: ``[:, k]``, ``[..., 1:3]``, ``[::2]``."""
    is_open = False
    for item in items:
        match item:
            case ast.Constant(value=None):
                continue
            case ast.Slice(step=step) if step is not None:
                return True
            case ast.Slice(lower=None, upper=None):
                is_open = True
            case _ if is_ellipsis(item):
                is_open = True
            case ast.Slice():
                if is_open:
                    return True
                is_open = True
            case _ if is_open:
                return True
    return False


def viewed(node: ast.expr, inference: Inference) -> ast.expr | None:
    """Returns the Tensor that an expression is a view of; None where it is none, or an index may make a copy."""
    function = inference.kind(node.func) if isinstance(node, ast.Call) else None
    match node:
        case ast.Call(args=[base, *_]) if isinstance(function, Name):
            package, _, name = function.path.rpartition(".")
            return base if package in inference.names.packages and name in GIVING_VIEWS else None
        case ast.Subscript(value=base, slice=index):
            return base if is_basic(index, inference) else None
        case ast.Attribute(value=base, attr=name) | ast.Call(func=ast.Attribute(value=base, attr=name)):
            return base if name in GIVING_VIEWS else None
    return None


def is_basic(index: ast.expr, inference: Inference) -> bool:
    """Tells whether an index surely gives a view: no list, Tensor or array in it, nor what may be one."""
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    return all(_is_basic_item(each, inference) for each in items)


def _is_basic_item(index: ast.expr, inference: Inference) -> bool:
    kind = inference.kind(index)
    is_written = isinstance(index, ast.Slice | ast.Constant | ast.UnaryOp | ast.BinOp)
    options = options_of(kind) or (kind,)
    is_of_kind = all(isinstance(each, Value) and each.type in _BASIC for each in options)
    return not is_tensor(kind) and (is_written or is_of_kind)
