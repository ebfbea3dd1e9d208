"""Parameters and other leaves that gradients are computed for, as far as the text shows which Tensors are some."""

from __future__ import annotations

import ast

from generator.calls.facts.result_facts import path_of
from generator.calls.facts.view_changes import is_unrecorded
from generator.calls.inference.infer import Inference
from generator.calls.knowledge.kinds import PARAMETERS

_REQUIRES_GRAD = "requires_grad"


def is_leaf(value: ast.expr, inference: Inference) -> bool:
    """Tells whether an expression makes a parameter, or a Tensor that requires gradients."""
    match value:
        case ast.Call(func=ast.Attribute(attr="requires_grad_"), args=[], keywords=[]):
            return True
        case ast.Call(func=function, keywords=keywords):
            asks = any(each.arg == _REQUIRES_GRAD and _is_true(each.value) for each in keywords)
            return asks or path_of(function, inference) in PARAMETERS
    return False


def has_gradient(node: ast.expr, inference: Inference) -> bool:
    """Tells whether a Tensor is shown to require gradients where it stands, and gradients to be recorded there.

    A variable does where everything that it may be bound to does, and so does an attribute of the text's own class.
    """
    values = inference.dtypes.values(node) if isinstance(node, ast.Name | ast.Attribute) else [node]
    return (
        bool(values)
        and all(is_leaf(value, inference) and not _is_frozen(value) for value in values)
        and not is_unrecorded(node, inference)
    )


def _is_frozen(value: ast.expr) -> bool:
    """Tells whether a parameter is made that may not require gradients: it is told whether it does."""
    match value:
        case ast.Call(args=args, keywords=keywords):
            told = [each.value for each in keywords if each.arg in {_REQUIRES_GRAD, None}]
            return not all(map(_is_true, told)) if told else len(args) > 1
    return False


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
