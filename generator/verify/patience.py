"""Runs steps, and once more with more time what took too long: a busy machine is no hang."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.model.evidence import FailureKind
from generator.verify.worker import Failed, Limits, Step, StepResult, Worker

_MORE_TIME = 3
"""By how much the limit of seconds grows for the second run."""


class PatientWorker:
    """Runs the steps of one record in ``worker`` within ``limits``.

    Once a step has hung twice, the others of the record that take too long are believed.
    """

    def __init__(self, worker: Worker, limits: Limits) -> None:
        self._worker = worker
        self._limits = limits
        self._hangs = False

    def run(self, steps: Sequence[Step]) -> list[StepResult]:
        """Returns a result for each step.

        Raises:
            WorkerError: the worker cannot be started.
        """
        results = self._worker.run(steps, self._limits)
        return [self._confirmed(step, result) for step, result in zip(steps, results, strict=True)]

    def _confirmed(self, step: Step, result: StepResult) -> StepResult:
        if not _took_too_long(result) or self._hangs:
            return result
        (again,) = self._worker.run([step], replace(self._limits, seconds=self._limits.seconds * _MORE_TIME))
        self._hangs = _took_too_long(again)
        return result if self._hangs else again


def _took_too_long(result: StepResult) -> bool:
    """Whether a side met a limit that it may meet because the machine is busy."""
    return isinstance(result, Failed) and result.kind in {FailureKind.TIMEOUT, FailureKind.PROCESSES}
