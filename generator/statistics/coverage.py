"""Measures how much of the source libraries' APIs the catalogue covers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.category import MISSING
from generator.model.inventory import ApiEntry, ApiKind

_COUNTED = frozenset({ApiKind.FUNCTION, ApiKind.CLASS, ApiKind.METHOD, ApiKind.PROPERTY})


@dataclass(frozen=True, slots=True)
class Coverage:
    """One module: how many APIs it offers, and how many of these are documented or declared missing."""

    module: str
    offered: int
    documented: int
    missing: int
    untouched: tuple[str, ...] = ()
    """The APIs without a record."""

    @property
    def open(self) -> int:
        """The number of APIs without a record."""
        return self.offered - self.documented - self.missing

    @property
    def percent(self) -> str:
        """How many of a hundred APIs have a record."""
        return f"{100 * (self.documented + self.missing) / self.offered:.1f}" if self.offered else "0"


def sum_coverage(modules: Sequence[Coverage], name: str) -> Coverage:
    """Returns the sums over some modules, under a name for all of them."""
    sums = [sum(getattr(module, key) for module in modules) for key in ("offered", "documented", "missing")]
    return Coverage(name, *sums)


def measure_coverage(catalog: Catalog) -> Iterator[Coverage]:
    """Yields the coverage of each module that ``catalog.yml`` lists under ``coverage``.

    Counted are the functions, classes, methods and properties directly in the module, each once: an alias counts under
    its canonical name.
    """
    for module in catalog.settings.coverage:
        offered = [entry.name for entry in _entries(catalog, module) if _counts(entry, module)]
        recorded = {api: source.record for api in offered if (source := catalog.source_of(api)) and source.record}
        missing = sum(record.category is MISSING for record in recorded.values())
        untouched = tuple(api for api in offered if api not in recorded)
        yield Coverage(module, len(offered), len(recorded) - missing, missing, untouched)


def _entries(catalog: Catalog, module: str) -> Iterator[ApiEntry]:
    inventory = catalog.inventories.get(module.partition(".")[0])
    if inventory is not None:
        yield from (inventory.entries[name] for name in inventory.by_module.get(module, ()))


def _counts(entry: ApiEntry, module: str) -> bool:
    name = entry.name[len(module) + 1 :]
    return entry.kind in _COUNTED and not entry.alias_of and not name.startswith("_")
