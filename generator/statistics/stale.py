"""Which records a new version of a library concerns, as a work list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog import Catalog
from generator.inventory.changes import compare_inventories
from generator.model.evidence import Status
from generator.model.inventory import Inventory
from generator.model.record import Record

_NEEDS_WORK = {
    Status.STALE: "证据已过时：记录的代码或库的版本变了，重新运行 apimap verify",
    Status.MISSING: "还没有验证过，运行 apimap verify",
    Status.DIFFERS: "结果不一致",
    Status.FAILED: "运行失败",
}


@dataclass(frozen=True, slots=True)
class Task:
    """A record that needs a look, and why, each reason on a line of its own."""

    api: str
    file: str
    reasons: tuple[str, ...]


def stale_records(catalog: Catalog, others: list[Inventory]) -> Iterator[Task]:
    """The records whose APIs changed between the pinned inventories and ``others``, or whose evidence does not hold."""
    moved: dict[str, list[str]] = {}
    for other in others:
        pinned = catalog.inventories.get(other.library)
        if pinned is not None:
            for api, words in _changes(pinned, other):
                moved.setdefault(api, []).append(f"{other.library} {pinned.version} → {other.version}：{api} {words}")
    for record in catalog.records():
        reasons = [reason for api in _apis(record) for reason in moved.get(api, ())]
        if (work := _NEEDS_WORK.get(catalog.status(record))) is not None:
            reasons.append(work)
        if reasons:
            yield Task(record.torch, catalog.by_api[record.torch].file, tuple(reasons))


def _apis(record: Record) -> Iterator[str]:
    yield record.torch
    yield from record.aliases
    yield from record.paddle_apis


def _changes(pinned: Inventory, other: Inventory) -> Iterator[tuple[str, str]]:
    changes = compare_inventories(pinned, other)
    yield from ((change.api, "；".join(change.details)) for change in changes.changed)
    yield from ((api, "已不存在") for api in changes.vanished)
    yield from ((api, "新出现") for api in changes.appeared)
