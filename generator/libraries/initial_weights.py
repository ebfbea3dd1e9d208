"""Gives layers of both sides the same weights where either side's library would draw them at random.

A layer that a snippet builds gets the same made-up numbers for a parameter's shape in place of each random initial
value, so ``torch.nn.Linear(2, 3)`` and ``paddle.nn.Linear(2, 3)`` compute the same. A Paddle Linear stores its weight
transposed and gets the transpose. Initial values that are not random are left as they are: constants (a norm's
ones, PReLU's 0.25), and whatever the snippet itself asks for with ``weight_attr`` or ``torch.nn.init``. Biases that
torch draws at random and Paddle starts at zero (Linear, convolutions) are filled on both sides.

Two parameters of the same shape in one snippet get the same numbers. Layers that split their weights differently
(torch's MultiheadAttention and Transformer against ``paddle.nn``'s) cannot be matched: their snippets set the weights.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

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


def replace_initialisers(init: Any, fill: Initialiser, callers: tuple[str, ...]) -> None:
    """Replaces the functions of ``init`` by ``fill``, for calls from modules whose names start with one of these."""
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
