"""Runs the sides of one record or note in a worker, and decides from their results what is proven."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.model.evidence import DropIn, Evidence, FailureKind, SnippetResult, Testable, tested_digest
from generator.model.finding import Loc
from generator.model.given_notation import parse_given
from generator.model.migration_note import NoteCheck, expects_difference
from generator.model.record import Snippet
from generator.model.status import Outcome
from generator.verify.compare import Aspect, Comparison, Terms, compare
from generator.verify.libraries import libraries_of
from generator.verify.observation import Observation
from generator.verify.permitted import forbidden_use
from generator.verify.prefix import change_prefix
from generator.verify.worker import USUAL_LIMITS, Failed, Limits, Step, StepResult, Worker


@dataclass(frozen=True, slots=True)
class Trial:
    """A snippet with the results of its sides; ``moved`` is the torch code on Paddle, prefix changed."""

    loc: Loc
    snippet: Snippet
    torch: StepResult | None = None
    paddle: StepResult | None = None
    moved: StepResult | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A record's evidence, and what its failed sides printed, by the snippet's place."""

    evidence: Evidence
    output: Mapping[str, str]


def verify_record(
    tested: Testable,
    worker: Worker,
    versions: Mapping[str, str],
    date: str,
    limits: Limits = USUAL_LIMITS,
) -> Verdict:
    """Runs every example and check of a record or note that is not skipped. ``date`` is today's, as ``2026-11-21``.

    Raises:
        WorkerError: the worker cannot be started.
    """
    trials = _run(list(tested.snippets()), worker, limits)
    results = tuple(_judge(trial) for trial in trials)
    libraries = libraries_of(trial.snippet for trial in trials)
    evidence = Evidence(
        tested.key,
        tested_digest(tested),
        {library: versions[library] for library in libraries if library in versions},
        date,
        results,
        _drop_in(trials, results),
        unsafe=not worker.isolated,
    )
    output = {
        result.at: side.output
        for trial, result in zip(trials, results, strict=True)
        for side in (trial.torch, trial.paddle)
        if isinstance(side, Failed) and side.output
    }
    return Verdict(evidence, output)


def _run(snippets: Sequence[tuple[Loc, Snippet]], worker: Worker, limits: Limits) -> list[Trial]:
    runnable = [(loc, snippet) for loc, snippet in snippets if not snippet.skip and _defect(snippet) is None]
    steps = [step for _, snippet in runnable for step in _steps(snippet)]
    results = iter(worker.run(steps, limits) if steps else [])
    trials: dict[Loc, Trial] = {}
    for loc, snippet in runnable:
        found = [next(results) for _ in _steps(snippet)]
        moved = found[2] if len(found) > 2 else found[1]  # noqa: PLR2004  (torch, Paddle, moved)
        trials[loc] = Trial(loc, snippet, found[0], found[1], moved)
    return [trials.get(loc, Trial(loc, snippet)) for loc, snippet in snippets]


def _steps(snippet: Snippet) -> Iterator[Step]:
    yield Step("torch", snippet.torch, snippet.given, snippet.compare)
    yield Step("paddle", snippet.paddle, snippet.given, snippet.compare)
    if isinstance(snippet, NoteCheck):
        return
    moved = change_prefix(snippet.torch)
    if not _same_code(moved, snippet.paddle):
        yield Step("paddle", moved if moved is not None else snippet.torch, snippet.given, snippet.compare)


def _same_code(one: str | None, other: str) -> bool:
    try:
        return one is not None and ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))
    except (SyntaxError, ValueError):
        return False


def _defect(snippet: Snippet) -> str | None:
    """Why the inputs cannot be made."""
    for name, value in snippet.given.items():
        if not name.isidentifier():
            return f"`{name}` 不是变量名"
        try:
            parse_given(value)
        except ValueError as error:
            return f"`{name}`：{error}"
    return None


def _judge(trial: Trial) -> SnippetResult:
    at = ".".join(map(str, trial.loc))
    if trial.snippet.skip:
        return SnippetResult(at, Outcome.SKIPPED, message=trial.snippet.skip)
    if (defect := _defect(trial.snippet)) is not None:
        return SnippetResult(at, Outcome.FAILED, str(FailureKind.GIVEN), defect)
    if failure := _failure(trial):
        return SnippetResult(at, Outcome.FAILED, *failure)
    found = _compare(trial, trial.paddle)
    if expects_difference(trial.snippet):
        return _judge_difference(at, trial, found)
    if found.differences:
        first, *others = found.differences
        more = f"；另有 {len(others)} 处不同" if others else ""
        return SnippetResult(at, Outcome.DIFFERS, str(first.aspect), first.message + more, found.weak)
    return SnippetResult(at, Outcome.PASSED, notes=found.weak)


def _judge_difference(at: str, trial: Trial, found: Comparison) -> SnippetResult:
    """Passed where the values that are compared are there on both sides, and differ."""
    sides = [dict(side.names) for side in (trial.torch, trial.paddle) if isinstance(side, Observation)]
    absent = [name for name in trial.snippet.compare if any(name not in names for names in sides)]
    first = next(iter(found.differences), None)
    if absent or first is None or first.aspect is Aspect.NOTHING:
        message = f"没有得到 {'、'.join(absent)}" if absent else "两边的结果相同，这里应当不同"
        return SnippetResult(at, Outcome.DIFFERS, "没有证明差别", message)
    return SnippetResult(at, Outcome.PASSED, str(first.aspect), first.message)


def _failure(trial: Trial) -> tuple[str, str] | None:
    """Why one of the sides gave no result, or none that counts: the kind and the message."""
    for side, result in (("PyTorch", trial.torch), ("Paddle", trial.paddle)):
        if not isinstance(result, Observation):
            assert isinstance(result, Failed)
            return str(result.kind), f"{side} 一侧：{result.message}"
    for side, library, code in (("PyTorch", "torch", trial.snippet.torch), ("Paddle", "paddle", trial.snippet.paddle)):
        if use := forbidden_use(code, library):
            return str(FailureKind.TAMPERED), f"{side} 一侧：{use}，得到的结果不能作证"
    return None


def _compare(trial: Trial, other: StepResult | None) -> Comparison:
    assert isinstance(trial.torch, Observation)
    assert isinstance(other, Observation)
    terms = Terms(trial.snippet.tolerance, trial.snippet.random)
    return compare(trial.torch, other, terms, trial.snippet.compare)


def _drop_in(trials: Sequence[Trial], results: Sequence[SnippetResult]) -> DropIn:
    """Drop-in is what holds for every snippet; one that gave no torch result, or none that counts, leaves it open."""
    if any(isinstance(trial.snippet, NoteCheck) for trial in trials):
        return DropIn(holds=None)
    unknown = ""
    for trial, result in zip(trials, results, strict=True):
        if not isinstance(trial.torch, Observation) or result.kind == FailureKind.TAMPERED:
            unknown = unknown or result.message
        elif isinstance(trial.moved, Failed):
            return DropIn(holds=False, reason=f"{trial.moved.kind}：{trial.moved.message}")
        elif differences := _compare(trial, trial.moved).differences:
            return DropIn(holds=False, reason=f"{differences[0].aspect}不同：{differences[0].message}")
    return DropIn(holds=None, reason=unknown) if unknown or not trials else DropIn(holds=True)
