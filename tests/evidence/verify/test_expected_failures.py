from __future__ import annotations

import pytest

from generator.evidence.verify.compare import Aspect, Difference
from generator.evidence.verify.convert_snippet import Attempt
from generator.evidence.verify.expected_failures import expected_failure
from generator.model.fact import Answer
from generator.model.parameter import Effect

VALUE = Difference(Aspect.VALUE, "y[0]")
_BACKWARD = "y = f(x)\ny.sum().backward()\nz = x.grad + 1"
_IN_PLACE = "y = f(x)\ny[0] = 1"


@pytest.mark.parametrize(
    ("effect", "difference", "code", "said"),
    [
        (Effect.GRADIENT, VALUE, "y = f(x)", ""),
        (Effect.GRADIENT, VALUE, _BACKWARD, ""),
        (Effect.GRADIENT, Difference(Aspect.VALUE, "z[0]"), _BACKWARD, "甲"),
        (Effect.GRADIENT, Difference(Aspect.VALUE, "x.grad[0]"), _BACKWARD, "甲"),
        (Effect.GRADIENT, Difference(Aspect.GRADIENT, "y"), "y = f(x)", "甲"),
        (Effect.GRADIENT, Difference(Aspect.IN_PLACE, "输入 w"), f"{_BACKWARD}\nw -= z", "甲"),
        (Effect.GRADIENT, None, _BACKWARD, "甲"),
        (Effect.GRADIENT, None, "y = f(x)", ""),
        (Effect.VIEW, VALUE, "y = f(x)", ""),
        (Effect.VIEW, VALUE, _IN_PLACE, "甲"),
        (Effect.VIEW, VALUE, "y = f(x)\ny += 1", "甲"),
        (Effect.VIEW, VALUE, "y = f(x)\nx.unsqueeze_(0)", "甲"),
        (Effect.VIEW, Difference(Aspect.DTYPE, "y"), _IN_PLACE, ""),
        (Effect.VIEW, None, _IN_PLACE, ""),
        (Effect.INIT, VALUE, "y = f(x)", "甲"),
        (Effect.INIT, Difference(Aspect.SHAPE, "y"), "y = f(x)", ""),
        (Effect.STATE, Difference(Aspect.STRUCTURE, "y"), "y = f(x)", "甲"),
    ],
)
def test_an_effect_excuses_only_a_difference_in_which_it_shows(
    effect: Effect, difference: Difference | None, code: str, said: str
) -> None:
    """The code is torch's; without a difference, the conversion fails."""
    attempt = Attempt("", warnings={"甲": effect})
    assert expected_failure("torch.f", attempt, difference, code, frozenset()) == said


@pytest.mark.parametrize(
    ("assumptions", "passed", "said"),
    [
        ({"甲": Answer.NO, "乙": Answer.UNKNOWN}, set(), "甲，这里不成立"),
        ({"甲": Answer.YES}, {"甲"}, ""),
        ({"甲": Answer.UNKNOWN}, set(), ""),
        ({"甲": Answer.UNKNOWN}, {"甲"}, "甲，这里不成立"),
        ({"甲": Answer.UNKNOWN, "乙": Answer.UNKNOWN}, {"甲"}, "甲、乙，这里不成立"),
        ({"甲": Answer.UNKNOWN, "乙": Answer.UNKNOWN}, {"乙"}, ""),
    ],
)
def test_an_assumption_excuses_that_does_not_hold_or_that_another_snippet_needs(
    assumptions: dict[str, Answer], passed: set[str], said: str
) -> None:
    """The call of the record's own API makes the first one, another call the second."""
    attempt = Attempt(
        "", assumptions=assumptions, made_for={"甲": frozenset({"torch.f"}), "乙": frozenset({"torch.g"})}
    )
    assert expected_failure("torch.f", attempt, VALUE, "y = f(x)", passed) == said
