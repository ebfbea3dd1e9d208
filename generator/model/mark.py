"""The mark of a record, note or family: what readers are told of its verification, everywhere the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.model.evidence import Evidence, Testable, evidence_status
from generator.model.status import Status
from generator.model.variation import Untold


def mark_of(
    evidence: Evidence | None, untold: Sequence[Untold], tested: Testable, versions: Mapping[str, str]
) -> Status:
    """Returns the mark for the pinned ``versions``.

    ``untold`` are the current findings of every run on other inputs than the code's own: with one of them, what the
    code showed does not hold beyond its inputs, and the mark says so instead.
    """
    status = evidence_status(evidence, tested, versions)
    return Status.UNTOLD if untold and status in {Status.VERIFIED, Status.SKIPPED} else status
