from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from samples import REPOSITORY
from strategies import WHEN

from generator.model.fact import UNKNOWN_VALUE, Answer, Fact, Facts, evaluate, evaluate_assuming
from generator.model.when import About, Test, When, parse_when
from generator.model.when_data import from_data, to_data
from generator.model.when_value import value_from_json

CASES: dict[str, dict[str, Any]] = {
    case["case"]: case for case in json.loads((REPOSITORY / "tests/data/calls/when.json").read_text(encoding="utf-8"))
}
"""What every implementation of the evaluator answers."""

ANSWERS = {"no": Answer.NO, "unknown": Answer.UNKNOWN, "yes": Answer.YES}


def facts_of(case: dict[str, Any]) -> Facts:
    """The facts as a case has them: what is not written is not known."""
    call = dict(case.get("call", {}))
    results = {name: ANSWERS[answer] for name, answer in call.pop("results", {}).items()}
    literals = frozenset(call.pop("literals")) if "literals" in call else None
    known = {name: ANSWERS.get(value, value) for name, value in call.items()} | {"literals": literals}
    return Facts({name: _fact(data) for name, data in case["arguments"].items()}, results, **known)


def _fact(data: dict[str, Any]) -> Fact:
    known = dict(data)
    known["passed"] = ANSWERS[known.get("passed", "yes")]
    known["literal"] = value_from_json(known["literal"]) if "literal" in known else UNKNOWN_VALUE
    if "items" in known:
        known["items"] = tuple(known["items"])
    known["options"] = tuple(map(_fact, known.get("options", ())))
    known |= {
        name: frozenset(known[name]) for name in ("dtypes", "floats", "keys", "classes", "derived") if name in known
    }
    return Fact(**known)


def read_tests(data: list[list[Any]]) -> tuple[Test, ...]:
    """Tests as a case has them."""
    return from_data([data]).clauses[0]


@pytest.mark.parametrize("name", CASES)
def test_each_case_has_its_answer(name: str) -> None:
    """The answer, the tests that leave it open, and the answer under assumptions are those of the data file."""
    case = CASES[name]
    when, facts = parse_when(case["when"]), facts_of(case)
    answer, left = evaluate(when, facts)
    assert (answer, left) == (ANSWERS[case["answer"]], read_tests(case.get("open", [])))
    settled, assumed = case.get("assuming", [case["answer"], []])
    assert evaluate_assuming(when, facts) == (ANSWERS[settled], read_tests(assumed))


def test_names_of_cases_are_different() -> None:
    """No case hides another of its name."""
    lines = (REPOSITORY / "tests/data/calls/when.json").read_text(encoding="utf-8").count('"case"')
    assert lines == len(CASES)


def test_every_test_of_the_grammar_has_cases_with_all_its_answers() -> None:
    """For each test, a case holds, one does not and one is open, so that a second implementation is held to all."""
    seen: dict[str, set[str]] = {}
    for case in CASES.values():
        when = parse_when(case["when"])
        for test in when.tests if len(when.tests) == 1 else ():
            seen.setdefault(test.op, set()).add(case["answer"])
    others = {"le", "gt", "ge", "data"}  # as lt, which has all; never decided
    missing = {op: set(ANSWERS) - found for op, found in seen.items() if op not in others and found != set(ANSWERS)}
    assert missing == {}


@for_all(WHEN)
def test_nothing_known_leaves_every_test_open(when: When) -> None:
    """Where nothing is known, no condition has an answer, and each of its tests leaves it open."""
    answer, left = evaluate(when, Facts())
    assert answer is Answer.UNKNOWN
    assert set(left) == set(when.tests)


@for_all(WHEN)
def test_assuming_leaves_only_the_shape_open(when: When) -> None:
    """With data assumed away, a condition is open only where a clause speaks of the shape alone."""
    answer, assumed = evaluate_assuming(when, Facts())
    assert all(test.about is About.DATA for test in assumed)
    shape = any(all(test.about is About.SHAPE for test in clause) for clause in when.clauses)
    assert answer is (Answer.UNKNOWN if shape else Answer.NO)


@for_all(WHEN, st.sampled_from(list(CASES)))
def test_data_keeps_the_answer(when: When, name: str) -> None:
    """A condition read back from JSON answers as before."""
    facts = facts_of(CASES[name])
    assert evaluate(from_data(json.loads(json.dumps(to_data(when)))), facts) == evaluate(when, facts)
