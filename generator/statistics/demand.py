"""Measures how much of what real code uses the catalogue answers."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from generator.catalog.catalog import Catalog
from generator.model.category import MISSING
from generator.model.demand import Use
from generator.model.record import Record
from generator.model.status import Outcome, Status


class Answered(StrEnum):
    """How a name is answered."""

    PROVEN = "proven"
    """By a record or a family with fresh evidence that passed, or as a constant that means the same on both sides."""
    UNPROVEN = "unproven"
    """By a record whose code was not all run, or has none."""
    MISSING = "missing"
    """By a record that says that Paddle has nothing for it, and has fresh evidence of what was tried."""
    OPEN = "open"
    """Not at all."""


GROUP_NAMES = {
    "Tensor attribute": "Tensor 的属性",
    "Tensor method": "Tensor 的方法",
    "Module method": "Module 的方法",
    "Optimizer method": "优化器的方法",
    "function or class": "函数与类",
    "constant": "常数",
}
"""The groups of the file of demand, in Chinese."""


@dataclass(frozen=True, slots=True)
class GroupDemand:
    """The uses of one group of names, by how they are answered; ``names`` counts the names that are answered at all."""

    group: str
    uses: dict[Answered, int]
    names: int
    all_names: int

    @property
    def total(self) -> int:
        """All uses."""
        return sum(self.uses.values())

    @property
    def share(self) -> float:
        """The share of uses that are answered, those that say that something is missing among them."""
        return 1 - self.uses[Answered.OPEN] / self.total if self.total else 0.0

    @property
    def share_of_names(self) -> float:
        """The share of names that are answered, however often each is used."""
        return self.names / self.all_names if self.all_names else 0.0


def measure_demand(catalog: Catalog) -> list[GroupDemand]:
    """Returns the groups, the most used first; none where the project has no file of demand."""
    groups: defaultdict[str, list[Use]] = defaultdict(list)
    for use in catalog.demand:
        groups[use.group].append(use)
    measured = [_group(catalog, group, uses) for group, uses in groups.items()]
    return sorted(measured, key=lambda one: -one.total)


def sum_demand(groups: Iterable[GroupDemand], name: str) -> GroupDemand:
    """Returns all groups together, under a name."""
    groups = list(groups)
    uses = {kind: sum(one.uses[kind] for one in groups) for kind in Answered}
    return GroupDemand(name, uses, sum(one.names for one in groups), sum(one.all_names for one in groups))


def unanswered(catalog: Catalog) -> Iterator[Use]:
    """Yields the names that nothing answers, the most used first."""
    return (use for use in catalog.demand if _answered(catalog, use.name) is Answered.OPEN)


def _group(catalog: Catalog, group: str, uses: list[Use]) -> GroupDemand:
    found = [(_answered(catalog, use.name), use.uses) for use in uses]
    return GroupDemand(
        group,
        {kind: sum(number for answer, number in found if answer is kind) for kind in Answered},
        sum(answer is not Answered.OPEN for answer, _ in found),
        len(uses),
    )


def _answered(catalog: Catalog, name: str) -> Answered:
    source = catalog.source_of(name)
    if source is None or source.record is None:
        return _without_record(catalog, name)
    if source.record.category is MISSING:
        return Answered.MISSING if _was_tried(catalog, source.record) else Answered.OPEN
    return Answered.PROVEN if catalog.status(source.record) is Status.VERIFIED else Answered.UNPROVEN


def _was_tried(catalog: Catalog, record: Record) -> bool:
    """Tells whether fresh evidence has something that was tried, and nothing that speaks against the record."""
    results = catalog.evidence[record.torch].results if record.torch in catalog.evidence else ()
    has_passed = any(result.outcome is Outcome.PASSED for result in results)
    return has_passed and catalog.status(record) in {Status.VERIFIED, Status.SKIPPED}


def _without_record(catalog: Catalog, name: str) -> Answered:
    family = catalog.family_of.get(name)
    if family is not None and family.model is not None:
        return Answered.PROVEN if catalog.status(family.model) is Status.VERIFIED else Answered.UNPROVEN
    constant = catalog.constant_of(name)
    if constant is None:
        return Answered.OPEN
    return Answered.PROVEN if constant.paddle is not None else Answered.MISSING


def percent(share: float) -> str:
    """Returns a share as readers see it; what is not quite all is never shown as all."""
    return f"{math.floor(share * 1000) / 10:.1f}%"
