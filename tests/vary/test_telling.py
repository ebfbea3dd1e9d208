from __future__ import annotations

from dataclasses import replace

import pytest

from generator.calls.knowledge import Row, Way
from generator.model.fact import Answer, Facts
from generator.model.parameter import Effect
from generator.model.record import Record
from generator.model.relation import Relation, Rewrite
from generator.model.variation import DifferenceClass
from generator.model.when import parse_when
from generator.storage.yaml_file import read_record
from generator.vary.call_facts import Call
from generator.vary.telling import Claim, Told, claims_of, conditions_of, place_in, told_by

NO, UNKNOWN, YES = Answer.NO, Answer.UNKNOWN, Answer.YES
ROW = Row("other", "y", Relation.DIFFERS)
CLAIM = Claim("torch.mul", "0.parameters.1", 0, ROW, NO, is_remark=False, loose=False)
VALUE = DifferenceClass.VALUE
TOLD, UNCLEAR, OUTSIDE, UNTOLD = (
    Told(told=True, unclear=False, outside=False),
    Told(told=False, unclear=True, outside=False),
    Told(told=False, unclear=False, outside=True),
    Told(told=False, unclear=False, outside=False),
)


@pytest.mark.parametrize(
    ("base", "varied", "told"),
    [
        (NO, YES, TOLD),
        (UNKNOWN, YES, TOLD),
        (NO, NO, UNTOLD),
        (YES, YES, UNTOLD),
        (YES, NO, OUTSIDE),
        (NO, UNKNOWN, UNCLEAR),
        (UNKNOWN, UNKNOWN, UNCLEAR),
    ],
)
def test_a_row_tells_what_its_condition_begins_to_hold_for(base: Answer, varied: Answer, told: Told) -> None:
    """A snippet that is written for a row is held to it; it is not held to calls of which the row says nothing."""
    assert told_by([replace(CLAIM, answer=base)], [replace(CLAIM, answer=varied)], VALUE, backward=False) == told


def test_a_loose_row_tells_what_its_own_example_does_not_show() -> None:
    """Where a row differs in some calls, agreeing in one of them proves nothing, but its example is held to all."""
    claim = replace(CLAIM, answer=YES, loose=True)
    assert told_by([claim], [claim], VALUE, backward=False) == TOLD
    assert told_by([claim], [claim], VALUE, frozenset({"other"}), backward=False) == UNTOLD
    assert told_by([claim], [replace(claim, answer=NO)], VALUE, backward=False) == UNTOLD


@pytest.mark.parametrize(
    ("says", "kind", "told"),
    [
        ("结果的 dtype 不同", DifferenceClass.ENDED, UNTOLD),
        ("结果的 dtype 不同", DifferenceClass.TIMEOUT, UNTOLD),
        ("结果的 dtype 不同", DifferenceClass.REFUSED, UNCLEAR),
        ("Paddle 的进程可能崩溃", DifferenceClass.ENDED, UNCLEAR),
    ],
)
def test_a_crash_is_told_by_what_speaks_of_it(says: str, kind: DifferenceClass, told: Told) -> None:
    """A sentence about something else, of which nobody knows whether it holds, hides no crash."""
    claim = replace(CLAIM, row=replace(ROW, says=says), answer=UNKNOWN)
    assert told_by([claim], [claim], kind, backward=True) == told


def test_an_effect_tells_its_own_differences_alone() -> None:
    """A row about gradients does not hide another value."""
    claim = replace(CLAIM, row=Row("other", "y", Relation.DIFFERS, effect=str(Effect.GRADIENT)))
    varied = [replace(claim, answer=YES)]
    assert told_by([claim], varied, DifferenceClass.GRADIENT, backward=True) == TOLD
    assert told_by([claim], varied, VALUE, backward=True) == UNTOLD


@pytest.mark.parametrize(("backward", "told"), [(True, TOLD), (False, UNTOLD)])
def test_a_row_about_gradients_tells_a_refusal_only_of_a_backward_pass(*, backward: bool, told: Told) -> None:
    """Where no gradient is asked for, what Paddle refuses is no matter of gradients."""
    row = Row("other", "y", Relation.DIFFERS, effect=str(Effect.GRADIENT))
    before, now = replace(CLAIM, row=row, answer=NO), replace(CLAIM, row=row, answer=YES)
    assert told_by([before], [now], DifferenceClass.REFUSED, backward=backward) == told


@pytest.mark.parametrize(
    ("condition", "can_be_met"),
    [
        ("{input: {ndim: 0}}", True),
        ("{call: {device: cuda}}", False),
        ("{call: {data: 图像小于 size}}", False),
        ("[{call: {data: 图像小于 size}}, {input: {ndim: 0}}]", True),
    ],
)
def test_what_no_run_can_show_is_not_asked_of_runs(condition: str, can_be_met: bool) -> None:  # noqa: FBT001
    """Conditions on another device, or on data in words, are not among those that runs are to meet."""
    text = f"torch: torch.abs\npaddle: paddle.abs\ncategory: 功能一致\nremarks:\n  - {{note: 有差别。, when: {condition}}}\n"
    record = read_record("torch.abs.yml", text.encode()).record
    assert record is not None
    assert list(conditions_of(record)) == ["0.remarks.0"] * can_be_met


def test_how_calls_are_written_tells_no_difference() -> None:
    """A remark that only says how every call is converted claims nothing; one about an effect does, as may a condition."""
    gradient, conditional = (
        replace(ROW, effect=Effect.GRADIENT),
        replace(ROW, when=parse_when({"input": {"ndim": "0"}})),
    )
    way = Way(
        "", paddle_is_member=False, paddle_parameters=(), signatures=(), rows=(), remarks=(ROW, gradient, conditional)
    )
    record = Record.model_validate({"torch": "torch.fmod", "category": "组合替代实现", "remarks": ["说明。"]})
    assert [claim.row for claim in claims_of([Call("torch.mul", 0, way, Facts())], record)] == [gradient, conditional]


def test_remarks_are_counted_as_the_calls_count_them() -> None:
    """A remark that says how to convert every call has a place of its own, so that the next one keeps its number."""
    record = Record.model_validate(
        {
            "torch": "torch.fmod",
            "category": "组合替代实现",
            "remarks": [
                "普通的说明。",
                {"note": "除数为数时取绝对值。", "convert": "{input} % abs({other})"},
                {"note": "PyTorch 会自动提升。", "when": {"input": {"dtype": "bool"}}},
            ],
        }
    )
    assert list(conditions_of(record)) == ["0.remarks.1"]
    assert place_in(record, "0.remarks.1") == "remarks.2"


def test_a_former_parameter_has_no_row_and_tells_no_difference() -> None:
    """The record of the call has fewer rows than what is known of its calls."""
    former = Row("verbose", "", Relation.TORCH_ONLY, rewrite=Rewrite.DROP)
    way = Way("", paddle_is_member=False, paddle_parameters=(), signatures=(), rows=(former,))
    record = Record.model_validate({"torch": "torch.fmod", "category": "组合替代实现", "remarks": ["说明。"]})
    assert claims_of([Call("torch.fmod", 0, way, Facts())], record) == []
