"""Varies many records with several workers, and hands over each result when it is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.evidence.vary.call_facts import CallReader
from generator.evidence.vary.record_run import Plan, vary_record
from generator.evidence.verify.run import run_each
from generator.model.record import Record
from generator.model.variation import Variation


def vary_all(
    records: Sequence[Record], reader: CallReader, plan: Plan, jobs: int, *, isolated: bool
) -> Iterator[Variation]:
    """Varies records, ``jobs`` at a time, and yields each result as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    snippets = [snippet for record in records for _, snippet in record.snippets()]
    return run_each(
        records,
        snippets,
        lambda record, worker: vary_record(record, worker, reader, plan),
        jobs,
        isolated=isolated,
    )
