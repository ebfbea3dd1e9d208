"""What took too long is run once more with more time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.model.evidence import FailureKind
from generator.verify.observation import Observation
from generator.verify.patience import PatientWorker
from generator.verify.worker import USUAL_LIMITS, Failed, Limits, Step, StepResult, Worker

STEPS = [Step("torch", code, {}) for code in ("a", "b", "c")]
SLOW = Failed(FailureKind.TIMEOUT, "5 秒内没有结束")


class FakeWorker(Worker):
    """Answers each step by what its code takes: up to that many seconds without a result."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.asked: list[tuple[str, float]] = []
        self._takes = seconds

    def run(self, steps: Sequence[Step], limits: Limits = USUAL_LIMITS) -> list[StepResult]:
        """Notes what is asked for."""
        self.asked += [(step.code, limits.seconds) for step in steps]
        return [SLOW if self._takes.get(step.code, 0) > limits.seconds else Observation(()) for step in steps]


@pytest.mark.parametrize(
    ("seconds", "slow", "again"),
    [({}, "", ""), ({"a": 8, "c": 9}, "", "ac"), ({"a": 8, "b": 99, "c": 9}, "bc", "ab"), ({"b": 99}, "b", "b")],
)
def test_a_busy_machine_is_no_hang(seconds: dict[str, float], slow: str, again: str) -> None:
    """Each slow step has a second run with more time, until one of them hangs there too."""
    worker = FakeWorker(seconds)
    results = PatientWorker(worker, Limits(seconds=5)).run(STEPS)
    assert "".join(step.code for step, result in zip(STEPS, results, strict=True) if result is SLOW) == slow
    assert worker.asked[len(STEPS) :] == [(code, 15) for code in again]
