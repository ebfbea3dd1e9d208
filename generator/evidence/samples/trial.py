"""Runs the samples of one torch name in a worker, and judges what each way to run them on Paddle gives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.evidence.samples.keywords import NAMED, keywords_of, moved_name, with_keywords, with_one_keyword
from generator.evidence.samples.sample import Sample, SampleSet
from generator.evidence.vary.call_facts import ARGUMENT, CallReader, keep_arguments
from generator.evidence.vary.documented_differences import Claim, claims_of, told_by
from generator.evidence.vary.outcome import Differs, dtypes_of, judge
from generator.evidence.vary.snippet_code import differentiates
from generator.evidence.verify.compare import Terms
from generator.evidence.verify.convert_snippet import Attempt
from generator.evidence.verify.observation import Kind, Observation
from generator.evidence.verify.retries import PatientWorker
from generator.evidence.verify.trial import OTHER_SEED
from generator.evidence.verify.worker import Limits, Step, StepResult, Worker
from generator.evidence.verify.worker_pool import run_each
from generator.model.fact import Answer
from generator.model.given import Given
from generator.model.given_notation import parse_given, write_given
from generator.model.prefix import change_prefix
from generator.model.record import Check, Record
from generator.model.sample_result import FactName, Failure, SampleFact, Samples, Source, samples_digest
from generator.model.signature import Signature
from generator.model.variation import Count, DifferenceClass, Untold

LIMITS = Limits(seconds=5.0)
"""What one side of one sample may use."""
_AT_ONCE = 120
"""How many steps a worker is given at once."""
_COMPAT = "paddle.enable_compat(silent=True)\nimport torch\n"
_MOST_UNTOLD = 8
"""How many untold differences of a name are listed; the others are counted with them."""
_MOST_ASKED = 3
"""With how many samples a keyword is tried that no signature shows."""

NOT_UNIQUE: Mapping[str, str] = {
    **dict.fromkeys(
        ("svd", "linalg.svd", "svd_lowrank", "pca_lowrank", "linalg.eig", "linalg.eigh", "lu_unpack"),
        "分解不唯一，torch.testing 也不比较它的值",
    ),
    **dict.fromkeys(("linalg.qr", "qr", "geqrf", "ormqr"), "分解不唯一：各列的符号可以不同"),
    **dict.fromkeys(
        (
            "empty",
            "empty_like",
            "empty_strided",
            "empty_permuted",
            "new_empty",
            "new_empty_strided",
            "resize_",
            "resize_as_",
        ),
        "内容没有初始化",
    ),
}
"""Why the values of a function's results say nothing, by its name without ``torch``."""
_RANDOM = "结果是随机的"


Convert = Callable[[Check], Attempt | None]


@dataclass(frozen=True, slots=True)
class Setting:
    """What all names of a run share: how records convert and read calls, the ``versions``, today's ``date``."""

    convert: Convert
    reader: CallReader
    versions: Mapping[str, str]
    date: str
    limits: Limits = LIMITS


@dataclass(frozen=True, slots=True)
class Task:
    """One name to run: its samples, its record if it has one, and the signatures of both sides.

    ``moved`` says whether Paddle has a name of the same path.
    """

    samples: SampleSet
    record: Record | None
    signatures: tuple[Signature, ...]
    paddle_signatures: tuple[Signature, ...]
    moved: bool


@dataclass
class _Trial:
    """One sample while it is run."""

    sample: Sample
    inputs: Mapping[str, Given]
    torch: Observation
    terms: Terms
    ways: dict[FactName, Differs | None] = field(default_factory=dict)
    used: dict[FactName, str] = field(default_factory=dict)


Result = tuple[_Trial, Count | None, Differs | None]
"""What came of one sample as the records convert it; no count where they leave it to a person."""


def run_task(task: Task, worker: Worker, setting: Setting) -> Samples:
    """Runs the samples of one name in every way.

    Raises:
        WorkerError: the worker cannot be started.
    """
    runner = _Runner(task, worker, setting)
    trials = runner.accepted(task.samples.samples)
    own = runner.accepted(task.samples.checks)
    recorded = task.record is not None and task.samples.source is not Source.CHECKS
    if task.moved or task.samples.source is Source.CHECKS:
        runner.run_facts([*trials, *own])
    results = runner.convert(trials) if recorded else []
    counts = Counter(count for _, count, _ in results if count is not None)
    tried = {name for trial in (*trials, *own) for name in trial.ways}
    return Samples(
        api=task.samples.api,
        digest=samples_digest(task.record),
        versions=dict(setting.versions),
        date=setting.date,
        source=task.samples.source,
        samples=len(trials),
        left=task.samples.left,
        shapes_only=runner.shapes_only,
        facts={name: _fact(name, [*trials, *own]) for name in FactName if name in tried},
        accepted=runner.accepted_names([*trials, *own]) if task.moved else (),
        record=task.record.torch if recorded and task.record is not None else "",
        counts={count: counts[count] for count in Count if counts[count]},
        todo=sum(count is None for _, count, _ in results),
        untold=tuple(_untold(results, task.samples.source)),
        unsafe=not worker.isolated,
    )


def run_all(tasks: Sequence[Task], setting: Setting, jobs: int, *, isolated: bool) -> Iterator[Samples]:
    """Runs the tasks, ``jobs`` at a time, and yields each result as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    snippets = [snippet for task in tasks if task.record is not None for _, snippet in task.record.snippets()]
    return run_each(tasks, snippets, lambda task, worker: run_task(task, worker, setting), jobs, isolated=isolated)


class _Runner:
    def __init__(self, task: Task, worker: Worker, setting: Setting) -> None:
        self._task = task
        self._api = task.samples.api
        self._worker = PatientWorker(worker, setting.limits)
        self._setting = setting
        name = self._api.removeprefix("torch.").removeprefix("Tensor.")
        self.shapes_only = NOT_UNIQUE.get(name, NOT_UNIQUE.get(name.removesuffix("_"), ""))

    def accepted(self, samples: Sequence[Sample]) -> list[_Trial]:
        """Returns the samples that torch accepts; a second run with another seed shows which results are random."""
        kept = [keep_arguments(one.code, {name: parse_given(v) for name, v in one.given.items()}) for one in samples]
        steps = [
            Step("torch", one.whole(code), dict(one.given), (*one.compare, *names) if one.compare else ())
            for one, (code, names) in zip(samples, kept, strict=True)
        ]
        again = [Step("torch", OTHER_SEED + one.whole(one.code), dict(one.given), one.compare) for one in samples]
        results = self._run([*steps, *again])
        seen, seeded = results[: len(samples)], results[len(samples) :]
        found = []
        for sample, first, second in zip(samples, seen, seeded, strict=True):
            if isinstance(first, Observation) and _says_something(first):
                inputs = {name: parse_given(value) for name, value in sample.given.items()}
                found.append((sample, inputs, first, second))
        # One that another seed leaves as it is may be so by luck, where others of the name are not.
        if any(_differ(first, second, sample, inputs) for sample, inputs, first, second in found):
            self.shapes_only = self.shapes_only or _RANDOM
        return [
            _Trial(sample, inputs, first, Terms(sample.tolerance, sample.random or bool(self.shapes_only)))
            for sample, inputs, first, _ in found
        ]

    def run_facts(self, trials: Sequence[_Trial]) -> None:
        """Runs the samples with the prefix changed, as given and with keywords, and under ``enable_compat``."""
        named = [with_keywords(trial.sample.code, self._api, self._task.signatures) for trial in trials]
        codes = [change_prefix(trial.sample.code) or trial.sample.code for trial in trials]
        named_codes = [change_prefix(code) or code for code in named]
        different = [index for index, code in enumerate(named) if code != trials[index].sample.code]
        both = self._on_paddle(
            [*trials, *(trials[i] for i in different)], [*codes, *(named_codes[i] for i in different)]
        )
        moved, fresh = both[: len(trials)], both[len(trials) :]
        by_keyword = dict(zip(different, fresh, strict=True))
        # Under compat all come in a process of their own, which no other sample shares.
        compat = self._on_paddle(trials, [_COMPAT + trial.sample.code for trial in trials])
        for index, trial in enumerate(trials):
            trial.ways[FactName.PREFIX] = moved[index]
            trial.ways[FactName.COMPAT] = compat[index]
            trial.used = {FactName.PREFIX: codes[index], FactName.COMPAT: trial.sample.code}
            if index not in by_keyword:
                if keywords_of(named[index], self._api):  # there is nothing that could have another name
                    trial.ways[FactName.KEYWORDS], trial.used[FactName.KEYWORDS] = moved[index], codes[index]
            else:
                trial.ways[FactName.KEYWORDS] = by_keyword[index]
                trial.used[FactName.KEYWORDS] = named_codes[index]
        self._drop_refused(trials, named)

    def _drop_refused(self, trials: Sequence[_Trial], named: Sequence[str]) -> None:
        """Takes out the keyword ways that differ only because torch itself has no such keywords."""
        doubtful = [i for i, trial in enumerate(trials) if trial.ways.get(FactName.KEYWORDS) is not None]
        steps = [
            Step("torch", trials[i].sample.whole(named[i]), dict(trials[i].sample.given), trials[i].sample.compare)
            for i in doubtful
            if named[i] != trials[i].sample.code
        ]
        asked = [i for i in doubtful if named[i] != trials[i].sample.code]
        for index, result in zip(asked, self._run(steps), strict=True):
            if not isinstance(result, Observation):
                del trials[index].ways[FactName.KEYWORDS]

    def accepted_names(self, trials: Sequence[_Trial]) -> tuple[str, ...]:
        """Returns torch's keywords that give the same result on Paddle, though no signature there shows them."""
        if not self._task.paddle_signatures:
            return ()
        shown = {p.name for one in self._task.paddle_signatures for p in one.parameters}
        found: set[str] = set()
        for trial in trials:
            for name, differs in trial.ways.items():
                if differs is None and name is not FactName.COMPAT:
                    found |= keywords_of(trial.used[name], moved_name(self._api))
        candidates = {p.name for one in self._task.signatures for p in one.parameters if p.kind in NAMED}
        candidates -= shown | found
        asked = [(name, *one) for name in sorted(candidates) for one in self._tries(name, trials)]
        results = self._on_paddle([trial for _, trial, _ in asked], [code for _, _, code in asked])
        refused = {name for (name, _, _), differs in zip(asked, results, strict=True) if differs is not None}
        found |= {name for name, _, _ in asked} - refused
        return tuple(sorted(found - shown))

    def _tries(self, name: str, trials: Sequence[_Trial]) -> Iterator[tuple[_Trial, str]]:
        """Yields samples with one keyword of torch's, the other arguments where Paddle's own signature has them."""
        count = 0
        for trial in trials:
            if count < _MOST_ASKED and FactName.PREFIX in trial.ways and trial.ways[FactName.PREFIX] is None:
                code = with_one_keyword(
                    trial.sample.code, self._api, name, self._task.signatures, self._task.paddle_signatures
                )
                if code is not None:
                    count += 1
                    yield trial, change_prefix(code) or code

    def convert(self, trials: Sequence[_Trial]) -> list[Result]:
        """Returns what came of each sample as the records convert it; None where they leave it to a person."""
        record = self._task.record
        assert record is not None
        trials = [_unpacked(trial) for trial in trials]
        attempts = [
            self._setting.convert(Check(given=dict(one.sample.given), torch=one.sample.code, paddle=one.sample.code))
            for one in trials
        ]
        whole = [i for i, attempt in enumerate(attempts) if attempt is not None and attempt.left is None]
        codes = [attempt.code for attempt in attempts if attempt is not None and attempt.left is None]
        results = dict(zip(whole, self._on_paddle([trials[i] for i in whole], codes), strict=True))
        taken = _taken((trials[index], differs) for index, differs in results.items())
        found: list[Result] = []
        for index, (trial, attempt) in enumerate(zip(trials, attempts, strict=True)):
            if index not in results:
                found.append((trial, None, None))
                continue
            assert attempt is not None
            differs = results[index]
            count = Count.SAME if differs is None else self._count(trial, attempt, differs, record)
            if count is Count.UNTOLD and _lacks_dtype(trial, differs, taken):
                count = Count.NO_KERNEL
            found.append((trial, count, differs))
        return found

    def _count(self, trial: _Trial, attempt: Attempt, differs: Differs, record: Record) -> Count:
        """Returns what a difference of the converted code counts as; rows that conversion follows cannot tell it."""
        if Answer.NO in attempt.assumptions.values():
            return Count.TOLD
        calls = self._setting.reader.read(trial.sample.code, trial.inputs, trial.torch, default_dtype=False)
        claims: list[Claim] = [one for one in claims_of(calls, record) if one.row.convert is None]
        backward = differentiates(trial.sample.whole(trial.sample.code))
        told = told_by((), claims, differs.kind, backward=backward)
        if told.told:
            return Count.TOLD
        unclear = bool(told.perhaps) or Answer.UNKNOWN in attempt.assumptions.values() or bool(attempt.warnings)
        return Count.UNCLEAR if unclear else Count.UNTOLD

    def _on_paddle(self, trials: Sequence[_Trial], codes: Sequence[str]) -> list[Differs | None]:
        steps = [
            Step("paddle", trial.sample.whole(code), dict(trial.sample.given), trial.sample.compare)
            for trial, code in zip(trials, codes, strict=True)
        ]
        return [
            judge(trial.torch, result, trial.terms, trial.sample.compare, trial.inputs)
            for trial, result in zip(trials, self._run(steps), strict=True)
        ]

    def _run(self, steps: Sequence[Step]) -> list[StepResult]:
        parts = [steps[start : start + _AT_ONCE] for start in range(0, len(steps), _AT_ONCE)]
        return [result for part in parts for result in self._worker.run(part)]


def _says_something(seen: Observation) -> bool:
    """Tells whether there is a result to compare, or an input that was changed."""
    values = [one for name, one in seen.names if name == "y" or not name.startswith(ARGUMENT)]
    return bool(seen.inputs) or any(one.kind is not Kind.SCALAR or one.type != "NoneType" for one in values)


def _differ(first: Observation, second: StepResult, sample: Sample, inputs: Mapping[str, Given]) -> bool:
    """Tells whether two runs of torch differ."""
    return isinstance(second, Observation) and judge(first, second, Terms(), sample.compare, inputs) is not None


def _unpacked(trial: _Trial) -> _Trial:
    """Returns the trial with a tuple result unpacked, as users do: how a result is used decides how it converts."""
    names = dict(trial.torch.names)
    seen = names.get(_RESULT)
    if seen is None or seen.kind is not Kind.SEQUENCE or not 1 < len(seen.items) <= _MOST_ITEMS:
        return trial
    *before, last = trial.sample.code.split("\n")
    if not last.startswith(f"{_RESULT} = "):
        return trial
    items = {f"{_RESULT}{index}": item for index, (_, item) in enumerate(seen.items)}
    code = "\n".join((*before, f"{', '.join(items)}{last.removeprefix(_RESULT)}"))
    others = tuple((name, one) for name, one in trial.torch.names if name != _RESULT)
    sample = replace(trial.sample, code=code, compare=tuple(items) if trial.sample.compare else ())
    return replace(trial, sample=sample, torch=replace(trial.torch, names=(*others, *items.items())))


_RESULT = "y"
_MOST_ITEMS = 5


# ---- what it comes to ----


def _fact(name: FactName, trials: Sequence[_Trial]) -> SampleFact:
    tried = [trial for trial in trials if name in trial.ways]
    taken = _taken((trial, trial.ways[name]) for trial in tried)
    kernels = [trial for trial in tried if _lacks_dtype(trial, trial.ways[name], taken)]
    failed = [trial for trial in tried if trial.ways[name] is not None and trial not in kernels]
    if not failed:
        return SampleFact(len(tried) - len(kernels), 0, len(kernels))
    smallest = min(failed, key=_size)
    differs = smallest.ways[name]
    assert differs is not None
    failure = Failure(differs.kind, smallest.used[name], _given(smallest), differs.message)
    return SampleFact(len(tried) - len(kernels), len(failed), len(kernels), failure)


def _taken(tried: Iterable[tuple[_Trial, Differs | None]]) -> set[frozenset[str]]:
    """Returns the dtypes of the samples that Paddle did not refuse."""
    return {
        dtypes_of(trial.inputs)
        for trial, differs in tried
        if differs is None or differs.kind is not DifferenceClass.REFUSED
    }


def _lacks_dtype(trial: _Trial, differs: Differs | None, taken: Collection[frozenset[str]]) -> bool:
    """Tells whether Paddle refuses each sample of these dtypes, which are not the usual one of numbers with a point."""
    dtypes = dtypes_of(trial.inputs)
    refused = differs is not None and differs.kind is DifferenceClass.REFUSED
    return refused and "float32" not in dtypes and dtypes not in taken


def _untold(results: Iterable[Result], source: Source) -> Iterator[Untold]:
    """Yields the untold differences, those with the same message but for numbers together, the most frequent first."""
    groups: dict[tuple[str, str], list[tuple[_Trial, Differs]]] = {}
    for trial, count, differs in results:
        if count is Count.UNTOLD and differs is not None:
            groups.setdefault((differs.kind, _NUMBER.sub("0", differs.message)), []).append((trial, differs))
    found = sorted(groups.values(), key=lambda group: -len(group))
    for group in found[:_MOST_UNTOLD]:
        trial, differs = min(group, key=lambda item: _size(item[0]))
        yield Untold(str(source), differs.kind, trial.sample.code, _given(trial), differs.message, len(group))


_NUMBER = re.compile(r"-?\d[\d.e+-]*(?:, -?\d[\d.e+-]*)*")


def _size(trial: _Trial) -> int:
    return len(trial.sample.code) + sum(len(str(value)) for value in _given(trial).values())


def _given(trial: _Trial) -> dict[str, object]:
    return {name: write_given(value) for name, value in trial.inputs.items()}
