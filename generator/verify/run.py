"""Verifies many records and notes with several workers, and keeps their order."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from generator.model.evidence import Testable
from generator.verify.folders import remove_left_folders
from generator.verify.libraries import preloads
from generator.verify.verdict import Setting, Verdict, verify_record
from generator.verify.worker import Worker


class Workers:
    """As many workers as jobs may run at once; each is started when it is first needed."""

    def __init__(self, count: int, modules: Mapping[str, Sequence[str]], *, isolated: bool) -> None:
        self._all = [Worker(modules, isolated=isolated) for _ in range(count)]
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
        """Ends all of them, once nobody uses them."""
        for worker in self._all:
            worker.stop()


def verify_all(
    tested: Sequence[Testable], setting: Setting, jobs: int, done: Callable[[], None] = lambda: None
) -> list[Verdict]:
    """Verifies records and notes, ``jobs`` at a time; ``done`` is called after each, in this thread.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    snippets = [snippet for one in tested for _, snippet in one.snippets()]
    count = max(min(jobs, len(tested)), 1)
    remove_left_folders()
    workers = Workers(count, preloads(snippets), isolated=setting.isolated)

    def verify(one: Testable) -> Verdict:
        with workers.borrow() as worker:
            return verify_record(one, worker, setting)

    pool = ThreadPoolExecutor(count)
    verdicts: list[Verdict] = []
    try:
        for verdict in pool.map(verify, tested):
            verdicts.append(verdict)
            done()
        return verdicts
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        workers.kill()  # an interrupted run does not wait for the snippets it was in
        pool.shutdown()
        workers.stop()
