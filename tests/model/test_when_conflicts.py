from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as for_all
from strategies import WHEN

from generator.model.when import When, parse_when
from generator.model.when_conflicts import can_both_hold, can_hold

IMPOSSIBLE: dict[str, Any] = {
    "two values": {"a": {"is": "1", "in": ["2", "3"]}},
    "an excluded value": {"a": {"is": "1", "not_in": ["1"]}},
    "a value beyond a bound": {"a": {"is": "3", "lt": "3"}},
    "a value of another kind": {"a": {"is": "None", "kind": "number"}},
    "bounds that cross": {"a": {"lt": "0", "gt": "1"}},
    "bounds that touch": {"a": {"lt": "1", "ge": "1"}},
    "a bound of what is no number": {"a": {"lt": "0", "kind": "str"}},
    "dimensions": {"a": {"ndim": {"lt": "2", "ge": "2"}}},
    "items of a number": {"a": {"kind": "number", "items": "numpy"}},
    "fewer than no dimensions": {"a": {"ndim": {"lt": "0"}}},
}
POSSIBLE: dict[str, Any] = {
    "one of two values": {"a": {"in": ["1", "2"], "gt": "1"}},
    "between bounds": {"a": {"gt": "0", "lt": "1"}},
    "on bounds": {"a": {"ge": "1", "le": "1"}},
    "a name": {"a": {"is": "torch.float32", "not_in": ["None"]}},
    "kinds": {"a": {"kind": ["tensor", "number"], "lt": "0"}},
    "items": {"a": {"kind": "sequence", "items": ["tensor", "number"]}},
    "items of several arguments": {"*a": {"kind": "number", "items": "numpy"}},
    "dimensions": {"a": {"ndim": {"ge": "2", "le": "2"}}},
    "all of data": {"a": {"dtype": "int", "ndim": "1", "empty": "no", "grad": "no", "has": ["nan", "zero"]}},
    "of the call": {"call": {"same_dtype": ["a", "b"], "result": "used", "default_dtype": "no", "device": "cpu"}},
}
EXCLUSIVE: list[tuple[Any, Any]] = [
    ({"a": "passed"}, {"a": "omitted"}),
    ({"a": {"is": "True"}}, {"a": {"is": "False"}}),
    ({"a": {"kind": "tensor"}}, {"a": {"kind": ["number", "bool"]}}),
    ({"a": {"dtype": "int"}}, {"a": {"dtype": ["float", "bool"]}}),
    ({"a": {"is": "None"}}, {"a": {"is": "builtins.int"}}),
    ({"a": {"empty": "yes"}}, {"a": {"empty": "no"}}),
    ({"a": {"grad": "yes"}}, {"a": {"grad": "no"}}),
    ({"call": {"same_dtype": ["a", "b"]}}, {"call": {"same_dtype": ["b", "a"], "is": "no"}}),
    ({"call": {"default_dtype": "yes"}}, {"call": {"default_dtype": "no"}}),
    ({"call": {"device": "cpu"}}, {"call": {"device": "cuda"}}),
    ([{"a": "passed"}, {"b": {"is": "1"}}], {"a": "omitted", "b": {"is": "2"}}),
]


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_contradiction_is_seen(case: str) -> None:
    """Tests of one subject that no argument passes together cannot hold."""
    assert not can_hold(parse_when(IMPOSSIBLE[case]).tests)


@pytest.mark.parametrize("case", POSSIBLE)
def test_what_some_call_meets_can_hold(case: str) -> None:
    """Tests that one argument passes together are no contradiction."""
    assert can_hold(parse_when(POSSIBLE[case]).tests)


@pytest.mark.parametrize(("left", "right"), EXCLUSIVE)
def test_conditions_that_exclude_each_other_cannot_both_hold(left: Any, right: Any) -> None:
    """No call meets both conditions, whichever comes first."""
    assert not can_both_hold(parse_when(left), parse_when(right))
    assert not can_both_hold(parse_when(right), parse_when(left))


def test_or_needs_one_clause_that_goes_with_the_other() -> None:
    """A condition of two clauses goes with another where one of them does."""
    assert can_both_hold(parse_when([{"a": "omitted"}, {"b": "passed"}]), parse_when({"a": "passed"}))


@for_all(WHEN)
def test_every_call_meets_no_condition(when: When) -> None:
    """A row without a condition applies to every call, so also where another does, unless that never does."""
    assert can_both_hold(when, None) == any(can_hold(clause) for clause in when.clauses)
