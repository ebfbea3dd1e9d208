"""Tests of comparing what two runs of the same variations found, and of what they say of a mapping."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.model.variation import (
    Count,
    DifferenceClass,
    DtypeFact,
    SecondOrder,
    Untold,
    Variation,
    first_order,
    has_new_finding,
    refused_numbers,
)

UNTOLD = Untold("checks.0", DifferenceClass.VALUE, "`x` 的内容：含 0", {"x": "float32[2]"}, "y", 1)
OLD = Variation(
    "torch.abs", "1234", {"torch": "2.13.0"}, "2026-11-22", 0, {Count.SAME: 9}, untold=(UNTOLD,), unmet=("remarks.0",)
)


@pytest.mark.parametrize(
    ("new", "is_new"),
    [
        (OLD, False),
        (replace(OLD, counts={Count.SAME: 8, Count.TOLD: 1}, date="2026-11-23"), False),
        (replace(OLD, untold=(replace(UNTOLD, message="z", count=3),)), False),
        (replace(OLD, untold=()), False),
        (replace(OLD, untold=(UNTOLD, replace(UNTOLD, kind=DifferenceClass.DTYPE))), True),
        (replace(OLD, unmet=("remarks.1",)), True),
        (replace(OLD, digest="5678"), True),
        (replace(OLD, unsafe=True), True),
    ],
)
def test_what_another_machine_may_count_otherwise_is_no_finding(new: Variation, is_new: bool) -> None:  # noqa: FBT001
    """Numbers and words may be others; a difference or a condition that the old result does not name is new."""
    assert has_new_finding(new, OLD) is is_new


def test_without_an_old_result_everything_is_new() -> None:
    """A record that was never varied has to be."""
    assert has_new_finding(OLD, None)


@pytest.mark.parametrize(
    ("facts", "parameters"),
    [
        ((), None),
        ((SecondOrder("", is_always=True),), ()),
        ((SecondOrder("", is_always=False),), None),
        ((SecondOrder("", is_always=False, is_usual=True),), ()),
        ((SecondOrder("overloads.1", is_always=True),), None),
        ((SecondOrder("", True, ("x",)), SecondOrder("", False, ("y",), is_usual=True)), ("x", "y")),  # noqa: FBT003
        ((SecondOrder("", True, ("x",)), SecondOrder("", False, ("y",))), ("x",)),  # noqa: FBT003
    ],
)
def test_what_has_no_second_derivatives_usually(
    facts: tuple[SecondOrder, ...], parameters: tuple[str, ...] | None
) -> None:
    """What only some calls lack counts where the usual call is one of them; none are named for all parameters."""
    assert first_order(replace(OLD, second_orders=facts), ()) == parameters
    assert first_order(None, ()) is None


@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        ({"x": ("int64", "float16")}, [(("x",), ("int64",))]),
        ({"x": ("int64", "bool"), "y": ("int64 beside others",)}, [(("x",), ("int64", "bool"))]),
        (
            {"x": ("int8 beside others",), "y": ("int8 beside others", "bool")},
            [(("x", "y"), ("int8",)), (("y",), ("bool",))],
        ),
    ],
)
def test_what_is_taken_of_one_tensor_is_not_refused_of_it(
    facts: dict[str, tuple[str, ...]], refused: list[tuple[tuple[str, ...], tuple[str, ...]]]
) -> None:
    """A dtype that Paddle takes of one Tensor beside others is refused of those without which it takes it of none."""
    found = []
    for name, each in facts.items():
        mixed = tuple(one.split()[0] for one in each if " " in one)
        found.append(DtypeFact("", (name,), ("float32",), tuple(one.split()[0] for one in each), mixed=mixed))
    assert refused_numbers(replace(OLD, dtypes=tuple(found)), ()) == refused
