"""What a mapping of a record has beyond its own fields: a category of its own, and the addresses of both sides."""

from __future__ import annotations

from typing import Literal

from generator.catalog import Catalog
from generator.model.category import Category
from generator.model.derive import derive_category
from generator.model.record import Mapping, Overload, Record

Library = Literal["torch", "paddle"]


def own_category(record: Record, mapping: Mapping) -> Category:
    """The record's category; of one of several overloads, the category that its own content says."""
    if not record.overloads:
        return record.category
    fields = {name: getattr(mapping, name) for name in Mapping.model_fields}
    return derive_category(record.model_copy(update={**fields, "overloads": ()})).category


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
