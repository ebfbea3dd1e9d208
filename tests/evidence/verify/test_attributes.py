"""Tests of finding the attributes of a recorded class's objects."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

import pytest

from generator.evidence.verify.attributes import attribute_steps, judge_attributes
from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.evidence.verify.trial import Setting
from generator.evidence.verify.verdict import verify_record
from generator.evidence.verify.worker import Limits, Step, Worker
from generator.model.evidence import AttributeFact
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.record import Record

LAYER = """\
{name} = {library}.nn.Thing(2)
y = {name}(x)
"""


def record(api: str, *sides: tuple[str, str], paddle: str = "paddle.nn.Thing") -> Record:
    """A record with checks of these sides."""
    checks = [{"given": {"x": "float32[2, 2]"}, "torch": torch, "paddle": code} for torch, code in sides]
    return Record.model_validate({"torch": api, "paddle": paddle, "category": "无参数", "checks": checks})


def steps_of(*sides: tuple[str, str]) -> list[Step]:
    """The steps that look at an object."""
    tested = record("torch.nn.Thing", *sides)
    return attribute_steps(tested, [snippet for _, snippet in tested.snippets()])


def described(attributes: Mapping[str, str]) -> Observation:
    """What a worker says of an object with these attributes."""
    items = tuple((repr([name]), Seen(Kind.SCALAR, "str", repr(text))) for name, text in attributes.items())
    return Observation(names=(("attributes_of_it", Seen(Kind.MAPPING, "dict", items=items)),))


def test_both_sides_must_make_an_object() -> None:
    """Code that makes an object of the class and one of its counterpart is looked at, whatever becomes of them."""
    torch, paddle = (LAYER.format(name="m", library=library) for library in ("torch", "paddle"))
    at_once = "y = torch.nn.Thing(2)(x)", "y = paddle.nn.Thing(2)(x)"
    assert [step.library for step in steps_of((torch, paddle))] == ["torch", "paddle"]
    assert [step.library for step in steps_of((torch, paddle), at_once)] == ["torch", "paddle"] * 2
    assert len(steps_of(*[at_once] * 20)) == 16
    assert steps_of(("m = torch.nn.Other(2)", "m = paddle.nn.Thing(2)")) == []
    assert steps_of((torch, "m = paddle.nn.Other(2)")) == []


def test_object_is_the_first_that_the_code_itself_makes() -> None:
    """What a function or a comprehension makes has no name in the code; of two objects the first is looked at."""
    assert steps_of(("make = lambda: torch.nn.Thing(2)", "make = lambda: paddle.nn.Thing(2)")) == []
    assert steps_of(("a = [torch.nn.Thing(i) for i in (1, 2)]", "a = [paddle.nn.Thing(i) for i in (1, 2)]")) == []
    nested = "y = torch.nn.Thing(torch.nn.Thing(1))(x)", "y = paddle.nn.Thing(3)(x)"
    assert ast.unparse(ast.parse(steps_of(nested)[0].code).body[0]) == (
        "y = torch.nn.Thing((it_with_attributes := torch.nn.Thing(1)))(x)"
    )


def test_nothing_found_is_nothing() -> None:
    """Without results there are no attributes."""
    assert judge_attributes([]) == {}


@pytest.mark.parametrize(
    ("torch", "paddle", "fact"),
    [
        ([{"a": "value 1"}], [{"a": "value 1"}], AttributeFact.VALUE),
        ([{"a": "tensor (2,) float32"}], [{"a": "tensor (2,) float32"}], AttributeFact.TENSOR),
        ([{"a": "value (1, 1)"}], [{"a": "value [1, 1]"}], AttributeFact.DIFFERS),
        ([{"a": "value 1"}], [{"b": "value 1"}], AttributeFact.ABSENT),
        ([{"a": ""}], [{"b": "value 1"}], AttributeFact.ABSENT),
        ([{"a": ""}], [{"a": "value 1"}], AttributeFact.UNKNOWN),
        ([{"a": ""}], [{"a": ""}], AttributeFact.UNKNOWN),
        ([{"a": "value 1"}, {"a": ""}], [{"a": "value 1"}, {"a": ""}], AttributeFact.VALUE),
        ([{"a": "value 1"}] * 2, [{"a": "value 1"}, {"a": ""}], AttributeFact.UNKNOWN),
        ([{"a": "value 1"}] * 2, [{"a": "value 1"}, {"a": "value 2"}], AttributeFact.UNKNOWN),
        ([{"a": "value 1"}] * 2, [{"a": "value 1"}, {"b": ""}], AttributeFact.UNKNOWN),
        ([{"a": "layer"}] * 2, [{"b": "layer"}] * 2, AttributeFact.ABSENT),
        ([{"a": "layer"}] * 2, [{"a": "layer"}, {"b": "layer"}], AttributeFact.UNKNOWN),
        ([{"a": "layer"}, {"a": "value None"}], [{"a": "layer"}, {"a": "value None"}], AttributeFact.VALUE),
        ([{"a": "value None"}, {"a": "tensor () bool"}], [{"a": "value None"}, {"a": "tensor () bool"}], "tensor"),
    ],
)
def test_what_is_said_holds_for_every_object(
    torch: list[dict[str, str]], paddle: list[dict[str, str]], fact: AttributeFact
) -> None:
    """An attribute is the same, another or absent only where it is so on all objects."""
    sides = [described(side) for pair in zip(torch, paddle, strict=True) for side in pair]
    assert judge_attributes(sides)["a"] == fact


def test_layers_on_both_sides_are_not_told() -> None:
    """A child that is a layer in both may be read, and set to another one, so that nothing is said of it."""
    assert judge_attributes([described({"a": "layer", "b": "layer"}), described({"a": "layer"})]) == {"b": "absent"}


@pytest.mark.libraries
def test_attributes_of_a_layer_are_compared(worker: Worker) -> None:
    """Tensors of one shape and equal values are the same; what is missing, or None in one object alone, is told apart."""
    tested = record(
        "torch.nn.Linear",
        ("m = torch.nn.Linear(2, 2, bias=False)", "m = paddle.compat.nn.Linear(2, 2, bias=False)"),
        ("m = torch.nn.Linear(2, 2)\nm.tag = {1}", "m = paddle.compat.nn.Linear(2, 2)\nm.tag = {1}"),
        paddle="paddle.compat.nn.Linear",
    )
    tested = tested.model_copy(
        update={"checks": tuple(check.model_copy(update={"compare": ("x",)}) for check in tested.checks)}
    )
    entry = ApiEntry(tested.torch, ApiKind.CLASS)
    setting = Setting({}, "2026-01-01", Limits(seconds=20), convert=lambda _: None, entry_of=lambda _: entry)
    found = verify_record(tested, worker, setting).evidence.attributes
    assert found["weight"] is AttributeFact.TENSOR
    assert found["bias"] is AttributeFact.TENSOR
    assert found["in_features"] is AttributeFact.VALUE
    assert found["tag"] is AttributeFact.UNKNOWN
    assert "forward" not in found
    function = replace(setting, entry_of=lambda _: replace(entry, kind=ApiKind.FUNCTION))
    assert not verify_record(tested, worker, function).evidence.attributes


@pytest.mark.libraries
def test_properties_of_a_class_in_c_are_compared(worker: Worker) -> None:
    """What no ``__init__`` sets is found by its class: the index of a CPU device is 0 on one side and None on the other."""
    tested = record(
        "torch.device", ("d = torch.device('cpu', 0)\ny = 1", "d = paddle.device('cpu')\ny = 1"), paddle="paddle.device"
    )
    steps = attribute_steps(tested, [snippet for _, snippet in tested.snippets()])
    assert judge_attributes(worker.run(steps)) == {"index": AttributeFact.DIFFERS, "type": AttributeFact.VALUE}


@pytest.mark.libraries
def test_property_that_raises_hides_no_other(worker: Worker) -> None:
    """Paddle's cells have a ``state_dtype`` that raises: it is as good as absent, and the rest is compared."""
    sides = "cell = torch.nn.LSTMCell(4, 3)", "cell = paddle.nn.LSTMCell(4, 3)"
    tested = record("torch.nn.LSTMCell", sides, paddle="paddle.nn.LSTMCell")
    found = judge_attributes(worker.run(attribute_steps(tested, [snippet for _, snippet in tested.snippets()])))
    assert found["weight_ih"] is AttributeFact.TENSOR
    assert found["hidden_size"] is AttributeFact.VALUE


@pytest.mark.libraries
def test_sequences_of_what_the_code_names_are_compared(worker: Worker) -> None:
    """A list of the datasets that the code has bound is the same on both sides; one made in the call is unknown."""
    for datasets, fact in (("[a, b]", AttributeFact.VALUE), ("[a, [{5}]]", AttributeFact.UNKNOWN)):
        torch, paddle = (
            f"a, b = [1, {{2}}], [{{3}}, 4]\njoined = {library}.ConcatDataset({datasets})"
            for library in ("torch.utils.data", "paddle.io")
        )
        tested = record("torch.utils.data.ConcatDataset", (torch, paddle), paddle="paddle.io.ConcatDataset")
        found = judge_attributes(worker.run(attribute_steps(tested, [snippet for _, snippet in tested.snippets()])))
        assert found["datasets"] is fact
