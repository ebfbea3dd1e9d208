"""Runs the samples of many names with several workers, and hands over each result when it is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.evidence.samples.trial import Setting, Task, run_task
from generator.evidence.verify.run import run_each
from generator.model.sample_result import Samples


def run_all(tasks: Sequence[Task], setting: Setting, jobs: int, *, isolated: bool) -> Iterator[Samples]:
    """Runs the tasks, ``jobs`` at a time, and yields each result as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    snippets = [snippet for task in tasks if task.record is not None for _, snippet in task.record.snippets()]
    return run_each(tasks, snippets, lambda task, worker: run_task(task, worker, setting), jobs, isolated=isolated)
