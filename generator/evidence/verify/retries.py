"""Runs steps, and once more those that took too long or crashed: on a busy machine, that may not be their fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.evidence.verify.worker import Failed, Limits, Step, StepResult, Worker
from generator.model.evidence import FailureKind

_MORE_TIME = 3
"""By how much the limit of seconds grows for the second run."""
_MOST_CRASHES = 8
"""How many steps of a record crash alone before those that follow are believed to."""


class PatientWorker:
    """Runs the steps of one record in ``worker`` within ``limits``.

    Once a step has hung twice, the others of the record that take too long are believed. With ``alone``, what crashes
    runs again in a process of its own, where no earlier step has written into its memory; not so once several have
    crashed there too.
    """

    def __init__(self, worker: Worker, limits: Limits, *, alone: bool = False) -> None:
        self._worker = worker
        self._limits = limits
        self._alone = alone
        self._hangs = False
        self._crashes = 0

    def run(self, steps: Sequence[Step]) -> list[StepResult]:
        """Returns a result for each step.

        Raises:
            WorkerError: the worker cannot be started.
        """
        results = self._worker.run(steps, self._limits)
        results = [self._confirmed(step, result) for step, result in zip(steps, results, strict=True)]
        return [self._run_alone(step, result) for step, result in zip(steps, results, strict=True)]

    def _confirmed(self, step: Step, result: StepResult) -> StepResult:
        if not _took_too_long(result) or self._hangs:
            return result
        (again,) = self._worker.run([step], replace(self._limits, seconds=self._limits.seconds * _MORE_TIME))
        self._hangs = _took_too_long(again)
        return result if self._hangs else again

    def _run_alone(self, step: Step, result: StepResult) -> StepResult:
        if not self._alone or not _crashed(result) or self._crashes >= _MOST_CRASHES:
            return result
        (again,) = self._worker.run([step], self._limits)
        self._crashes += _crashed(again)
        return again


def _crashed(result: StepResult) -> bool:
    return isinstance(result, Failed) and result.kind is FailureKind.CRASH


def _took_too_long(result: StepResult) -> bool:
    """Tells whether a side met a limit that it may meet because the machine is busy."""
    return isinstance(result, Failed) and result.kind in {FailureKind.TIMEOUT, FailureKind.PROCESSES}
