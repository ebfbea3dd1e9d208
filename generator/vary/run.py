"""Varies many records with several workers, and hands over each result when it is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from generator.model.record import Record
from generator.model.variation import Variation
from generator.vary.call_facts import CallReader
from generator.vary.record_run import Plan, vary_record
from generator.verify.libraries import preloads
from generator.verify.run import Workers


def vary_all(
    records: Sequence[Record], reader: CallReader, plan: Plan, jobs: int, *, isolated: bool
) -> Iterator[Variation]:
    """Varies records, ``jobs`` at a time, and yields each result as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    snippets = [snippet for record in records for _, snippet in record.snippets()]
    count = max(min(jobs, len(records)), 1)
    workers = Workers(count, preloads(snippets), isolated=isolated)

    def vary(record: Record) -> Variation:
        with workers.borrow() as worker:
            return vary_record(record, worker, reader, plan)

    pool = ThreadPoolExecutor(count)
    try:
        for future in as_completed([pool.submit(vary, record) for record in records]):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        workers.kill()
        pool.shutdown()
        workers.stop()
