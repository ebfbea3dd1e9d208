"""Writes a draft's code: checks that pass every shared parameter, and an example for each that only torch has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.authoring.drafting.usage import needs_device
from generator.catalog.unanswered.pairing import Pairs
from generator.libraries.registry import drafting_of
from generator.libraries.usage import Kind, Usage
from generator.model.glossary import TO_WRITE, Glossary
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.literal import default_value
from generator.model.parameter import ParameterRow
from generator.model.prefix import change_prefix
from generator.model.record import Check, Example
from generator.model.relation import Rewrite
from generator.model.signature import Parameter, ParameterKind

_VARIABLES = {"input": "x", "self": "x"}
"""The variable for a Tensor that a snippet passes, by parameter; ``input`` would shadow the built-in function."""
_OUT = "out"
"""The parameter that receives the result, and gets a call of its own."""
_BY_POSITION = frozenset({"self"})
"""Names that stubs invent, and that cannot be passed by keyword."""
_NAMED = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL, ParameterKind.KEYWORD})
_DOCUMENTED = "docstring"
"""The source of signatures of functions written in C, whose first parameter may have another name than documented."""


@dataclass(frozen=True)
class Snippets:
    """Writes the code for one torch API and its counterpart."""

    torch: ApiEntry
    paddle: ApiEntry
    pairs: Pairs
    rows: tuple[ParameterRow, ...]
    glossary: Glossary
    usage: Usage

    def checks(self) -> tuple[Check, ...]:
        """Returns calls that pass every parameter both sides have; ``out`` gets a call of its own."""
        codes = (self._use(self._call(side, None)) for side in (0, 1))
        check = Check.model_validate(self._snippet(None, *codes))
        if not any(ours and theirs and ours.name == _OUT for ours, theirs in self.pairs):
            return (check,)
        return check, Check.model_validate(self._snippet(_OUT, *(self._call(side, _OUT) for side in (0, 1))))

    def examples(self) -> tuple[Example, ...]:
        """Returns an example for each parameter that Paddle lacks or uses otherwise, where it can be rewritten."""
        return tuple(self._example(name) for name in self._rewritten_names)

    @cached_property
    def _rewritten_names(self) -> tuple[str, ...]:
        return tuple(row.torch.lstrip("*") for row in self.rows if row.torch and row.rewrite is Rewrite.EXAMPLE)

    def _example(self, name: str) -> Example:
        known = self.glossary.parameters.get(name)
        title = known.title if known and known.title else TO_WRITE
        call = self._call(0, name)
        torch = call if name == _OUT else self._use(call)
        return Example.model_validate(
            {"parameter": name, "title": title, **self._snippet(name, torch, self._rewritten(name))}
        )

    def _snippet(self, only: str | None, torch: str, paddle: str) -> dict[str, Any]:
        sides = {"torch": torch, "paddle": paddle}
        codes = {side: f"{code}\n" if "\n" in code else code for side, code in sides.items()}
        data: dict[str, Any] = {"given": self._given(only), **codes}
        data |= {"compare": self.usage.compare} if self.usage.compare else {}
        data |= {"skip": self.usage.skip} if self.usage.skip else {}
        return data | ({"random": True} if self.usage.is_random else {})

    def _rewritten(self, name: str) -> str:
        """Returns Paddle's side of an example: the usual way without the parameter, or the plain call with a mark."""
        call = self._call(1, name)
        known = drafting_of(self.paddle.name)
        if self.usage.kind is Kind.LAYER and name in known.rewritten_in_layers:
            return self._use(known.rewritten_in_layers[name].format(call=call))
        if self.usage.kind is Kind.OPTIMIZER and name == "maximize":
            return self._use(call).replace("(w * w).sum()", "(-(w * w).sum())")
        if self.usage.kind in {Kind.FUNCTION, Kind.METHOD} and name in known.rewritten:
            return known.rewritten[name].format(call=call)
        return f"{self._use(call)}  # {TO_WRITE}：不用 {name}"

    def _use(self, call: str) -> str:
        """Returns the code that uses the call, so that there is a result to compare."""
        return self.usage.code.format(call=call)

    def _call(self, side: int, only: str | None) -> str:
        """Returns a call with all shared parameters, or with the required ones and ``only``, if the side has them."""
        entry = (self.torch, self.paddle)[side]
        module, _, name = entry.name.rpartition(".")
        owner = "x" if module.endswith(".Tensor") else module
        if entry.kind is ApiKind.PROPERTY:
            return f"{owner}.{name}"
        passed = [(parameter, self._argument(ours, side)) for ours, parameter in self._passed(side, only)]
        arguments = [
            value if _is_passed_by_position(entry, parameter) else f"{parameter.name}={value}"
            for parameter, value in passed
        ]
        if self.usage.kind is Kind.METHOD and owner != "x":
            arguments.insert(0, "x")
        return f"{owner}.{name}({', '.join(arguments)})"

    def _passed(self, side: int, only: str | None) -> Iterator[tuple[Parameter, Parameter]]:
        """Yields the torch parameters that are passed, each with its name on this side."""
        for pair in self.pairs:
            ours, parameter = pair[0], pair[side]
            if ours is None or parameter is None or parameter.kind is ParameterKind.VAR_KEYWORD:
                continue
            is_rewritten = ours.name in self._rewritten_names
            is_required = ours.default is None and ours.kind in _NAMED
            is_shared = pair[1] is not None and ours.name != _OUT and not is_rewritten
            if (
                (is_shared and (only is None or is_required))
                or (ours.name == only and not (is_rewritten and side))
                or (is_required and not side)
            ):
                yield ours, parameter

    def _argument(self, parameter: Parameter, side: int) -> str:
        known = self.glossary.parameters.get(parameter.name)
        if self.usage.kind is Kind.OPTIMIZER and parameter.name == "params":
            return "[w]"
        if self._is_tensor(parameter):
            return _VARIABLES.get(parameter.name, parameter.name)
        sample = known.sample if known is not None and not self._is_out_of_place(parameter) else None
        value = sample or parameter.default
        if value is None or (sample is None and _is_a_name(value)):
            return TO_WRITE
        if sample and any(ours is parameter and theirs and theirs.name == "axes" for ours, theirs in self.pairs):
            return f"[{value}]"
        return (change_prefix(value) if side else None) or value

    def _is_out_of_place(self, parameter: Parameter) -> bool:
        """Tells whether the glossary's value does not fit the API: the CPU for CUDA, a layer's bias."""
        is_other_device = parameter.name == "device" and needs_device(self.torch.name)
        return is_other_device or (parameter.name == "bias" and self.usage.kind is not Kind.LAYER)

    def _is_tensor(self, parameter: Parameter) -> bool:
        known = self.glossary.parameters.get(parameter.name)
        is_input = known is not None and known.given is not None and parameter.default in {None, "None"}
        return is_input and self.usage.kind is not Kind.LAYER

    def _given(self, only: str | None) -> dict[str, str]:
        """Returns the inputs: those of the usage, and each Tensor that is passed; float64 for a layer with a dtype."""
        given = dict(self.usage.given)
        for ours, _ in self._passed(0, only):
            known = self.glossary.parameters.get(ours.name)
            if known is not None and known.given is not None and self._is_tensor(ours):
                spec = self.usage.input if ours.name in _VARIABLES and self.usage.input else known.given
                given.setdefault(_VARIABLES.get(ours.name, ours.name), spec)
            if ours.name == "dtype" and self.usage.kind is Kind.LAYER:
                given = {name: spec.replace("float32", "float64") for name, spec in given.items()}
        return given


def _is_passed_by_position(entry: ApiEntry, parameter: Parameter) -> bool:
    """Tells whether a parameter cannot be passed by the name that stubs or documentation give it."""
    if parameter.name in _BY_POSITION or parameter.kind is ParameterKind.POSITIONAL_ONLY:
        return True
    firsts = [signature.parameters[0].name for signature in entry.signatures if signature.parameters]
    return entry.kind is ApiKind.FUNCTION and entry.source == _DOCUMENTED and parameter.name in firsts


def _is_a_name(default: str) -> bool:
    """Tells whether a default is the name of a constant, and no literal."""
    return isinstance(default_value(default), str) and default[:1] not in "'\""
