"""What verification found, as the badges at the top of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.evidence import CPU, Evidence, Testable
from generator.model.record import Record
from generator.model.status import Outcome, Status
from generator.publishing.views.statuses import DROP_IN, NOT_ON_GPU, STATUS_NAMES


@dataclass(frozen=True, slots=True)
class Badge:
    """One badge; ``kind`` is the name and the value of its attribute, which the style sheet selects."""

    kind: tuple[str, str]
    text: str


def badges(catalog: Catalog, record: Record) -> Iterator[Badge]:
    """Yields the badges of a record: none where it has no code to run."""
    if (badge := status_badge(catalog, record)) is None:
        return
    yield badge
    if catalog.is_drop_in(record):
        yield Badge(("status", "drop-in"), DROP_IN)


def status_badge(catalog: Catalog, tested: Testable) -> Badge | None:
    """Returns the badge of a record, note or family; None where it has no code to run."""
    status = catalog.status(tested)
    if status is Status.NOTHING:
        return None
    return Badge(("status", status.value), _text(status, catalog.evidence.get(tested.key)))


def _text(status: Status, evidence: Evidence | None) -> str:
    name = STATUS_NAMES[status]
    if evidence is None:
        return name
    versions = "，".join(f"{library} {version}" for library, version in sorted(evidence.versions.items(), reverse=True))
    if status is Status.VERIFIED:
        return f"{name}：{versions}{f'，{NOT_ON_GPU}' if evidence.device == CPU else ''}"
    if status is Status.SKIPPED:
        passed = sum(result.outcome is Outcome.PASSED for result in evidence.results)
        reason = next(result.message for result in evidence.results if result.outcome is Outcome.SKIPPED)
        left_out = f"{len(evidence.results) - passed} 项未运行（{reason.rstrip('。')}）"
        return f"{passed} 项已验证（{versions}），{left_out}" if passed else left_out
    if status is Status.STALE:
        return f"{name}（上次为 {versions}）"
    return f"{name}（{versions}）"
