"""Many records and notes over several workers, with the results in their order."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from generator.model.evidence import Testable
from generator.verify.judge import Verdict, verify_record
from generator.verify.libraries import preloads
from generator.verify.pool import USUAL_LIMITS, Limits, Worker
from generator.verify.sandbox import Isolation


class Workers:
    """As many workers as jobs may run at once; each is started when it is first needed."""

    def __init__(self, count: int, modules: Sequence[str]) -> None:
        self._all = [Worker(modules) for _ in range(count)]
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._all:
            self._free.put(worker)

    @contextmanager
    def borrow(self) -> Iterator[Worker]:
        """A worker that nobody else uses meanwhile."""
        worker = self._free.get()
        try:
            yield worker
        finally:
            self._free.put(worker)

    @property
    def isolation(self) -> Isolation:
        """How well the workers that ran are shut in: as well as the worst of them."""
        return Isolation.WEAK if any(worker.isolation is Isolation.WEAK for worker in self._all) else Isolation.FULL

    def kill(self) -> None:
        """Makes whoever waits for one of them stop waiting."""
        for worker in self._all:
            worker.kill()

    def stop(self) -> None:
        """Ends all of them, once nobody uses them."""
        for worker in self._all:
            worker.stop()


@dataclass(frozen=True, slots=True)
class Setting:
    """What all records of a run share: the installed ``versions``, today's ``date`` and the ``limits``."""

    versions: Mapping[str, str]
    date: str
    limits: Limits = USUAL_LIMITS


def verify_all(
    tested: Sequence[Testable], setting: Setting, jobs: int, done: Callable[[], None] = lambda: None
) -> tuple[list[Verdict], Isolation]:
    """Verifies records and notes, ``jobs`` at a time; ``done`` is called after each.

    Raises:
        WorkerError: the libraries cannot be loaded.
    """
    snippets = [snippet for one in tested for _, snippet in one.snippets()]
    count = max(min(jobs, len(tested)), 1)
    workers = Workers(count, preloads(snippets))

    def verify(one: Testable) -> Verdict:
        with workers.borrow() as worker:
            verdict = verify_record(one, worker, setting.versions, setting.date, setting.limits)
        done()
        return verdict

    pool = ThreadPoolExecutor(count)
    try:
        return list(pool.map(verify, tested)), workers.isolation
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        workers.kill()  # an interrupted run does not wait for the snippets it was in
        pool.shutdown()
        workers.stop()
