"""Which signature a page shows: the override, or the inventory's overload that the rows describe."""

from __future__ import annotations

from generator.catalog.catalog import Catalog
from generator.model.described import described_signature
from generator.model.inventory import ApiKind
from generator.model.record import Mapping
from generator.model.signature import Signature


def shown_signature(catalog: Catalog, api: str, mapping: Mapping, side: str) -> str:
    """The signature of ``api`` as a page prints it; the bare name where nobody knows one, or where it takes no call."""
    override = getattr(mapping.signatures, side) if mapping.signatures else None
    if override is not None:
        return _formatted(api, override)
    entry = catalog.entry(api)
    if entry is None or not entry.signatures:
        return f"{api}()" if entry is not None and entry.kind is ApiKind.METHOD else api
    names = {getattr(row, side) for row in mapping.parameters} - {None}
    return described_signature(entry, names).format(api)


def _formatted(api: str, text: str) -> str:
    try:
        return Signature.parse(text).format(api)
    except ValueError:
        return text
