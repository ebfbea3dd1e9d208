"""Runs the sides of one record or note in a worker, and decides from their results what is proven."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.evidence.verify.attributes import attribute_steps, judge_attributes
from generator.evidence.verify.compare import Aspect
from generator.evidence.verify.convert_snippet import Attempt, Convert
from generator.evidence.verify.expected_failures import expected_failure
from generator.evidence.verify.explicit_defaults import WrittenOut
from generator.evidence.verify.libraries import libraries_of
from generator.evidence.verify.observation import Observation
from generator.evidence.verify.permitted import forbidden_use, reads_outside
from generator.evidence.verify.result_summary import summarize_results
from generator.evidence.verify.retries import PatientWorker
from generator.evidence.verify.trial import Setting, Trial, agrees, compared
from generator.evidence.verify.vacuous import Shown, says_of_example, says_of_gradients, says_of_out
from generator.evidence.verify.worker import Failed, Step, StepResult, Worker
from generator.model.category import MISSING
from generator.model.evidence import (
    AttributeFact,
    ConvertedOutcome,
    ConvertedResult,
    DropIn,
    Evidence,
    FailureKind,
    Gave,
    SnippetResult,
    Testable,
    rows_digest,
    tested_digest,
)
from generator.model.finding import Loc
from generator.model.given_notation import parse_given
from generator.model.inventory import ApiKind
from generator.model.migration_note import NoteCheck
from generator.model.prefix import change_prefix
from generator.model.record import Check, Example, Expectation, Record, RecordSnippet, Snippet, expectation_of
from generator.model.snippet_syntax import is_same_code
from generator.model.status import Outcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """A record's evidence, and by the snippet's place what its failed sides printed, and its wrong conversions.

    ``idle`` says of code that passes why it proves nothing, ``written_out`` of a call whose conversion passes which
    parameters, written out, make it wrong.
    """

    evidence: Evidence
    output: Mapping[str, str]
    wrong: Mapping[str, str]
    idle: Mapping[str, str] = field(default_factory=dict)
    written_out: Mapping[str, str] = field(default_factory=dict)


def verify_record(tested: Testable, worker: Worker, setting: Setting) -> Verdict:
    """Runs every example and check of a record or note that is not skipped.

    Raises:
        WorkerError: the worker cannot be started.
    """
    is_missing = isinstance(tested, Record) and tested.category is MISSING
    convert = setting.convert if isinstance(tested, Record) and not is_missing else None
    patient = PatientWorker(worker, setting.limits)
    trials = _run(list(tested.snippets()), patient, convert)
    judged = [replace(_judge(trial), gave=_gave(trial), moved=_moved(trial)) for trial in trials]
    if is_missing:
        judged = [_judge_absence(result) for result in judged]
    results = tuple(_with_conversions(tested.key, trials, judged))
    libraries = libraries_of(trial.snippet for trial in trials)
    evidence = Evidence(
        tested.key,
        tested_digest(tested),
        {library: setting.versions[library] for library in libraries if library in setting.versions},
        setting.date,
        results,
        _drop_in(trials, results),
        unsafe=not worker.isolated,
        rows=rows_digest(tested) if convert is not None else "",
        attributes=_attributes(tested, trials, results, patient, setting),
    )
    output = {
        result.at: side.output
        for trial, result in zip(trials, results, strict=True)
        for side in (trial.torch, trial.paddle)
        if isinstance(side, Failed) and side.output
    }
    wrong = {
        result.at: trial.attempt.code
        for result, trial in zip(results, trials, strict=True)
        if result.converted is not None and result.converted.outcome.is_wrong and trial.attempt is not None
    }
    idle = dict(_idle(tested, trials, results, patient, setting))
    return Verdict(evidence, output, wrong, idle, dict(_wrong_values(tested, trials, results, patient, setting)))


def _idle(
    tested: Testable, trials: Sequence[Trial], results: Sequence[SnippetResult], worker: PatientWorker, setting: Setting
) -> Iterator[tuple[str, str]]:
    """Yields the place of each snippet that passes and proves nothing, and why."""
    passed = [
        (trial, result.at)
        for trial, result in zip(trials, results, strict=True)
        if result.outcome is Outcome.PASSED and isinstance(trial.torch, Observation)
    ]
    for trial, at in passed:
        assert isinstance(trial.torch, Observation)
        if message := says_of_out(trial.snippet, trial.torch) or says_of_gradients(trial.snippet, trial.torch):
            yield at, message
    if not isinstance(tested, Record) or setting.by_names is None:
        return
    examples = [
        (trial, at, setting.by_names(trial.snippet)) for trial, at in passed if isinstance(trial.snippet, Example)
    ]
    # By names alone, a helper is called: it is made to show no difference.
    named = [
        (trial, at, one) for trial, at, one in examples if one is not None and one.left is None and not tested.helper
    ]
    steps = [Step("paddle", one.code, trial.snippet.given, trial.snippet.compare) for trial, _, one in named]
    found = worker.run(steps)
    by_names = {at: agrees(trial, result) for (trial, at, _), result in zip(named, found, strict=True)}
    mappings = dict(tested.mappings())
    for trial, at, _ in examples:
        assert isinstance(trial.snippet, Example)
        shown = Shown(_moved(trial), by_names.get(at))
        if message := says_of_example(tested.torch, mappings[trial.loc[:-2]], trial.snippet, shown):
            yield at, message


def _wrong_values(
    tested: Testable, trials: Sequence[Trial], results: Sequence[SnippetResult], worker: PatientWorker, setting: Setting
) -> Iterator[tuple[str, str]]:
    """Yields the place of each usual call that converts wrongly with a parameter of torch written out, and why."""
    entry = setting.entry_of(tested.key)
    if not isinstance(tested, Record) or entry is None or entry.signature is None:
        return
    for trial, result in zip(trials, results, strict=True):
        is_usual = isinstance(trial.snippet, Example | Check) and trial.snippet.usual
        if is_usual and result.converted is not None and result.converted.outcome is ConvertedOutcome.PASSED:
            written = WrittenOut(tested, trial, worker, setting)
            if found := "；".join(written.wrong_values(entry.signature)):
                yield result.at, found


def _run(snippets: Sequence[tuple[Loc, Snippet]], worker: PatientWorker, convert: Convert | None) -> list[Trial]:
    runnable = [(loc, snippet) for loc, snippet in snippets if not snippet.skip and _defect(snippet) is None]
    attempts = {loc: convert(snippet) if convert is not None else None for loc, snippet in runnable}
    plans = {loc: list(_steps(snippet, attempts[loc])) for loc, snippet in runnable}
    steps = [step for plan in plans.values() for index, step in enumerate(plan) if _first(plan, index) == index]
    results = map(_without_values, worker.run(steps), steps)
    trials: dict[Loc, Trial] = {}
    for loc, snippet in runnable:
        found: list[StepResult] = []
        for index in range(len(plans[loc])):
            first = _first(plans[loc], index)
            found.append(found[first] if first < index else next(results))
        moved, converted = (found[index] if index < len(found) else None for index in (_MOVED, _CONVERTED))
        trials[loc] = Trial(loc, snippet, found[0], found[1], moved, attempts[loc], converted)
    return [trials.get(loc, Trial(loc, snippet)) for loc, snippet in snippets]


def _attributes(
    tested: Testable, trials: Sequence[Trial], results: Sequence[SnippetResult], worker: PatientWorker, setting: Setting
) -> Mapping[str, AttributeFact]:
    """Returns the attributes of the objects of a recorded class that its passed snippets make."""
    entry = setting.entry_of(tested.key)
    if not isinstance(tested, Record) or tested.category is MISSING or entry is None or entry.kind is not ApiKind.CLASS:
        return {}
    passed = [trial.snippet for trial, result in zip(trials, results, strict=True) if result.outcome is Outcome.PASSED]
    steps = attribute_steps(tested, passed)
    return judge_attributes(worker.run(steps)) if steps else {}


def _without_values(result: StepResult, step: Step) -> StepResult:
    """Returns the result as evidence may say it: what a library says of an error can repeat what the code has read."""
    if not isinstance(result, Failed) or result.kind is not FailureKind.ERROR or "：" not in result.message:
        return result
    if not reads_outside(step.code) and forbidden_use(step.code, step.library) is None:
        return result
    said, _, text = result.message.partition("：")
    return replace(result, message=f"{said}（代码能读文件，不写出它的文字）", output=f"{result.output}\n{text}")


_MOVED, _CONVERTED = 2, 3
"""Where the steps after torch and Paddle stand in a plan."""


def _steps(snippet: Snippet, attempt: Attempt | None) -> Iterator[Step]:
    """Yields torch, Paddle, the torch code with its prefix changed, and what the records make of it, if it is whole."""
    codes = [("torch", snippet.torch), ("paddle", snippet.paddle)]
    if not isinstance(snippet, NoteCheck):
        moved = change_prefix(snippet.torch)
        codes.append(("paddle", moved if moved is not None else snippet.torch))
        codes += [("paddle", attempt.code)] if attempt is not None and attempt.left is None else []
    for library, code in codes:
        yield Step(library, code, snippet.given, snippet.compare)


def _first(plan: Sequence[Step], index: int) -> int:
    """Returns the step that runs the same code on the same library as the one at ``index``: no code is run twice."""
    step = plan[index]
    same = (
        before
        for before, other in enumerate(plan[:index])
        if other.library == step.library and is_same_code(other.code, step.code)
    )
    return next(same, index)


def _defect(snippet: Snippet) -> str | None:
    """Returns why the inputs cannot be made."""
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
    expected = expectation_of(trial.snippet)
    if failure := _failure(trial, ("PyTorch",) if expected is Expectation.FAILS else _SIDES):
        return SnippetResult(at, Outcome.FAILED, *failure)
    return _JUDGES[expected](at, trial)


def _judge_same(at: str, trial: Trial) -> SnippetResult:
    """Returns a pass where both sides give the same."""
    found = compared(trial, trial.paddle)
    if found.differences:
        first, *others = found.differences
        more = f"；另有 {len(others)} 处不同" if others else ""
        return SnippetResult(at, Outcome.DIFFERS, str(first.aspect), first.message + more, found.weak)
    return SnippetResult(at, Outcome.PASSED, notes=found.weak)


def _judge_difference(at: str, trial: Trial) -> SnippetResult:
    """Returns a pass where the compared values are there on both sides, and differ."""
    found = compared(trial, trial.paddle)
    sides = [dict(side.names) for side in (trial.torch, trial.paddle) if isinstance(side, Observation)]
    absent = [name for name in trial.snippet.compare if any(name not in names for names in sides)]
    first = next(iter(found.differences), None)
    if absent or first is None or first.aspect is Aspect.NOTHING:
        message = f"没有得到 {'、'.join(absent)}" if absent else "两边的结果相同，这里应当不同"
        return SnippetResult(at, Outcome.DIFFERS, "没有证明差别", message)
    return SnippetResult(at, Outcome.PASSED, str(first.aspect), first.message)


def _judge_error(at: str, trial: Trial) -> SnippetResult:
    """Returns a pass where Paddle's side raises an error that is not the code's own; the result repeats it."""
    if isinstance(trial.paddle, Observation):
        return SnippetResult(at, Outcome.DIFFERS, "没有证明报错", "Paddle 一侧没有报错")
    assert isinstance(trial.paddle, Failed)
    kind, message = trial.paddle.kind, trial.paddle.message
    if kind is not FailureKind.ERROR or _OWN_FAULT.search(message):
        return SnippetResult(at, Outcome.FAILED, str(kind), f"Paddle 一侧：{message}")
    return SnippetResult(at, Outcome.PASSED, str(kind), message)


_OWN_FAULT = re.compile(r"\b(NameError|UnboundLocalError|SyntaxError|IndentationError)\b")
"""Errors of Python that say nothing of Paddle."""

_JUDGES = {
    Expectation.SAME: _judge_same,
    Expectation.DIFFERS: _judge_difference,
    Expectation.FAILS: _judge_error,
}


def _judge_absence(result: SnippetResult) -> SnippetResult:
    """Returns the result of a check of an API that Paddle lacks: no pass where a changed prefix is enough."""
    if result.outcome is not Outcome.PASSED or not result.moved:
        return result
    return SnippetResult(result.at, Outcome.DIFFERS, "没有证明缺失", "只换前缀，在 Paddle 就得到同样的结果")


_SIDES = ("PyTorch", "Paddle")


def _failure(trial: Trial, sides: Collection[str] = _SIDES) -> tuple[str, str] | None:
    """Returns why one of ``sides`` gave no result, or either one that does not count: the kind and the message."""
    for side, result in zip(_SIDES, (trial.torch, trial.paddle), strict=True):
        if side in sides and not isinstance(result, Observation):
            assert isinstance(result, Failed)
            return str(result.kind), f"{side} 一侧：{result.message}"
    for side, library, code in (("PyTorch", "torch", trial.snippet.torch), ("Paddle", "paddle", trial.snippet.paddle)):
        if use := forbidden_use(code, library):
            return str(FailureKind.TAMPERED), f"{side} 一侧：{use}，得到的结果不能作证"
    return None


def _gave(trial: Trial) -> tuple[Gave, ...]:
    """Returns the results of both sides, where both gave one that counts.

    Values of random numbers, and of what may be a file's text, are left out.
    """
    snippet = trial.snippet
    if not isinstance(trial.torch, Observation) or not isinstance(trial.paddle, Observation):
        return ()
    sides = (("torch", snippet.torch), ("paddle", snippet.paddle))
    if any(forbidden_use(code, library) is not None for library, code in sides):
        return ()
    told = not snippet.random and not any(reads_outside(code) for _, code in sides)
    return summarize_results(trial.torch, trial.paddle, snippet.compare, with_values=told)


def _moved(trial: Trial) -> bool | None:
    """Tells whether changing the prefix was enough; unknown where torch gave nothing, or nothing that counts."""
    if not isinstance(trial.torch, Observation) or trial.moved is None or isinstance(trial.snippet, NoteCheck):
        return None
    if forbidden_use(trial.snippet.torch, "torch") is not None:
        return None
    return agrees(trial, trial.moved)


def _with_conversions(api: str, trials: Sequence[Trial], results: Sequence[SnippetResult]) -> Iterator[SnippetResult]:
    """Yields the results of an API's record with what came of converting.

    Where a conversion under assumptions is wrong, an assumption does not hold, or a template is wrong. It is the former
    where the inputs say so; where they leave it open, only if every assumption that they leave open is also made by a
    snippet of the record that passes; of calls of other APIs only where the record's own makes none. The usual call
    meets what is usually assumed, so what its inputs leave open explains nothing there. What differs otherwise may be
    an effect of which the rows warn, where it shows in such a difference.
    """
    found = [_judge_conversion(api, trial, result) for trial, result in zip(trials, results, strict=True)]
    passed = frozenset(
        assumption
        for trial, converted in zip(trials, found, strict=True)
        if converted is not None and converted.outcome is ConvertedOutcome.PASSED and trial.attempt is not None
        for assumption in trial.attempt.assumptions
    )
    for trial, result, converted in zip(trials, results, found, strict=True):
        if converted is not None and converted.outcome.is_wrong and trial.attempt is not None:
            is_seen = converted.outcome is ConvertedOutcome.DIFFERS
            difference = compared(trial, trial.converted).differences[0] if is_seen else None
            is_usual = isinstance(trial.snippet, RecordSnippet) and trial.snippet.usual
            known = frozenset() if is_usual else passed
            if told := expected_failure(api, trial.attempt, difference, trial.snippet.torch, known):
                message = f"{told}：{converted.message}"
                converted = replace(converted, outcome=ConvertedOutcome.UNMET, message=message)  # noqa: PLW2901
        yield replace(result, converted=converted)


def _judge_conversion(api: str, trial: Trial, result: SnippetResult) -> ConvertedResult | None:
    """Returns the result of the conversion; None where torch gave nothing to compare with, or nothing that counts."""
    if trial.attempt is None or not isinstance(trial.torch, Observation) or result.kind == FailureKind.TAMPERED:
        return None
    if trial.attempt.left is not None:
        return trial.attempt.left
    if use := forbidden_use(trial.attempt.code, "paddle"):
        return ConvertedResult(ConvertedOutcome.FAILED, str(FailureKind.TAMPERED), message=f"{use}，得到的结果不能作证")
    if isinstance(trial.converted, Failed):
        return ConvertedResult(ConvertedOutcome.FAILED, str(trial.converted.kind), message=trial.converted.message)
    found = compared(trial, trial.converted).differences
    if found:
        return ConvertedResult(ConvertedOutcome.DIFFERS, str(found[0].aspect), message=found[0].message)
    return ConvertedResult(ConvertedOutcome.PASSED, str(trial.attempt.verdicts.get(api, "")))


def _drop_in(trials: Sequence[Trial], results: Sequence[SnippetResult]) -> DropIn:
    """Decides drop-in: it holds for every snippet; one without a torch result that counts leaves it open."""
    if any(isinstance(trial.snippet, NoteCheck) for trial in trials):
        return DropIn(holds=None)
    unknown = ""
    for trial, result in zip(trials, results, strict=True):
        if not isinstance(trial.torch, Observation) or result.kind == FailureKind.TAMPERED:
            unknown = unknown or result.message
        elif isinstance(trial.moved, Failed):
            return DropIn(holds=False, reason=f"{trial.moved.kind}：{trial.moved.message}")
        elif differences := compared(trial, trial.moved).differences:
            return DropIn(holds=False, reason=f"{differences[0].aspect}不同：{differences[0].message}")
    return DropIn(holds=None, reason=unknown) if unknown or not trials else DropIn(holds=True)
