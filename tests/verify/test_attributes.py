"""Tests of finding the attributes of a recorded class's objects."""

from __future__ import annotations

import pytest

from generator.model.evidence import AttributeFact
from generator.model.record import Record
from generator.verify.attributes import attribute_steps, judge_attributes
from generator.verify.verdict import Setting, verify_record
from generator.verify.worker import Limits, Worker

LAYER = """\
{name} = {library}.nn.Thing(2)
y = {name}(x)
"""


def record(api: str, *sides: tuple[str, str]) -> Record:
    """A record with checks of these sides."""
    checks = [{"given": {"x": "float32[2, 2]"}, "torch": torch, "paddle": paddle} for torch, paddle in sides]
    return Record.model_validate({"torch": api, "paddle": "paddle.x", "category": "无参数", "checks": checks})


def steps_of(*sides: tuple[str, str]) -> list[str]:
    """The libraries on which something is looked at."""
    tested = record("torch.nn.Thing", *sides)
    return [step.library for step in attribute_steps(tested, [snippet for _, snippet in tested.snippets()])]


def test_object_must_be_bound_on_both_sides() -> None:
    """Only code that binds an object of the class, and the counterpart by the same name, is looked at."""
    torch, paddle = (LAYER.format(name="m", library=library) for library in ("torch", "paddle"))
    assert steps_of((torch, paddle)) == ["torch", "paddle"]
    assert steps_of((torch, paddle), (torch, paddle)) == ["torch", "paddle"] * 2
    assert steps_of(*[(torch, paddle)] * 9) == ["torch", "paddle"] * 4
    assert steps_of((torch, LAYER.format(name="n", library="paddle"))) == []
    assert steps_of(("y = torch.nn.Thing(2)(x)", "y = paddle.nn.Thing(2)(x)")) == []
    assert steps_of(("m = torch.nn.Other(2)", "m = paddle.nn.Other(2)")) == []


def test_nothing_found_is_nothing() -> None:
    """Without results there are no attributes."""
    assert judge_attributes([]) == {}


@pytest.mark.libraries
def test_attributes_of_a_layer_are_compared(worker: Worker) -> None:
    """Tensors of one shape and equal values are the same; what is missing, or None in one object alone, is told apart."""
    tested = record(
        "torch.nn.Linear",
        ("m = torch.nn.Linear(2, 2, bias=False)", "m = paddle.compat.nn.Linear(2, 2, bias=False)"),
        ("m = torch.nn.Linear(2, 2)\nm.tag = [1]", "m = paddle.compat.nn.Linear(2, 2)\nm.tag = [1]"),
    )
    tested = tested.model_copy(
        update={"checks": tuple(check.model_copy(update={"compare": ("x",)}) for check in tested.checks)}
    )
    setting = Setting({}, "2026-01-01", Limits(seconds=20), convert=lambda _: None)
    found = verify_record(tested, worker, setting).evidence.attributes
    assert found["weight"] is AttributeFact.TENSOR
    assert found["bias"] is AttributeFact.TENSOR
    assert found["in_features"] is AttributeFact.VALUE
    assert found["tag"] is AttributeFact.DIFFERS
    assert "forward" not in found


@pytest.mark.libraries
def test_properties_of_a_class_in_c_are_compared(worker: Worker) -> None:
    """What no ``__init__`` sets is found by its class: the index of a CPU device is 0 on one side and None on the other."""
    tested = record("torch.device", ("d = torch.device('cpu', 0)\ny = 1", "d = paddle.device('cpu')\ny = 1"))
    steps = attribute_steps(tested, [snippet for _, snippet in tested.snippets()])
    assert judge_attributes(worker.run(steps)) == {"index": AttributeFact.DIFFERS, "type": AttributeFact.VALUE}
