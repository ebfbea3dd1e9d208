"""Tests of the records that follow from another record for its other forms."""

from __future__ import annotations

import json

import pytest

from generator.model.form_code import Renaming
from generator.model.form_record import Entries, form_record
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.record import Record
from generator.model.signature import Signature
from generator.storage.yaml_file import read_record

CLAMP = """\
torch: torch.clamp
paddle: paddle.clip
category: 参数不一致
parameters:
  - torch: input
    paddle: x
    note: 表示输入。
    differs: {type: PyTorch 还支持 int8}
    rewrite: example
    when: [{input: {dtype: [int8]}}, {input: {kind: number}}]
  - {torch: min, paddle: min, note: 表示下界，不大于 `input` 的最大值。}
  - torch: max
    paddle: max
    note: 表示上界。
    differs: {type: PyTorch 可为 Tensor}
    rewrite: example
    when: {call: {same_dtype: [input, max], is: no}}
    convert: "paddle.minimum({input}, {max})"
  - {torch: out, paddle: out, note: 表示输出。}
remarks: ["`input` 为空时也可以。"]
examples:
  - {parameter: input, title: 整数, given: {x: "int8[2]"}, torch: "y = torch.clamp(x, 0)", paddle: "y = paddle.clip(x, 0)"}
  - parameter: max
    title: 逐元素的上界
    given: {x: "float32[2]", high: "float32[2]"}
    torch: y = torch.clamp(input=x + 1, max=high)
    paddle: y = paddle.minimum(x + 1, high)
checks:
  - {given: {x: "float32[2]", y: "float32[2]"}, torch: "torch.clamp(x, 0, out=y)", paddle: "paddle.clip(x, 0, out=y)"}
  - {given: {x: "float32[2]"}, torch: "y = torch.clamp(x, 0)", paddle: "y = paddle.clip(x, min=0)"}
  - {torch: "y = torch.clamp(2, 1)", paddle: "y = paddle.clip(2, 1)"}
"""


def entry(name: str, signature: str, kind: ApiKind = ApiKind.FUNCTION) -> ApiEntry:
    """An entry of the inventory."""
    return ApiEntry(name, kind, (Signature.parse(signature),))


ENTRIES = Entries(
    entry("torch.clamp", "(input, min=None, max=None, *, out=None)"),
    entry("paddle.clip", "(x, min=None, max=None, name=None, *, out=None)"),
    entry("torch.Tensor.clamp", "(min=None, max=None)", ApiKind.METHOD),
    entry("paddle.Tensor.clip", "(min=None, max=None, name=None, *, out=None)", ApiKind.METHOD),
)


def derived(forms: str) -> Record:
    """The record of the first form."""
    record = read_record("torch.clamp.yml", f"{CLAMP}forms:\n  - {forms}\n".encode()).record
    assert record is not None
    return form_record(record, 0, ENTRIES).record


METHOD = "{torch: torch.Tensor.clamp, paddle: paddle.Tensor.clip}"


def test_a_method_has_the_rows_of_its_own_signature() -> None:
    """The receiver has no row, what torch's method lacks is Paddle's own, and texts and templates speak of `self`."""
    rows = {row.label: row for row in derived(METHOD).parameters}
    assert list(rows) == ["min", "max", "out"]
    assert rows["out"].torch is None
    assert rows["out"].set == "default"
    assert rows["min"].note == "表示下界，不大于 `self` 的最大值。"
    assert rows["max"].convert is not None
    assert rows["max"].convert.call is not None
    assert rows["max"].convert.call.text == "paddle.minimum({self}, {max})"
    assert rows["max"].when is not None
    assert rows["max"].when.tests[0].value == ("no", "self", "max")


def test_what_the_receivers_row_says_becomes_a_remark() -> None:
    """A difference of the receiver stays told, without the part that no Tensor meets."""
    first, second = derived(METHOD).remarks
    assert str(first) == "PyTorch 还支持 int8。"
    assert first.when is not None
    assert [(test.subject, test.value) for test in first.when.tests] == [("self", ("int8",))]
    assert str(second) == "`self` 为空时也可以。"


def test_code_is_written_with_the_method() -> None:
    """The first argument becomes the receiver; code that the method cannot say is left out."""
    record = derived(METHOD)
    assert [(one.torch, one.paddle) for one in record.examples] == [
        ("y = (x + 1).clamp(max=high)", "y = paddle.minimum(x + 1, high)")
    ]
    assert [(one.torch, one.paddle) for one in record.checks] == [
        ("y = x.clamp(0)", "y = x.clip(0)"),
        ("y = x.clamp(0)", "y = x.clip(min=0)"),
    ]


IN_PLACE = "torch: torch.Tensor.clamp_, paddle: paddle.Tensor.clip_, in_place: true"


def watch(call: str, *, result: str = "y") -> str:
    """Code that looks at a change in place."""
    return f"view = x.detach()\n{result} = x.{call}\nsame = {result} is x"


def test_an_in_place_form_is_checked_for_what_it_changes() -> None:
    """One check more looks at the changed Tensor, at a view of it, and at what is returned."""
    *carried, last = derived(f"{{{IN_PLACE}}}").checks
    assert [one.torch for one in carried] == ["y = x.clamp_(0)"] * 2
    assert (last.torch, last.paddle, last.usual) == (watch("clamp_(0)"), watch("clip_(min=0)"), False)


@pytest.mark.parametrize(
    ("torch", "paddle", "watched"),
    [
        ("x.clamp_(0)", "x.clip_(0)", (watch("clamp_(0)", result="result"), watch("clip_(0)", result="result"))),
        ("y = x[0].clamp_(0)", "y = x[0].clip_(0)", None),
        ("view = x[0]\ny = x.clamp_(0)", "view = x[0]\ny = x.clip_(0)", None),
        ("x.clamp_(0)", "x[:] = x.clip(0)", None),
    ],
)
def test_the_checks_of_a_form_are_watched_where_they_can_be(
    torch: str, paddle: str, watched: tuple[str, str] | None
) -> None:
    """Code of its own, too, if it changes an input, has no view of its own, and has a result on both sides."""
    own = f"checks: [{{given: {{x: 'float32[2]'}}, torch: {json.dumps(torch)}, paddle: {json.dumps(paddle)}}}]"
    record = derived(f"{{{IN_PLACE}, examples: [], {own}}}")
    assert [(one.torch, one.paddle) for one in record.checks[1:]] == ([watched] if watched else [])


def test_a_leaf_that_needs_a_gradient_is_copied() -> None:
    """It cannot be changed in place, so that the code of a record is carried over with a copy of it."""
    check = "{given: {x: 'float32[2] grad'}, torch: 'y = torch.clamp(x, 0)', paddle: 'y = paddle.clip(x, 0)'}"
    source = read_record("torch.clamp.yml", f"{CLAMP}  - {check}\nforms:\n  - {{{IN_PLACE}}}\n".encode())
    assert source.record is not None
    record = form_record(source.record, 0, ENTRIES).record
    assert record.checks[2].torch == "changed = x.clone()\ny = changed.clamp_(0)"
    assert record.checks[2].given == {"x": "float32[2] grad"}


@pytest.mark.parametrize(
    ("forms", "rows", "checks"),
    [
        ("{torch: torch.Tensor.clamp, paddle: paddle.Tensor.clip, drop: [min, checks.1]}", 2, 1),
        ("{torch: torch.Tensor.clamp, paddle: paddle.Tensor.clip, checks: []}", 3, 0),
    ],
)
def test_a_form_drops_and_replaces(forms: str, rows: int, checks: int) -> None:
    """What a form names as dropped is not carried over, and what it writes itself stands in place of that."""
    record = derived(forms)
    assert (len(record.parameters), len(record.checks)) == (rows, checks)


def test_the_category_follows_from_what_is_left() -> None:
    """The category of a form is that of its own rows."""
    form = "{torch: torch.Tensor.clamp, paddle: paddle.Tensor.clip, drop: [max], examples: []}"
    assert derived(form).category.name == "仅 paddle 参数更多"


def test_a_method_without_parameters_has_no_rows_of_them() -> None:
    """An empty signature is a known one: what the record's function takes beside its input falls away."""
    text = """\
torch: torch.tanh
paddle: paddle.tanh
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入。}
  - {torch: out, paddle: out, note: 表示输出。}
forms:
  - {torch: torch.Tensor.tanh, paddle: paddle.Tensor.tanh}
"""
    record = read_record("torch.tanh.yml", text.encode()).record
    assert record is not None
    entries = Entries(
        entry("torch.tanh", "(input, *, out=None)"),
        entry("paddle.tanh", "(x, name=None, *, out=None)"),
        entry("torch.Tensor.tanh", "()", ApiKind.METHOD),
        entry("paddle.Tensor.tanh", "(name=None)", ApiKind.METHOD),
    )
    assert form_record(record, 0, entries).record.parameters == ()


def test_a_form_may_keep_the_function_of_paddle() -> None:
    """A method whose counterpart is the record's own function has that function's calls, as they are written."""
    text = f"{CLAMP}forms:\n  - {{torch: torch.Tensor.clamp, paddle: paddle.clip}}\n"
    record = read_record("torch.clamp.yml", text.encode()).record
    assert record is not None
    entries = Entries(ENTRIES.torch, ENTRIES.paddle, ENTRIES.form_torch, ENTRIES.paddle)
    checks = form_record(record, 0, entries).record.checks
    assert ("y = x.clamp(0)", "y = paddle.clip(x, min=0)") in [(one.torch, one.paddle) for one in checks]


def test_a_method_of_the_same_name_of_another_class_keeps_its_code() -> None:
    """A call that is written the same for both classes is not rewritten over and over."""
    code = "y = rnn.forward(x)\nz = rnn.forward(y)"
    renaming = Renaming("torch.nn.LSTM.forward", "torch.nn.GRU.forward", "", None, old_is_member=True)
    assert renaming.apply(code) == code
