"""Probes APIs in workers: runs calls and their variants on both libraries, and groups what differs."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.evidence.probe.documented import documented_modes
from generator.evidence.probe.result import Found, Pair, Probe, Told
from generator.evidence.probe.variants import (
    RESULT,
    Aspect,
    Callee,
    Variant,
    is_plain,
    outs_of,
    parameters_of,
    variants_of,
)
from generator.evidence.samples.keywords import calls_of, with_keywords
from generator.evidence.samples.sample import Sample
from generator.evidence.vary.call_facts import CallReader
from generator.evidence.vary.documented_differences import claims_of, told_by
from generator.evidence.vary.outcome import Differs, judge
from generator.evidence.vary.snippet_code import differentiates
from generator.evidence.verify.compare import Terms
from generator.evidence.verify.convert_snippet import Attempt
from generator.evidence.verify.observation import Kind, Observation
from generator.evidence.verify.worker import Limits, Step, StepResult, Worker
from generator.evidence.verify.worker_pool import run_each
from generator.libraries.registry import FRAMEWORKS
from generator.model.given import Given, TensorGiven
from generator.model.given_notation import parse_given, write_given
from generator.model.prefix import change_prefix
from generator.model.record import Check, Record
from generator.model.signature import Signature
from generator.model.variation import DTYPE_ORDER, DifferenceClass

LIMITS = Limits(seconds=5.0)
"""What one side of one call may use."""
MOST_CALLS = 3
"""How many calls are varied."""
MOST_VARIANTS = 400
"""How many variants are run, of all calls together."""
_MOST_WITH_OUT = 6
"""Of how many calls ``out`` is tried: which of them torch takes with it, only trying tells."""
_OTHER_SEED = "torch.manual_seed(17)\n"
_MOST_OF_CALLS = 8
"""How many differences of the calls as they were given are listed."""

Convert = Callable[[Check], Attempt | None]


@dataclass(frozen=True, slots=True)
class Subject:
    """One API to probe: its calls, how names convert them, and what reads them for its record, if it has one.

    ``samples`` makes the calls, which may take as long as it takes to load the libraries, and is asked meanwhile.
    """

    callee: Callee
    paddle: str
    paddle_signatures: tuple[Signature, ...]
    samples: Callable[[], Sequence[Sample]]
    convert: Convert
    versions: Mapping[str, str]
    record: Record | None = None
    reader: CallReader | None = None


def probe_all(subjects: Sequence[Subject], jobs: int, *, isolated: bool) -> Iterator[Probe]:
    """Probes APIs, ``jobs`` at a time, and yields each result as soon as it is there, in any order.

    Raises:
        WorkerError: the libraries cannot be loaded, or the system does not allow the isolation.
    """
    return run_each(subjects, [], probe_api, jobs, isolated=isolated)


def probe_api(subject: Subject, worker: Worker) -> Probe:
    """Probes one API.

    Raises:
        WorkerError: the worker cannot be started.
    """
    worker.spawn()
    samples = subject.samples()
    runner = _Runner(subject, worker)
    runner.read_modes()
    calls = runner.run_calls(samples)
    variants = list(runner.variants(calls))
    tried = [*calls, *runner.run_variants(variants)]
    return Probe(
        api=subject.callee.api,
        paddle=subject.paddle,
        versions=subject.versions,
        calls=len(calls),
        tried=len(tried),
        left=runner.left,
        random=runner.is_random,
        found=tuple(_found(tried, runner.told)),
        dtypes=_refused_dtypes(tried),
        keywords=runner.keywords(calls),
        prefix=runner.prefix(calls),
        tensors=runner.tensors(calls),
        same=tuple(Pair(one.variant.aspect, one.variant.sample, one.paddle) for one in tried if one.differs is None),
    )


@dataclass(frozen=True, slots=True)
class _Tried:
    """A variant that torch accepts, the Paddle code of the same call, and where the sides part."""

    variant: Variant
    paddle: str
    torch: Observation
    inputs: Mapping[str, Given]
    differs: Differs | None


class _Runner:
    def __init__(self, subject: Subject, worker: Worker) -> None:
        self._subject = subject
        self._callee = subject.callee
        self._worker = worker
        self._converted: dict[str, str | None] = {}
        self.left = 0
        self.is_random = False

    def read_modes(self) -> None:
        """Reads which strings the documentation names."""
        (found,) = self._run([Step("torch", f"doc = str({self._callee.api}.__doc__)", {})])
        if isinstance(found, Observation) and found.names:
            doc = ast.literal_eval(found.names[0][1].text)
            self._callee = replace(self._callee, modes=documented_modes(doc))

    def run_calls(self, samples: Sequence[Sample]) -> list[_Tried]:
        """Runs the calls as given, and with another seed, which shows whether a result of torch is random."""
        steps = [
            Step("torch", seed + one.whole(one.code), dict(one.given), one.compare)
            for seed in ("", _OTHER_SEED)
            for one in samples
        ]
        results = self._run(steps)
        first, second = results[: len(samples)], results[len(samples) :]
        for sample, one, other in zip(samples, first, second, strict=True):
            if isinstance(one, Observation) and isinstance(other, Observation):
                self.is_random |= sample.random or judge(one, other, Terms(), sample.compare, {}) is not None
        return self.run_variants([Variant(Aspect.CALL, "", one.code, one) for one in samples])

    def run_variants(self, variants: Sequence[Variant]) -> list[_Tried]:
        """Runs both sides of these variants; those that no name converts or that torch refuses are left out."""
        codes = [self._convert(one.sample) for one in variants]
        self.left += sum(code is None for code in codes)
        whole = [(one, code) for one, code in zip(variants, codes, strict=True) if code is not None]
        steps = [
            Step(side, _with_default_dtype(side, one, code), dict(one.sample.given), one.sample.compare)
            for side in FRAMEWORKS
            for one, paddle in whole
            for code in (one.sample.whole(one.sample.code if side == "torch" else paddle),)
        ]
        results = self._run(steps)
        found = []
        for (one, code), torch, paddle in zip(whole, results[: len(whole)], results[len(whole) :], strict=True):
            if isinstance(torch, Observation):
                inputs = {name: parse_given(value) for name, value in one.sample.given.items()}
                terms = Terms(one.sample.tolerance, one.sample.random or self.is_random)
                found.append(_Tried(one, code, torch, inputs, judge(torch, paddle, terms, one.sample.compare, inputs)))
        return found

    def variants(self, calls: Sequence[_Tried]) -> Iterator[Variant]:
        """Yields the variants of the calls that are worth varying, each once, at most so many of all."""
        known: set[tuple[str, str, str]] = set()
        count = 0
        plain = [one for one in calls if one.differs is None and is_plain(one.variant.sample)]
        outs = (one for call in sorted(plain, key=_size)[:_MOST_WITH_OUT] for one in self._outs(call))
        for found in (outs, *(variants_of(call.variant.sample, self._callee) for call in _chosen(calls))):
            for one in found:
                key = one.sample.whole(one.sample.code), str(dict(one.sample.given)), one.default_dtype
                if key not in known and count < MOST_VARIANTS:
                    known.add(key)
                    count += 1
                    yield one

    def _outs(self, call: _Tried) -> Iterator[Variant]:
        result = dict(call.torch.names).get(RESULT)
        if result is not None and result.kind is Kind.TENSOR:
            yield from outs_of(call.variant.sample, self._callee, result.type, result.shape)

    def _convert(self, sample: Sample) -> str | None:
        """Returns Paddle's code of the same call, by names alone; None where they leave something to a person."""
        if sample.code not in self._converted:
            check = Check(given=dict(sample.given), torch=sample.code, paddle=sample.code)
            attempt = self._subject.convert(check)
            self._converted[sample.code] = None if attempt is None or attempt.left is not None else attempt.code
        return self._converted[sample.code]

    def told(self, tried: _Tried) -> Told:
        """Returns what the record says of a difference."""
        record, reader = self._subject.record, self._subject.reader
        if record is None or reader is None or tried.differs is None:
            return Told.UNRECORDED
        code, changed = tried.variant.sample.code, bool(tried.variant.default_dtype)
        calls = reader.read(code, tried.inputs, tried.torch, default_dtype=changed)
        kind = DifferenceClass.IN_PLACE if tried.variant.aspect is Aspect.VIEW else tried.differs.kind
        backward = differentiates(tried.variant.sample.whole(code))
        told = told_by((), claims_of(calls, record), kind, backward=backward)
        return Told.TOLD if told.told else Told.UNCLEAR if told.perhaps else Told.UNTOLD

    def keywords(self, calls: Sequence[_Tried]) -> dict[str, bool]:
        """Tells whether Paddle takes torch's names of the parameters that it calls otherwise, by calls that agree."""
        tries: dict[str, tuple[_Tried, str]] = {}
        for call in calls:
            if call.differs is None:
                for name, code in self._renamed(call):
                    tries.setdefault(name, (call, code))
        steps = [
            Step("paddle", one.variant.sample.whole(code), dict(one.variant.sample.given), one.variant.sample.compare)
            for one, code in tries.values()
        ]
        results = self._run(steps)
        return {
            name: self._agrees(one, result) for (name, (one, _)), result in zip(tries.items(), results, strict=True)
        }

    def _renamed(self, call: _Tried) -> Iterator[tuple[str, str]]:
        """Yields each torch parameter that Paddle calls otherwise, and the Paddle code with torch's name for it."""
        named = with_keywords(call.variant.sample.code, self._callee.api, self._callee.signatures)
        theirs = self._convert(replace(call.variant.sample, code=named))
        if theirs is None:
            return
        ours = [one for found in calls_of(ast.parse(named), self._callee.api) for one in found.keywords]
        names = {ast.unparse(one.value): one.arg for one in ours if one.arg is not None}
        tree = ast.parse(theirs)
        for found in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            for keyword in found.keywords if _last_name(found) == self._subject.paddle.rpartition(".")[2] else ():
                name, own = names.get(change_back(ast.unparse(keyword.value))), keyword.arg
                if name is not None and own is not None and name != own:
                    keyword.arg = name
                    yield name, ast.unparse(tree)
                    keyword.arg = own

    def prefix(self, calls: Sequence[_Tried]) -> bool | None:
        """Tells whether changing the prefix gives the same results for all calls."""
        tries = [(call, change_prefix(call.variant.sample.code)) for call in calls]
        steps = [
            Step("paddle", one.variant.sample.whole(code), dict(one.variant.sample.given), one.variant.sample.compare)
            for one, code in tries
            if code is not None
        ]
        found = [self._agrees(one, result) for (one, _), result in zip(tries, self._run(steps), strict=True)]
        return all(found) if found else None

    def tensors(self, calls: Sequence[_Tried]) -> tuple[str, ...]:
        """Returns the torch parameters as which Tensors stand in the calls."""
        found: dict[str, None] = {}
        for call in calls:
            parameters = parameters_of(call.variant.sample.code, self._callee, call.inputs)
            found |= {p: None for name, p in parameters.items() if isinstance(call.inputs[name], TensorGiven)}
        return tuple(found)

    def _agrees(self, call: _Tried, result: StepResult) -> bool:
        sample = call.variant.sample
        terms = Terms(sample.tolerance, sample.random or self.is_random)
        return judge(call.torch, result, terms, sample.compare, call.inputs) is None

    def _run(self, steps: Sequence[Step]) -> list[StepResult]:
        return self._worker.run(steps, LIMITS) if steps else []


def change_back(text: str) -> str:
    """Returns an argument of Paddle's code as torch's has it."""
    return re.sub(r"\bpaddle\.", "torch.", text)


def _last_name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _with_default_dtype(side: str, variant: Variant, code: str) -> str:
    if not variant.default_dtype:
        return code
    return f"{FRAMEWORKS[side].default_dtype.format(variant.default_dtype)}\n{code}"


def _chosen(calls: Sequence[_Tried]) -> list[_Tried]:
    """Returns the calls to vary, chosen from those that agree.

    Plain calls come first; together they pass as many arguments as possible, and smaller calls are preferred.
    """
    agreeing = [one for one in calls if one.differs is None]
    left = [one for one in agreeing if is_plain(one.variant.sample)] or agreeing
    left = sorted(left, key=lambda one: (not _has_axes(one), _size(one)))
    chosen: list[_Tried] = []
    passed: set[str] = set()
    while left and len(chosen) < MOST_CALLS:
        best = max(left, key=lambda one: len(_words(one) - passed))
        if chosen and not _words(best) - passed:
            break
        passed |= _words(best)
        chosen.append(best)
        left.remove(best)
    return chosen


def _has_axes(tried: _Tried) -> bool:
    first = next((one for one in tried.inputs.values() if isinstance(one, TensorGiven)), None)
    return first is not None and len(first.shape) > 1


def _words(tried: _Tried) -> set[str]:
    """Returns what a call has that others may lack: its keywords, inputs and how many positional arguments."""
    tree = ast.parse(tried.variant.sample.code)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {one.arg or "" for call in calls for one in call.keywords} | {str(len(call.args)) for call in calls}


def _size(tried: _Tried) -> tuple[int, int]:
    given = tried.variant.sample.given
    return len(tried.variant.sample.code) + sum(len(str(value)) for value in given.values()), len(given)


# ---- what it comes to ----


def _found(tried: Sequence[_Tried], told: Callable[[_Tried], Told]) -> Iterator[Found]:
    """Yields the differences, grouped by aspect and parameter, or by message for those of the calls themselves."""
    groups: dict[tuple[str, ...], list[_Tried]] = {}
    taken = _refused_dtypes(tried)
    for one in tried:
        if one.differs is None or _is_dtype_fact(one, taken):
            continue
        variant = one.variant
        last = _NUMBER.sub("0", one.differs.message) if variant.aspect is Aspect.CALL else variant.parameter
        groups.setdefault((one.differs.kind, variant.aspect, last), []).append(one)
    shown = 0
    for group in groups.values():
        smallest = min(group, key=_size)
        variant, differs = smallest.variant, smallest.differs
        assert differs is not None
        if variant.aspect is Aspect.CALL:
            shown += 1
            if shown > _MOST_OF_CALLS:
                continue
        yield Found(
            differs.kind,
            variant.aspect,
            variant.parameter,
            variant.subject,
            tuple(dict.fromkeys(one.variant.setting for one in group)),
            _with_default_dtype("torch", variant, variant.sample.whole(variant.sample.code)),
            _with_default_dtype("paddle", variant, variant.sample.whole(smallest.paddle)),
            {name: write_given(value) for name, value in smallest.inputs.items()},
            variant.sample.compare,
            differs.message,
            len(group),
            told(smallest),
        )


_NUMBER = re.compile(r"-?\d[\d.e+-]*(?:, -?\d[\d.e+-]*)*")


def _is_dtype_fact(one: _Tried, refused: Mapping[str, Sequence[str]]) -> bool:
    assert one.differs is not None
    variant = one.variant
    is_refused = variant.aspect is Aspect.DTYPE and one.differs.kind is DifferenceClass.REFUSED
    return is_refused and variant.setting in refused.get(variant.parameter, ())


def _refused_dtypes(tried: Sequence[_Tried]) -> dict[str, tuple[str, ...]]:
    """Returns the dtypes that Paddle refuses in each call that has nothing else changed, by torch parameter."""
    seen: dict[str, dict[str, bool]] = {}
    for one in tried:
        if one.variant.aspect is Aspect.DTYPE:
            of_parameter = seen.setdefault(one.variant.parameter, {})
            is_refused = one.differs is not None and one.differs.kind is DifferenceClass.REFUSED
            of_parameter[one.variant.setting] = of_parameter.get(one.variant.setting, True) and is_refused
    found = {
        parameter: tuple(sorted((d for d, refused in dtypes.items() if refused), key=DTYPE_ORDER.index))
        for parameter, dtypes in seen.items()
    }
    return {parameter: dtypes for parameter, dtypes in found.items() if dtypes}
