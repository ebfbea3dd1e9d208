"""Runs many pieces of work with several workers, and hands over each result when it is there."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from types import MappingProxyType
from typing import TypeVar

from generator.evidence.verify.folders import remove_left_folders
from generator.evidence.verify.libraries import preloads
from generator.evidence.verify.trial import Setting
from generator.evidence.verify.verdict import Verdict, verify_record
from generator.evidence.verify.worker import Worker
from generator.model.evidence import Testable
from generator.model.record import Snippet

Item = TypeVar("Item")
Result = TypeVar("Result")


class Workers:
    """As many workers as jobs may run at once; each is started when it is first needed."""

    def __init__(
        self, count: int, modules: Mapping[str, Sequence[str]], pythons: Mapping[str, str], *, isolated: bool
    ) -> None:
        self._all = [Worker(modules, pythons, isolated=isolated) for _ in range(count)]
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._all:
            self._free.put(worker)

    @contextmanager
    def borrow(self) -> Iterator[Worker]:
        """Context manager that reserves a worker."""
        worker = self._free.get()
        try:
            yield worker
        finally:
            self._free.put(worker)

    def kill(self) -> None:
        """Ends their processes, so that no thread waits for a result any more."""
        for worker in self._all:
            worker.kill()

    def stop(self) -> None:
        """Ends all of them, once none is in use."""
        for worker in self._all:
            worker.stop()


def run_each(  # noqa: PLR0913  (what to run, how, and where)
    items: Sequence[Item],
    snippets: Sequence[Snippet],
    work: Callable[[Item, Worker], Result],
    jobs: int,
    *,
    isolated: bool,
    pythons: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Result]:
    """Does ``work`` for each item with a worker that has loaded what ``snippets`` need; results come in any order.

    ``pythons`` are as for ``Worker``.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    count = max(min(jobs, len(items)), 1)
    remove_left_folders()
    workers = Workers(count, preloads(snippets), pythons, isolated=isolated)

    def do(item: Item) -> Result:
        with workers.borrow() as worker:
            return work(item, worker)

    pool = ThreadPoolExecutor(count)
    try:
        for future in as_completed([pool.submit(do, item) for item in items]):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        workers.kill()  # an interrupted run does not wait for the snippets it was in
        pool.shutdown()
        workers.stop()


def verify_all(tested: Sequence[Testable], setting: Setting, jobs: int) -> Iterator[Verdict]:
    """Verifies records and notes, ``jobs`` at a time, and yields each verdict as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    snippets = [snippet for one in tested for _, snippet in one.snippets()]
    return run_each(
        tested,
        snippets,
        lambda one, worker: verify_record(one, worker, setting),
        jobs,
        isolated=setting.isolated,
        pythons=setting.pythons,
    )
