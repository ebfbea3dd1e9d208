"""What verification found, as pages say it: badges of a record, and the page 验证状态."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.evidence import Evidence, Testable
from generator.model.record import Record
from generator.model.status import Outcome, Status
from generator.pages import markdown
from generator.pages.addresses import page_link
from generator.pages.coverage_charts import Figure, Overview, modules_figure, untouched_names
from generator.pages.statuses import DROP_IN, STATUS_MEANINGS, STATUS_NAMES


@dataclass(frozen=True, slots=True)
class Badge:
    """One mark at the top of a page."""

    status: str
    text: str


def badges(catalog: Catalog, record: Record) -> Iterator[Badge]:
    """What a difference page says of its verification, as text ready for HTML."""
    if (badge := status_badge(catalog, record)) is None:
        return
    yield badge
    if catalog.is_drop_in(record):
        yield Badge("drop-in", DROP_IN)


def status_badge(catalog: Catalog, tested: Testable) -> Badge | None:
    """What is known of a record or note; None where it has no code to run."""
    status = catalog.status(tested)
    if status is Status.NOTHING:
        return None
    return Badge(status, markdown.attribute(_badge_text(status, catalog.evidence.get(tested.key))))


def _badge_text(status: Status, evidence: Evidence | None) -> str:
    name = STATUS_NAMES[status]
    if evidence is None:
        return name
    versions = "，".join(f"{library} {version}" for library, version in sorted(evidence.versions.items(), reverse=True))
    if status is Status.VERIFIED:
        return f"{name}：{versions}"
    if status is Status.SKIPPED:
        passed = sum(result.outcome is Outcome.PASSED for result in evidence.results)
        reason = next(result.message for result in evidence.results if result.outcome is Outcome.SKIPPED)
        left_out = f"{len(evidence.results) - passed} 项未运行（{reason.rstrip('。')}）"
        return f"{passed} 项已验证（{versions}），{left_out}" if passed else left_out
    if status is Status.STALE:
        return f"{name}（上次为 {versions}）"
    return f"{name}（{versions}）"


@dataclass(frozen=True, slots=True)
class Count:
    """One line of the page's overview."""

    name: str
    meaning: str
    number: int


@dataclass(frozen=True, slots=True)
class Pending:
    """A record that is not verified in whole, and why."""

    api: str
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verification:
    """Everything that ``verification.md.j2`` prints."""

    records: int
    drop_in: int
    counts: tuple[Count, ...]
    pending: tuple[Pending, ...]
    overview: Overview
    modules: Figure
    untouched: tuple[tuple[str, str, int], ...]


def verification(catalog: Catalog, overview: Overview) -> Verification:
    """The figures of all records, the coverage of torch's modules, and the records that are not verified in whole."""
    records = list(catalog.records())
    statuses = {record.torch: catalog.status(record) for record in records}
    numbers = Counter(statuses.values())
    pending = (
        Pending(
            page_link(catalog, record.torch),
            STATUS_NAMES[statuses[record.torch]],
            markdown.inline(_reason(statuses[record.torch], catalog.evidence.get(record.torch))),
        )
        for record in records
        if statuses[record.torch] not in {Status.VERIFIED, Status.NOTHING}
    )
    return Verification(
        records=len(records),
        drop_in=sum(catalog.is_drop_in(record) for record in records),
        counts=tuple(Count(STATUS_NAMES[status], STATUS_MEANINGS[status], numbers[status]) for status in Status),
        pending=tuple(pending),
        overview=overview,
        modules=modules_figure(overview.modules),
        untouched=untouched_names(overview.modules),
    )


def _reason(status: Status, evidence: Evidence | None) -> str:
    if evidence is None or status is Status.STALE:
        return STATUS_MEANINGS[status]
    messages = (result.message for result in evidence.results if result.outcome is not Outcome.PASSED)
    return "；".join(dict.fromkeys(message.rstrip("。") for message in messages)) + "。"
