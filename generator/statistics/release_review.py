"""Which records to look at again for a release: by what is other in its inventory, and by what was run on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.catalog.inventory.history import history_of
from generator.catalog.release_status import Standing, State
from generator.model.inventory import Inventory
from generator.model.prefix import change_prefix
from generator.model.record import Record
from generator.model.release import Release
from generator.statistics.release_changes import Stands, inventory_of


@dataclass(frozen=True, slots=True)
class Review:
    """A record to look at again.

    ``changes`` are those of its counterparts, ``appeared`` is an API of its own name that the older release lacks, and
    ``is_other`` says that its code gives something else, or takes something else to write.
    """

    record: Record
    changes: tuple[str, ...]
    appeared: str
    is_other: bool

    @property
    def is_named(self) -> bool:
        """Whether the inventories alone name it: what is known on a release's first day."""
        return bool(self.changes or self.appeared)


def review_records(catalog: Catalog, stands: Stands, before: Release, after: Release) -> Iterator[Review]:
    """Yields the records that something is to be said of, by name; without an inventory only what was run counts."""
    old, new = inventory_of(catalog, before), inventory_of(catalog, after)
    for record in catalog.records():
        changes: tuple[str, ...] = ()
        appeared = ""
        if old is not None and new is not None:
            changes = tuple(
                f"{api} {detail}"
                for api in record.paddle_apis
                for change in history_of(api, (old, new))
                for detail in change.details
            )
            appeared = _namesake(record, old, new)
        on = stands.get(record.torch, {})
        one, other = on.get(before), on.get(after)
        is_other = one is not None and other is not None and _differ(one, other)
        if changes or appeared or is_other:
            yield Review(record, changes, appeared, is_other)


def _differ(one: Standing, other: Standing) -> bool:
    """Tells whether the answer is another one; what has not been run on a release is not known to be."""
    return State.UNKNOWN not in {one.state, other.state} and (one.state, one.effort) != (other.state, other.effort)


def _namesake(record: Record, old: Inventory, new: Inventory) -> str:
    """Returns the API with the record's own name that came with the newer release and is no counterpart of it."""
    name = change_prefix(record.torch) or ""
    is_new = name not in {"", record.torch, *record.paddle_apis} and new.find(name) is not None
    return name if is_new and old.find(name) is None and old.unreadable_module(name) is None else ""
