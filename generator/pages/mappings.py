"""Where the documentation of either side of a mapping stands."""

from __future__ import annotations

from typing import Literal

from generator.catalog.catalog import Catalog
from generator.model.record import Mapping, Overload, Record

Library = Literal["torch", "paddle"]


def documentation_url(catalog: Catalog, record: Record, mapping: Mapping, side: Library) -> str:
    """The documentation address of one side of a mapping, overridden or derived; empty where there is none."""
    api = record.torch if side == "torch" else mapping.paddle
    if api is None:
        return ""
    own = mapping.links if isinstance(mapping, Overload) else None
    override = getattr(record.links, side) if record.links else None
    # A link override speaks of the record's own counterpart, and not of another one that an overload names.
    spoken_for = override if side == "torch" or api == record.paddle_apis[0] else None
    return (getattr(own, side) if own else None) or spoken_for or catalog.settings.address(api)
