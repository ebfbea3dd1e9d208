from __future__ import annotations

import struct

import pytest

from generator.evidence.vary.outcome import judge
from generator.evidence.verify.compare import Terms
from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.model.given_notation import parse_given

pytestmark = pytest.mark.libraries


def result(number: float, dtype: str) -> Observation:
    """An observation of one number as ``y``."""
    return Observation((("y", Seen(Kind.TENSOR, dtype, shape=(), data=struct.pack("<d", number))),))


@pytest.mark.parametrize(("dtype", "agree"), [("float32", True), ("float64", False)])
def test_no_tolerance_is_narrower_than_the_dtype(dtype: str, *, agree: bool) -> None:
    """What a snippet of float64 asks for is not asked of float32, which cannot be that close."""
    inputs = {"x": parse_given(f"{dtype}[2]")}
    found = judge(result(1.0, dtype), result(1.000002, dtype), Terms(tolerance=1e-12), (), inputs)
    assert (found is None) is agree


def test_a_wider_tolerance_stays() -> None:
    """One that is wider than the dtype's own is asked for on purpose."""
    inputs = {"x": parse_given("float32[2]")}
    assert judge(result(1.0, "float32"), result(1.001, "float32"), Terms(tolerance=1e-2), (), inputs) is None
    assert judge(result(1.0, "float32"), result(1.001, "float32"), Terms(), (), inputs) is not None
