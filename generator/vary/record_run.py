"""Varies the code of one record: first one change at a time, then several at once, then fewer again where they differ."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from generator.model.given import Given
from generator.model.given_notation import write_given
from generator.model.record import Record
from generator.model.variation import Count, DifferenceClass, Disproved, Untold, Variation, variation_digest
from generator.vary.call_facts import CallReader, keep_arguments
from generator.vary.change import Change, Inputs, apply_change
from generator.vary.factors import factors_of
from generator.vary.outcome import Differs, judge
from generator.vary.pairs import choose_pairs
from generator.vary.snippet_code import Pattern, code_with, read_pattern
from generator.vary.telling import Claim, claims_of, conditions_of, newly_met, place_in, told_by
from generator.verify.compare import Terms
from generator.verify.observation import Observation
from generator.verify.worker import Limits, Step, StepResult, Worker

MOST = 200
"""How many variations a snippet has at most."""
MOST_SINGLE = 120
"""How many of them make one change."""
MOST_REDUCED = 8
"""Of how many variations with several changes that differ a smaller one is looked for, in each snippet."""
_AT_ONCE = 60
"""How many variations are run before the clock is looked at."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What all records of a run share: the ``seed``, the ``versions``, today's ``date``, and the limits.

    ``seconds`` is for a record, ``limits`` for one side of one variation.
    """

    versions: dict[str, str]
    date: str
    seed: int = 0
    seconds: float = 20.0
    limits: Limits = Limits(seconds=5.0)


Changes = tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One variation that was run: its inputs, and what came of it."""

    changes: Changes
    inputs: Inputs
    count: Count
    differs: Differs | None = None
    claims: tuple[Claim, ...] = ()
    disproved: tuple[str, ...] = ()


@dataclass
class _Varied:
    """A snippet while it is varied."""

    pattern: Pattern
    torch: str
    kept: tuple[str, ...]
    base: Run | None = None
    runs: dict[Changes, Run] = field(default_factory=dict)
    left: int = 0


def vary_record(record: Record, worker: Worker, reader: CallReader, plan: Plan) -> Variation:
    """Varies every example and check of a record that is not skipped.

    Raises:
        WorkerError: the worker cannot be started.
    """
    runner = _Runner(record, worker, reader, plan)
    patterns = [
        pattern
        for loc, snippet in record.snippets()
        if not snippet.skip and (pattern := read_pattern(".".join(map(str, loc)), snippet)) is not None
    ]
    varied = [_Varied(pattern, *keep_arguments(pattern.torch, pattern.inputs)) for pattern in patterns]
    runner.run([(one, ()) for one in varied])
    varied = [one for one in varied if one.base is not None and one.base.count is Count.SAME]
    factors = {one.pattern.at: runner.factors(one) for one in varied}
    singles = {
        one.pattern.at: _drawn([(change,) for factor in factors[one.pattern.at] for change in factor], MOST_SINGLE, one)
        for one in varied
    }
    runner.run([(one, changes) for one in varied for changes in singles[one.pattern.at]])
    pairs = []
    for one in varied:
        clean = [[c for c in factor if _is_clean(one, c)] for factor in factors[one.pattern.at]]
        draw = random.Random(f"{plan.seed} {record.torch} {one.pattern.at} pairs")
        chosen, left = choose_pairs([factor for factor in clean if factor], MOST - len(singles[one.pattern.at]), draw)
        one.left += left
        pairs += [(one, changes) for changes in chosen]
    runner.run(pairs)
    for one in varied:
        runner.reduce(one)
    return _summarise(record, varied, plan, unsafe=not worker.isolated)


def _drawn(singles: list[Changes], limit: int, one: _Varied) -> list[Changes]:
    """At most ``limit`` of the single changes, the rest counted as left out."""
    if len(singles) <= limit:
        return singles
    one.left += len(singles) - limit
    kept = set(random.Random(f"{one.pattern.at} singles").sample(range(len(singles)), limit))
    return [changes for index, changes in enumerate(singles) if index in kept]


def _is_clean(one: _Varied, change: Change) -> bool:
    run = one.runs.get((change,))
    return run is not None and run.count is Count.SAME


class _Runner:
    """Runs variations of one record until its time is up."""

    def __init__(self, record: Record, worker: Worker, reader: CallReader, plan: Plan) -> None:
        self._record = record
        self._worker = worker
        self._reader = reader
        self._plan = plan
        self._deadline = time.monotonic() + plan.seconds

    def factors(self, one: _Varied) -> list[tuple[Change, ...]]:
        pattern = one.pattern
        draw = random.Random(f"{self._plan.seed} {self._record.torch} {pattern.at}")
        return factors_of(pattern.inputs, outputs=pattern.outputs, can_differentiate=bool(pattern.result), draw=draw)

    def run(self, wanted: Sequence[tuple[_Varied, Changes]]) -> None:
        """Runs these variations; those whose inputs are like another one's, and those for which there is no time, not."""
        fresh = []
        for one, changes in wanted:
            inputs = _inputs(one.pattern, changes)
            if not changes or any(_has_effect(one.pattern, changes, change) for change in changes):
                fresh.append((one, changes, inputs))
        for start in range(0, len(fresh), _AT_ONCE):
            batch = fresh[start : start + _AT_ONCE]
            if time.monotonic() > self._deadline:
                for one, _, _ in batch:
                    one.left += 1
                continue
            self._run_batch(batch)

    def _run_batch(self, batch: Sequence[tuple[_Varied, Changes, Inputs]]) -> None:
        torch = self._results("torch", batch)
        accepted = [index for index, found in enumerate(torch) if isinstance(found, Observation)]
        paddle = dict(zip(accepted, self._results("paddle", [batch[index] for index in accepted]), strict=True))
        for index, (one, changes, inputs) in enumerate(batch):
            seen = torch[index]
            run = Run(changes, inputs, Count.REFUSED)
            if isinstance(seen, Observation):
                run = self._judged(one, changes, inputs, seen, paddle[index])
            one.runs[changes] = run
            if not changes:
                one.base = run

    def _results(self, library: str, batch: Sequence[tuple[_Varied, Changes, Inputs]]) -> list[StepResult]:
        steps = []
        for one, changes, inputs in batch:
            pattern = one.pattern
            compared = pattern.snippet.compare
            if library == "torch" and compared:
                compared = (*compared, *one.kept)
            code = code_with(one.torch if library == "torch" else pattern.paddle, library, pattern, changes)
            given = {name: write_given(value) for name, value in inputs.items()}
            steps.append(Step(library, code, given, compared))
        return self._worker.run(steps, self._plan.limits) if steps else []

    def _judged(
        self, one: _Varied, changes: Changes, inputs: Inputs, torch: Observation, paddle: StepResult
    ) -> Run:
        pattern = one.pattern
        default = any(change.part == "default_dtype" for change in changes)
        claims = tuple(claims_of(self._reader.read(pattern.torch, inputs, torch, default_dtype=default)))
        terms = Terms(pattern.snippet.tolerance, pattern.snippet.random)
        differs = judge(torch, paddle, terms, pattern.snippet.compare, inputs)
        base = one.base.claims if one.base is not None else claims
        if differs is None:
            disproved = tuple(newly_met(base, claims, self._record)) if len(changes) == 1 else ()
            return Run(changes, inputs, Count.SAME, None, claims, disproved)
        return Run(changes, inputs, _count(differs, base, claims), differs, claims)

    def reduce(self, one: _Varied) -> None:
        """Looks for fewer changes that show the same difference, and judges the variation by what they come to."""
        several = [run for run in one.runs.values() if len(run.changes) > 1 and run.differs is not None]
        for run in several[:MOST_REDUCED]:
            small = self._reduced(one, run)
            if small is not run:
                one.runs[run.changes] = Run(small.changes, small.inputs, small.count, small.differs, run.claims)

    def _reduced(self, one: _Varied, run: Run) -> Run:
        assert run.differs is not None
        while len(run.changes) > 2:  # single changes were tried, and agree
            fewer = [tuple(c for c in run.changes if c is not left) for left in run.changes]
            known = [changes for changes in fewer if changes in one.runs]
            before = dict(one.runs)
            self.run([(one, changes) for changes in fewer if changes not in known])
            found = [one.runs[changes] for changes in fewer if changes in one.runs]
            for changes in fewer:
                if changes not in before:
                    one.runs.pop(changes, None)
            smaller = next((r for r in found if r.differs is not None and r.differs.kind is run.differs.kind), None)
            if smaller is None:
                return run
            run = smaller
        return run


def _inputs(pattern: Pattern, changes: Iterable[Change]) -> dict[str, Given]:
    inputs: dict[str, Given] = dict(pattern.inputs)
    for change in sorted(changes, key=_order):
        inputs = apply_change(inputs, change)
    return inputs


_ORDER = ("length", "rank", "number", "dtype", "content", "layout", "gradient", "default_dtype")


def _order(change: Change) -> tuple[int, bool]:
    """Shapes before dtypes before contents, and what concerns all Tensors before what concerns one."""
    return _ORDER.index(change.part), bool(change.target)


def _has_effect(pattern: Pattern, changes: Changes, change: Change) -> bool:
    if change.part in {"gradient", "default_dtype"}:
        return True
    return _inputs(pattern, changes) != _inputs(pattern, [other for other in changes if other is not change])


def _count(differs: Differs, base: Sequence[Claim], claims: Sequence[Claim]) -> Count:
    found = told_by(base, claims, differs.kind)
    if found.told:
        return Count.TOLD
    if differs.is_kernel:
        return Count.NO_KERNEL
    if found.outside:
        return Count.OUTSIDE
    return Count.UNCLEAR if found.unclear else Count.UNTOLD


# ---- what it comes to ----


def _summarise(record: Record, varied: Sequence[_Varied], plan: Plan, *, unsafe: bool) -> Variation:
    runs = [(one.pattern.at, run) for one in varied for changes, run in one.runs.items() if changes]
    counts = Counter(run.count for _, run in runs)
    met = {
        claim.place
        for one in varied
        for run in one.runs.values()
        for claim in run.claims
        if claim.record == record.torch and claim.answer == 2  # noqa: PLR2004
    }
    skipped = any(snippet.skip for _, snippet in record.snippets())
    unmet = [] if skipped else [place_in(record, place) for place in conditions_of(record) if place not in met]
    return Variation(
        record.torch,
        variation_digest(record),
        plan.versions,
        plan.date,
        plan.seed,
        {count: counts[count] for count in Count if counts[count]},
        sum(one.left for one in varied),
        tuple(_untold(runs)),
        tuple(_disproved(record, runs)),
        tuple(unmet),
        unsafe,
    )


def _untold(runs: Sequence[tuple[str, Run]]) -> Iterator[Untold]:
    """The untold differences of one class that the same subjects show, each with its smallest inputs."""
    groups: dict[tuple[str, DifferenceClass, tuple[str, ...]], list[Run]] = {}
    for at, run in runs:
        if run.count is Count.UNTOLD and run.differs is not None:
            subjects = tuple(change.subject for change in run.changes)
            groups.setdefault((at, run.differs.kind, subjects), []).append(run)
    for (at, kind, _), found in groups.items():
        smallest = min(found, key=_size)
        assert smallest.differs is not None
        yield Untold(at, kind, _words(found), _given(smallest), smallest.differs.message, len(found))


def _disproved(record: Record, runs: Sequence[tuple[str, Run]]) -> Iterator[Disproved]:
    groups: dict[tuple[str, str], list[Run]] = {}
    for at, run in runs:
        for place in run.disproved:
            groups.setdefault((place, at), []).append(run)
    for (place, at), found in groups.items():
        smallest = min(found, key=_size)
        yield Disproved(place_in(record, place), at, _words(found), _given(smallest), len(found))


def _size(run: Run) -> tuple[int, int]:
    return len(run.changes), sum(len(str(value)) for value in _given(run).values())


def _given(run: Run) -> dict[str, object]:
    return {name: write_given(value) for name, value in run.inputs.items()}


def _words(runs: Sequence[Run]) -> str:
    """What was changed, in words: the settings of one subject together, several subjects one after the other."""
    settings: dict[str, dict[str, None]] = {}
    for run in runs:
        for change in run.changes:
            settings.setdefault(change.subject, {})[change.setting] = None
    return "，".join(f"{subject}：{'、'.join(found)}" for subject, found in settings.items())
