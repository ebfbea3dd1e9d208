from __future__ import annotations

from dataclasses import replace

import pytest

from generator.calls.knowledge import Row
from generator.model.fact import Answer
from generator.model.parameter import Effect
from generator.model.record import Record
from generator.model.relation import Relation
from generator.model.variation import DifferenceClass
from generator.vary.telling import Claim, Told, conditions_of, told_by

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
    assert told_by([replace(CLAIM, answer=base)], [replace(CLAIM, answer=varied)], VALUE) == told


def test_a_loose_row_tells_what_its_own_example_does_not_show() -> None:
    """Where a row differs in some calls, agreeing in one of them proves nothing, but its example is held to all."""
    claim = replace(CLAIM, answer=YES, loose=True)
    assert told_by([claim], [claim], VALUE) == TOLD
    assert told_by([claim], [claim], VALUE, frozenset({"other"})) == UNTOLD
    assert told_by([claim], [replace(claim, answer=NO)], VALUE) == UNTOLD


def test_an_effect_tells_its_own_differences_alone() -> None:
    """A row about gradients does not hide another value."""
    claim = replace(CLAIM, row=Row("other", "y", Relation.DIFFERS, effect=str(Effect.GRADIENT)))
    varied = [replace(claim, answer=YES)]
    assert told_by([claim], varied, DifferenceClass.GRADIENT) == TOLD
    assert told_by([claim], varied, VALUE) == UNTOLD


def test_no_run_is_asked_for_what_only_words_say_of_the_data() -> None:
    """A condition counts as met or not where a run on this machine can decide it: in one of its clauses at least."""
    words, dtype = {"call": {"data": "图像较小"}}, {"x": {"dtype": "int"}}
    whens = [words, dtype, [words, dtype], {**words, **dtype}, {"call": {"device": "cuda"}}]
    record = Record.model_validate(
        {
            "torch": "torch.mul",
            "paddle": "paddle.multiply",
            "category": "参数完全一致",
            "remarks": [{"note": "说明。", "when": when} for when in whens],
        }
    )
    assert list(conditions_of(record)) == ["0.remarks.1", "0.remarks.2"]
