"""Which pages stand before and after a difference page: its neighbours in the master table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.publishing.views.links import has_page
from generator.publishing.views.lists import name_order


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The APIs whose pages come before and after; empty at the ends."""

    before: str = ""
    after: str = ""


def neighbours(catalog: Catalog) -> Mapping[str, Neighbours]:
    """Returns the neighbours of every API with a page; adding or removing a record changes only those next to it."""
    order = ["", *_order(catalog), ""]
    return {
        api: Neighbours(before, after) for before, api, after in zip(order[:-2], order[1:-1], order[2:], strict=True)
    }


def _order(catalog: Catalog) -> Iterator[str]:
    """Yields the APIs with a page, section by section and by name, as the master table lists them."""
    place = {section.title: number for number, section in enumerate(catalog.settings.sections)}
    found: list[tuple[int, str]] = []
    for api in catalog.by_api:
        section = next(iter(catalog.sections_of(api)), None)
        if section is not None and has_page(catalog, api):
            found.append((place[section.title], api))
    yield from (api for _, api in sorted(found, key=lambda one: (one[0], name_order(one[1]))))
