"""Hypothesis strategies for records as contributors could write them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter

from generator.model.category import CATEGORIES
from generator.model.parameter import Covers, DefaultPair, Difference, Effect, ParameterRow, Undecided
from generator.model.record import Check, Example, Exemption, Links, Overload, Pair, Record
from generator.model.relation import Rewrite
from generator.model.template import Convert
from generator.model.when import BARE, COMPARISONS, CONTENTS, DEVICES, KINDS, RESULTS, parse_when

TEXT = st.text(
    st.characters(
        codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters="\x85\ufeff\ufffe\uffff"
    ),
    min_size=1,
    max_size=30,
)
CODE = st.lists(TEXT, min_size=1, max_size=3).map("\n".join)
NAME = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
TORCH = st.lists(NAME, min_size=1, max_size=3).map(lambda parts: ".".join(["torch", *parts]))
PADDLE = st.lists(NAME, min_size=1, max_size=3).map(lambda parts: ".".join(["paddle", *parts]))
MAYBE = st.none() | TEXT

LITERAL = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.lists(inner, max_size=2).map(tuple),
    max_leaves=4,
).map(repr) | st.just("torch.float32")
NUMBER = (st.integers() | st.floats(allow_nan=False)).map(repr)


def _some(words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    return st.sampled_from(words) | st.lists(st.sampled_from(words), min_size=1, max_size=2, unique=True)


YES_NO = st.sampled_from(["yes", "no"])
COUNT = st.integers(0, 9) | st.dictionaries(st.sampled_from(COMPARISONS), st.integers(0, 9), min_size=1)
OPS: dict[str, st.SearchStrategy[Any]] = {
    "is": LITERAL,
    "in": st.lists(LITERAL, min_size=1, max_size=2),
    "not_in": st.lists(LITERAL, min_size=1, max_size=2),
    **dict.fromkeys(COMPARISONS, NUMBER | st.just("other")),
    "kind": _some(KINDS),
    "items": _some(KINDS),
    "dtype": _some(("int", "float16", "bool")),
    "ndim": COUNT | st.dictionaries(st.sampled_from(COMPARISONS), st.just("other"), min_size=1),
    "length": COUNT,
    "passed": YES_NO,
    "empty": YES_NO,
    "has": _some(CONTENTS),
    "grad": YES_NO,
}
TEST = st.sampled_from(BARE) | st.lists(st.sampled_from(list(OPS)), min_size=1, max_size=2, unique=True).flatmap(
    lambda ops: st.fixed_dictionaries({op: OPS[op] for op in ops})
)
CALL_TEST = st.one_of(
    st.fixed_dictionaries({"same_dtype": st.sampled_from([["a", "b"], ["a"]]), "is": YES_NO}),
    st.fixed_dictionaries({"result": st.sampled_from(RESULTS), "device": _some(DEVICES)}),
    st.fixed_dictionaries({"default_dtype": YES_NO, "data": st.just("图像小于 `size`")}),
)
CLAUSE = st.dictionaries(
    NAME.filter(lambda name: name != "call") | st.just("forward.x"), TEST, min_size=1, max_size=2
) | (st.fixed_dictionaries({"call": CALL_TEST}))
WHEN_YAML = CLAUSE | st.lists(CLAUSE, min_size=1, max_size=2)
"""Conditions as YAML has them."""
WHEN = WHEN_YAML.map(parse_when)
CONVERT = st.sampled_from(["f({call}, {{1: {x}}})", {"axis": "-{x}", "keepdim": "True"}]).map(
    TypeAdapter(Convert).validate_python
)

DIFFERENCE = st.builds(Difference, usage=TEXT, type=st.none()) | st.builds(Difference, usage=st.none(), type=TEXT)
CONDITION = {
    "when": st.none() | WHEN,
    "covers": st.sampled_from(Covers),
    "effect": st.none() | st.sampled_from(Effect),
    "undecided": st.none() | st.sampled_from(Undecided),
    "convert": st.none() | CONVERT,
}
ROW = st.builds(
    ParameterRow,
    **CONDITION,
    torch=NAME,
    paddle=st.none() | NAME,
    note=st.just("") | TEXT,
    set=MAYBE,
    rewrite=st.none() | st.sampled_from(Rewrite),
    default=st.none() | st.builds(DefaultPair, torch=TEXT, paddle=TEXT),
    differs=st.none() | DIFFERENCE,
    returns=st.none(),
) | st.builds(ParameterRow, torch=st.none(), paddle=st.none(), returns=TEXT, **CONDITION)
NAMES = st.lists(NAME, max_size=2, unique=True).map(tuple)
GIVEN = st.dictionaries(NAME, TEXT | st.lists(TEXT, max_size=2), max_size=2)
SNIPPET = {"given": GIVEN, "torch": CODE, "paddle": CODE, "compare": NAMES, "skip": MAYBE, "random": st.booleans()}
EXAMPLE = st.builds(Example, parameter=NAMES, title=st.just("") | TEXT, **SNIPPET)
MAPPING = {
    "paddle": st.none() | PADDLE,
    "signatures": st.none() | st.builds(Pair, torch=MAYBE, paddle=MAYBE),
    "summary": MAYBE,
    "parameters": st.lists(ROW, max_size=3).map(tuple),
    "examples": st.lists(EXAMPLE, max_size=2).map(tuple),
    "checks": st.lists(st.builds(Check, **SNIPPET), max_size=2).map(tuple),
}
URL = st.none() | st.just("https://example.org/a_b(c)?q=1#x")
RECORD = st.builds(
    Record,
    torch=TORCH,
    category=st.sampled_from(CATEGORIES),
    context=st.booleans(),
    reason=MAYBE,
    overloads=st.lists(st.builds(Overload, title=MAYBE, **MAPPING), max_size=2).map(tuple),
    aliases=st.lists(TORCH, max_size=2).map(tuple),
    related=st.lists(TORCH, max_size=2).map(tuple),
    links=st.none() | st.builds(Links, torch=URL, paddle=URL),
    exempt=st.lists(st.builds(Exemption, code=TEXT, reason=TEXT), max_size=1).map(tuple),
    **MAPPING,
)
