"""Runs the samples of many names with several workers, and hands over each result when it is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from generator.model.sample_result import Samples
from generator.samples.trial import Setting, Task, run_task
from generator.verify.libraries import preloads
from generator.verify.run import Workers


def run_all(tasks: Sequence[Task], setting: Setting, jobs: int, *, isolated: bool) -> Iterator[Samples]:
    """Runs the tasks, ``jobs`` at a time, and yields each result as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    snippets = [snippet for task in tasks if task.record is not None for _, snippet in task.record.snippets()]
    count = max(min(jobs, len(tasks)), 1)
    workers = Workers(count, preloads(snippets), isolated=isolated)

    def run(task: Task) -> Samples:
        with workers.borrow() as worker:
            return run_task(task, worker, setting)

    pool = ThreadPoolExecutor(count)
    try:
        for future in as_completed([pool.submit(run, task) for task in tasks]):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        workers.kill()
        pool.shutdown()
        workers.stop()
