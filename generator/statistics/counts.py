"""Counts records by category, module and verification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.call_verdict import EFFORTS, CallVerdict
from generator.model.category import CATEGORIES
from generator.model.status import Status


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of records; every record is counted once in each mapping."""

    records: int
    aliases: int
    drop_in: int
    by_effort: Mapping[CallVerdict, int]
    by_category: Mapping[str, int]
    by_status: Mapping[Status, int]
    by_module: Mapping[str, int]


def count_records(catalog: Catalog) -> Counts:
    """Counts the records of a catalogue; categories and statuses without any are listed with 0."""
    records = list(catalog.records())
    categories = Counter(record.category.name for record in records)
    efforts = Counter(catalog.effort(record) for record in records)
    statuses = Counter(catalog.status(record) for record in records)
    return Counts(
        records=len(records),
        aliases=len(catalog.by_alias),
        drop_in=sum(catalog.is_drop_in(record) for record in records),
        by_effort={effort: efforts[effort] for effort in EFFORTS},
        by_category={category.name: categories[category.name] for category in CATEGORIES},
        by_status={status: statuses[status] for status in Status},
        by_module=dict(sorted(Counter(record.module for record in records).items())),
    )
