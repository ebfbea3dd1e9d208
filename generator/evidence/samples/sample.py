"""Samples as snippets: torch code that calls one API, and its inputs."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.evidence.samples.value_text import Written
from generator.libraries.registry import NAMES
from generator.model.inventory import ApiEntry
from generator.model.sample_result import Source
from generator.model.signature import ParameterKind


@dataclass(frozen=True, slots=True)
class Sample:
    """One call of an API: torch's code, its inputs in the notation of ``given``, and the names to compare (all: none).

    ``after`` is code that follows the call, and is the same in both libraries.
    """

    code: str
    given: Mapping[str, Any]
    compare: tuple[str, ...] = ()
    random: bool = False
    tolerance: float | None = None
    after: str = ""

    def whole(self, code: str) -> str:
        """Returns this code of a side, or what has become of it, with what follows it."""
        return f"{code}\n{self.after}" if self.after else code


@dataclass(frozen=True, slots=True)
class SampleSet:
    """The samples of one torch name; ``left`` counts those that are left out.

    ``checks`` are a record's own besides: the facts have to hold for them too.
    """

    api: str
    source: Source
    samples: tuple[Sample, ...]
    left: int = 0
    checks: tuple[Sample, ...] = ()


class _Inputs:
    """The inputs of one sample while its code is written, by their names."""

    def __init__(self) -> None:
        self.given: dict[str, Any] = {}

    def expression(self, value: Written, name: str) -> str:
        """Returns the code of a value, whose tensors become inputs called after ``name``."""
        if "code" in value:
            return str(value["code"])
        if "given" in value:
            return self._add(name, value["given"])
        (outer, items), *_ = value.items()
        if outer == "list" and all("given" in item for item in items):
            return self._add(name, [item["given"] for item in items])
        inner = [self.expression(item, f"{name}_{index}") for index, item in enumerate(items)]
        if outer == "list":
            return f"[{', '.join(inner)}]"
        return f"({inner[0]},)" if len(inner) == 1 else f"({', '.join(inner)})"

    def _add(self, name: str, value: Any) -> str:
        name = name if name.isidentifier() and not keyword.iskeyword(name) and name not in _TAKEN else f"{name}_"
        while name in self.given:
            name += "_"
        self.given[name] = value
        return name


_TAKEN = frozenset({"y", "layer", "optimizer", "loss", "np", "self", *(n for names in NAMES.values() for n in names)})
"""The names that the code itself uses."""


def function_sample(api: str, data: Mapping[str, Any], entry: ApiEntry | None) -> Sample:
    """Returns a call of a function with the arguments of a sample."""
    inputs = _Inputs()
    return Sample(f"y = {api}({_arguments(inputs, data['args'], data['kwargs'], entry)})", inputs.given)


def method_sample(api: str, data: Mapping[str, Any], entry: ApiEntry | None) -> Sample | None:
    """Returns a call of a Tensor's method; None where the sample's first argument is no Tensor."""
    receiver, *others = data["args"]
    if "given" not in receiver:
        return None
    inputs = _Inputs()
    owner = inputs.expression(receiver, "input")
    arguments = _arguments(inputs, others, data["kwargs"], entry)
    return Sample(f"y = {owner}.{api.rpartition('.')[2]}({arguments})", inputs.given)


def module_sample(api: str, data: Mapping[str, Any], entry: ApiEntry | None, forward: ApiEntry | None) -> Sample:
    """Returns a layer that is made and called; only the result is compared, not the layer."""
    inputs = _Inputs()
    lines = [f"layer = {api}({_arguments(inputs, data['args'], data['kwargs'], entry)})"]
    lines += [] if data["training"] else ["layer.eval()"]
    lines.append(f"y = layer({_arguments(inputs, data['forward'], data['forward_kwargs'], forward)})")
    return Sample("\n".join(lines), inputs.given, ("y",))


def optimizer_sample(api: str, data: Mapping[str, Any]) -> Sample:
    """Returns three steps of an optimizer on one parameter, which is compared after them."""
    inputs = _Inputs()
    inputs.given |= {"w": "float32[3, 2] grad", "x": "float32[3, 2]"}
    options = "".join(f", {name}={inputs.expression(value, name)}" for name, value in data["kwargs"].items())
    return Sample(f"optimizer = {api}([w]{options})", inputs.given, ("w",), after=_STEPS)


_STEPS = "for _ in range(3):\n    loss = w * w * x\n    loss.backward(x)\n    optimizer.step()"


def _arguments(inputs: _Inputs, args: Sequence[Written], kwargs: Mapping[str, Written], entry: ApiEntry | None) -> str:
    names = list(_names(entry, len(args)))
    written = [inputs.expression(value, name) for value, name in zip(args, names, strict=True)]
    written += [f"{name}={inputs.expression(value, name)}" for name, value in kwargs.items()]
    return ", ".join(written)


def _names(entry: ApiEntry | None, count: int) -> Iterator[str]:
    """Yields names for so many positional arguments: those of the parameters, where a signature has as many."""
    lists = [[p.name for p in one.parameters if p.kind in _POSITIONAL] for one in (entry.signatures if entry else ())]
    names = next((names for names in lists if len(names) >= count), max(lists, key=len, default=[]))
    yield from names[:count]
    yield from (f"x{index}" for index in range(len(names), count))


_POSITIONAL = frozenset({ParameterKind.POSITIONAL, ParameterKind.POSITIONAL_ONLY})
