"""Runs the records' code on another release of a library, beside the pinned releases of the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from generator.evidence.verify.trial import Setting
from generator.evidence.verify.worker_pool import verify_all
from generator.libraries.registry import LIBRARIES
from generator.model.evidence import Evidence
from generator.model.record import Record
from generator.model.release import OnReleases, Release, basis_of, changed_results


def run_on(
    release: Release,
    python: Path,
    known: Sequence[tuple[Record, Evidence]],
    setting: Setting,
    jobs: int,
) -> Iterator[OnReleases]:
    """Verifies records, each with its current evidence, with a release's interpreter; yields results in any order.

    The other side's result comes from the release that is installed here: the two never share an environment.

    Raises:
        WorkerError: the library cannot be loaded, or the system does not allow the isolation.
    """
    versions = {**setting.versions, release.library: release.version}
    here = replace(setting, versions=versions, pythons={LIBRARIES[release.library].side: str(python)})
    evidence = {record.torch: one for record, one in known}
    for verdict in verify_all([record for record, _ in known], here, jobs):
        before = evidence[verdict.evidence.api]
        results = {release: changed_results(verdict.evidence, before)}
        yield OnReleases(before.api, basis_of(before), setting.date, results, unsafe=verdict.evidence.unsafe)
