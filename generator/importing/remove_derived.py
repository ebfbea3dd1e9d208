"""Removes from an imported record what the project derives by itself."""

from __future__ import annotations

from typing import Any, Protocol

from generator.model.record import Links, Mapping, Overload, Pair, Record


class Derived(Protocol):
    """The values that pages show where a record gives none."""

    def address(self, api: str) -> str:
        """Returns the documentation address of an API."""
        ...

    def signature(self, api: str, mapping: Mapping, side: str) -> str:
        """Returns the signature of ``api`` on the page of a mapping that overrides none."""
        ...

    def summary(self, record: Record, mapping: Mapping) -> str:
        """Returns the sentence on the page of a mapping that has none of its own."""
        ...


def remove_derived(record: Record, derived: Derived) -> Record:
    """Returns the record without the links, signatures and summaries that its page would show without them.

    Whatever differs by more than white space stays: nothing of the document is lost.
    """
    changes = _settled(record, record, derived)
    if record.overloads:
        overloads = (item.model_copy(update=_settled(record, item, derived)) for item in record.overloads)
        changes = {"overloads": tuple(overloads)}
    first = next(iter(record.paddle_apis), "")
    changes["links"] = _links(record.links, record.torch, first, derived)
    return record.model_copy(update=changes)


def _settled(record: Record, mapping: Mapping, derived: Derived) -> dict[str, Any]:
    bare = mapping.model_copy(update={"signatures": None, "summary": None})
    changes: dict[str, Any] = {}
    if mapping.signatures is not None:
        sides = {}
        for side, api in (("torch", record.torch), ("paddle", mapping.paddle)):
            text = getattr(mapping.signatures, side)
            shown = derived.signature(api, bare, side) if api is not None else None
            sides[side] = None if text is not None and shown is not None and _same(text, shown) else text
        changes["signatures"] = Pair(**sides) if any(sides.values()) else None
    if mapping.summary is not None and _same(mapping.summary, derived.summary(record, bare)):
        changes["summary"] = None
    if isinstance(mapping, Overload):
        changes["links"] = _links(mapping.links, record.torch, mapping.paddle or "", derived)
    return changes


def _links(links: Links | None, torch: str, paddle: str, derived: Derived) -> Links | None:
    if links is None:
        return None
    pair = [None if url == derived.address(api) else url for api, url in ((torch, links.torch), (paddle, links.paddle))]
    return Links(torch=pair[0], paddle=pair[1]) if any(pair) else None


def _same(text: str, other: str) -> bool:
    return "".join(text.split()) == "".join(other.split())
