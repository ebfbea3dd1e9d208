"""Whether tests can hold together: what a condition contradicts in itself, and which two exclude each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from generator.model.fact import OTHER, Answer, Fact, Facts, evaluate
from generator.model.given import DTYPES
from generator.model.when import CALL, COMPARISONS, KINDS, Test, When
from generator.model.when_value import Name, Value, read_value

_MOST = 99
_VALUE_OPS = frozenset({"is", "in", "not_in", "kind", "items", "other_keys", *COMPARISONS})
_CANDIDATES = {
    "dtype": tuple(Fact(dtype=dtype) for dtype in DTYPES),
    "ndim": tuple(Fact(ndim=number) for number in range(_MOST + 1)),
    "length": tuple(Fact(kind="sequence", length=number) for number in range(_MOST + 1)),
    "empty": (Fact(empty=True), Fact(empty=False)),
    "grad": (Fact(grad=True), Fact(grad=False)),
    "view": (Fact(view=True), Fact(view=False)),
    "gradient": (Fact(gradient=True), Fact(gradient=False)),
}
"""One argument for each answer that the tests of a kind can tell apart."""


def can_hold(tests: Iterable[Test]) -> bool:
    """Tells whether a call can pass all tests; true where that is not known."""
    by_subject: defaultdict[str, list[Test]] = defaultdict(list)
    for test in tests:
        by_subject[test.subject].append(test)
    return all(_call_can(found) if name == CALL else _argument_can(found) for name, found in by_subject.items())


def can_both_hold(left: When | None, right: When | None) -> bool:
    """Tells whether a call can meet both conditions; None is met by every call."""
    ours, theirs = (when.clauses if when is not None else ((),) for when in (left, right))
    return any(can_hold((*one, *other)) for one in ours for other in theirs)


def _argument_can(tests: Sequence[Test]) -> bool:
    tests = [test for test in tests if not test.other]
    ops = {test.op for test in tests}
    if {"passed", "omitted"} <= ops:
        return False
    of_value = [test for test in tests if test.op in _VALUE_OPS]
    return (not of_value or _one_meets(of_value, _values(of_value))) and all(
        _one_meets([test for test in tests if test.op == op], facts) for op, facts in _CANDIDATES.items() if op in ops
    )


def _one_meets(tests: Sequence[Test], candidates: Iterable[Fact]) -> bool:
    when = When((tuple(tests),))
    return any(evaluate(when, Facts({tests[0].subject: fact}))[0] is not Answer.NO for fact in candidates)


def _values(tests: Sequence[Test]) -> list[Fact]:
    """Returns one argument for each value that the tests tell apart."""
    for test in tests:
        if test.op in {"is", "in"}:
            values = (test.value,) if isinstance(test.value, str) else test.value
            return [_fact(read_value(value)) for value in values]
    bounds = sorted(_number(test.value) for test in tests if test.op in COMPARISONS)
    if bounds:
        between = [(left + right) / 2 for left, right in pairwise(bounds)]
        return [Fact(literal=number) for number in (bounds[0] - 1, *bounds, *between, bounds[-1] + 1)]
    kinds = [Fact(kind=kind) for kind in (*KINDS, OTHER) if kind != "shape"]
    kinds.append(Fact(kind="sequence", is_shape=True))
    # Several arguments of a variadic parameter have the kind of the first, and items that may be anything.
    is_variadic = any(test.subject.startswith("*") for test in tests)
    several = [replace(fact, items=(None,)) for fact in kinds if is_variadic]
    return [*kinds, *several]


def _number(text: str | tuple[str, ...]) -> int | float:
    assert isinstance(text, str)
    value = read_value(text)
    assert isinstance(value, int | float)
    return value


def _fact(value: Value) -> Fact:
    return Fact(name=value.dotted) if isinstance(value, Name) else Fact(literal=value)


def _call_can(tests: Sequence[Test]) -> bool:
    """Tells whether no two tests of the call itself exclude each other."""
    same: dict[frozenset[str], str] = {}
    for test in tests:
        if test.op == "same_dtype" and same.setdefault(frozenset(test.subjects), test.value[0]) != test.value[0]:
            return False
    states = {test.value for test in tests if test.op == "default_dtype"}
    devices = [set(test.value) for test in tests if test.op == "device"]
    return len(states) < 2 and (not devices or bool(set.intersection(*devices)))  # noqa: PLR2004  (yes and no)
