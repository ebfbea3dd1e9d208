from __future__ import annotations

import struct

import pytest

from generator.evidence.vary.precision import lost_digits, narrows, precision_of, steps_again
from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.model.given_notation import parse_given

pytestmark = pytest.mark.libraries


def result(number: float, dtype: str) -> Observation:
    """An observation of one number as ``y``."""
    return Observation((("y", Seen(Kind.TENSOR, dtype, shape=(), data=struct.pack("<d", number))),))


@pytest.mark.parametrize(
    ("dtype", "torch", "paddle", "again", "lost"),
    [
        ("float32", 2e-9, 0.0, 2e-9, True),  # exactly 0 where there is a number
        ("float32", 0.0, 6e-8, 1e-17, False),  # what cancels out to 0 has no scale
        ("float32", 3e-8, 0.0, 5e-9, False),  # torch's own rounding moves it as far
        ("float64", 1.0, 1.00000003, 1.0, True),  # half the digits
        ("float64", 1.0, 1.00000003, 1.5, False),  # badly conditioned, as float32 gives something else
        ("float64", 1.0, 1 + 1e-13, 1.0, False),  # a few last digits
        ("float32", 1e-39, 0.0, 1e-39, False),  # flushed to zero
    ],
)
def test_digits_are_lost_where_rounding_does_not_explain_it(
    dtype: str, torch: float, paddle: float, again: float, *, lost: bool
) -> None:
    """A number is judged by how far torch itself moves it with the last digit of its inputs."""
    other = {"float32": "float64", "float64": "float32"}[dtype]
    others = [result(again, other)] * 2 + [result(torch, dtype)] * (dtype == "float64")
    found = lost_digits(result(torch, dtype), result(paddle, dtype), (), dtype, others)
    assert (found is not None) is lost


def test_one_precision_is_asked_for() -> None:
    """Mixed and half precision have tolerances of their own, and integers none."""
    given = {"float32": "float32[2]", "complex64": "complex64[2]", "float64": "float64[2]", "float16": "float16[2]"}
    inputs = {name: parse_given(one) for name, one in given.items()} | {"i": parse_given("int64[2]")}

    def asked(*names: str) -> str:
        return precision_of({name: inputs[name] for name in names})

    assert [asked("float32", "complex64", "i"), asked("float64")] == ["float32", "float64"]
    assert [asked("float32", "float64"), asked("float16"), asked("float16", "float32"), asked("i")] == [""] * 4


def test_what_runs_again_has_the_other_precision_and_moved_inputs() -> None:
    """Integers stay, floats move by a last digit of float32 either way, differently each time."""
    one, two, same = steps_again(
        "y = x", {"x": parse_given("float32([1, 0])"), "i": parse_given("int64([3])")}, "float32", ()
    )
    assert one.code.splitlines() == ["torch.set_default_dtype(torch.float64)", "y = x"]
    assert str(one.given["x"]).startswith("float64(")
    assert one.given["i"] == "int64([3])"
    assert same.code.splitlines()[0] == "torch.manual_seed(1)"
    moved = [parse_given(step.given["x"]) for step in (one, two)]
    assert all(abs(given.values[0] - 1) == 2.0**-23 and given.values[1] == 0 for given in moved)  # type: ignore[union-attr,index]


def test_what_is_computed_in_the_default_dtype_is_not_asked_for_float64() -> None:
    """Integers become float32 on both sides; with another default dtype torch's number is another one."""
    sides = result(0.842700779438019, "float64"), result(0.842700719833374, "float64")
    same, wider = result(0.842700779438019, "float32"), result(0.842700792949715, "float64")
    assert lost_digits(*sides, (), "float64", [same, same, sides[0]]) is not None
    assert lost_digits(*sides, (), "float64", [same, same, wider]) is None
    assert len(steps_again("y = x", {"x": parse_given("float64[2]")}, "float64", ())) == 4


@pytest.mark.parametrize(
    ("torch", "paddle", "expected"),
    [
        ("y = x.trace()", "y = x.astype('float32').trace().astype(x.dtype)", True),
        ("y = x.trace()", "y = x.astype(paddle.float32).trace()", True),
        ("y = x.float().trace()", "y = x.astype('float64').trace()", False),
        ("y = x.to(torch.float32)", "y = x.astype('float32')", False),
        ("y = x.trace()", "y = x.trace()", False),
    ],
)
def test_what_paddle_casts_to_fewer_digits_is_not_lost_by_it(torch: str, paddle: str, *, expected: bool) -> None:
    """Code that casts is written for Tensors of few digits, so that it shows nothing of the counterpart's own."""
    assert narrows(torch, paddle) is expected
