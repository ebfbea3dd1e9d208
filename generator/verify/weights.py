"""Gives layers of both libraries the same weights, where either library would draw them at random.

A layer that a snippet builds gets ``make_weight`` of the parameter's shape in place of each random initial value, so
``torch.nn.Linear(2, 3)`` and ``paddle.nn.Linear(2, 3)`` compute the same. A Paddle Linear stores its weight
transposed and gets the transpose. Initial values that are no accident are left as they are: constants (a norm's
ones, PReLU's 0.25), and whatever the snippet itself asks for with ``weight_attr`` or ``torch.nn.init``. Biases that
torch draws at random and Paddle starts at zero (Linear, convolutions) are filled on both sides.

Two parameters of the same shape in one snippet get the same numbers. Layers that split their weights differently
(torch's MultiheadAttention and Transformer against ``paddle.nn``'s) cannot be matched: their snippets set the weights.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any

from generator.verify.libraries import library
from generator.verify.numbers import make_weight

_RANDOM = (
    "uniform_",
    "normal_",
    "trunc_normal_",
    "xavier_uniform_",
    "xavier_normal_",
    "kaiming_uniform_",
    "kaiming_normal_",
)
"""The functions of ``torch.nn.init`` and ``paddle.nn.init`` that draw at random."""

Initialiser = Callable[..., Any]


def fix_torch_weights() -> None:
    """Makes torch's own layers start from ``make_weight``; ``torch.nn.init`` in a snippet stays as it is."""
    torch = library("torch")

    def fill(tensor: Any) -> Any:
        with torch.no_grad():
            return tensor if tensor.is_meta else tensor.copy_(torch.from_numpy(make_weight(tensor.shape)))

    _fix_initialisers(torch.nn.init, fill, ("torch.nn.modules.", "torchvision."))


def _fix_initialisers(init: Any, fill: Initialiser, callers: tuple[str, ...]) -> None:
    """Replaces the functions of ``init``, for calls from modules whose names start with one of ``callers``."""
    users = [module for name, module in sys.modules.items() if module is init or name.startswith(callers)]
    for name in _RANDOM:
        original = getattr(init, name)
        replacement = _initialiser(original, fill, callers)
        for module in users:
            if vars(module).get(name) is original:
                setattr(module, name, replacement)


def _initialiser(original: Initialiser, fill: Initialiser, callers: tuple[str, ...]) -> Initialiser:
    @functools.wraps(original)
    def initialise(tensor: Any, *args: Any, **kwargs: Any) -> Any:
        caller = sys._getframe(1).f_globals.get("__name__", "")  # noqa: SLF001  (the only way to see who asks)
        return fill(tensor) if caller.startswith(callers) else original(tensor, *args, **kwargs)

    return initialise


def fix_paddle_weights() -> None:
    """Makes Paddle's layers start from ``make_weight``, unless the snippet asks for an initial value."""
    paddle = library("paddle")

    def fill(tensor: Any, numbers: Any = None) -> Any:
        with paddle.no_grad():
            numbers = make_weight(tensor.shape) if numbers is None else numbers
            tensor.set_value(paddle.to_tensor(numbers).astype(tensor.dtype))
        return tensor

    original = paddle.nn.Layer.create_parameter
    signature = inspect.signature(original)

    @functools.wraps(original)
    def create_parameter(self: Any, *args: Any, **kwargs: Any) -> Any:
        parameter = original(self, *args, **kwargs)
        asked = signature.bind(self, *args, **kwargs).arguments
        is_bias = bool(asked.get("is_bias"))
        if (
            parameter is not None
            and paddle.in_dynamic_mode()
            and not _is_asked_for(asked.get("attr"), paddle)
            and _is_random(self, asked.get("default_initializer"), is_bias=is_bias, paddle=paddle)
        ):
            turned = isinstance(self, paddle.nn.Linear) and not is_bias
            fill(parameter, make_weight(parameter.shape[::-1]).T if turned else None)
        return parameter

    paddle.nn.Layer.create_parameter = create_parameter
    _fix_initialisers(library("paddle.nn.init"), fill, ("paddle.compat.",))


def _is_asked_for(attr: Any, paddle: Any) -> bool:
    """Whether the snippet says what the parameter starts from."""
    if isinstance(attr, paddle.ParamAttr):
        return attr.initializer is not None
    return isinstance(attr, paddle.nn.initializer.Initializer) or _has_global_initialiser()


def _has_global_initialiser() -> bool:
    module = library("paddle.base.initializer")  # set_global_initializer keeps what it is told here
    names = ("_global_weight_initializer_", "_global_bias_initializer_")
    return any(getattr(module, name, None) is not None for name in names)


def _is_random(layer: Any, initialiser: Any, *, is_bias: bool, paddle: Any) -> bool:
    """Whether torch draws this parameter's initial value at random."""
    kinds = (paddle.nn.initializer.Constant, paddle.nn.initializer.Assign)
    if is_bias and (initialiser is None or isinstance(initialiser, kinds)):
        families = (paddle.nn.Linear, paddle.nn.layer.conv._ConvNd, paddle.nn.Bilinear)  # noqa: SLF001  (the convolutions' base)
        return isinstance(layer, families)
    return not isinstance(initialiser, kinds)
