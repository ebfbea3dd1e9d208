from __future__ import annotations

import ast

import pytest

from generator.evidence.vary.change import Later
from generator.evidence.vary.follow_up_code import object_of, used_again

LAYER = "m = torch.nn.Linear(2, 3)\ny = m(x)"


@pytest.mark.parametrize(
    ("torch", "paddle", "found"),
    [
        (LAYER, "m = paddle.nn.Linear(2, 3)\ny = m(x)", ("m", True)),
        (LAYER, "m = paddle.compat.nn.Linear(2, 3)\ny = m(x)", ("m", True)),
        (LAYER, "n = paddle.nn.Linear(2, 3)\ny = n(x)", ("", False)),
        (LAYER, "m = paddle.nn.Linear(2, 3)\ny = paddle.abs(x)", ("", False)),
        ("o = torch.optim.SGD([w])\no.step()", "o = paddle.optimizer.SGD(parameters=[w])\no.step()", ("o", False)),
        ("y = torch.abs(x)\nz = y.sum()", "y = paddle.abs(x)\nz = y.sum()", ("", False)),
    ],
)
def test_an_object_that_both_sides_make_and_use_is_found(torch: str, paddle: str, found: tuple[str, bool]) -> None:
    """Its class has a capital, both sides call it or a method of it, and layers are known by their module."""
    assert object_of(ast.parse(torch), ast.parse(paddle)) == found


@pytest.mark.parametrize(
    ("how", "between"),
    [
        (Later.AGAIN, []),
        (Later.EVALUATED, ["m.eval()"]),
        (Later.COPIED, ["import copy", "m = copy.deepcopy(m)"]),
        (Later.INFERRED, ["m.eval()", "with torch.no_grad():"]),
        (Later.PRINTED, ["repr(m)"]),
        (Later.RELOADED, ["earlier = m", "m = torch.nn.Linear(2, 3)", "m.load_state_dict(earlier.state_dict())"]),
    ],
)
def test_all_uses_of_an_object_come_twice(how: Later, between: list[str]) -> None:
    """What follows the making of the object is repeated, with the change between."""
    again = "    y = m(x)" if how is Later.INFERRED else "y = m(x)"
    assert used_again(LAYER, "torch", "m", how).splitlines() == [*LAYER.splitlines(), *between, again]
