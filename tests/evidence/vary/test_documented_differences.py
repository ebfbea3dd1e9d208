from __future__ import annotations

from dataclasses import replace

import pytest

from generator.calls.knowledge.knowledge import Row, Way
from generator.evidence.vary.call_facts import Call
from generator.evidence.vary.change import Change, Content, Gradient, Part
from generator.evidence.vary.documented_differences import (
    Claim,
    Told,
    claims_of,
    conditions_of,
    is_likely,
    place_in,
    speaks_of_digits,
    told_by,
)
from generator.model.fact import Answer, Facts
from generator.model.parameter import Effect
from generator.model.record import Record
from generator.model.relation import Relation, Rewrite
from generator.model.template import read_convert
from generator.model.variation import DifferenceClass
from generator.model.when import parse_when
from generator.storage.yaml_file import read_record

NO, UNKNOWN, YES = Answer.NO, Answer.UNKNOWN, Answer.YES
ROW = Row("other", "y", Relation.DIFFERS)
CLAIM = Claim("torch.mul", "0.parameters.1", 0, ROW, NO, is_remark=False, loose=False)
VALUE = DifferenceClass.VALUE
TOLD, OUTSIDE, UNTOLD = (
    Told(told=True, outside=False),
    Told(told=False, outside=True),
    Told(told=False, outside=False),
)


@pytest.mark.parametrize(
    ("base", "varied", "told"),
    [
        (NO, YES, TOLD),
        (UNKNOWN, YES, TOLD),
        (NO, NO, UNTOLD),
        (YES, YES, UNTOLD),
        (YES, NO, OUTSIDE),
        (NO, UNKNOWN, "perhaps"),
        (UNKNOWN, UNKNOWN, "perhaps"),
    ],
)
def test_a_row_tells_what_its_condition_begins_to_hold_for(base: Answer, varied: Answer, told: Told | str) -> None:
    """A snippet that is written for a row is held to it; it is not held to calls of which the row says nothing."""
    claim = replace(CLAIM, answer=varied)
    expected = replace(UNTOLD, perhaps=(claim,)) if isinstance(told, str) else told
    assert told_by([replace(CLAIM, answer=base)], [claim], VALUE, backward=False) == expected


@pytest.mark.parametrize(
    ("says", "kind", "tells"),
    [
        ("PyTorch 的结果为 float64", DifferenceClass.DTYPE, True),
        ("反向传播时进程会崩溃", DifferenceClass.DTYPE, False),
        ("反向传播时进程会崩溃", DifferenceClass.ENDED, True),
        ("先用 `unsqueeze` 补上一维", DifferenceClass.ENDED, False),
        ("先用 `unsqueeze` 补上一维", DifferenceClass.REFUSED, True),
    ],
)
def test_another_dtype_and_a_crash_are_told_in_words(says: str, kind: DifferenceClass, *, tells: bool) -> None:
    """A condition that holds for another reason may tell them, and does not for certain."""
    claim = replace(CLAIM, answer=YES, row=replace(ROW, says=says))
    expected = TOLD if tells else replace(UNTOLD, perhaps=(claim,))
    assert told_by([replace(claim, answer=NO)], [claim], kind, backward=False) == expected


@pytest.mark.parametrize(
    ("says", "speaks"), [("很小的数处误差较大", True), ("不同时小于 `eps`", True), ("求二阶导数时报错", False)]
)
def test_what_explains_lost_digits_speaks_of_them(says: str, *, speaks: bool) -> None:
    """A row about another effect of gradients is no reason to leave a measurement of digits out."""
    row = replace(ROW, says=says, effect=str(Effect.GRADIENT))
    assert speaks_of_digits(replace(CLAIM, row=row)) is speaks


@pytest.mark.parametrize(("convert", "told"), [(None, UNTOLD), ("paddle.add({input}, {other})", OUTSIDE)])
def test_code_that_a_remark_writes_is_held_to_its_condition(convert: str | None, told: Told) -> None:
    """A remark with code says how a call is written; one without says only what differs."""
    row = replace(ROW, convert=read_convert(convert) if convert else None)
    claim = replace(CLAIM, row=row, is_remark=True)
    assert told_by([replace(claim, answer=YES)], [claim], VALUE, backward=False) == told


def test_a_loose_row_tells_what_its_own_example_does_not_show() -> None:
    """Where a row differs in some calls, agreeing in one of them proves nothing, but its example is held to all."""
    claim = replace(CLAIM, answer=YES, loose=True)
    assert told_by([claim], [claim], VALUE, backward=False) == TOLD
    assert told_by([claim], [claim], VALUE, frozenset({"other"}), backward=False) == UNTOLD
    assert told_by([claim], [replace(claim, answer=NO)], VALUE, backward=False) == UNTOLD


@pytest.mark.parametrize(
    ("says", "kind", "may_tell"),
    [
        ("结果的 dtype 不同", DifferenceClass.ENDED, False),
        ("结果的 dtype 不同", DifferenceClass.TIMEOUT, False),
        ("结果的 dtype 不同", DifferenceClass.REFUSED, True),
        ("结果的 dtype 不同", DifferenceClass.DTYPE, True),
        ("结果的形状不同", DifferenceClass.DTYPE, False),
        ("结果的形状不同", DifferenceClass.VALUE, True),
        ("结果的形状不同", DifferenceClass.IN_PLACE, False),
        ("PyTorch 返回的是视图", DifferenceClass.IN_PLACE, True),
        ("结果的形状不同", DifferenceClass.PRECISION, False),
        ("Paddle 的误差较大", DifferenceClass.PRECISION, True),
        ("结果的形状不同", DifferenceClass.GRADIENT, True),
        ("Paddle 的进程可能崩溃", DifferenceClass.ENDED, True),
    ],
)
def test_a_difference_is_told_by_what_speaks_of_it(says: str, kind: DifferenceClass, may_tell: bool) -> None:  # noqa: FBT001
    """A sentence about something else, of which nobody knows whether it holds, hides none."""
    claim = replace(CLAIM, row=replace(ROW, says=says), answer=UNKNOWN)
    assert bool(told_by([claim], [claim], kind, backward=True).perhaps) is may_tell


@pytest.mark.parametrize(
    ("says", "is_compared", "likely"),
    [
        ("过小的值在 Paddle 中为 0", False, True),
        ("过小的值在 Paddle 中为 0", True, False),
        ("Paddle 的梯度为 0", True, True),
    ],
)
def test_another_value_may_have_another_gradient(*, says: str, is_compared: bool, likely: bool) -> None:
    """Where the values were compared and agree, a sentence about them is not likely to tell that the gradients differ."""
    claim = replace(CLAIM, row=replace(ROW, says=says), answer=UNKNOWN)
    assert is_likely(claim, DifferenceClass.GRADIENT, (), is_compared=is_compared) is likely


@pytest.mark.parametrize(
    ("words", "change", "likely"),
    [
        ("两个 Tensor 的 dtype 不同", Change(Part.DTYPE, "x", "int32"), True),
        ("两个 Tensor 的 dtype 不同", Change(Part.CONTENT, "x", Content.NAN), False),
        ("图像小于 `size`", Change(Part.LENGTH, "4", 1), True),
        ("图像小于 `size`", Change(Part.DTYPE, "x", "int32"), False),
        ("元素很多", Change(Part.DEFAULT_DTYPE, "", "float64"), False),
        ("参数在反向传播之后被冻结", Change(Part.LENGTH, "4", 0), False),
        ("参数在反向传播之后被冻结", Change(Part.GRADIENT, "", Gradient.WANTED), True),
        ("对象要原位修改", Change(Part.GRADIENT, "x", Gradient.OF_VIEW), True),
        ("对象要原位修改", Change(Part.GRADIENT, "", Gradient.WANTED), False),
        ("用于网络的另一处", Change(Part.LENGTH, "4", 0), True),
    ],
)
def test_words_say_what_a_change_may_bring_about(words: str, change: Change, likely: bool) -> None:  # noqa: FBT001
    """Where both sides agreed before the change, a condition about something else has not begun to hold by it."""
    claim = replace(CLAIM, answer=UNKNOWN, words=(words,))
    assert is_likely(claim, VALUE, [change], is_compared=True) is likely


def test_words_count_where_nothing_else_leaves_a_condition_open() -> None:
    """A test of the data that a run could not answer may hold, whatever the words beside it are about."""
    record = Record.model_validate({"torch": "torch.fmod", "category": "组合替代实现", "remarks": ["说明。"]})

    def words_of(condition: dict[str, object]) -> tuple[str, ...]:
        row = replace(ROW, when=parse_when(condition))
        way = Way("", paddle_is_member=False, paddle_parameters=(), signatures=(), rows=(), remarks=(row,))
        return next(iter(claims_of([Call("torch.mul", 0, way, Facts())], record))).words

    assert words_of({"call": {"data": "元素很多"}}) == ("元素很多",)
    assert words_of({"call": {"data": "元素很多"}, "input": {"dtype": "float"}}) == ()


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


def test_a_remark_is_met_where_it_stands_in_the_record() -> None:
    """What is known of calls lacks the remarks that a measurement takes the place of, so its order says nothing."""
    when = {"input": {"dtype": "bool"}}
    remarks = [{"note": "求二阶导数时报错。", "effect": "gradient"}, {"note": "PyTorch 会自动提升。", "when": when}]
    record = Record.model_validate({"torch": "torch.fmod", "category": "组合替代实现", "remarks": remarks})
    row = Row("", "", Relation.RETURNS, says="PyTorch 会自动提升", when=parse_when(when))
    way = Way("", paddle_is_member=False, paddle_parameters=(), signatures=(), rows=(), remarks=(row,))
    claims = claims_of([Call("torch.fmod", 0, way, Facts())], record)
    assert [claim.place for claim in claims] == list(conditions_of(record)) == ["0.remarks.1"]


def test_a_former_parameter_has_no_row_and_tells_no_difference() -> None:
    """The record of the call has fewer rows than what is known of its calls."""
    former = Row("verbose", "", Relation.TORCH_ONLY, rewrite=Rewrite.DROP)
    way = Way("", paddle_is_member=False, paddle_parameters=(), signatures=(), rows=(former,))
    record = Record.model_validate({"torch": "torch.fmod", "category": "组合替代实现", "remarks": ["说明。"]})
    assert claims_of([Call("torch.fmod", 0, way, Facts())], record) == []
