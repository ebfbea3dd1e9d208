"""Probes the APIs of drafts in workers, and completes each draft by what was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.authoring.drafting.complete_draft import Code, Passes, complete
from generator.authoring.drafting.draft import Draft
from generator.evidence.probe.result import Probe
from generator.evidence.probe.run import LIMITS, Subject, probe_api
from generator.evidence.verify.compare import Terms, compare
from generator.evidence.verify.observation import Observation
from generator.evidence.verify.worker import Step, Worker
from generator.evidence.verify.worker_pool import run_each
from generator.model.given_notation import parse_given
from generator.model.literal import default_value
from generator.model.record import Check
from generator.model.signature import Signature


@dataclass(frozen=True, slots=True)
class Task:
    """A draft to complete: torch's signatures, one for each of its mappings, and what to probe."""

    draft: Draft
    signatures: tuple[Signature, ...]
    subject: Subject


@dataclass(frozen=True, slots=True)
class Tried:
    """A completed draft, and the probe that it carries."""

    draft: Draft
    probe: Probe


def try_drafts(tasks: Sequence[Task], jobs: int, *, isolated: bool) -> Iterator[Tried]:
    """Completes drafts, ``jobs`` at a time, and yields each as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    return run_each(tasks, [], _try, jobs, isolated=isolated)


def _try(task: Task, worker: Worker) -> Tried:
    probe = probe_api(task.subject, worker)
    flags = {
        parameter.name: default
        for one in task.subject.paddle_signatures
        for parameter in one.parameters
        if isinstance(default := default_value(parameter.default or ""), bool)
    }
    record = complete(
        task.draft.record, task.signatures, probe, Code(holds_of(worker, random=probe.random), _runs_of(worker), flags)
    )
    return Tried(replace(task.draft, record=record), probe)


def holds_of(worker: Worker, *, random: bool) -> Passes:
    """Runs checks in a worker; those of a random API are compared by their shapes and types."""

    def passes(checks: Sequence[Check]) -> list[bool]:
        steps = [
            Step(side, getattr(check, side), check.given, check.compare)
            for side in ("torch", "paddle")
            for check in checks
            if _is_whole(check)
        ]
        results = worker.run(steps, LIMITS) if steps else []
        sides = iter(zip(results[: len(steps) // 2], results[len(steps) // 2 :], strict=True))
        found = []
        for check in checks:
            torch, paddle = next(sides) if _is_whole(check) else (None, None)
            terms = Terms(check.tolerance, random or check.random)
            found.append(
                isinstance(torch, Observation)
                and isinstance(paddle, Observation)
                and not compare(torch, paddle, terms, check.compare).differences
            )
        return found

    return passes


def _runs_of(worker: Worker) -> Passes:
    """Runs torch's side of checks in a worker."""

    def runs(checks: Sequence[Check]) -> list[bool]:
        whole = [check for check in checks if _is_whole(check)]
        steps = [Step("torch", check.torch, check.given, check.compare) for check in whole]
        results = iter(worker.run(steps, LIMITS) if steps else [])
        return [_is_whole(check) and isinstance(next(results), Observation) for check in checks]

    return runs


def _is_whole(check: Check) -> bool:
    """Tells whether the inputs can be made."""
    try:
        for value in check.given.values():
            parse_given(value)
    except ValueError:
        return False
    return True
