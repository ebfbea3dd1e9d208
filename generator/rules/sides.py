"""Both signatures of a mapping, as the spec compares them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from generator.catalog import Catalog
from generator.model.category import Need
from generator.model.described import described_signature
from generator.model.finding import Loc
from generator.model.inventory import ApiKind
from generator.model.record import Mapping, Record
from generator.model.signature import Parameter, ParameterKind, Signature

SIDE_NAMES = {"torch": "PyTorch", "paddle": "Paddle"}
_OPEN = frozenset({ParameterKind.VAR_KEYWORD})


@dataclass(frozen=True)
class Sides:
    """The parameters of either side that are compared, and both signatures in words. None: nobody knows them."""

    torch: tuple[Parameter, ...] | None
    paddle: tuple[Parameter, ...] | None
    shown: str
    ignored: frozenset[str] = frozenset()
    """Paddle parameters that are not compared although the signature has them (R17)."""

    def of(self, side: str) -> tuple[Parameter, ...]:
        """A side's parameters; empty where nobody knows them."""
        parameters: tuple[Parameter, ...] | None = getattr(self, side)
        return parameters or ()

    @cached_property
    def _by_name(self) -> dict[str, dict[str, Parameter]]:
        return {side: {parameter.name: parameter for parameter in self.of(side)} for side in ("torch", "paddle")}

    @cached_property
    def _is_open(self) -> dict[str, bool]:
        """Whether a side takes any keyword, or nobody knows what it takes."""
        return {
            side: getattr(self, side) is None or any(parameter.kind in _OPEN for parameter in self.of(side))
            for side in ("torch", "paddle")
        }

    def names(self, side: str) -> frozenset[str]:
        """A side's parameters by name."""
        return frozenset(self._by_name[side])

    def required(self, side: str) -> Iterator[Parameter]:
        """The parameters that must have a row: all but ``**kwargs`` and Paddle's ``name`` (R16)."""
        for parameter in self.of(side):
            if parameter.kind not in _OPEN and not (side == "paddle" and parameter.name == "name"):
                yield parameter

    def takes(self, side: str, name: str) -> bool:
        """Whether the side may have such a parameter: it is there, or the signature is open or unknown."""
        name = of_row(name)
        return self._is_open[side] or name in self._by_name[side] or name in self.ignored

    def parameter(self, side: str, name: str) -> Parameter | None:
        """The parameter of that name."""
        return self._by_name[side].get(of_row(name))


def of_row(name: str | None) -> str:
    """The parameter that a row's name means."""
    return (name or "").lstrip("*")


def compared_sides(catalog: Catalog, record: Record) -> Iterator[tuple[Loc, Mapping, Sides]]:
    """Each one-to-one mapping (categories 1 to 3) with its two sides, where the inventory knows at least one."""
    if record.category.counterpart is not Need.REQUIRED or record.category.table is Need.OPTIONAL:
        return
    for loc, mapping in record.mappings():
        sides = _sides_of(catalog, record, mapping) if mapping.paddle is not None else None
        if sides is not None:
            yield loc, mapping, sides


def _sides_of(catalog: Catalog, record: Record, mapping: Mapping) -> Sides | None:
    """Both signatures of a mapping; None where neither is known."""
    assert mapping.paddle is not None
    torch = known_signature(catalog, record.torch, mapping, "torch")
    paddle = known_signature(catalog, mapping.paddle, mapping, "paddle")
    if torch is None and paddle is None:
        return None
    apis = (("PyTorch", record.torch, torch), ("Paddle", mapping.paddle, paddle))
    shown = "；".join(f"{name}：{api}{signature}" for name, api, signature in apis if signature is not None)
    ours, theirs = torch.parameters if torch else None, paddle.parameters if paddle else None
    ignored: frozenset[str] = frozenset()
    if _is_member(catalog, record.torch) and not _is_member(catalog, mapping.paddle) and theirs:
        ignored, theirs = frozenset({theirs[0].name}), theirs[1:]
    elif _is_member(catalog, mapping.paddle) and not _is_member(catalog, record.torch) and ours:
        named = {of_row(row.torch) for row in mapping.parameters}
        ours = ours if ours[0].name in named else ours[1:]
    return Sides(ours, theirs, f"签名：{shown}。", ignored)


def known_signature(catalog: Catalog, api: str, mapping: Mapping, side: str) -> Signature | None:
    """The override, or the overload that the rows describe; None where nobody knows one."""
    override = getattr(mapping.signatures, side) if mapping.signatures else None
    if override is not None:
        try:
            return Signature.parse(override)
        except ValueError:
            return None
    entry = catalog.entry(api)
    if entry is None or not entry.signatures:
        return None
    return described_signature(entry, {name for row in mapping.parameters if (name := getattr(row, side))})


def _is_member(catalog: Catalog, api: str) -> bool:
    entry = catalog.entry(api)
    return entry.kind in {ApiKind.METHOD, ApiKind.PROPERTY} if entry is not None else ".Tensor." in api
