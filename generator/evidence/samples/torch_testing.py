"""Makes the samples of ``torch.testing._internal``, and prints them as JSON Lines. Runs in a process of its own.

They are torch's own tests' inputs: OpInfo for functions and methods, ModuleInfo for layers, OptimizerInfo. Nothing of a
record is run here.
"""

from __future__ import annotations

import json
import os
import random
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from generator.evidence.samples.value_text import NotCarriedError, Written, write_value
from generator.evidence.verify.libraries import library

MOST = 16
"""How many samples of one dtype an entry has at most; the others are counted as left out."""
MOST_INTEGER = 6
Item = TypeVar("Item")


def main() -> None:
    """Reads from standard input which public names are wanted (null for all), and prints a line per entry."""
    wanted = json.load(sys.stdin)
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever torch prints is no sample
    warnings.simplefilter("ignore")
    names = frozenset(wanted) if wanted is not None else None
    for entry in (*_functions(names), *_modules(names), *_optimizers(names)):
        output.write(json.dumps(entry, ensure_ascii=False) + "\n")
    output.close()


def _functions(wanted: frozenset[str] | None) -> Iterator[dict[str, Any]]:
    testing = library("torch.testing._internal.common_methods_invocations")
    torch = library("torch")
    for info in testing.op_db:
        forms = dict(_forms(info))
        if not forms or not (wanted is None or wanted & forms.keys()):
            continue
        found: list[dict[str, Any]] = []
        left = 0
        supported = info.supported_dtypes("cpu")
        chosen = [(torch.float32, MOST), (torch.int64, MOST_INTEGER if torch.float32 in supported else MOST)]
        if not supported & {torch.float32, torch.int64}:
            chosen = [(torch.bool, MOST), (torch.complex64, MOST)]
        for dtype, most in chosen:
            if dtype not in supported:
                continue
            _seed()
            try:
                samples = list(info.sample_inputs("cpu", dtype, requires_grad=False))
            except Exception:  # noqa: BLE001  (torch's own code for samples may need what is not installed)
                left += 1
                continue
            kept = _spread(samples, most)
            left += len(samples) - len(kept)
            for sample in kept:
                try:
                    args = [write_value(value) for value in (sample.input, *sample.args)]
                    found.append({"args": args, "kwargs": _written(sample.kwargs), "dtype": str(dtype)})
                except NotCarriedError:
                    left += 1
        yield {"source": "OpInfo", "forms": forms, "samples": found, "left": left}


def _forms(info: Any) -> Iterator[tuple[str, str]]:
    """Yields the public names that an entry's samples are arguments of, each with how it is called."""
    torch = library("torch")
    for name in (info.name, *(alias.name for alias in info.aliases)):
        if callable(_resolve(torch, name)):
            yield f"torch.{name}", "function"
        if "." not in name and (name != info.name or info.method_variant is not None):
            for member in (name, f"{name}_"):
                if callable(getattr(torch.Tensor, member, None)):
                    yield f"torch.Tensor.{member}", "method"


def _resolve(module: Any, name: str) -> Any:
    value = module
    for part in name.split("."):
        value = getattr(value, part, None)
    return value


def _modules(wanted: frozenset[str] | None) -> Iterator[dict[str, Any]]:
    torch = library("torch")
    for info in library("torch.testing._internal.common_modules").module_db:
        name = f"torch.{info.name}"
        if not (wanted is None or name in wanted):
            continue
        found: list[dict[str, Any]] = []
        left = 0
        for training in (True, False) if info.train_and_eval_differ else (True,):
            _seed()
            inputs = info.module_inputs_func(
                info, device="cpu", dtype=torch.float32, requires_grad=False, training=training
            )
            kept = _spread(inputs, MOST)
            left += len(inputs) - len(kept)
            for one in kept:
                if one.forward_input is None:
                    left += 1
                    continue
                try:
                    made, called = one.constructor_input, one.forward_input
                    found.append(
                        {
                            "args": [write_value(value) for value in made.args],
                            "kwargs": _written(made.kwargs),
                            "forward": [write_value(value) for value in called.args],
                            "forward_kwargs": _written(called.kwargs),
                            "training": training,
                        }
                    )
                except NotCarriedError:
                    left += 1
        yield {"source": "ModuleInfo", "forms": {name: "module"}, "samples": found, "left": left}


def _optimizers(wanted: frozenset[str] | None) -> Iterator[dict[str, Any]]:
    for info in library("torch.testing._internal.common_optimizers").optim_db:
        name = f"torch.optim.{info.optim_cls.__name__}"
        if not (wanted is None or name in wanted):
            continue
        found: list[dict[str, Any]] = []
        left = 0
        _seed()
        for one in info.optim_inputs_func(device="cpu"):
            try:
                found.append({"args": [], "kwargs": _written(one.kwargs)})
            except NotCarriedError:
                left += 1
        yield {"source": "OptimizerInfo", "forms": {name: "optimizer"}, "samples": found, "left": left}


def _written(kwargs: dict[str, Any]) -> dict[str, Written]:
    return {name: write_value(value) for name, value in kwargs.items()}


def _spread(items: Iterable[Item], most: int) -> Sequence[Item]:
    """Returns at most so many of the items, evenly spread among them."""
    found = list(items)
    return found if len(found) <= most else [found[index * len(found) // most] for index in range(most)]


def _seed() -> None:
    random.seed(0)
    library("numpy").random.seed(0)
    library("torch").manual_seed(0)
