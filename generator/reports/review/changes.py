"""Compares two states of the data: what each record, its evidence and the coverage of real code became."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.catalog import Catalog, tested_part
from generator.model.record import Record
from generator.model.status import Status
from generator.model.variation import Untold
from generator.publishing.export.site_paths import address_of
from generator.reports.review.record_changes import Detail, Topic, code, compare_records
from generator.statistics.counts import Counts, count_records
from generator.statistics.demand import GroupDemand, measure_demand, sum_demand, unanswered
from generator.storage.yaml_file import RecordSource


@dataclass(frozen=True, slots=True)
class RecordState:
    """A record that was added or removed; ``elsewhere`` says where its name stands on the other side."""

    torch: str
    paddle: tuple[str, ...]
    category: str
    effort: str
    status: Status
    page: str
    form_of: str = ""
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A record that changed. ``forms`` are those that changed just as it did, and of which nothing more is said."""

    torch: str
    page: str
    details: tuple[Detail, ...]
    form_of: str = ""
    forms: tuple[str, ...] = ()
    form_pages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatusChange:
    """What was known of a record, note or family by running it, and is now."""

    key: str
    before: Status
    after: Status

    @property
    def gained(self) -> bool:
        """Whether it is verified now, and was not."""
        return self.after is Status.VERIFIED

    @property
    def lost(self) -> bool:
        """Whether it was verified, and is not any more."""
        return self.before is Status.VERIFIED


@dataclass(frozen=True, slots=True)
class UntoldChange:
    """An untold difference that appeared or disappeared."""

    torch: str
    kind: str
    change: str
    message: str


@dataclass(frozen=True, slots=True)
class State:
    """The figures of one side; ``demand`` is of all uses, ``open`` what nothing answers by the number of uses."""

    counts: Counts
    demand: GroupDemand
    open: dict[str, int]


@dataclass(frozen=True, slots=True)
class DataChanges:
    """Everything that a change of the data does.

    ``unvaried`` are the records whose varied inputs say nothing any more, and ``beside`` what changed beside records.
    ``unreadable`` are the files of the new state that hold no record, ``unread`` those of the old one, whose records
    look new: they may be of another format. ``answered`` and ``unanswered`` are the names that real code uses, by the
    counts of both states, and that have an answer now, or have none any more; the most used first.
    """

    added: tuple[RecordState, ...]
    removed: tuple[RecordState, ...]
    changed: tuple[RecordChange, ...]
    evidence: tuple[StatusChange, ...]
    untold_gained: tuple[UntoldChange, ...]
    untold_lost: tuple[UntoldChange, ...]
    unvaried: tuple[str, ...]
    beside: tuple[str, ...]
    unreadable: tuple[str, ...]
    unread: tuple[str, ...]
    answered: tuple[str, ...]
    unanswered: tuple[str, ...]
    before: State
    after: State

    def __bool__(self) -> bool:
        """Tells whether anything changed that a reader could see."""
        return bool(
            self.added
            or self.removed
            or self.changed
            or self.evidence
            or self.untold_gained
            or self.untold_lost
            or self.unvaried
            or self.beside
            or self.unreadable
        )

    @property
    def pages(self) -> tuple[str, ...]:
        """The addresses of the pages of added and changed records, forms that changed alike among them."""
        changes = [page for one in self.changed for page in (one.page, *one.form_pages)]
        return tuple(dict.fromkeys([*(one.page for one in self.added), *changes]))


def compare_catalogs(old: Catalog, new: Catalog) -> DataChanges:
    """Returns what changed from one state of the data to another."""
    shared = [api for api in _sorted(old.by_api) if api in new.by_api]
    before, after = _state(old), _state(new)
    counted = {use.name for use in old.demand} & {use.name for use in new.demand}
    return DataChanges(
        added=tuple(_record_state(new, old, api) for api in _sorted(new.by_api) if api not in old.by_api),
        removed=tuple(_record_state(old, new, api) for api in _sorted(old.by_api) if api not in new.by_api),
        changed=tuple(_changes(old, new, shared)),
        evidence=tuple(_evidence(old, new)),
        untold_gained=tuple(_untold(new, old, shared)),
        untold_lost=tuple(_untold(old, new, [api for api in shared if new.variation(_record(new, api)) is not None])),
        unvaried=tuple(
            api
            for api in shared
            if old.variation(_record(old, api)) is not None and new.variation(_record(new, api)) is None
        ),
        beside=tuple(_beside(old, new)),
        unreadable=_without_record(new),
        unread=_without_record(old),
        answered=tuple(name for name in before.open if name in counted and name not in after.open),
        unanswered=tuple(name for name in after.open if name in counted and name not in before.open),
        before=before,
        after=after,
    )


def _without_record(catalog: Catalog) -> tuple[str, ...]:
    """Returns the files that hold no record, below the project folder."""
    files = (Path(source.file) for source in catalog.sources if source.record is None)
    root = catalog.root
    return tuple((file.relative_to(root) if root and file.is_relative_to(root) else file).as_posix() for file in files)


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(names, key=str.casefold)


def _record(catalog: Catalog, api: str) -> Record:
    record = catalog.by_api[api].record
    assert record is not None
    return record


def _state(catalog: Catalog) -> State:
    demand = sum_demand(measure_demand(catalog), "")
    return State(count_records(catalog), demand, {use.name: use.uses for use in unanswered(catalog)})


def _record_state(catalog: Catalog, other: Catalog, api: str) -> RecordState:
    source, record = catalog.by_api[api], _record(catalog, api)
    return RecordState(
        torch=api,
        paddle=record.paddle_apis,
        category=record.category.name,
        effort=str(catalog.effort(record)),
        status=catalog.status(record),
        page=address_of(source),
        form_of=source.form_of,
        elsewhere=_elsewhere(other, api),
    )


def _elsewhere(catalog: Catalog, api: str) -> str:
    """Returns how a name without a record of its own is answered, in words; empty where it is not."""
    if (source := catalog.by_alias.get(api)) is not None and source.record is not None:
        return f"{code(source.record.torch)} 的别名"
    if (family := catalog.family_of.get(api)) is not None and family.model is not None:
        return f"系列 {code(family.model.torch)} 的成员"
    if api in catalog.settings.constants:
        return "常数"
    if (target := catalog.settings.redirects.get(api)) is not None:
        return f"转向 {code(target)}"
    return ""


def _changes(old: Catalog, new: Catalog, apis: list[str]) -> Iterator[RecordChange]:
    """Yields each changed record. A form with the same changes as its record is only named with that."""
    found = {api: details for api in apis if (details := tuple(_details(old, new, api)))}
    alike = {
        api: base
        for api, details in found.items()
        if (base := new.by_api[api].form_of) in found and set(details) <= set(found[base])
    }
    for api, details in found.items():
        if api not in alike:
            source, forms = new.by_api[api], tuple(form for form, base in alike.items() if base == api)
            pages = tuple(address_of(new.by_api[form]) for form in forms)
            yield RecordChange(api, address_of(source), details, source.form_of, forms, pages)


def _details(old: Catalog, new: Catalog, api: str) -> Iterator[Detail]:
    before, after = _record(old, api), _record(new, api)
    yield from compare_records(before, after)
    if _form_of(old.by_api[api]) != _form_of(new.by_api[api]):
        yield Detail(Topic.WORDS, f"{_form_of(old.by_api[api])}变为{_form_of(new.by_api[api])}")
    efforts = old.effort(before), new.effort(after)
    if efforts[0] is not efforts[1]:
        yield Detail(Topic.EFFORT, f"由“{efforts[0]}”变为“{efforts[1]}”")
    if old.is_drop_in(before) != new.is_drop_in(after):
        yield Detail(Topic.DROP_IN, "现在只换前缀即可" if new.is_drop_in(after) else "只换前缀不再得到证实")


def _form_of(source: RecordSource) -> str:
    return f"{code(source.form_of)} 的形式" if source.form_of else "单独的记录"


def _evidence(old: Catalog, new: Catalog) -> Iterator[StatusChange]:
    for key in _sorted(old.tested.keys() & new.tested.keys()):
        parts = tested_part(old.tested[key]), tested_part(new.tested[key])
        if parts[0] is not None and parts[1] is not None:
            change = StatusChange(key, old.status(parts[0]), new.status(parts[1]))
            if change.before is not change.after:
                yield change


def _untold(catalog: Catalog, other: Catalog, apis: list[str]) -> Iterator[UntoldChange]:
    """Yields the differences that one state has and the other one lacks; inputs that show the same may be others."""
    for api in apis:
        known = {_identity(one) for one in other.untold(_record(other, api))}
        for one in catalog.untold(_record(catalog, api)):
            if _identity(one) not in known:
                yield UntoldChange(api, str(one.kind), one.change, one.message)


def _identity(untold: Untold) -> tuple[str, str, str]:
    return untold.kind, untold.at, untold.change


def _beside(old: Catalog, new: Catalog) -> Iterator[str]:
    """Yields which notes, families, topics, constants, redirects and versions changed, but not how."""
    tables: dict[str, list[Mapping[str, object]]] = {
        "迁移经验": [{key: source.model for key, source in one.by_note.items()} for one in (old, new)],
        "系列": [{key: source.model for key, source in one.by_family.items()} for one in (old, new)],
        "常数与开关": [one.settings.constants for one in (old, new)],
        "转向": [one.settings.redirects for one in (old, new)],
        "库的版本": [one.settings.versions for one in (old, new)],
    }
    for name, (before, after) in tables.items():
        for key in sorted(before.keys() | after.keys()):
            if before.get(key) != after.get(key):
                did = "新增" if key not in before else "去掉" if key not in after else "改动"
                yield f"{name} {code(key)}：{did}"
    topics = [one.topics.model if one.topics is not None else None for one in (old, new)]
    if topics[0] != topics[1]:
        yield "速查：改动"
