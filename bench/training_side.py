"""One side of ``bench.training``: runs a script until it has given so many losses, and writes them down.

    python -m bench.training_side torch|paddle FOLDER LOSSES

The script is ``run.py`` in the current folder; a loss is what ``backward`` is called of. What the torch side starts from
and draws is kept in ``FOLDER`` and given to the Paddle side: the weights that a network has when it is called for the
first time, random numbers, the order of shuffled samples. There is no dropout, for it draws inside the libraries.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import pickle
import random
import runpy
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from generator.libraries.registry import FRAMEWORKS
from generator.libraries.torchvision import declare_operators

DRAWS = ("bernoulli", "multinomial", "normal", "rand", "rand_like", "randint", "randn", "randn_like", "randperm")
RENAMED = {"_mean": "running_mean", "_variance": "running_var", "scale": "weight", "_weight": "weight"}
"""What torch calls the parameters and buffers of Paddle's layers that are called otherwise."""


class Enough(BaseException):
    """The losses are there; no script catches it."""


class Side:
    """A library with what is carried over from torch to Paddle, in the same order for each kind."""

    def __init__(self, name: str, file: Path) -> None:
        FRAMEWORKS[name].start()
        declare_operators()
        self.library = importlib.import_module(name)
        self.is_paddle = name == "paddle"
        self._file = file
        self._kept = defaultdict[str, list[Any]](list)
        if self.is_paddle:
            self._kept.update(pickle.loads(file.read_bytes()))  # noqa: S301  (this program wrote it)
        self._draws = False
        self._seen: dict[int, Any] = {}

    def carry(self, kind: str, value: Any) -> Any:
        """Keeps the value; on the Paddle side, what torch's was.

        Raises:
            LookupError: Paddle asks more often.
        """
        if not self.is_paddle:
            self._kept[kind].append(value)
            return value
        if not self._kept[kind]:
            raise LookupError(f"Paddle asks for `{kind}` more often than torch")
        return self._kept[kind].pop(0)

    def save(self) -> None:
        """Writes what was kept."""
        if not self.is_paddle:
            self._file.write_bytes(pickle.dumps(dict(self._kept)))

    def carry_draws(self) -> None:
        """Makes random numbers and the order of samples the same."""
        torch_or_paddle = self.library
        for name in DRAWS:
            self._replace_draw(torch_or_paddle, name, lambda drawn, name=name: self._set(drawn, name))
        if not self.is_paddle:  # random_split has taken it under a name of its own
            torch_or_paddle.utils.data.dataset.randperm = torch_or_paddle.randperm
        data = torch_or_paddle.io if self.is_paddle else torch_or_paddle.utils.data
        self._replace_draw(data.RandomSampler, "__iter__", lambda order: iter(self.carry("order", list(order))))

    def _replace_draw(self, owner: Any, name: str, finish: Callable[[Any], Any]) -> None:
        """Passes what a function draws through ``finish``, unless another such function calls it."""
        original = getattr(owner, name)

        def draw(*arguments: Any, **options: Any) -> Any:
            if self._draws:
                return original(*arguments, **options)
            self._draws = True
            try:
                return finish(original(*arguments, **options))
            finally:
                self._draws = False

        setattr(owner, name, draw)

    def _set(self, drawn: Any, name: str) -> Any:
        value = self.carry(name, drawn.detach().numpy().copy())
        if self.is_paddle:
            drawn.set_value(value.astype(drawn.numpy().dtype))
        return drawn

    def carry_weights(self) -> None:
        """Makes each network start from the same weights, without dropout."""
        base = self.library.nn.Layer if self.is_paddle else self.library.nn.Module
        original = base.__call__

        def call(layer: Any, *arguments: Any, **options: Any) -> Any:
            if id(layer) not in self._seen:
                self._start(layer)
            return original(layer, *arguments, **options)

        base.__call__ = call

    def _start(self, layer: Any) -> None:
        named = dict(layer.named_sublayers(include_self=True) if self.is_paddle else layer.named_modules())
        for each in named.values():
            for name in ("dropout", "p") if "Dropout" in type(each).__name__ else ("dropout",):
                if isinstance(getattr(each, name, None), float):
                    setattr(each, name, 0.0)
        self._seen.update((id(each), each) for each in named.values())
        if not (state := layer.state_dict()):
            return
        weights = self.carry("weights", None if self.is_paddle else {k: v.numpy().copy() for k, v in state.items()})
        if self.is_paddle:
            for prefix, each in named.items():
                fill(each, prefix, weights, self.library.nn.Linear)


def fill(layer: Any, prefix: str, weights: Mapping[str, np.ndarray], transposed: type) -> None:
    """Gives a Paddle layer its own weights out of those of torch's network.

    Raises:
        LookupError: torch's network has none.
    """
    start = f"{prefix}." if prefix else ""
    above, _, part = prefix.rpartition(".")
    for own, tensor in [*layer._parameters.items(), *layer._buffers.items()]:  # noqa: SLF001
        name = RENAMED.get(own, own)
        if start + name in weights:
            value = weights[start + name]
        elif part in {"q_proj", "k_proj", "v_proj"}:  # of attention, which torch keeps together
            value = np.split(weights[f"{above}.in_proj_{name}"], 3)["qkv".index(part[0])]
        elif tensor is None or own in layer._non_persistable_buffer_names_set:  # noqa: SLF001
            continue
        else:
            raise LookupError(f"torch has no weight for `{start}{own}`")
        tensor.set_value(value.T if isinstance(layer, transposed) and own == "weight" else value)


def record_losses(tensor_class: Any, enough: int) -> list[float]:
    """The list that the losses will be in."""
    losses: list[float] = []
    original = tensor_class.backward

    def backward(loss: Any, *arguments: Any, **options: Any) -> Any:
        if math.prod(loss.shape) == 1:
            losses.append(float(loss.detach()))
        if len(losses) == enough:
            raise Enough
        return original(loss, *arguments, **options)

    tensor_class.backward = backward
    return losses


def main() -> None:
    """Runs the script."""
    name, folder, enough = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    sys.argv = ["run.py"]
    side = Side(name, folder / "carried.pickle")
    FRAMEWORKS[name].restore(0)
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002  (what scripts use)
    side.carry_draws()
    side.carry_weights()
    losses = record_losses(side.library.Tensor, enough)
    with contextlib.suppress(Enough):
        runpy.run_path("run.py", run_name="__main__")
    side.save()
    (folder / f"{name}.json").write_text(json.dumps(losses), encoding="utf-8")


if __name__ == "__main__":
    main()
