from __future__ import annotations

from dataclasses import replace

import pytest

from generator.calls.knowledge import Row
from generator.model.fact import Answer
from generator.model.parameter import Effect
from generator.model.relation import Relation
from generator.model.variation import DifferenceClass
from generator.storage.yaml_file import read_record
from generator.vary.telling import Claim, Told, conditions_of, place_in, told_by

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


def test_what_only_words_say_is_not_asked_of_runs() -> None:
    """A condition is asked for where a run can meet one of its clauses, which those in words and of a device cannot."""
    text = """
torch: torch.nn.KLDivLoss
paddle: paddle.nn.KLDivLoss
category: 仅参数名不一致
remarks:
  - 参数名不同。
  - {note: 初始值不同。, effect: init}
  - {note: 形状不同时报错。, when: {call: {data: 形状不同}}}
  - {note: 在 GPU 上不同。, when: {call: {device: cuda}}}
  - {note: 为零维时报错。, when: [{call: {data: 形状不同}}, {forward.target: {ndim: 0}}]}
"""
    source = read_record("record.yml", text.encode())
    assert source.record is not None
    (place,) = conditions_of(source.record)
    assert (place, place_in(source.record, place)) == ("0.remarks.3", "remarks.4")
