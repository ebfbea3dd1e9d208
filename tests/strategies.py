"""Hypothesis strategies for records as contributors could write them."""

from __future__ import annotations

from hypothesis import strategies as st

from generator.model.category import CATEGORIES
from generator.model.parameter import DefaultPair, Difference, ParameterRow
from generator.model.record import Check, Example, Exemption, Links, Overload, Pair, Record
from generator.model.relation import Rewrite

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

DIFFERENCE = st.builds(Difference, usage=TEXT, type=st.none()) | st.builds(Difference, usage=st.none(), type=TEXT)
ROW = st.builds(
    ParameterRow,
    torch=NAME,
    paddle=st.none() | NAME,
    note=st.just("") | TEXT,
    set=MAYBE,
    rewrite=st.none() | st.sampled_from(Rewrite),
    default=st.none() | st.builds(DefaultPair, torch=TEXT, paddle=TEXT),
    differs=st.none() | DIFFERENCE,
    returns=st.none(),
) | st.builds(ParameterRow, torch=st.none(), paddle=st.none(), returns=TEXT)
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
