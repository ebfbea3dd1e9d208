"""Lists the records, notes and families that a new version of a library affects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog, TestedSource, tested_part
from generator.catalog.inventory.changes import compare_inventories
from generator.model.evidence import Testable
from generator.model.family import Family
from generator.model.inventory import Inventory
from generator.model.migration_note import MigrationNote
from generator.model.record import Record
from generator.model.status import Status

_NEEDS_WORK = {
    Status.STALE: "证据已过时：记录的代码或库的版本变了，重新运行 apimap verify",
    Status.MISSING: "还没有验证过，运行 apimap verify",
    Status.DIFFERS: "结果不一致",
    Status.FAILED: "运行失败",
}


@dataclass(frozen=True, slots=True)
class Task:
    """A record, note or family to be reviewed, with the reasons."""

    api: str
    file: str
    reasons: tuple[str, ...]


def stale_records(catalog: Catalog, others: list[Inventory]) -> Iterator[Task]:
    """Yields a task for what names APIs that changed from the pinned inventories, or has no valid evidence."""
    moved: dict[str, list[str]] = {}
    for other in others:
        pinned = catalog.inventories.get(other.library)
        if pinned is not None:
            for api, words in _changes(pinned, other):
                moved.setdefault(api, []).append(f"{other.library} {pinned.version} → {other.version}：{api} {words}")
    for key, source in sorted(catalog.tested.items(), key=_by_name):
        tested = tested_part(source)
        if tested is None:
            continue
        reasons = [reason for api in _apis(tested) for reason in moved.get(api, ())]
        if (work := _NEEDS_WORK.get(catalog.status(tested))) is not None:
            reasons.append(work)
        if reasons:
            yield Task(key, source.file, tuple(reasons))


def _by_name(item: tuple[str, TestedSource]) -> str:
    return item[0].casefold()


def _apis(tested: Testable) -> Iterator[str]:
    """Yields the APIs that a record, note or family names."""
    if isinstance(tested, Record):
        yield from (tested.torch, *tested.aliases, *tested.paddle_apis)
    elif isinstance(tested, MigrationNote):
        yield from tested.apis
    elif isinstance(tested, Family):
        for torch, paddle in (pair for group in tested.groups for pair in group.members()):
            yield from [f"{tested.torch}.{torch}"] if torch is not None else []
            yield from [f"{tested.paddle}.{paddle}"] if paddle is not None else []


def _changes(pinned: Inventory, other: Inventory) -> Iterator[tuple[str, str]]:
    changes = compare_inventories(pinned, other)
    yield from ((change.api, "；".join(change.details)) for change in changes.changed)
    yield from ((api, "已不存在") for api in changes.vanished)
    yield from ((api, "新出现") for api in changes.appeared)
