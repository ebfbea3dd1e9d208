from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import cast

import pytest
from samples import catalog_of

from generator.evidence.samples.sample import Sample, SampleSet
from generator.evidence.samples.trial import Setting, Task, run_task
from generator.evidence.vary.call_facts import CallReader
from generator.evidence.verify.convert_snippet import Attempt
from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.evidence.verify.worker import Failed, Limits, Step, StepResult, Worker
from generator.model.evidence import ConvertedOutcome, ConvertedResult, FailureKind
from generator.model.parameter import Effect
from generator.model.record import Check
from generator.model.sample_result import FactName, Samples, Source, State
from generator.model.signature import Signature
from generator.model.variation import Count, DifferenceClass

pytestmark = pytest.mark.libraries
"""Samples are compared with NumPy, which comes with the libraries."""

RECORD = """\
torch: torch.f
paddle: paddle.f
category: 仅参数名不一致
checks: [{given: {x: "float32[2]"}, torch: "y = torch.f(x)", paddle: "y = paddle.f(x)"}]
"""
TORCH = (Signature.parse("(input, dim)"),)
PADDLE = (Signature.parse("(x, axis)"),)
Answer = Callable[[Step], StepResult]


class FakeWorker:
    """Answers steps without running them."""

    isolated = True

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def run(self, steps: Sequence[Step], limits: Limits) -> list[StepResult]:
        """An answer for each step."""
        del limits
        return [self._answer(step) for step in steps]


class NoCalls:
    """Knows of no recorded call."""

    def read(self, *_: object, **__: object) -> list[object]:
        """Nothing."""
        return []


def seen(number: int) -> Observation:
    """What a side gives that binds ``y``."""
    return Observation((("y", Seen(Kind.SCALAR, "int", str(number))),))


def tensor(one: bool) -> Observation:  # noqa: FBT001
    """What a side gives that binds a Tensor of one element, a one or a zero."""
    data = struct.pack("<d", float(one))
    return Observation((("y", Seen(Kind.TENSOR, "float32", shape=(1,), data=data, grad=False)),))


def failed(message: str = "TypeError") -> Failed:
    """What a side gives that refuses."""
    return Failed(FailureKind.ERROR, message)


def run(
    answer: Answer,
    *samples: Sample,
    moved: bool = True,
    source: Source = Source.OP_INFO,
    attempt: Attempt | None = None,
    checks: tuple[Sample, ...] = (),
) -> Samples:
    """The result of a name with a record whose calls are converted to ``attempt``."""
    record = next(catalog_of(RECORD).records())

    def convert(_: Check) -> Attempt | None:
        return attempt

    setting = Setting(convert, cast("CallReader", NoCalls()), {"torch": "2.13.0"}, "2026-01-01")
    found = SampleSet("torch.f", source, samples or (CALL,), left=3, checks=checks)
    return run_task(Task(found, record, TORCH, PADDLE, moved), cast("Worker", FakeWorker(answer)), setting)


CALL = Sample("y = torch.f(x, 0)", {"x": "float32[2]"})


def test_each_way_is_a_fact_of_its_own() -> None:
    """The code as given, with all of torch's keywords, and as it is under compat; the smallest failure is kept."""

    def answer(step: Step) -> StepResult:
        if step.library == "torch" or step.code == "y = paddle.f(x, 0)":
            return seen(1)
        return seen(2) if "enable_compat" in step.code else failed("第 1 行 TypeError：no input")

    found = run(answer)
    assert [found.fact(name).state for name in FactName] == [State.HOLDS, State.FAILS, State.FAILS]
    keywords, compat = found.fact(FactName.KEYWORDS).failure, found.fact(FactName.COMPAT).failure
    assert keywords is not None
    assert compat is not None
    assert (keywords.code, keywords.kind) == ("y = paddle.f(input=x, dim=0)", DifferenceClass.REFUSED)
    assert (compat.code, compat.kind) == ("y = torch.f(x, 0)", DifferenceClass.VALUE)
    assert keywords.message == "TypeError：no input"
    assert found.left == 3


def test_a_fact_holds_for_the_records_own_code_too() -> None:
    """Samples of others never hide what the record knows; they alone are converted."""
    check = Sample("y = torch.f(x, 7)", {"x": "float32[2]"})

    def answer(step: Step) -> StepResult:
        return failed() if step.library == "paddle" and "7" in step.code else seen(1)

    found = run(answer, checks=(check,), attempt=Attempt("y = paddle.f(x, axis=0)"))
    assert (found.fact(FactName.PREFIX).tried, found.fact(FactName.PREFIX).failed) == (2, 1)
    assert (found.samples, found.counts) == (1, {Count.SAME: 1})


def test_what_torch_refuses_is_no_sample() -> None:
    """Neither its samples nor its keywords can speak against Paddle."""
    assert run(lambda _: failed()).samples == 0

    def no_keywords(step: Step) -> StepResult:
        return failed() if "input=" in step.code else seen(1)

    found = run(no_keywords)
    assert found.fact(FactName.PREFIX).state is State.HOLDS
    assert found.fact(FactName.KEYWORDS).state is State.UNTRIED


def test_without_a_name_of_the_same_path_nothing_is_claimed() -> None:
    """Facts are of names that Paddle has; the conversion is tried all the same."""
    found = run(lambda _: seen(1), moved=False, attempt=Attempt("y = paddle.f(x, axis=0)"))
    assert not found.facts
    assert found.counts == {Count.SAME: 1}


@pytest.mark.parametrize(
    ("attempt", "counts", "todo"),
    [
        (Attempt("y = paddle.g(x)"), {Count.UNTOLD: 1}, 0),
        (Attempt("", ConvertedResult(ConvertedOutcome.TODO, "改写")), {}, 1),
        (Attempt("y = paddle.g(x)", warnings={"初始值不同": Effect.INIT}), {Count.UNCLEAR: 1}, 0),
        (None, {}, 1),
    ],
)
def test_a_difference_of_the_converted_code_is_untold_unless_something_tells_it(
    attempt: Attempt | None, counts: dict[Count, int], todo: int
) -> None:
    """What is left to a person is counted apart, and what a row warns of is no gap of the record."""
    found = run(lambda step: seen(2) if "paddle.g" in step.code else seen(1), attempt=attempt)
    assert (found.counts, found.todo) == (counts, todo)
    assert [(one.change, one.count) for one in found.untold] == [(CALL.code, 1)] * (Count.UNTOLD in counts)


def test_the_same_difference_is_one_finding_with_its_smallest_sample() -> None:
    """Ten samples that fail alike are one line to read."""
    large = Sample("y = torch.f(x, 1)", {"x": "float32([1.0, 2.0, 3.0, 4.0])"})
    found = run(
        lambda step: failed("axis 7") if "paddle.g" in step.code else seen(1), large, CALL, attempt=Attempt("paddle.g")
    )
    assert [(one.given, one.count, one.at) for one in found.untold] == [(dict(CALL.given), 2, "OpInfo")]


def test_random_results_are_compared_by_shape_alone() -> None:
    """Another seed gives another result: the values of no run say anything."""

    def answer(step: Step) -> StepResult:
        return seen(9) if "manual_seed" in step.code else seen(len(step.code))

    assert run(answer).shapes_only == "结果是随机的"


def test_luck_makes_no_sample_certain() -> None:
    """One that another seed leaves as it is has values that say nothing, where those of another one change."""
    lucky = Sample("y = torch.f(x, 1)", {"x": "float32[1]"})

    def answer(step: Step) -> StepResult:
        return seen(9) if "manual_seed" in step.code and "x, 0" in step.code else tensor(step.library == "torch")

    found = run(answer, lucky, CALL)
    assert found.fact(FactName.PREFIX).state is State.HOLDS


def test_hidden_keywords_are_those_that_a_call_proves() -> None:
    """One that Paddle refuses is none, whatever a signature says."""

    def answer(step: Step) -> StepResult:
        refused = step.library == "paddle" and "dim=" in step.code
        return failed() if refused else seen(1)

    assert run(answer).accepted == ("input",)
    assert run(lambda _: seen(1)).accepted == ("dim", "input")


def test_a_hang_is_tried_again_with_more_time() -> None:
    """A busy machine is no hang; what still hangs is an outcome."""
    found = run(lambda step: Failed(FailureKind.TIMEOUT, "5 秒") if step.library == "paddle" else seen(1))
    failure = found.fact(FactName.PREFIX).failure
    assert failure is not None
    assert failure.kind is DifferenceClass.TIMEOUT


def test_a_records_own_checks_are_not_converted_again() -> None:
    """Their conversion stands in the evidence."""
    found = run(lambda _: seen(1), source=Source.CHECKS, moved=False, attempt=Attempt("y = paddle.g(x)"))
    assert found.fact(FactName.PREFIX).state is State.HOLDS
    assert not found.counts
    assert not found.record
