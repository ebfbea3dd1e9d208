"""Both signatures of a mapping, reduced to the parameters that the spec compares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from generator.catalog.index import Libraries
from generator.lint.rules.parameter_names import names_in, with_right_stars
from generator.model.category import Need
from generator.model.finding import Loc
from generator.model.inventory import ApiKind
from generator.model.overload_choice import described_signature
from generator.model.record import Mapping, Record
from generator.model.signature import Parameter, ParameterKind, Signature

SIDE_NAMES = {"torch": "PyTorch", "paddle": "Paddle"}
_OPEN = frozenset({ParameterKind.VAR_KEYWORD})


@dataclass(frozen=True)
class Sides:
    """The parameters of either side that are compared; None where the signature is unknown."""

    torch: tuple[Parameter, ...] | None
    paddle: tuple[Parameter, ...] | None
    signatures: tuple[tuple[str, str, Signature | None], ...]
    """The two signatures in full: library, API, signature."""
    whole: bool = True
    """Whether every parameter must have a row."""
    ignored: frozenset[str] = frozenset()
    """Paddle parameters that are not compared although the signature has them (R17)."""

    @property
    def shown(self) -> str:
        """Both signatures as text, for a hint."""
        known = (f"{name}：{api}{signature}" for name, api, signature in self.signatures if signature is not None)
        return f"签名：{'；'.join(known)}。"

    def of(self, side: str) -> tuple[Parameter, ...]:
        """Returns a side's parameters; empty where the signature is unknown."""
        parameters: tuple[Parameter, ...] | None = getattr(self, side)
        return parameters or ()

    @cached_property
    def _by_name(self) -> dict[str, dict[str, Parameter]]:
        return {side: {parameter.name: parameter for parameter in self.of(side)} for side in ("torch", "paddle")}

    @cached_property
    def _is_open(self) -> dict[str, bool]:
        return {side: any(p.kind in _OPEN for p in self.of(side)) for side in ("torch", "paddle")}

    def names(self, side: str) -> frozenset[str]:
        """Returns a side's parameters by name."""
        return frozenset(self._by_name[side])

    def required(self, side: str) -> Iterator[Parameter]:
        """Yields the parameters that must have a row: all but ``**kwargs`` and Paddle's ``name`` (R16)."""
        for parameter in self.of(side) if self.whole else ():
            if parameter.kind not in _OPEN and not (side == "paddle" and parameter.name == "name"):
                yield parameter

    def has(self, side: str, name: str) -> bool:
        """Tells whether the side has such a parameter; true where the signature is unknown."""
        name = of_row(name)
        return getattr(self, side) is None or name in self._by_name[side] or name in self.ignored

    def is_open(self, side: str) -> bool:
        """Tells whether the side takes any keyword."""
        return self._is_open[side]

    def parameter(self, side: str, name: str) -> Parameter | None:
        """Returns the parameter of that name."""
        return self._by_name[side].get(of_row(name))


def of_row(name: str | None) -> str:
    """Returns a row's name without stars, as the signature has it."""
    return (name or "").lstrip("*")


def compared_sides(libraries: Libraries, record: Record) -> Iterator[tuple[Loc, Mapping, Sides]]:
    """Yields each mapping to one Paddle API with its two sides, where the inventory knows at least one.

    In categories 5 and 6 the table may be short or missing; the rows that it has are compared all the same.
    """
    whole = record.category.counterpart is Need.REQUIRED and record.category.table is not Need.OPTIONAL
    for loc, mapping in record.mappings():
        if mapping.paddle is None or not (whole or mapping.parameters):
            continue
        sides = _sides_of(libraries, record, mapping)
        if sides is not None:
            yield loc, mapping, sides if whole else replace(sides, whole=False)


def _sides_of(libraries: Libraries, record: Record, mapping: Mapping) -> Sides | None:
    """Returns both signatures of a mapping; None where neither is known."""
    assert mapping.paddle is not None
    torch = known_signature(libraries, record.torch, mapping, "torch")
    paddle = known_signature(libraries, mapping.paddle, mapping, "paddle")
    if torch is None and paddle is None:
        return None
    apis = (("PyTorch", record.torch, torch), ("Paddle", mapping.paddle, paddle))
    ours, theirs = torch.parameters if torch else None, paddle.parameters if paddle else None
    ignored: frozenset[str] = frozenset()
    if _is_member(libraries, record.torch) and not _is_member(libraries, mapping.paddle) and theirs:
        ignored, theirs = frozenset({theirs[0].name}), theirs[1:]
    elif _is_member(libraries, mapping.paddle) and not _is_member(libraries, record.torch) and ours:
        named = {name for row in mapping.parameters for name in names_in(row.torch)}
        ours = ours if ours[0].name in named else ours[1:]
    return Sides(ours, theirs, apis, ignored=ignored)


def known_signature(libraries: Libraries, api: str, mapping: Mapping, side: str) -> Signature | None:
    """Returns the override, or the overload that the rows describe; None where neither is known."""
    override = getattr(mapping.signatures, side) if mapping.signatures else None
    if override is not None:
        try:
            signature = Signature.parse(override)
        except ValueError:
            return None
        return _with_right_stars(signature) if "*" in override else signature
    entry = libraries.entry(api)
    if entry is None or not entry.signatures:
        return None
    return described_signature(entry, {name for row in mapping.parameters for name in names_in(getattr(row, side))})


def _with_right_stars(signature: Signature) -> Signature:
    """Reads ``*kwargs`` as ``**kwargs``, so that SIG007 alone reports the missing star."""
    return Signature(
        tuple(
            replace(parameter, kind=ParameterKind.VAR_KEYWORD)
            if with_right_stars(parameter.label) != parameter.label
            else parameter
            for parameter in signature.parameters
        )
    )


def _is_member(libraries: Libraries, api: str) -> bool:
    entry = libraries.entry(api)
    return entry.kind in {ApiKind.METHOD, ApiKind.PROPERTY} if entry is not None else ".Tensor." in api
