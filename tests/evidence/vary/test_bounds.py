from __future__ import annotations

import struct

import pytest

from generator.evidence.vary.bounds import Bounds, beyond_bounds, is_of_results
from generator.evidence.vary.change import Change, Content, Gradient, Later, Part
from generator.evidence.verify.observation import Kind, Observation, Seen

pytestmark = pytest.mark.libraries


def result(*values: float, name: str = "y", dtype: str = "float32") -> Observation:
    """An observation of one Tensor."""
    seen = Seen(Kind.TENSOR, dtype, shape=(len(values),), data=struct.pack(f"<{len(values)}d", *values))
    return Observation(((name, seen),))


def found(torch: list[Observation], paddle: Observation) -> list[str]:
    """What is said of Paddle's result beside the last of torch's, all of which are of one snippet."""
    bounds = Bounds()
    for one in torch:
        bounds.see(one, ())
    return [beyond.difference.message for beyond in beyond_bounds(torch[-1], paddle, ()) if bounds.has(beyond)]


SATURATED = result(*[1.0] * 4, 0.5, *[0.0] * 4)


def test_what_torch_never_leaves_and_often_reaches_is_a_bound() -> None:
    """The message has all digits, as fewer of them would be those of the bound."""
    above, below = (result(*[1.0] * 4, 0.5, *[0.0] * 3, number) for number in (1 + 2.0**-23, -(2.0**-30)))
    assert found([SATURATED, SATURATED], above) == ["y[8]，PyTorch 为 0，Paddle 为 1.00000012（PyTorch 的从不大于 1）"]
    assert found([SATURATED, SATURATED], below) == [
        "y[8]，PyTorch 为 0，Paddle 为 -9.31322575e-10（PyTorch 的从不小于 0）"
    ]


def test_a_bound_is_reached_by_what_is_close_to_it() -> None:
    """The tail of a distribution is never exactly 0."""
    tail = result(*[1e-20] * 8, 0.5)
    assert found([tail, tail], result(*[1e-20] * 7, -1e-8, 0.5)) == [
        "y[7]，PyTorch 为 1e-20，Paddle 为 -1e-08（PyTorch 的从不小于 0）"
    ]


@pytest.mark.parametrize(
    "torch",
    [
        [SATURATED],  # one run alone
        [SATURATED, result(1.5), SATURATED],  # beyond it in some run
        [result(*[1.0] * 3, *[0.5] * 6)] * 2,  # seldom at it
        [result(*[1.0] * 8), result(*[1.0] * 8), result(*[1.0] * 3, *[0.5] * 6)],  # nowhere else
    ],
)
def test_what_happens_to_lie_on_one_side_is_no_bound(torch: list[Observation]) -> None:
    """Other inputs may give anything, so that a difference within the tolerance is none."""
    assert found(torch, result(*[1.0] * 4, 0.5, *[0.0] * 3, 1.0000001)) == []


def test_within_the_bounds_numbers_may_differ() -> None:
    """Nor is NaN beyond anything, or what torch's result of the same run leaves as well."""
    assert found([SATURATED, SATURATED], result(*[0.9999999] * 4, 0.5, *[1e-9] * 3, float("nan"))) == []
    assert found([SATURATED, result(2.0, 0.0)], result(3.0, 0.0)) == []


def test_gradients_and_integers_have_no_bounds() -> None:
    """A gradient is 0 or above for one loss, and not for another."""
    for name, dtype in (("x.grad", "float32"), ("y", "complex64")):
        one = result(*[0.0] * 8, name=name, dtype=dtype)
        assert not list(beyond_bounds(one, one, ()))
    gradient = result(*[0.0] * 8, name="x.grad")
    assert found([gradient, gradient], result(*[-1e-9] * 8, name="x.grad")) == []


def test_only_what_the_code_computes_has_bounds() -> None:
    """What is set to 0 afterwards, or is a gradient, would look as if it were at a bound."""
    wide, zeroed = Change(Part.CONTENT, "x", Content.WIDE), Change(Part.LATER, "y", Later.RESULT)
    assert is_of_results((wide,))
    assert not is_of_results((zeroed,))
    assert not is_of_results((Change(Part.GRADIENT, "x", Gradient.ASKED),))
