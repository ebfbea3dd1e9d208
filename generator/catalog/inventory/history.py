"""Follows one API through the releases of its library: since when it is there, and when it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.catalog.inventory.changes import compare_overloads
from generator.model.inventory import ApiEntry, Inventory

APPEARED, VANISHED = "新增", "移除"


@dataclass(frozen=True, slots=True)
class ApiChange:
    """What changed between two neighbouring releases: no earlier than ``before``, no later than ``after``."""

    before: str
    after: str
    details: tuple[str, ...]


def history_of(name: str, inventories: Sequence[Inventory]) -> Iterator[ApiChange]:
    """Yields the changes of an API from the oldest of the ``inventories`` to the newest, where there is one to see.

    A release whose signature or module could not be read says nothing: what changed lies between its neighbours. Nor
    do return types, which older releases do not declare.
    """
    found = [(one.version, one.find(name)) for one in inventories if one.unreadable_module(name) is None]
    known = [(version, entry) for version, entry in found if entry is None or not entry.unreadable]
    for (before, old), (after, new) in pairwise(known):
        if details := tuple(_between(old, new)):
            yield ApiChange(before, after, details)


def _between(old: ApiEntry | None, new: ApiEntry | None) -> Iterator[str]:
    if old is None or new is None:
        yield from [APPEARED] if new is not None else [VANISHED] if old is not None else []
    else:
        if old.deprecated != new.deprecated:
            yield "已弃用" if new.deprecated else "不再弃用"
        if old.signatures != new.signatures:
            yield from compare_overloads(old.signatures, new.signatures)
