"""Varies the code of one record: single changes first, then several at once, then fewer where the sides differ."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from generator.evidence.vary.bounds import Beyond, Bounds, beyond_bounds, is_of_results
from generator.evidence.vary.call_facts import Call, CallReader, keep_arguments
from generator.evidence.vary.call_slices import slices
from generator.evidence.vary.change import (
    AND,
    Change,
    Content,
    Gradient,
    Inputs,
    Later,
    Part,
    Rank,
    apply_change,
    stands_alone,
    tensors_in,
)
from generator.evidence.vary.documented_differences import (
    Claim,
    Told,
    claims_of,
    conditions_of,
    is_likely,
    newly_met,
    place_in,
    speaks_of_digits,
    told_by,
)
from generator.evidence.vary.dtypes import (
    Probed,
    backward_probes,
    beside_others,
    calls_counterpart,
    casts,
    facts,
    forward_probes,
    is_alone,
    is_by_python,
    is_given,
    is_of_counterpart,
    missing_kernel,
    paths_of,
    refused_by_python,
    taken_alone,
)
from generator.evidence.vary.factors import Factor, factors_of, masked_changes, wide_changes
from generator.evidence.vary.outcome import Differs, dtypes_of, judge
from generator.evidence.vary.pairs import choose_pairs
from generator.evidence.vary.precision import Lost, is_small, lost_digits, narrows, precision_of, steps_again
from generator.evidence.vary.snippet_code import (
    Pattern,
    assigns_items,
    before_backward,
    calls_one_api,
    code_factors,
    code_with,
    differentiates,
    floats_in_place,
    gradient_name,
    mentions,
    object_class,
    read_pattern,
    with_sequence,
)
from generator.evidence.verify.compare import Terms
from generator.evidence.verify.libraries import libraries_of
from generator.evidence.verify.observation import Kind, Observation
from generator.evidence.verify.permitted import forbidden_use
from generator.evidence.verify.retries import PatientWorker
from generator.evidence.verify.vacuous import outputs_of
from generator.evidence.verify.worker import Limits, Step, StepResult, Worker
from generator.evidence.verify.worker_pool import run_each
from generator.model.evidence import CPU
from generator.model.fact import Answer
from generator.model.given import COMPLEX, HALF, Given
from generator.model.given_notation import write_given
from generator.model.parameter import Effect
from generator.model.record import Example, Mapping, Record, RecordSnippet, Snippet
from generator.model.variation import (
    Count,
    DifferenceClass,
    Disproved,
    DtypeFact,
    LostDigits,
    SecondOrder,
    Unclear,
    Untold,
    Variation,
    variation_digest,
)

MOST = 200
"""How many variations a snippet has at most, besides those that measure dtypes."""
MOST_OF_RECORD = 500
"""How many the snippets of a record have together: where it has many of them, each has fewer."""
_SINGLE = 0.65
"""How large a part of them makes one change."""
MOST_REDUCED = 8
"""Of how many variations with several changes that differ a smaller one is looked for, in each snippet."""
_PAIR = 2
"""How many changes are the fewest that can differ where each of them alone agrees."""
_MOST_RANKS = 24
"""How many combinations of a Tensor without dimensions and a dtype are made, of those that pairs leave out."""
_FIRST_AT_ONCE = 10
_MOST_AT_ONCE = 150
"""How many variations run before time is checked: few at first, as one may take seconds, then twice as many."""


SECONDS = 20.0
"""How long a record is varied at most."""
LIMITS = Limits(seconds=5.0)
"""What one side of one variation may use."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What all records of a run share: the ``seed``, the ``versions``, today's ``date``, and the limits.

    ``seconds`` is for a record, ``limits`` for one side of one variation. ``measures_only`` leaves out all variations
    but those by which facts are measured.
    """

    versions: dict[str, str]
    date: str
    seed: int = 0
    seconds: float = SECONDS
    limits: Limits = LIMITS
    measures_only: bool = False


Changes = tuple[Change, ...]
_WANTED: Changes = (Change(Part.GRADIENT, "", Gradient.WANTED),)
TWICE: Changes = (Change(Part.GRADIENT, "", Gradient.TWICE),)
"""What asks for second derivatives, of the given inputs and no others."""


@dataclass(frozen=True, slots=True)
class Run:
    """One variation that was run: its inputs, and what came of it."""

    changes: Changes
    inputs: Inputs
    count: Count
    differs: Differs | None = None
    claims: tuple[Claim, ...] = ()
    disproved: tuple[str, ...] = ()
    is_exact: bool = True
    """Whether all of the changes are needed for what came of it."""
    lacks_kernel: bool = False
    """Whether Paddle says that it has no kernel for the dtype that was given."""
    lost: Lost | None = None
    """The digits that Paddle loses where both sides agree within the tolerance."""
    perhaps: tuple[Claim, ...] = ()
    """What may tell the difference, where nothing does for certain."""
    is_doubtful: bool = False
    """Whether none of that is likely to."""
    differentiated: frozenset[str] = frozenset()
    """The Tensors of which torch computed gradients."""


@dataclass
class _Varied:
    """A snippet while it is varied."""

    pattern: Pattern
    torch: str
    kept: tuple[str, ...]
    base: Run | None = None
    factors: list[Factor] = field(default_factory=list)
    runs: dict[Changes, Run] = field(default_factory=dict)
    left: int = 0
    imprecise: Run | None = None
    """What differs in the last digits as it stands; its variations are not asked for that then."""
    is_part: bool = False
    """Whether it is what leads to one result of a snippet."""
    arguments: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The parameters of the record's API as which each input stands in its calls."""
    probes: dict[Changes, tuple[str, ...]] = field(default_factory=dict)
    """The changes to nothing but a dtype, with the Tensors that have it then."""
    bounds: Bounds = field(default_factory=Bounds)
    """What torch's results keep to in all runs."""
    beyond: list[tuple[Run, Beyond]] = field(default_factory=list)
    """The runs whose results agree and of which Paddle's leave bounds of torch's, if those are any."""
    refused: set[tuple[str, str, bool]] = field(default_factory=set)
    """What Paddle was seen to refuse: a Tensor, its dtype, and whether gradients were asked for."""

    mixed: dict[tuple[str, str], bool] = field(default_factory=dict)
    """By parameter and dtype that Paddle refuses of several Tensors, whether it takes it of that one alone."""

    refused_by_python: set[tuple[str, str, bool]] = field(default_factory=set)
    """What of that Paddle's own code refuses, on every device: no fact of the CPU."""

    @property
    def counted(self) -> int:
        """How many runs count for the limit: not the given inputs, measurements and changes that are always made."""
        runs = (changes for changes in self.runs if changes and changes not in self.probes)
        return sum(not (stands_alone(changes[0]) or changes[0].value is Gradient.TWICE) for changes in runs)

    def parameters(self, paths: Iterable[str]) -> set[str]:
        """Returns the parameters as which Tensors stand; the empty one where none of them is an argument."""
        names = (self.arguments.get(path.partition("[")[0], ()) for path in paths)
        return {name for several in names for name in several} or {""}


def vary_record(record: Record, worker: Worker, reader: CallReader, plan: Plan) -> Variation:
    """Varies every example and check of a record that is not skipped and whose result counts.

    Raises:
        WorkerError: the worker cannot be started.
    """
    runner = _Runner(record, worker, reader, plan)
    patterns = [
        pattern
        for loc, snippet in record.equivalents()
        if not (forbidden_use(snippet.torch, "torch") or forbidden_use(snippet.paddle, "paddle"))
        and (pattern := read_pattern(".".join(map(str, loc)), snippet, record.torch)) is not None
    ]
    varied = [_Varied(pattern, *keep_arguments(pattern.torch, pattern.inputs)) for pattern in patterns]
    runner.run([(one, ()) for one in varied])
    varied = [one for one in varied if one.base is not None and one.base.count is Count.SAME]
    most = min(MOST, MOST_OF_RECORD // max(len(varied), 1))
    for one in varied:
        one.factors = runner.factors(one)
    runner.run(
        [(one, (change,)) for one in varied for factor in one.factors for change in factor if _is_of_base(change)]
    )
    runner.measure_dtypes(varied)
    runner.run(
        [(one, (change,)) for one in varied for factor in one.factors for change in factor if _is_of_view(change)]
    )
    twice = runner.measure_second_orders(varied)
    if plan.measures_only:
        return _summarise(record, varied, twice, plan, unsafe=not worker.isolated)
    runner.run([(one, changes) for one in varied for changes in _singles(one, int(most * _SINGLE), runner.draw(one))])
    runner.run([(one, changes) for one in varied for changes in _long(one)])
    runner.run([(one, changes) for one in varied for changes in _ranks_with_dtypes(one, runner.draw(one))])
    runner.run([(one, changes) for one in varied for changes in _pairs(one, most, runner.draw(one))])
    for one in varied:
        runner.judge_bounds(one)
        runner.reduce(one)
    return _summarise(record, varied, twice, plan, unsafe=not worker.isolated)


def vary_all(
    records: Sequence[Record], reader: CallReader, plan: Plan, jobs: int, *, isolated: bool
) -> Iterator[Variation]:
    """Varies records, ``jobs`` at a time, and yields each result as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    snippets = [snippet for record in records for _, snippet in record.snippets()]
    return run_each(
        records,
        snippets,
        lambda record, worker: vary_record(record, worker, reader, plan),
        jobs,
        isolated=isolated,
    )


def _singles(one: _Varied, limit: int, draw: random.Random) -> list[Changes]:
    """Returns so many of the single changes that ``limit`` are made, in order; the rest counts as left out."""
    singles: list[Changes] = [(change,) for factor in one.factors for change in factor if (change,) not in one.runs]
    singles = [changes for changes in singles if _has_effect(one.pattern, changes, changes[0])]
    alone = [changes for changes in singles if stands_alone(changes[0])]
    singles = [changes for changes in singles if not stands_alone(changes[0])]
    one.left += max(len(singles) - limit, 0)
    kept = set(draw.sample(range(len(singles)), min(limit, len(singles))))
    return [*(changes for index, changes in enumerate(singles) if index in kept), *alone]


def _long(one: _Varied) -> list[Changes]:
    """Returns the changes that give an input a content and a length together, where no result is random."""
    if one.pattern.snippet.random:
        return []
    inputs, outputs = one.pattern.inputs, one.pattern.outputs
    return [*masked_changes(inputs, outputs), *wide_changes(inputs, outputs)]


def _ranks_with_dtypes(one: _Varied, draw: random.Random) -> list[Changes]:
    """Returns changes that make a Tensor 0-dimensional and change a dtype, which pairs leave out.

    The dtype is that of the same Tensor or of another one. They are made even where a row tells one of the two changes,
    as that row may claim too much.
    """
    known = {changes[0]: run.count for changes, run in one.runs.items() if len(changes) == 1}
    ranks = [change for change in known if change.value is Rank.NONE and change.target]
    dtypes = [change for change in known if change.part is Part.DTYPE and change.target and AND not in change.target]
    possible = {Count.SAME, Count.TOLD}
    found: list[Changes] = [
        (rank, dtype)
        for rank in ranks
        for dtype in dtypes
        if (kinds := {known[rank], known[dtype]}) <= possible and kinds != {Count.SAME}
    ]
    one.left += max(len(found) - _MOST_RANKS, 0)
    return draw.sample(found, min(len(found), _MOST_RANKS))


def _pairs(one: _Varied, most: int, draw: random.Random) -> list[Changes]:
    """Returns combinations of the changes under which the sides agree, until there are ``most`` variations in all."""
    clean = [
        [change for change in factor if _is_clean(one, change) and not stands_alone(change)] for factor in one.factors
    ]
    chosen, left = choose_pairs([factor for factor in clean if factor], most - one.counted, draw)
    one.left += left
    return chosen


def _is_clean(one: _Varied, change: Change) -> bool:
    run = one.runs.get((change,))
    return run is not None and run.count is Count.SAME


class _Runner:
    """Runs variations of one record until its time is up."""

    def __init__(self, record: Record, worker: Worker, reader: CallReader, plan: Plan) -> None:
        self._record = record
        self._worker = PatientWorker(worker, plan.limits, alone=True)
        self._reader = reader
        self._plan = plan
        self._deadline = time.monotonic() + plan.seconds

    def draw(self, one: _Varied) -> random.Random:
        """Returns the numbers to draw from for a snippet: the same ones in each run with one seed."""
        return random.Random(f"{self._plan.seed} {self._record.torch} {one.pattern.at}")  # noqa: S311  (no secret)

    def factors(self, one: _Varied) -> list[Factor]:
        """Returns every way to vary the snippet."""
        pattern, draw = one.pattern, self.draw(one)
        can = bool(pattern.result)
        found = factors_of(pattern.inputs, outputs=pattern.outputs, can_differentiate=can, draw=draw)
        return [*found, *(factor for factor in code_factors(pattern) if factor)]

    def measure_dtypes(self, varied: Sequence[_Varied]) -> None:
        """Runs each snippet with other dtypes and no other change: forward, and backward where that works at all."""
        for one in varied:
            inputs = one.pattern.inputs
            one.probes = {changes: paths_of(changes[0], inputs) for changes in forward_probes(inputs)}
        gradients = {
            one.pattern.at: change
            for one in varied
            for factor in one.factors
            for change in factor
            if change.value is Gradient.WANTED
        }
        self.run([(one, changes) for one in varied for changes in one.probes])
        self.run([(one, (gradients[one.pattern.at],)) for one in varied if one.pattern.at in gradients])
        for one in varied:
            gradient = gradients.get(one.pattern.at)
            if gradient is not None and _takes(one, (gradient,)):
                found = backward_probes(one.pattern.inputs, gradient)
                one.probes |= {
                    changes: paths_of(changes[0], one.pattern.inputs) for changes in found if _takes(one, changes[:1])
                }
        self.run([(one, changes) for one in varied for changes in one.probes if changes not in one.runs])
        for at, snippets, usual in _by_mapping(self._record, varied):
            seen = _seen(self._record, usual)
            mixtures = {parameter: taken_alone(runs) for parameter, runs in seen.items()}
            by_python = {parameter: refused_by_python(runs) for parameter, runs in seen.items()}
            for one in snippets:
                one.refused = _refused(one, mixtures) | _known_refused(one, list(facts(at, seen)))
                one.refused_by_python = {
                    (path, dtype, backward)
                    for path, dtype, backward in one.refused
                    if any((dtype, backward) in by_python.get(name, ()) for name in one.parameters([path]))
                }
                for changes, run in one.runs.items():
                    if run.differs is not None:
                        one.runs[changes] = self._counted(one, run)
        self._measure_beside_others(varied)

    def _measure_beside_others(self, varied: Sequence[_Varied]) -> None:
        """Runs each snippet with a dtype of one Tensor alone, where Paddle refuses it of several at once."""
        for one in varied:
            refused = [changes[0] for changes in one.probes if len(changes) == 1 and _is_refused(one.runs.get(changes))]
            wanted = [changes for change in refused for changes in beside_others(change, one.pattern.inputs)]
            alone = replace(one, runs={}, left=0, bounds=Bounds(), beyond=[])
            self.run([(alone, changes) for changes in wanted])
            for changes in wanted:
                run = alone.runs.get(changes)
                if run is not None and run.count is not Count.REFUSED:
                    for name in one.parameters([changes[0].target]):
                        key = name, str(changes[0].value)
                        one.mixed[key] = one.mixed.get(key, False) or _takes(alone, changes)
            one.left += alone.left

    def measure_second_orders(self, varied: Sequence[_Varied]) -> list[_Varied]:
        """Differentiates gradients in all code that calls one API, and returns that code: snippets, and parts of them.

        A part is what leads to one result; of a list or tuple of Tensors, the first one is differentiated.
        """
        plain = [one for one in varied if calls_one_api(one.pattern) and _is_differentiated(one)]
        known = {(one.pattern.at, one.pattern.torch) for one in plain}
        name = self._record.torch.rpartition(".")[2]
        parts = [part for one in varied for part in slices(one.pattern) if calls_one_api(part) and mentions(part, name)]
        cut = [
            _Varied(part, *keep_arguments(part.torch, part.inputs), is_part=True)
            for part in parts
            if (part.at, part.torch) not in known
        ]
        self.run([(one, ()) for one in cut])
        cut = [one for one in cut if one.base is not None and one.base.count is Count.SAME]
        self.run([(one, _WANTED) for one in cut])
        # In half precision, it may be the dtype that is refused.
        plain = [one for one in (*plain, *filter(_is_differentiated, cut)) if not dtypes_of(one.pattern.inputs) & HALF]
        self.run([(one, TWICE) for one in plain])
        self.run([(one, changes) for one in plain for changes in _twice_alone(one)])
        return plain

    def run(self, wanted: Sequence[tuple[_Varied, Changes]]) -> None:
        """Runs these variations, except those with the inputs of another one and those for which no time is left."""
        fresh = []
        for one, changes in wanted:
            inputs = _inputs(one.pattern, changes)
            if not changes or any(_has_effect(one.pattern, changes, change) for change in changes):
                fresh.append((one, changes, inputs))
        start, size = 0, _FIRST_AT_ONCE
        while start < len(fresh) and time.monotonic() < self._deadline:
            self._run_batch(fresh[start : start + size])
            start, size = start + size, min(2 * size, _MOST_AT_ONCE)
        for one, _, _ in fresh[start:]:
            one.left += 1

    def _run_batch(self, batch: Sequence[tuple[_Varied, Changes, Inputs]]) -> None:
        torch = self._results("torch", batch)
        accepted = [index for index, found in enumerate(torch) if isinstance(found, Observation)]
        paddle = dict(zip(accepted, self._results("paddle", [batch[index] for index in accepted]), strict=True))
        agreed = []
        for index, (one, changes, inputs) in enumerate(batch):
            seen = torch[index]
            run = Run(changes, inputs, Count.REFUSED)
            if isinstance(seen, Observation):
                run = self._judged(one, changes, inputs, seen, paddle[index])
            one.runs[changes] = run
            if not changes:
                one.base = run
                one.pattern = replace(one.pattern, in_place=_changed_in_place(seen))
                if one.is_part and _is_sequence(seen, one.pattern.result):
                    one.pattern = replace(one.pattern, result=f"{one.pattern.result}[0]")
            other = paddle.get(index)
            self._see_bounds(one, run, seen, other)
            if run.count is Count.SAME and isinstance(seen, Observation) and isinstance(other, Observation):
                agreed.append((one, run, seen, other))
        self._ask_for_digits(agreed)

    def _see_bounds(self, one: _Varied, run: Run, torch: StepResult, paddle: StepResult | None) -> None:
        """Keeps what the results of a run say of bounds."""
        snippet = one.pattern.snippet
        if snippet.random or not isinstance(torch, Observation) or not is_of_results(run.changes):
            return
        one.bounds.see(torch, snippet.compare)
        if run.count is Count.SAME and isinstance(paddle, Observation):
            one.beyond += [(run, beyond) for beyond in beyond_bounds(torch, paddle, snippet.compare)]

    def judge_bounds(self, one: _Varied) -> None:
        """Looks for results that agree within the tolerance, and leave bounds that torch's keep in all runs.

        So many numbers are made for this alone: sums of them differ by more than the tolerance.
        """
        for changes, run in list(one.runs.items()):
            if run.differs is not None and any(change.value is Content.WIDE for change in changes):
                del one.runs[changes]
        for run, beyond in one.beyond:
            changes = run.changes
            if not changes or one.runs.get(changes) is not run or not one.bounds.has(beyond):
                continue
            differs = Differs(DifferenceClass.BOUNDS, beyond.difference.message)
            one.runs[changes] = self._counted(one, replace(run, count=Count.UNTOLD, differs=differs, disproved=()))

    def _ask_for_digits(self, agreed: Sequence[tuple[_Varied, Run, Observation, Observation]]) -> None:
        """Looks for digits that Paddle loses where both sides agree within the tolerance."""
        steps: list[Step] = []
        found = []
        for one, run, torch, paddle in agreed:
            snippet, precision = one.pattern.snippet, precision_of(run.inputs)
            is_open = precision and not snippet.random and one.imprecise is None and is_small(run.inputs)
            # Beside numbers so large, rounding makes anything of the others.
            if any(change.value is Content.LARGE for change in run.changes):
                continue
            if is_open and lost_digits(torch, paddle, snippet.compare, precision) is not None:
                code = code_with(one.pattern.torch, "torch", one.pattern, run.changes, run.inputs)
                own = steps_again(code, run.inputs, precision, snippet.compare)
                found.append((one, run, torch, paddle, precision, range(len(steps), len(steps) + len(own))))
                steps += own
        results = self._worker.run(steps) if steps else []
        for one, run, torch, paddle, precision, places in found:
            again = [seen for place in places if isinstance(seen := results[place], Observation)]
            if len(again) < len(places):
                continue
            lost = lost_digits(torch, paddle, one.pattern.snippet.compare, precision, again)
            if lost is not None:
                differs = Differs(DifferenceClass.PRECISION, lost.difference.message)
                judged = replace(run, count=Count.UNTOLD, differs=differs, disproved=(), lost=lost)
                judged = self._counted(one, judged)
                if any(_is_like(judged, other) for other in one.runs.values()):
                    continue
                if run.changes:
                    one.runs[run.changes] = judged
                else:
                    one.imprecise = judged

    def _results(self, side: str, batch: Sequence[tuple[_Varied, Changes, Inputs]]) -> list[StepResult]:
        steps = []
        for one, changes, inputs in batch:
            pattern = one.pattern
            compared = pattern.snippet.compare
            if side == "torch" and compared:
                compared = (*compared, *one.kept)
            code = one.torch if side == "torch" else pattern.paddle
            code = code_with(code, side, pattern, changes, inputs)
            given = {name: write_given(value) for name, value in inputs.items()}
            steps.append(Step(side, code, given, compared))
        # Those that may corrupt the memory of their process come last, so that they spoil no other's result.
        order = sorted(range(len(steps)), key=lambda index: any(map(_may_corrupt, batch[index][1])))
        found = self._worker.run([steps[index] for index in order])
        return [result for _, result in sorted(zip(order, found, strict=True), key=itemgetter(0))]

    def _judged(self, one: _Varied, changes: Changes, inputs: Inputs, torch: Observation, paddle: StepResult) -> Run:
        pattern = one.pattern
        default = _changes_default_dtype(pattern.torch, changes)
        written = pattern.torch
        for change in changes:
            if change.part is Part.SEQUENCE:
                written = with_sequence(written, change)
        calls = self._reader.read(written, _as_asked(inputs, changes), torch, default_dtype=default)
        claims = tuple(claims_of(calls, self._record))
        if not changes:
            one.arguments = _arguments(calls, self._record)
        terms = Terms(pattern.snippet.tolerance, pattern.snippet.random)
        differs = judge(torch, paddle, terms, pattern.snippet.compare, inputs)
        gradients = _gradients_of(torch, inputs) if _is_twice(changes) else frozenset()
        if differs is None:
            is_one = len(changes) == 1 or {change.part for change in changes} == {Part.RANK, Part.DTYPE}
            # What a result in place is changed to is seen of its argument as well, which the call was not given.
            is_read = all(change.value is not Later.RESULT for change in changes)
            is_direct = is_one and is_read and not isinstance(pattern.snippet, Example)
            disproved = (
                tuple(
                    newly_met(one.base.claims if one.base is not None else claims, claims, self._record, pattern.paddle)
                )
                if is_direct
                else ()
            )
            return Run(changes, inputs, Count.SAME, None, claims, disproved, differentiated=gradients)
        if differs.kind is DifferenceClass.VALUE and any(Effect.VIEW in _shown_effects(change) for change in changes):
            differs = replace(differs, kind=DifferenceClass.IN_PLACE)
        # What is bound for it alone is a gradient.
        if differs.kind is DifferenceClass.VALUE and any(c.value in {Gradient.ASKED, Gradient.TWICE} for c in changes):
            differs = replace(differs, kind=DifferenceClass.GRADIENT)
        lacking = missing_kernel(differs.message) if differs.kind is DifferenceClass.REFUSED else ""
        backward = any(change.differentiates for change in changes)
        lacks_kernel = bool(lacking) and is_given(lacking, inputs, pattern.outputs, torch, backward=backward)
        run = Run(changes, inputs, Count.UNTOLD, differs, claims, lacks_kernel=lacks_kernel, differentiated=gradients)
        return self._counted(one, run)

    def _counted(self, one: _Varied, run: Run) -> Run:
        """Returns the run of a difference with what it counts as."""
        assert run.differs is not None
        base = one.base.claims if one.base is not None and run.changes else ()
        added = any(change.differentiates for change in run.changes)
        effects = {effect for change in run.changes for effect in _shown_effects(change)}
        # Code without a backward pass cannot have been written for a row about gradients, nor other code for one about
        # effects.
        base = tuple(claim for claim in base if claim.row.effect not in effects)
        backward = added or differentiates(one.pattern.torch)
        kind = run.differs.kind
        found = told_by(base, run.claims, kind, _shown(one.pattern.snippet), backward=backward)
        count = Count.TOLD if found.told else self._count(one, run, found)
        if count is not Count.UNCLEAR:
            return replace(run, count=count, perhaps=())
        is_compared = bool(one.pattern.result)
        likely = [claim for claim in found.perhaps if is_likely(claim, kind, run.changes, is_compared=is_compared)]
        return replace(run, count=count, perhaps=tuple(likely) or found.perhaps, is_doubtful=not likely)

    def _count(self, one: _Varied, run: Run, found: Told) -> Count:
        """Returns what a difference counts as that no row tells for certain."""
        assert run.differs is not None
        is_refused_twice = _is_twice(run.changes) and run.differs.kind in _NO_RESULT
        is_known = is_refused_twice or _is_twice_of_complex(run)
        if _lacks_dtype(one, run) or is_known or _loses_gradient(one, run) or _writes_elsewhere(one, run):
            return Count.NO_KERNEL
        if run.lost is not None and narrows(one.pattern.torch, one.pattern.paddle):
            return Count.OUTSIDE
        is_explained = any(map(speaks_of_digits, found.perhaps))
        if run.lost is not None and not is_explained and _calls_own_counterpart(self._record, one):
            return Count.IMPRECISE
        if found.outside or (run.differs.kind is DifferenceClass.REFUSED and _may_be_refused(run.changes)):
            return Count.OUTSIDE
        if run.lacks_kernel:
            return Count.KERNEL
        return Count.UNCLEAR if found.perhaps else Count.UNTOLD

    def reduce(self, one: _Varied) -> None:
        """Looks for fewer changes that show the same difference, and judges each variation by what they come to.

        What differs in the same way under more changes to the same subjects counts as the same difference.
        """
        known: list[Run] = []
        for run in [run for run in one.runs.values() if len(run.changes) > 1 and run.differs is not None]:
            small = next((found for found in known if _explains(found, run)), None)
            if small is None and len(known) < MOST_REDUCED:
                small = self._reduced(one, run)
                known.append(small)
                one.runs[run.changes] = replace(small, claims=run.claims)
            elif small is not None:
                subjects = {change.subject for change in small.changes}
                changes = tuple(change for change in run.changes if change.subject in subjects)
                one.runs[run.changes] = replace(
                    run,
                    changes=changes,
                    count=small.count,
                    perhaps=small.perhaps,
                    is_doubtful=small.is_doubtful,
                    is_exact=False,
                )

    def _reduced(self, one: _Varied, run: Run) -> Run:
        assert run.differs is not None
        while len(run.changes) > _PAIR:
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


def _changed_in_place(seen: StepResult) -> frozenset[str]:
    """Returns the inputs that code changed."""
    names = (name for name, _ in seen.inputs) if isinstance(seen, Observation) else ()
    return frozenset(name for name in names if not name.endswith(".grad"))


def _is_sequence(seen: StepResult, name: str) -> bool:
    """Tells whether code bound a list or tuple, which begins with a Tensor."""
    items = next((one.items for bound, one in seen.names if bound == name), ()) if isinstance(seen, Observation) else ()
    return bool(items) and items[0][0] == "[0]" and items[0][1].kind is Kind.TENSOR


def _gradients_of(seen: Observation, inputs: Inputs) -> frozenset[str]:
    """Returns the Tensors of which code computed gradients; those of lists are bound to variables."""
    found = {name for name, _ in (*seen.inputs, *seen.names)}
    return frozenset(path for path in tensors_in(inputs) if {f"{path}.grad", gradient_name(path)} & found)


def _shown_effects(change: Change) -> Iterator[Effect]:
    """Yields the effects that a change shows, and the code as it stands does not."""
    if change.differentiates:
        yield Effect.GRADIENT
    if change.value in {Later.RESULT, Later.INPUT, Gradient.CHANGED, Gradient.OF_VIEW}:
        yield Effect.VIEW
    elif isinstance(change.value, Later):
        yield Effect.STATE


def _is_like(run: Run, other: Run) -> bool:
    """Tells whether another run lost the same digits: with some of the changes, or on the same inputs with no more."""
    if other.differs is None or other.differs.kind is not DifferenceClass.PRECISION:
        return False
    same = other.inputs == run.inputs and len(other.changes) <= len(run.changes)
    return same or set(other.changes) < set(run.changes)


def _may_be_refused(changes: Changes) -> bool:
    """Tells whether what is added may be refused, whatever the code does.

    Either library refuses a backward pass from a Tensor that it keeps and that was changed, each for some APIs; to load
    a state of another dtype is a difference of ``load_state_dict``.
    """
    return any(change.value in {Gradient.CHANGED, Gradient.OF_BASE, Later.RELOADED} for change in changes)


def _changes_default_dtype(code: str, changes: Changes) -> bool:
    """Tells whether a variation has another default dtype, by a change or by its own code."""
    return "set_default_dtype(" in code or any(change.part is Part.DEFAULT_DTYPE for change in changes)


def _explains(small: Run, run: Run) -> bool:
    """Tells whether a difference that fewer changes show is the one that a run shows."""
    assert small.differs is not None
    assert run.differs is not None
    subjects = {change.subject for change in run.changes}
    return small.differs.kind is run.differs.kind and {change.subject for change in small.changes} <= subjects


def _inputs(pattern: Pattern, changes: Iterable[Change]) -> dict[str, Given]:
    inputs: dict[str, Given] = dict(pattern.inputs)
    for change in sorted(changes, key=_order):
        inputs = apply_change(inputs, change)
    return inputs


_ORDER = (
    *("length", "rank", "number", "number_type", "dtype", "content", "layout"),
    *("sequence", "gradient", "later", "default_dtype"),
)
_OF_CODE = frozenset({Part.SEQUENCE, Part.GRADIENT, Part.LATER, Part.DEFAULT_DTYPE})
"""What is changed in the code, not in the inputs."""


def _order(change: Change) -> tuple[int, bool]:
    """Sorts shapes before dtypes before contents, and what concerns all Tensors before what concerns one."""
    return _ORDER.index(change.part), bool(change.target)


def _as_asked(inputs: Inputs, changes: Changes) -> Inputs:
    """Returns the inputs with a gradient for the target of ``ASKED`` alone: conditions do not separate these cases."""
    for change in changes:
        if change.value is Gradient.ASKED:
            inputs = apply_change(inputs, replace(change, value=Gradient.ALONE))
    return inputs


def _has_effect(pattern: Pattern, changes: Changes, change: Change) -> bool:
    if change.part in _OF_CODE:
        return True
    return _inputs(pattern, changes) != _inputs(pattern, [other for other in changes if other is not change])


def _arguments(calls: Iterable[Call], record: Record) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for call in calls:
        for parameter, name in call.inputs.items() if call.record == record.torch else ():
            found.setdefault(name, {})[parameter] = None
    return {name: tuple(parameters) for name, parameters in found.items()}


def _takes(one: _Varied, changes: Changes) -> bool:
    """Tells whether both sides gave a result, the same one or not."""
    run = one.runs.get(changes)
    return (
        run is not None
        and run.count is not Count.REFUSED
        and (run.differs is None or run.differs.kind not in _NO_RESULT)
    )


_NO_RESULT = frozenset({DifferenceClass.REFUSED, DifferenceClass.TIMEOUT, DifferenceClass.ENDED})


def _refused(one: _Varied, mixtures: dict[str, set[tuple[str, bool]]]) -> set[tuple[str, str, bool]]:
    """Returns what Paddle refuses of a snippet only because of a dtype; no mixtures of dtypes that it accepts alone."""
    alone, refused = is_alone(one.pattern.inputs), set()
    for changes, paths in one.probes.items():
        run = one.runs.get(changes)
        if run is None or run.differs is None or run.differs.kind is not DifferenceClass.REFUSED:
            continue
        found = str(changes[0].value), len(changes) > 1
        if alone or not any(found in mixtures.get(parameter, ()) for parameter in one.parameters(paths)):
            refused |= {(path, *found) for path in paths}
    return refused


def _known_refused(one: _Varied, known: Iterable[DtypeFact]) -> set[tuple[str, str, bool]]:
    """Returns what Paddle takes in no snippet of the mapping as the parameters as which this one's Tensors stand."""
    return {
        (path, dtype, backward)
        for fact in known
        for path in tensors_in(one.pattern.inputs)
        if one.parameters([path]) & set(fact.parameters)
        for backward, dtypes in ((False, fact.refused), (True, fact.backward))
        for dtype in dtypes
    }


def _lacks_dtype(one: _Varied, run: Run) -> bool:
    """Tells whether Paddle refuses what it was seen to refuse because of nothing but the dtype of a Tensor.

    Not so what its own code refuses on every device, unless dtypes are mixed, of which the rest may be refused as well.
    """
    if run.differs is None or run.differs.kind is not DifferenceClass.REFUSED:
        return False
    backward = {False, any(change.differentiates for change in run.changes)}
    tensors = tensors_in(run.inputs).items()
    found = {(path, tensor.dtype, asked) for path, tensor in tensors for asked in backward} & one.refused
    return bool(found - one.refused_by_python if is_alone(run.inputs) else found)


def _shown(snippet: Snippet) -> frozenset[str]:
    """Returns the labels of the rows that a snippet is an example of."""
    return frozenset(snippet.parameter) if isinstance(snippet, Example) else frozenset()


# ---- what it comes to ----


def _summarise(
    record: Record, varied: Sequence[_Varied], twice: Sequence[_Varied], plan: Plan, *, unsafe: bool
) -> Variation:
    runs = [(one.pattern.at, run) for one in varied for changes, run in one.runs.items() if changes]
    parts = [one for one in twice if one.is_part]
    runs += [(one.pattern.at, run) for one in parts for run in one.runs.values() if _is_twice(run.changes)]
    runs += [(one.pattern.at, one.imprecise) for one in varied if one.imprecise is not None]
    counts = Counter(run.count for _, run in runs)
    met = {
        claim.place
        for one in varied
        for run in one.runs.values()
        for claim in run.claims
        if claim.record == record.torch and claim.answer is Answer.YES
    }
    libraries = libraries_of(snippet for _, snippet in record.snippets())
    skipped = any(snippet.skip for _, snippet in record.snippets())
    unmet = [] if skipped else [place_in(record, place) for place in conditions_of(record) if place not in met]
    return Variation(
        record.torch,
        variation_digest(record),
        {library: plan.versions[library] for library in libraries if library in plan.versions},
        plan.date,
        plan.seed,
        {count: counts[count] for count in Count if counts[count]},
        sum(one.left for one in varied),
        tuple(_untold(runs)),
        tuple(_disproved(record, runs)),
        tuple(unmet),
        tuple(_dtypes(record, varied)),
        tuple(_second_orders(record, twice)),
        tuple(_lost_digits(record, varied)),
        tuple(_wrong_views(record, varied)),
        CPU,
        unsafe,
        tuple(_unclear(runs)),
    )


def _dtypes(record: Record, varied: Sequence[_Varied]) -> Iterator[DtypeFact]:
    for at, _, usual in _by_mapping(record, varied):
        # Where the time was up, dtypes that were not tried would look like those that are not taken.
        if all(changes in one.runs for one in usual for changes in one.probes):
            tried = {each for one in usual for each in one.mixed}
            mixed = {each for each in tried if all(one.mixed.get(each, True) for one in usual)}
            yield from facts(at, _seen(record, usual), mixed)


def _is_differentiated(one: _Varied) -> bool:
    """Tells whether both sides were seen to differentiate the result: by a change alone, or as the snippet itself ends.

    Where the code binds no result, it is the input that the code changes in place, whose gradient has to be right. What
    follows from a view that the code itself changes, ``x[0].exp_()``, says nothing about the call.
    """
    if one.pattern.result:
        return any(_takes(one, changes) for changes in one.runs if [c.value for c in changes] == [Gradient.WANTED])
    if path := next(floats_in_place(one.pattern), ""):
        if f"{path}[" in one.pattern.torch:
            return False
        run = one.runs.get((Change(Part.GRADIENT, path, Gradient.OF_VIEW),))
        return run is not None and run.count is Count.SAME
    return all(map(before_backward, (one.pattern.torch, one.pattern.paddle)))


def _twice_alone(one: _Varied) -> list[Changes]:
    """Returns what asks for second derivatives by each input alone, where Paddle refuses those by all of them."""
    run = one.runs.get(TWICE)
    paths = [path for path, tensor in tensors_in(run.inputs).items() if tensor.grad] if run is not None else []
    if len(paths) < 2 or not _is_refused(run):  # noqa: PLR2004  (one is alone as it is)
        return []
    return [(replace(change, target=path),) for path in paths for change in TWICE]


def _is_refused(run: Run | None) -> bool:
    return run is not None and run.differs is not None and run.differs.kind in _NO_RESULT


def _is_twice(changes: Changes) -> bool:
    return any(change.value is Gradient.TWICE for change in changes)


def _is_twice_of_complex(run: Run) -> bool:
    """Tells whether second derivatives of complex numbers differ: nearly all of Paddle's are wrong, as a note says."""
    is_complex = any(tensor.dtype in COMPLEX for tensor in tensors_in(run.inputs).values())
    return is_complex and _is_twice(run.changes) and not _is_refused(run)


def _ends_process(run: Run) -> bool:
    """Tells whether Paddle's process ended where second derivatives were asked for."""
    return _is_twice(run.changes) and run.differs is not None and run.differs.kind is DifferenceClass.ENDED


def _second_orders(record: Record, varied: Sequence[_Varied]) -> Iterator[SecondOrder]:
    """Yields where Paddle has no second derivatives; it has none of an assigned item, which is not of the call.

    What it always refuses is told by the snippets that show the counterpart; of a class, what a method of its objects
    refuses is refused in part. A Tensor that is no argument counts only where no argument does, as other code may be
    what has none by it.
    """
    for at, snippets, shown in _by_mapping(record, varied):
        others = [one for one in snippets if not assigns_items(one.pattern.paddle)] or snippets
        every = _refused_by(others)
        seen = {name: found for name, found in every.items() if name or len(every) == 1}
        own = _refused_by([one for one in others if one in shown and _calls_own_counterpart(record, one)])
        refused = {name for name, found in own.items() if all(found)}
        methods = _refused_by([one for one in others if _calls_method(record, one)])
        always = {name for name, found in seen.items() if name in refused or all(found)} - methods.keys()
        partly = {name for name, found in seen.items() if any(found)} - always
        usual = _refused_by([one for one in others if _is_usual(one.pattern.snippet)])
        usually = {name for name, found in usual.items() if all(found)}
        ends = any(_ends_process(run) for one in others for run in one.runs.values())
        for parameters, is_always in ((sorted(always), True), (sorted(partly), False)):
            if parameters:
                is_usual = not is_always and usually.issuperset(parameters)
                # What is not refused by another Tensor is refused by those alone.
                is_all = len(parameters) == len(seen) and not (is_always and False in every.get("", ()))
                named = () if is_all else tuple(parameters)
                yield SecondOrder(at, is_always, named, ends, is_usual)


def _calls_method(record: Record, one: _Varied) -> bool:
    """Tells whether code makes an object of the class that a record is about, to call one of its methods."""
    return object_class(one.pattern).rpartition(".")[2] == record.torch.rpartition(".")[2]


def _is_usual(snippet: Snippet) -> bool:
    return isinstance(snippet, RecordSnippet) and snippet.usual


def _refused_by(varied: Iterable[_Varied]) -> dict[str, set[bool]]:
    """Returns by which parameters Paddle was asked for second derivatives, and whether it refused.

    The empty one is for a Tensor that is no argument, and for a layer's parameters.
    """
    seen: dict[str, set[bool]] = {}
    for one in varied:
        for path, refused in _refused_twice(one):
            for parameter in one.parameters([path]):
                seen.setdefault(parameter, set()).update(refused)
    return seen


def _refused_twice(one: _Varied) -> Iterator[tuple[str, set[bool]]]:
    """Yields each input by which Paddle was asked for second derivatives, and whether it refused.

    Where it refuses those by several, and by none of them alone, it refuses each in part.
    """
    run = one.runs.get(TWICE)
    if run is None or run.count is Count.REFUSED:
        return
    alone = {
        changes[0].target: _is_refused(found)
        for changes in _twice_alone(one)
        if (found := one.runs.get(changes)) is not None and found.count is not Count.REFUSED
    }
    tensors = tensors_in(run.inputs)
    for path in tensors.keys() & run.differentiated if any(tensor.grad for tensor in tensors.values()) else ("",):
        if path in alone:
            yield path, {alone[path]} if any(alone.values()) else {True, False}
        elif not alone:
            yield path, {_is_refused(run)}


def _loses_gradient(one: _Varied, run: Run) -> bool:
    """Tells whether the gradient of a Tensor is wrong where a view of it was changed, maybe by the code itself."""
    path = next(floats_in_place(one.pattern), "")
    takes_view = bool(path) and f"{path}[" in one.pattern.torch
    is_of_base = any(_is_of_base(change) or (takes_view and _is_of_view(change)) for change in run.changes)
    return is_of_base and run.differs is not None and run.differs.kind is DifferenceClass.GRADIENT


def _is_of_base(change: Change) -> bool:
    return change.value is Gradient.OF_BASE


def _is_of_view(change: Change) -> bool:
    return change.value is Gradient.OF_VIEW


def _may_corrupt(change: Change) -> bool:
    return change.part is Part.LAYOUT or change.value in {Later.INTO_ROW, Later.INTO_COLUMN}


def _writes_elsewhere(one: _Varied, run: Run) -> bool:
    """Tells whether Paddle wrote to a non-contiguous view given as ``out`` as if the view were contiguous.

    Most of its functions do so; the migration note on ``out`` says it, and so does a conversion that sees such a view.
    """
    is_given = any(
        change.value is Later.INTO_COLUMN and change.target in outputs_of(one.pattern.paddle, one.pattern.inputs)
        for change in run.changes
    )
    return is_given and run.differs is not None and run.differs.kind is not DifferenceClass.REFUSED


def _wrong_views(record: Record, varied: Sequence[_Varied]) -> Iterator[str]:
    for at, snippets, _ in _by_mapping(record, varied):
        if any(_loses_gradient(one, run) for one in snippets for run in one.runs.values()):
            yield at


def _lost_digits(record: Record, varied: Sequence[_Varied]) -> Iterator[LostDigits]:
    for at, snippets, _ in _by_mapping(record, varied):
        errors: dict[tuple[str, bool], float] = {}
        for one in snippets:
            for run in (*one.runs.values(), *([one.imprecise] if one.imprecise is not None else [])):
                if run.count is Count.IMPRECISE and run.lost is not None:
                    dtypes = dtypes_of(run.inputs) & COMPLEX or {precision_of(run.inputs)}
                    key = max(dtypes), run.lost.backward
                    errors[key] = max(run.lost.error, errors.get(key, 0.0))
        for (dtype, backward), error in sorted(errors.items()):
            # The digits themselves depend on the machine.
            yield LostDigits(at, dtype, backward, f"{10.0 ** min(math.ceil(math.log10(error)), 0):g}")


def _mapping_of(record: Record, one: _Varied) -> Mapping:
    at = one.pattern.at
    return next(m for loc, m in record.mappings() if at.startswith("".join(f"{part}." for part in loc)))


def _calls_own_counterpart(record: Record, one: _Varied) -> bool:
    """Tells whether what Paddle computes is the counterpart's own result, and none that a person has composed."""
    mapping = _mapping_of(record, one)
    return mapping.paddle is not None and calls_counterpart(mapping, one.pattern.snippet.paddle)


def _by_mapping(record: Record, varied: Sequence[_Varied]) -> Iterator[tuple[str, list[_Varied], list[_Varied]]]:
    """Yields the place of each mapping, its snippets, and those of them that show what its counterpart takes."""
    for loc, mapping in record.mappings():
        at = ".".join(map(str, loc))
        snippets = [one for one in varied if one.pattern.at.startswith(f"{at}." if at else "")]
        usual = [one for one in snippets if calls_counterpart(mapping, one.pattern.snippet.paddle)]
        # Examples show what to write in special cases, beside a counterpart.
        checks = [one for one in usual if not isinstance(one.pattern.snippet, Example)]
        usual = (checks if mapping.paddle is not None else usual) or usual
        kept = [one for one in usual if not casts(one.pattern.snippet.paddle)]
        # What is refused of code that asks for gradients itself may be so forward or backward.
        yield at, snippets, usual if all(differentiates(one.pattern.torch) for one in kept) else kept


def _seen(record: Record, varied: Iterable[_Varied]) -> dict[str, list[Probed]]:
    """Returns the outcome of each dtype of each parameter, including its own dtype.

    Dtypes that the code around the counterpart refuses are left out.
    """
    seen: dict[str, list[Probed]] = {}
    for one in varied:
        counterpart = _mapping_of(record, one).paddle
        itself, inputs = differentiates(one.pattern.torch), one.pattern.inputs
        alone = is_alone(inputs)
        for path, tensor in tensors_in(inputs).items():
            for parameter in one.parameters([path]):
                seen.setdefault(parameter, []).append(Probed(tensor.dtype, paddle=True, backward=itself, alone=alone))
        for changes, paths in one.probes.items():
            run = one.runs.get(changes)
            if run is None or run.count is Count.REFUSED:
                continue
            differs = run.differs
            found = Probed(str(changes[0].value), _takes(one, changes), itself or len(changes) > 1, alone)
            own = Answer.YES
            if counterpart is not None and not found.paddle and differs is not None:
                code = code_with(one.pattern.paddle, "paddle", one.pattern, changes, run.inputs)
                own = is_of_counterpart(counterpart, code, differs.place)
                found = replace(found, by_python=own is Answer.YES and is_by_python(differs.message))
            for parameter in one.parameters(paths):
                # A Tensor that is no argument has a dtype that other code may be the one to refuse, always without a
                # counterpart.
                is_of_call = own is Answer.YES and (counterpart is not None or found.paddle)
                if is_of_call or (own is not Answer.NO and parameter):
                    seen.setdefault(parameter, []).append(found)
    return seen


def _untold(runs: Sequence[tuple[str, Run]]) -> Iterator[Untold]:
    """Yields the untold differences, those of one class that changes of the same subjects show together."""
    groups: dict[tuple[DifferenceClass, tuple[str, ...]], list[tuple[str, Run]]] = {}
    for at, run in runs:
        if run.count is Count.UNTOLD and run.differs is not None:
            subjects = tuple(change.subject for change in run.changes)
            groups.setdefault((run.differs.kind, subjects), []).append((at, run))
    for (kind, _), found in groups.items():
        at, smallest = min(found, key=_size)
        assert smallest.differs is not None
        yield Untold(at, kind, _words(found), _given(smallest), smallest.differs.message, len(found))


def _unclear(runs: Sequence[tuple[str, Run]]) -> Iterator[Unclear]:
    """Yields the differences that rows may tell, grouped by class and sentences, the doubtful ones first."""
    groups: dict[tuple[bool, DifferenceClass, tuple[tuple[str, str], ...]], list[tuple[str, Run]]] = {}
    for at, run in runs:
        if run.count is Count.UNCLEAR and run.differs is not None:
            sentences = tuple(sorted({(claim.record, claim.row.says) for claim in run.perhaps}))
            groups.setdefault((run.is_doubtful, run.differs.kind, sentences), []).append((at, run))
    for (doubtful, kind, sentences), found in sorted(
        groups.items(), key=lambda group: (not group[0][0], -len(group[1]))
    ):
        at, smallest = min(found, key=_size)
        assert smallest.differs is not None
        change, message = _words([(at, smallest)]), smallest.differs.message
        yield Unclear(at, kind, change, _given(smallest), message, len(found), sentences, doubtful)


def _disproved(record: Record, runs: Sequence[tuple[str, Run]]) -> Iterator[Disproved]:
    groups: dict[str, list[tuple[str, Run]]] = {}
    for at, run in runs:
        for place in run.disproved:
            groups.setdefault(place, []).append((at, run))
    for place, found in groups.items():
        at, smallest = min(found, key=_size)
        yield Disproved(place_in(record, place), at, _words(found), _given(smallest), len(found))


def _size(item: tuple[str, Run]) -> tuple[bool, int, int]:
    _, run = item
    return not run.is_exact, len(run.changes), sum(len(str(value)) for value in _given(run).values())


def _given(run: Run) -> dict[str, object]:
    return {name: write_given(value) for name, value in run.inputs.items()}


def _words(runs: Sequence[tuple[str, Run]]) -> str:
    """Returns the changes in words: the settings of each subject, one subject after the other."""
    settings: dict[str, dict[str, None]] = {}
    for _, run in runs:
        for change in run.changes:
            settings.setdefault(change.subject, {})[change.setting] = None
    return "，".join(f"{subject}：{'、'.join(found)}" for subject, found in settings.items()) or "原来的输入"
