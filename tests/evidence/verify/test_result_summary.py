from __future__ import annotations

import struct

import pytest

from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.evidence.verify.result_summary import summarize_results
from generator.model.evidence import Gave

pytestmark = pytest.mark.libraries


def tensor(*numbers: float, dtype: str = "float32") -> Seen:
    """A tensor as it was seen."""
    return Seen(Kind.TENSOR, dtype, shape=(len(numbers),), data=struct.pack(f"<{len(numbers)}d", *numbers))


NOTHING = Seen(Kind.SCALAR, "NoneType", "None")


def names(**seen: Seen) -> Observation:
    """A side that bound these names."""
    return Observation(names=tuple(seen.items()))


def summarize(torch: Observation, paddle: Observation, *only: str, with_values: bool = True) -> tuple[Gave, ...]:
    """What both sides gave."""
    return summarize_results(torch, paddle, only, with_values=with_values)


def test_rounding_makes_no_difference() -> None:
    """Numbers that agree are told alike, and only the first of them."""
    one, other = tensor(0.1, 1.0000001, 2, 3, 4, 5), tensor(0.1000001, 1, 2, 3, 4, 5)
    (gave,) = summarize(names(y=one), names(y=other))
    assert gave == Gave("y", "float32[6]", "float32[6]")
    assert gave.torch_values == gave.paddle_values == "0.1, 1, 2, 3, …"


def test_values_decide_nothing() -> None:
    """Two summaries with other numbers are the same evidence, since the last digits depend on the machine."""
    assert summarize(names(y=tensor(1)), names(y=tensor(1))) == summarize(names(y=tensor(2)), names(y=tensor(2)))
    assert summarize(names(y=tensor(1)), names(y=tensor(1))) != summarize(names(y=tensor(1, 2)), names(y=tensor(1, 2)))


def test_what_may_not_be_told_is_left_out() -> None:
    """Without values only types and shapes are kept; text is told by its length."""
    (gave,) = summarize(names(y=tensor(1, 2)), names(y=tensor(3, 4)), with_values=False)
    assert (gave.torch, gave.torch_values, gave.paddle_values) == ("float32[2]", "", "")
    secret = Seen(Kind.SCALAR, "str", repr("root:x:0:0 " * 9))
    (gave,) = summarize(names(y=secret), names(y=secret))
    assert "root" not in gave.torch_values


def test_a_summary_is_small() -> None:
    """At most four results, none of them None, each short, whatever the code gives."""
    many = {f"name_{'x' * 200}_{number}": tensor(*range(100)) for number in range(50)}
    found = summarize(names(n=NOTHING, **many), names(n=NOTHING, **many))
    assert len(found) == 4
    assert all(len(gave.name) <= 80 and len(gave.torch_values) < 80 for gave in found)


def test_inputs_and_gradients_are_results_too() -> None:
    """An input that was changed and a gradient are told, unless only some names are compared."""
    side = Observation(inputs=(("x", tensor(1)), ("x.grad", tensor(2))), names=(("y", tensor(3)),))
    assert [gave.name for gave in summarize(side, side)] == ["y", "x", "x.grad"]
    assert [gave.name for gave in summarize(side, side, "y")] == ["y"]


def test_containers_say_what_is_in_them() -> None:
    """A tuple is told by its items, and a class by a name that is one."""
    pair = Seen(Kind.SEQUENCE, "tuple", items=(("[0]", tensor(1)), ("[1]", tensor(1, dtype="float64"))))
    odd = Seen(Kind.OBJECT, "<script>")
    found = summarize(names(p=pair, o=odd), names(p=pair, o=odd))
    assert [gave.torch for gave in found] == ["tuple(float32[1], float64[1])", "…"]
