"""Which signature a page shows: the override, or the inventory's overload that the rows describe."""

from __future__ import annotations

from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.inventory import ApiKind
from generator.model.overload_choice import described_signature
from generator.model.record import Mapping
from generator.model.signature import Signature


@dataclass(frozen=True, slots=True)
class ShownSignature:
    """A signature as pages print it; ``parts`` are what stands between its commas, none where it cannot be read."""

    text: str
    parts: tuple[str, ...] = ()


def shown_signature(catalog: Catalog, api: str, mapping: Mapping, side: str) -> ShownSignature:
    """Returns the signature of ``api``; the bare name where it is unknown, or the API is not called."""
    override = getattr(mapping.signatures, side) if mapping.signatures else None
    if override is not None:
        try:
            return _shown(api, Signature.parse(override))
        except ValueError:
            return ShownSignature(override)
    entry = catalog.entry(api)
    if entry is None or not entry.signatures:
        return ShownSignature(f"{api}()" if entry is not None and entry.kind is ApiKind.METHOD else api)
    names = {getattr(row, side) for row in mapping.parameters} - {None}
    return _shown(api, described_signature(entry, names))


def _shown(api: str, signature: Signature) -> ShownSignature:
    return ShownSignature(signature.format(api), tuple(signature.parts()))
