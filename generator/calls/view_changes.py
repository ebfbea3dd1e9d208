"""Views that are changed in place: whether the gradient of the Tensor that one is a view of may be needed."""

from __future__ import annotations

import ast

from generator.calls.argument_facts import VIEWS, base_of
from generator.calls.infer import Inference
from generator.calls.kinds import Name, Value, is_tensor

_UNRECORDED = frozenset({"torch.no_grad", "torch.inference_mode", "torch.autograd.no_grad"})
_GIVING = VIEWS | {"as_strided", "flatten", "ravel", "reshape"}
"""Members of a Tensor, many of them functions too, whose result is a view, or is one where its layout allows that."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def changes_view(node: ast.expr, inference: Inference) -> bool:
    """Tells whether a call is shown to change a view of a Tensor that the text does not show to lack a gradient.

    Of a variable, one of the assignments that may have bound it is enough.
    """
    return any(
        is_tensor(inference.kind(base)) and not _is_detached(base, inference)
        for value in _values(node, inference)
        if (base := _viewed(value, inference)) is not None
    ) and not _is_unrecorded(node, inference)


def is_shared(node: ast.expr, inference: Inference) -> bool:
    """Tells whether an expression is the gradient of a Tensor, its ``data`` or ``detach()``, or a view.

    For a variable, tells whether it may be one.
    """
    values = _values(node, inference)
    bases = (base for value in values for base in (_viewed(value, inference), base_of(value)) if base is not None)
    return any(map(is_gradient, values)) or any(is_tensor(inference.kind(base)) for base in bases)


def is_gradient(node: ast.expr) -> bool:
    """Tells whether an expression is the gradient of what should be a Tensor."""
    return isinstance(node, ast.Attribute) and node.attr == "grad"


def _values(node: ast.expr, inference: Inference) -> list[ast.expr]:
    """Returns an expression; or what was assigned to a variable, but for other variables."""
    if not isinstance(node, ast.Name):
        return [node]
    return [each for each in inference.reaching.some(node)[0] if not isinstance(each, ast.Name)]


def _viewed(node: ast.expr, inference: Inference) -> ast.expr | None:
    """Returns the Tensor that an expression is a view of; None where it is none, or an index may make a copy."""
    function = inference.kind(node.func) if isinstance(node, ast.Call) else None
    match node:
        case ast.Call(args=[base, *_]) if isinstance(function, Name):
            package, _, name = function.path.rpartition(".")
            return base if package in inference.names.packages and name in _GIVING else None
        case ast.Subscript(value=base, slice=index):
            items = index.elts if isinstance(index, ast.Tuple) else [index]
            return base if all(_is_basic(each, inference) for each in items) else None
        case ast.Attribute(value=base, attr=name) | ast.Call(func=ast.Attribute(value=base, attr=name)):
            return base if name in _GIVING else None
    return None


def _is_basic(index: ast.expr, inference: Inference) -> bool:
    """Tells whether an index surely gives a view: no list, Tensor or array, nor what may be one."""
    kind = inference.kind(index)
    is_written = isinstance(index, ast.Slice | ast.Constant | ast.UnaryOp | ast.BinOp)
    is_of_kind = isinstance(kind, Value) and kind.type in {"int", "slice", "ellipsis", "None"}
    return not is_tensor(kind) and (is_written or is_of_kind)


def _is_detached(node: ast.expr, inference: Inference) -> bool:
    """Tells whether a Tensor is ``x.data`` or ``x.detach()``, or a view of one.

    For a variable, tells whether everything it was bound to is.
    """
    if base_of(node) is not None:
        return True
    values = _values(node, inference)
    bases = [each if base_of(each) is not None else _viewed(each, inference) for each in values]
    return bool(bases) and all(
        base is not None
        and not (isinstance(node, ast.Name) and isinstance(base, ast.Name))
        and _is_detached(base, inference)
        for base in bases
    )


def _is_unrecorded(node: ast.expr, inference: Inference) -> bool:
    """Tells whether the text shows that no gradients are recorded where an expression stands."""
    around = inference.reaching.around(node)
    contexts = [item.context_expr for each in around if isinstance(each, ast.With) for item in each.items]
    contexts += around[-1].decorator_list if isinstance(around[-1], _FUNCTIONS) else []
    kinds = [inference.kind(each.func if isinstance(each, ast.Call) else each) for each in contexts]
    return any(isinstance(kind, Name) and kind.path in _UNRECORDED for kind in kinds)
