from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from generator.evidence.vary.change import Change, Gradient, Later, Part
from generator.evidence.vary.record_run import TWICE
from generator.evidence.vary.snippet_code import Pattern, calls_one_api, code_factors, code_with, read_pattern
from generator.libraries.registry import FRAMEWORKS
from generator.model.given import PythonGiven
from generator.model.given_notation import parse_given
from generator.model.record import Check


def loss(name: str, formula: str = "y * y + y", side: str = "torch") -> str:
    """The number of a Tensor that is differentiated."""
    return f"(lambda y: ({formula}).sum())((lambda y: {FRAMEWORKS[side].as_real.format('y')})({name}))"


def pattern(torch: str, paddle: str, api: str = "torch.abs", **keys: Any) -> Pattern:
    """The pattern of a check of a record."""
    found = read_pattern("checks.0", Check(torch=torch, paddle=paddle, **keys), api)
    assert found is not None
    return found


def test_a_number_that_both_sides_pass_once_becomes_an_input() -> None:
    """It can then be varied on both sides at once; numbers that stand for other things are left alone."""
    found = pattern("y = torch.sum(x, 1)[0]", "y = paddle.sum(x, axis=1)[0]", given={"x": "float32[2, 3]"})
    assert found.inputs["number_1"] == PythonGiven(1)
    assert (found.torch, found.paddle) == ("y = torch.sum(x, number_1)[0]", "y = paddle.sum(x, axis=number_1)[0]")
    assert "number_0" not in found.inputs
    twice = pattern("y = torch.roll(x, 1, 1)", "y = paddle.roll(x, 1, 1)", given={"x": "float32[2, 3]"})
    assert list(twice.inputs) == ["x"]


def test_the_result_is_what_both_sides_bind_last() -> None:
    """Only such a variable can be differentiated on both sides, and only where the code does not do so itself."""
    given = {"x": "float32[2]"}
    assert pattern("a = torch.abs(x)\ny = a + 1", "y = paddle.abs(x) + 1", given=given).result == "y"
    assert pattern("y = torch.abs(x)\ny.sum().backward()", "y = paddle.abs(x)", given=given).result == ""
    assert pattern("y = torch.abs(x)", "y = paddle.abs(x)", given=given, compare=("y",)).result == ""


def test_outputs_are_what_out_is_given() -> None:
    """One Tensor, or several."""
    given = {"x": "float32[2]", "v": "float32[]", "i": "int64[]"}
    assert pattern("torch.max(x, 0, out=(v, i))", "y = 1", given=given).outputs == {"v", "i"}
    assert pattern("torch.abs(x, out=v)", "y = 1", given=given).outputs == {"v"}


def test_gradients_and_default_dtypes_are_code() -> None:
    """What is no input is added to the code of either side."""
    found = pattern("y = torch.abs(x)", "y = paddle.abs(x)", given={"x": "float32[2]"})
    changes = (Change(Part.GRADIENT, "", Gradient.WANTED), Change(Part.DEFAULT_DTYPE, "", "float64"))
    assert code_with(found.paddle, "paddle", found, changes, found.inputs).splitlines() == [
        "paddle.set_default_dtype('float64')",
        "y = paddle.abs(x)",
        f"{loss('y', side='paddle')}.backward()",
    ]
    assert code_with(found.torch, "torch", found, (), found.inputs) == found.torch


@pytest.mark.parametrize(
    ("torch", "differentiated"),
    [
        ("y, i = torch.sort(x)", loss("y")),
        ("(torch.abs(x) * 2).sum().backward()", loss("torch.abs(x) * 2")),
        ("torch.abs(x).mean().square().backward()", loss("torch.abs(x)")),
        ("y = torch.abs(x)\n(y * y).sum().backward()", loss("y")),
        ("(x * x).sum().backward()", loss("(x * x).sum()")),
        ("torch.exp(x).abs().sum().backward()", loss("torch.exp(x).abs()")),
    ],
)
def test_second_derivatives_are_code_for_a_result_or_in_place_of_the_last_backward_pass(
    torch: str, differentiated: str
) -> None:
    """Of several results the first is differentiated, by the inputs that want a gradient; sums and squares are no call."""
    found = pattern(torch, torch.replace("torch", "paddle"), given={"x": "float32[2] grad", "n": "int64[2]"})
    *_, last = code_with(found.torch, "torch", found, TWICE, found.inputs).splitlines()
    assert "torch.autograd.grad(loss, [x], create_graph=True" in last
    assert last.endswith(f"({differentiated})")


@pytest.mark.parametrize(
    ("code", "is_one"),
    [
        ("y = torch.abs(x * 2)", True),
        ("(torch.abs(x) * w).sum().backward()", True),
        ("m = torch.nn.ReLU()\ny = m(x)", True),
        ("y = torch.nn.ReLU()(x)", True),
        ("d = torch.distributions.Gamma(x, w)\ny = d.log_prob(x)", True),
        ("y = torch.distributions.Gamma(x, w).log_prob(x)", True),
        ("y = torch.distributions.Gamma(x, w).log_prob(x).exp()", False),
        ("torch.abs(x).abs().sum().backward()", True),
        ("y = torch.abs(x).flatten()", False),
        ("y = torch.add(x, w).real", False),
        ("y = torch.max(x, 0).values", True),
        ("y = torch.sum(x)", True),
        ("y = torch.abs(x)\ny[0] = 1.0", False),
        ("torch.sum(x, 0).mean().backward()", True),
        ("y = torch.abs(torch.sum(x))", False),
        ("changed = x.clone()\nview = changed.detach()\ny = changed.abs_()\nsame = y is changed", True),
    ],
)
def test_second_derivatives_are_asked_of_code_that_calls_one_api(code: str, is_one: bool) -> None:  # noqa: FBT001
    """Another call in it may be what has none."""
    assert calls_one_api(pattern(code, code, given={"x": "float32[2]", "w": "float32[2]"})) is is_one


def test_code_that_is_no_python_has_no_pattern() -> None:
    """It is another check's finding, and no error here."""
    assert read_pattern("checks.0", Check(torch="y = (", paddle="y = 1"), "torch.abs") is None


def test_what_an_in_place_form_changes_is_differentiated() -> None:
    """The Tensor that is changed is computed from the leaf, which none that needs a gradient may be; not the view of it."""
    found = pattern("y = x.abs_()", "y = x.abs_()", given={"x": "float32[2]", "n": "int64[2]"})
    found = replace(found, in_place=frozenset({"x", "n"}))
    inputs = {**found.inputs, "x": parse_given("float32[2] grad")}
    assert code_with(found.torch, "torch", found, TWICE, inputs).splitlines()[:3] == [
        "leaf_x = x",
        "x = x * 1",
        "y = x.abs_()",
    ]
    assert "[leaf_x]" in code_with(found.torch, "torch", found, TWICE, inputs)
    asked = (Change(Part.GRADIENT, "x", Gradient.ASKED),)
    assert "[leaf_x]" in code_with(found.torch, "torch", found, asked, inputs)
    stepped = replace(found, inputs=inputs)
    assert "leaf_x" not in code_with(stepped.torch, "torch", stepped, TWICE, inputs)
    watched = "changed = x.clone()\nview = changed.detach()\ny = changed.abs_()\nsame = y is changed"
    assert pattern(watched, watched, given={"x": "float32[2]"}).result == "y"
    watched = "changed = x.clone()\nview = changed.detach()\nchanged.abs_()\nother = 1"
    assert pattern(watched.removesuffix("\nother = 1"), watched, given={"x": "float32[2]"}).result == ""


def test_a_result_is_written_into_a_view() -> None:
    """What takes a result is a row or a column of a larger Tensor, which is what is compared then."""
    code = "torch.exp(x, out=y)"
    found = pattern(code, "paddle.exp(x, out=y)", given={"x": "float32[2]", "y": "float32[2]"})
    row, column = (Change(Part.LATER, "y", way) for way in (Later.INTO_ROW, Later.INTO_COLUMN))
    assert (row, column) in [*code_factors(found)]
    lines = ["_base = torch.stack([y, y], 0)", "y = _base[1]", code, "y = _base"]
    assert code_with(found.torch, "torch", found, (row,), found.inputs).splitlines() == lines
    lines = ["_base = paddle.stack([y, y], -1)", "y = _base[..., 1]", "paddle.exp(x, out=y)", "y = _base"]
    assert code_with(found.paddle, "paddle", found, (column,), found.inputs).splitlines() == lines


def test_what_code_changes_in_place_is_differentiated_twice_where_it_binds_no_result() -> None:
    """The loss is made of the input, which is computed from a leaf."""
    found = replace(pattern("x.abs_()", "x.abs_()", given={"x": "float32[2]"}), in_place=frozenset({"x"}))
    assert found.result == ""
    inputs = {"x": parse_given("float32[2] grad")}
    *lines, last = code_with(found.torch, "torch", found, TWICE, inputs).splitlines()
    assert lines == ["leaf_x = x", "x = x * 1", "x.abs_()"]
    assert "[leaf_x]" in last
    assert last.endswith(f"({loss('x')})")


def test_views_and_changes_in_place_are_code() -> None:
    """An input is no leaf any more where it is changed before the backward pass, or is a view that the code changes."""
    found = pattern("y = x.abs_()", "y = x.abs_()", given={"x": "float32[2]"})
    view = (Change(Part.GRADIENT, "x", Gradient.OF_VIEW),)
    assert code_with(found.torch, "torch", found, view, found.inputs).splitlines() == [
        "x = (x * 1)[...]",
        "y = x.abs_()",
        f"{loss('y')}.backward()",
    ]
    base = (Change(Part.GRADIENT, "x", Gradient.OF_BASE),)
    assert code_with(found.torch, "torch", found, base, found.inputs).splitlines() == [
        "base = x * 1",
        "x = base.view(base.shape)",
        "y = x.abs_()",
        f"{loss('base')}.backward()",
    ]
    copied = pattern(
        "changed = x.clone()\nchanged.abs_()", "changed = x.clone()\nchanged.abs_()", given={"x": "float32[2]"}
    )
    assert base in [*code_factors(copied)]
    assert code_with(copied.torch, "torch", copied, base, copied.inputs).splitlines() == [
        "base = x * 1",
        "changed = base.view(base.shape)",
        "changed.abs_()",
        f"{loss('base')}.backward()",
    ]
    changed = (Change(Part.GRADIENT, "x", Gradient.CHANGED),)
    assert code_with(found.torch, "torch", found, changed, found.inputs).splitlines() == [
        "x = x * 1",
        "y = x.abs_()",
        "x.zero_()",
        f"{loss('y', 'y * y')}.backward()",
    ]


def test_code_runs_without_gradients_unless_it_asks_for_some() -> None:
    """All of a side stands in its library's context; code with a backward pass would only be refused there."""
    found = pattern("y = torch.abs(x)\nz = y + 1", "y = paddle.abs(x)\nz = y + 1", given={"x": "float32[2] grad"})
    off = (Change(Part.GRADIENT, "", Gradient.OFF),)
    assert off in [*code_factors(found)]
    expected = ["with paddle.no_grad():", "    y = paddle.abs(x)", "    z = y + 1"]
    assert code_with(found.paddle, "paddle", found, off, found.inputs).splitlines() == expected
    backward = pattern(
        "torch.abs(x).sum().backward()", "paddle.abs(x).sum().backward()", given={"x": "float32[2] grad"}
    )
    assert off not in [*code_factors(backward)]


def test_sequences_on_both_sides_are_of_the_other_type() -> None:
    """A list of numbers that both sides pass becomes a tuple, a tuple a list, and a list of Tensors a tuple."""
    found = pattern("y = torch.flip(x, [0, 1])", "y = paddle.flip(x, axis=[0, 1])", given={"x": "float32[2, 3]"})
    (factor,) = (factor for factor in code_factors(found) if factor and factor[0].part is Part.SEQUENCE)
    made = [code_with(found.paddle, "paddle", found, (change,), found.inputs) for change in factor]
    assert made == ["y = paddle.flip(x, axis=(0, 1))", "y = paddle.flip(x, axis=[-1, -2])"]
    twice = pattern("y = torch.flip(x, (0, 1))", "y = f([i for i in (0, 1)], (0, 1))", given={"x": "float32[2, 3]"})
    (factor,) = (factor for factor in code_factors(twice) if factor and factor[0].part is Part.SEQUENCE)
    made = [code_with(twice.paddle, "paddle", twice, (change,), twice.inputs) for change in factor]
    assert made == ["y = f([i for i in [0, 1]], [0, 1])", "y = f([i for i in (-1, -2)], (-1, -2))"]
    tensors = pattern("y = torch.cat(xs)", "y = paddle.concat(xs)", given={"xs": ["float32[2]"]})
    change = (Change(Part.SEQUENCE, "xs", "tuple"),)
    assert code_with(tensors.torch, "torch", tensors, change, tensors.inputs).splitlines()[0] == "xs = tuple(xs)"


def test_what_is_changed_in_place_decides_what_is_tried() -> None:
    """A view is made of what the code changes; what it only reads is changed after it."""
    found = pattern("y = torch.add(x, z)", "y = paddle.add(x, z)", given={"x": "float32[2]", "z": "float32[2]"})
    changes = [change for factor in code_factors(replace(found, in_place=frozenset({"x"}))) for change in factor]
    assert [change.target for change in changes if change.value is Gradient.OF_VIEW] == ["x"]
    assert [change.target for change in changes if change.value is Later.INPUT] == ["z"]
