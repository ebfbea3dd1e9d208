"""Measures of which dtype torch's functions, methods and layers give what they give, by the code of the records.

Every call that the code makes is made again with its first Tensor of each dtype, and with all that are of its dtype; what
torch refuses says nothing.
"""

from __future__ import annotations

import copy
import os
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from samples import shipped_catalog
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_flatten, tree_unflatten

from generator.evidence.verify.libraries import libraries_of, load_side
from generator.evidence.verify.side import run_side
from generator.model.given import FLOATS, INTEGERS

DTYPES = ("bool", "uint8", *sorted(INTEGERS - {"uint8"}), *sorted(FLOATS), "complex64", "complex128")
_MOST = 100_000
"""How many elements the Tensors of a call may have: larger ones take long."""
_MODULES = (
    "torch.nn.functional",
    "torch.nn.init",
    "torch.Tensor",
    "torch.linalg",
    "torch.special",
    "torch.fft",
    "torch.nn",
    "torch",
)
"""Where the records are whose code is run."""
_TELLING = ("out", "dtype", "rounding_mode", "weights", "out_int32")
"""What is not passed where a dtype is taken for known."""
_PREFIXES = ("linalg_", "fft_", "special_", "_")


@dataclass(frozen=True, slots=True)
class Gave:
    """One call: the dtypes of its Tensors, the first one's first, and of all Tensors that it gave."""

    given: tuple[str, ...]
    results: tuple[str, ...]
    is_alone: bool
    """Whether nothing but Tensors was given, no number."""


@dataclass
class _Watch(TorchFunctionMode):  # type: ignore[misc]
    names: Collection[str]
    found: dict[str, set[Gave]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    is_busy: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.note(_plain(getattr(func, "__name__", "")), func, args, kwargs or {})
        return func(*args, **(kwargs or {}))

    def note(self, name: str, function: Any, args: Any, kwargs: Any) -> None:
        """Makes the call with other dtypes."""
        if self.is_busy or name not in self.names or any(kwargs.get(each) is not None for each in _TELLING):
            return
        leaves, structure = tree_flatten((args, kwargs))
        places = [index for index, each in enumerate(leaves) if type(each) in (torch.Tensor, torch.nn.Parameter)]
        if not places or any(isinstance(each, torch.dtype) for each in leaves):
            return
        if sum(leaves[each].numel() for each in places) > _MOST:
            return
        signature = f"{name} {[(tuple(x.shape), x.dtype) if isinstance(x, torch.Tensor) else x for x in leaves]}"[:400]
        if signature in self.seen:
            return
        self.seen.add(signature)
        self.is_busy = True
        state = torch.get_rng_state()
        with torch._C.DisableTorchFunction(), torch.autocast("cpu", enabled=False), torch.no_grad():
            for given in _variants(leaves, places):
                self._call(name, function, given, places, structure)
        torch.set_rng_state(state)
        self.is_busy = False

    def _call(self, name: str, function: Any, leaves: list[Any], places: list[int], structure: Any) -> None:
        default = torch.get_default_dtype()
        torch.set_default_dtype(torch.float32)
        args, kwargs = tree_unflatten(leaves, structure)
        given = tuple(_say(leaves[each]) for each in places)
        try:
            result = function(*args, **kwargs)
        except Exception:  # noqa: BLE001  (whatever it refuses it by)
            return
        finally:
            torch.set_default_dtype(default)
        results = tuple(_say(each) for each in tree_flatten(result)[0] if isinstance(each, torch.Tensor))
        if results:
            self.found.setdefault(name, set()).add(Gave(given, results, len(leaves) == len(places)))


def _variants(leaves: list[Any], places: list[int]) -> Iterator[list[Any]]:
    """Yields what a call is given, with its first Tensor of each dtype, then with all of its dtype."""
    first = leaves[places[0]].dtype
    for dtype in DTYPES:
        for others in ({places[0]}, {each for each in places if leaves[each].dtype == first}):
            made = list(leaves)
            for each in places:
                copied = leaves[each].detach().clone()
                made[each] = copied.to(getattr(torch, dtype)) if each in others else copied
            yield made


def _say(tensor: Any) -> str:
    return str(tensor.dtype).removeprefix("torch.")


def _plain(name: str) -> str:
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return {"log_sigmoid": "logsigmoid"}.get(name, name)


def measured(names: Collection[str], calls: Collection[str] = ()) -> dict[str, set[Gave]]:
    """What torch gave for some functions, methods and layers, by their names: in the code of their records, and in ``calls``.

    These are of functions, of a Tensor ``x``.
    """
    watch, call = _Watch(names), torch.nn.Module.__call__

    def watched(layer: Any, *args: Any, **kwargs: Any) -> Any:
        def again(*given: Any, **named: Any) -> Any:
            dtype = given[0].dtype
            made = copy.deepcopy(layer)
            return call(made.to(dtype) if dtype.is_floating_point or dtype.is_complex else made, *given, **named)

        if args and isinstance(args[0], torch.Tensor):
            watch.note(type(layer).__name__, again, args, kwargs)
        return call(layer, *args, **kwargs)

    before = Path.cwd()
    torch.nn.Module.__call__ = watched  # type: ignore[method-assign]
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            for written in calls:
                with watch:
                    _evaluate(written)
            for record in shipped_catalog().records():
                module, _, name = record.torch.rpartition(".")
                snippets = [each for _, each in record.snippets() if each.skip is None]
                if module not in _MODULES or name not in names or not snippets:
                    continue
                load_side("torch", libraries_of(snippets))
                for snippet in snippets:
                    with watch:
                        _run(snippet)
    finally:
        os.chdir(before)
        torch.nn.Module.__call__ = call  # type: ignore[method-assign]
    return watch.found


def _evaluate(call: str) -> None:
    names: dict[str, Any] = {}
    for module in (torch.nn.utils.rnn, torch.nn.functional, torch.special, torch):
        names |= vars(module)
    eval(call, names, {"x": torch.ones(2, 2)})  # noqa: S307  (a call of the tests' own)


def _run(snippet: Any) -> None:
    try:
        run_side("torch", snippet.torch, snippet.given, tuple(snippet.compare))
    except Exception:  # noqa: BLE001  (that it raises is what some code shows)
        return
