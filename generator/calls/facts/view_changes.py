"""Views that are changed in place: whether the gradient of the Tensor that one is a view of may be needed."""

from __future__ import annotations

import ast

from generator.calls.facts.views import base_of, viewed
from generator.calls.inference.infer import Inference
from generator.calls.knowledge.kinds import Name, is_tensor

_UNRECORDED = frozenset({"torch.no_grad", "torch.inference_mode", "torch.autograd.no_grad"})
_RECORDED = frozenset({"torch.enable_grad", "torch.autograd.enable_grad", "torch.set_grad_enabled"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def changes_view(node: ast.expr, inference: Inference) -> bool:
    """Tells whether a call is shown to change a view of a Tensor that the text does not show to lack a gradient.

    Of a variable, one of the assignments that may have bound it is enough.
    """
    return any(
        is_tensor(inference.kind(base)) and not _is_detached(base, inference)
        for value in _values(node, inference)
        if (base := viewed(value, inference)) is not None
    ) and not is_unrecorded(node, inference)


def is_shared(node: ast.expr, inference: Inference) -> bool:
    """Tells whether an expression is the gradient of a Tensor, its ``data`` or ``detach()``, or a view.

    For a variable, tells whether it may be one.
    """
    values = _values(node, inference)
    bases = (base for value in values for base in (viewed(value, inference), base_of(value)) if base is not None)
    return any(map(is_gradient, values)) or any(is_tensor(inference.kind(base)) for base in bases)


def is_gradient(node: ast.AST) -> bool:
    """Tells whether an expression is the gradient of what should be a Tensor."""
    return isinstance(node, ast.Attribute) and node.attr == "grad"


def _values(node: ast.expr, inference: Inference) -> list[ast.expr]:
    """Returns an expression; or what was assigned to a variable, but for other variables."""
    if not isinstance(node, ast.Name):
        return [node]
    return [each for each in inference.reaching.some(node)[0] if not isinstance(each, ast.Name)]


def _is_detached(node: ast.expr, inference: Inference) -> bool:
    """Tells whether a Tensor is ``x.data`` or ``x.detach()``, or a view of one.

    For a variable, tells whether everything it was bound to is.
    """
    if base_of(node) is not None:
        return True
    values = _values(node, inference)
    bases = [each if base_of(each) is not None else viewed(each, inference) for each in values]
    return bool(bases) and all(
        base is not None
        and not (isinstance(node, ast.Name) and isinstance(base, ast.Name))
        and _is_detached(base, inference)
        for base in bases
    )


def is_unrecorded(node: ast.expr, inference: Inference) -> bool:
    """Tells whether the text shows that no gradients are recorded where an expression stands: the innermost tells."""
    if node not in inference.displays.variables.parents:  # an argument that a conversion made
        return False
    around = inference.reaching.around(node)
    contexts = [item.context_expr for each in around if isinstance(each, ast.With) for item in reversed(each.items)]
    contexts += reversed(around[-1].decorator_list) if isinstance(around[-1], _FUNCTIONS) else []
    for context in contexts:
        kind = inference.kind(context.func if isinstance(context, ast.Call) else context)
        if isinstance(kind, Name) and kind.path in _UNRECORDED | _RECORDED:
            is_plain = not isinstance(context, ast.Call) or not (context.args or context.keywords)
            return kind.path in _UNRECORDED and is_plain  # inference_mode(False) records them
    return False
