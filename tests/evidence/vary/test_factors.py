from __future__ import annotations

import random

from generator.evidence.vary.change import Change, Content, Gradient, Part
from generator.evidence.vary.factors import factors_of, wide_changes
from generator.model.given_notation import parse_given


def changes(*, outputs: frozenset[str] = frozenset(), gradient: bool = False, **given: object) -> list[Change]:
    """Every change to these inputs."""
    inputs = {name: parse_given(value) for name, value in given.items()}
    found = factors_of(inputs, outputs=outputs, can_differentiate=gradient, draw=random.Random(0))
    return [change for factor in found for change in factor]


def targets(found: list[Change], part: Part) -> set[str]:
    """What the changes of one part are made to."""
    return {change.target for change in found if change.part is part}


def test_dtypes_change_one_by_one_and_all_together() -> None:
    """Mixed dtypes come up both ways, and so does another dtype for all inputs."""
    found = changes(x="float32[2, 3]", y="float32[3]")
    assert targets(found, Part.DTYPE) == {"", "x", "y"}
    assert {change.value for change in found if change.part is Part.DTYPE and change.target == "y"} >= {"bool", "int8"}


def test_tensors_of_one_dtype_change_together_beside_others() -> None:
    """An index keeps its dtype while data and weights get another one, so that nothing more is mixed than was."""
    assert targets(changes(x="float32[2]", i="int64[2]", w="float32[2]"), Part.DTYPE) == {"x、w", "x", "w", "i"}


def test_each_length_becomes_none_one_and_others() -> None:
    """Empty, length one, and two lengths that are drawn, of which none is in use."""
    values = [c.value for c in changes(x="float32[2, 3]") if c.part is Part.LENGTH and c.target == "3"]
    assert values[:2] == [0, 1]
    assert not {2, 3} & set(values[2:])


def test_outputs_have_shapes_and_dtypes_of_their_own_and_no_content() -> None:
    """What an output holds before does not matter; its shape and dtype do."""
    found = changes(outputs=frozenset({"y"}), x="float32[2]", y="float32[2]")
    assert "y" in targets(found, Part.DTYPE) & targets(found, Part.RANK)
    assert targets(found, Part.CONTENT) == {"x"}


def test_numbers_change_their_value_and_their_type() -> None:
    """Where a number stands, other numbers, a NumPy scalar and a Tensor without dimensions come up; not for a bool."""
    found = changes(n="2", b="true")
    assert {c.value for c in found if c.part is Part.NUMBER} == {"0", "1", "-1", "-2", "3"}
    assert {c.value for c in found if c.part is Part.NUMBER_TYPE} == {"2.0", "np.int64(2)", "int64(2)"}
    assert targets(found, Part.NUMBER) == {"n"}


def test_dimensions_are_counted_from_the_end_as_well() -> None:
    """Where a list or tuple of dimensions stands; nothing is made of other numbers."""
    assert [c.value for c in changes(dims="(0, 1)") if c.part is Part.NUMBER] == ["(-1, -2)"]
    assert [c.value for c in changes(dims="[0, 1]") if c.part is Part.NUMBER] == ["[-1, -2]"]
    assert not [
        c
        for given in ("(0, -1)", "(0.5, 1.0)", "()", "(true, false)", "(8, 9)", "(1, 1)")
        for c in changes(dims=given)
        if c.target
    ]


def test_many_numbers_are_made_of_each_tensor_of_floats() -> None:
    """The longest dimension becomes longer, as often as it stands in the shape; integers and outputs stay."""
    given = {"x": "float32[2, 5]", "w": "float32[5, 5]", "i": "int64[5]", "y": "float32[5]", "n": "float32[]"}
    found = wide_changes({name: parse_given(one) for name, one in given.items()}, frozenset({"y"}))
    made = [(content.target, content.value, length.target, length.value) for content, length in found]
    assert made == [("x", Content.WIDE, "5", 2000), ("w", Content.WIDE, "5", 63)]


def test_gradients_come_up_where_there_is_a_result() -> None:
    """Code is differentiated that has a float input and a result."""
    assert targets(changes(gradient=True, x="float32[2]"), Part.GRADIENT)
    assert not targets(changes(gradient=False, x="float32[2]"), Part.GRADIENT)
    assert not targets(changes(gradient=True, x="int64[2]"), Part.GRADIENT)


def test_each_tensor_alone_needs_a_gradient() -> None:
    """Kernels are told which gradients to compute, so that each alone comes up; in code with a backward pass each is left out."""
    both = {"x": "float32[2]", "w": "float32[2]", "i": "int64[2]"}
    found = [change for change in changes(gradient=True, **both) if change.part is Part.GRADIENT]
    assert [(change.target, change.value) for change in found] == [
        ("", Gradient.WANTED),
        ("x", Gradient.ALONE),
        ("w", Gradient.ALONE),
    ]
    wanted = changes(gradient=False, x="float32[2] grad", w="float32[2] grad")
    assert [change.target for change in wanted if change.value is Gradient.UNWANTED] == ["x", "w"]
    assert not targets(changes(gradient=False, x="float32[2] grad", w="float32[2]"), Part.GRADIENT)
