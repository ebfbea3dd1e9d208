"""What changes for the records from one release to another: answers that appear, break, become simpler or harder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from generator.catalog.catalog import Catalog
from generator.catalog.inventory.history import history_of
from generator.catalog.release_status import Standing, State, standing_now, standings
from generator.model.call_verdict import EFFORTS, CallVerdict
from generator.model.inventory import Inventory
from generator.model.record import Record
from generator.model.release import Release

Stands = Mapping[str, Mapping[Release, Standing]]
"""How records stand on releases, by torch API."""


class Change(StrEnum):
    """What becomes of a record's answer, the most urgent first."""

    BROKE = "broke"
    HARDER = "harder"
    LESS = "less"
    APPEARED = "appeared"
    SIMPLER = "simpler"
    MORE = "more"


OF_EFFORT = frozenset({Change.HARDER, Change.SIMPLER})
"""The changes in how much the usual call takes."""
CHANGE_NAMES = {
    Change.BROKE: "不再成立",
    Change.HARDER: "变麻烦了",
    Change.LESS: "不再完整",
    Change.APPEARED: "现在成立了",
    Change.SIMPLER: "变简单了",
    Change.MORE: "现在完整了",
}
CHANGE_MEANINGS = {
    Change.BROKE: "照页面写的调用，较早的版本上成立，较新的版本上不成立。",
    Change.HARDER: "平常的调用要改得更多。",
    Change.LESS: "平常的调用仍成立，另有代码或参数不再成立。",
    Change.APPEARED: "较早的版本上没有对应的 API，或平常的调用不成立。",
    Change.SIMPLER: "平常的调用不必再改那么多。",
    Change.MORE: "平常的调用本来就成立，页面上其余的代码与参数现在也成立。",
}


@dataclass(frozen=True, slots=True)
class RecordChange:
    """How a record's answer changes."""

    record: Record
    change: Change
    before: Standing
    after: Standing


@dataclass(frozen=True, slots=True)
class ReleaseChanges:
    """The answers that change from ``before`` to ``after``, and what changes in the signatures of counterparts."""

    before: Release
    after: Release
    records: tuple[RecordChange, ...]
    apis: Mapping[str, tuple[str, ...]]

    def of(self, change: Change) -> tuple[RecordChange, ...]:
        """Returns the records with one kind of change."""
        return tuple(one for one in self.records if one.change is change)


def all_releases(catalog: Catalog) -> tuple[Release, ...]:
    """Returns the releases that records are compared with and the pinned ones, the newest first."""
    pinned = (Release(library, catalog.settings.versions[library]) for library in catalog.settings.earlier)
    return tuple(sorted((*pinned, *catalog.releases), key=_age, reverse=True))


def _age(release: Release) -> tuple[str, tuple[int, ...]]:
    return release.library, tuple(int(part) for part in release.version.split(".") if part.isdecimal())


def all_standings(catalog: Catalog) -> Stands:
    """Returns the standing of each record with a counterpart on every release, the pinned one first; cached."""

    def make() -> Stands:
        return {
            record.torch: {one.release: one for one in (standing_now(catalog, record, on[0].release.library), *on)}
            for record in catalog.records()
            if (on := standings(catalog, record))
        }

    return catalog.kept("standings", (catalog.sources,), make)


def compare_releases(catalog: Catalog, stands: Stands, before: Release, after: Release) -> ReleaseChanges:
    """Compares two releases of one library of which ``stands`` holds how each record stands."""
    found = []
    for api, on in stands.items():
        record = catalog.by_api[api].record
        if record is not None and (change := _change(on[before], on[after])) is not None:
            found.append(RecordChange(record, change, on[before], on[after]))
    inventories = [inventory_of(catalog, one) for one in (before, after)]
    known = [one for one in inventories if one is not None]
    names = sorted({name for record in catalog.records() for name in record.paddle_apis}) if len(known) > 1 else []
    apis = {name: tuple(d for one in history_of(name, known) for d in one.details) for name in names}
    return ReleaseChanges(before, after, tuple(found), {name: details for name, details in apis.items() if details})


def inventory_of(catalog: Catalog, release: Release) -> Inventory | None:
    """Returns the inventory of a release, the pinned one included."""
    is_pinned = catalog.settings.versions.get(release.library) == release.version
    return catalog.inventories.get(release.library) if is_pinned else catalog.earlier.get(release)


_WORKING = frozenset({State.HOLDS, State.PARTLY})


def _change(before: Standing, after: Standing) -> Change | None:
    states = before.state, after.state
    if before.state in _WORKING and after.state is State.FAILS:
        return Change.BROKE
    if before.state is State.FAILS and after.state in _WORKING:
        return Change.APPEARED
    if CallVerdict.UNVERIFIED not in {before.effort, after.effort} and before.effort is not after.effort:
        return Change.SIMPLER if EFFORTS.index(after.effort) < EFFORTS.index(before.effort) else Change.HARDER
    return {(State.HOLDS, State.PARTLY): Change.LESS, (State.PARTLY, State.HOLDS): Change.MORE}.get(states)


def count_states(stands: Stands, release: Release) -> Iterator[tuple[State, int]]:
    """Yields how many records stand in each state on a release."""
    for state in State:
        yield state, sum(on[release].state is state for on in stands.values())
