"""What took too long is run once more with more time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.evidence.verify.observation import Observation
from generator.evidence.verify.retries import PatientWorker
from generator.evidence.verify.worker import USUAL_LIMITS, Failed, Limits, Step, StepResult, Worker
from generator.model.evidence import FailureKind

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


class Corrupting(FakeWorker):
    """A process that crashes in each step after one that corrupted its memory, and in ``crashing`` ones."""

    def __init__(self, corrupting: str, crashing: str) -> None:
        super().__init__({})
        self._corrupting = corrupting
        self._crashing = crashing

    def run(self, steps: Sequence[Step], limits: Limits = USUAL_LIMITS) -> list[StepResult]:
        """Notes what is asked for, and crashes."""
        self.asked += [(step.code, limits.seconds) for step in steps]
        results: list[StepResult] = []
        is_corrupt = False
        for step in steps:
            crashes = is_corrupt or step.code in self._crashing
            results.append(Failed(FailureKind.CRASH, "") if crashes else Observation(()))
            is_corrupt = is_corrupt or step.code in self._corrupting
        return results


@pytest.mark.parametrize(("alone", "crashed", "again"), [(True, "b", "bc"), (False, "bc", "")])
def test_what_an_earlier_step_corrupted_is_no_crash(*, alone: bool, crashed: str, again: str) -> None:
    """Where it is asked for, a step that crashed has a process of its own before it is believed."""
    worker = Corrupting(corrupting="a", crashing="b")
    results = PatientWorker(worker, Limits(seconds=5), alone=alone).run(STEPS)
    assert (
        "".join(step.code for step, found in zip(STEPS, results, strict=True) if isinstance(found, Failed)) == crashed
    )
    assert worker.asked[len(STEPS) :] == [(code, 5) for code in again]


def test_not_every_crash_of_a_record_is_looked_into() -> None:
    """Once several steps crashed alone as well, the others are believed."""
    worker = Corrupting(corrupting="", crashing="abc")
    PatientWorker(worker, Limits(seconds=5), alone=True).run(STEPS * 10)
    assert len(worker.asked) < len(STEPS) * 20
