from __future__ import annotations

import enum
import math
from typing import Any

import pytest

from generator.catalog.inventory.defaults import default_text, stable_text


class Colour(enum.Enum):
    """An enumeration whose ``repr`` is no source."""

    RED = 1


class Plain:
    """A class with ``object``'s ``repr``, which shows an address."""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (True, "True"),
        (1e-5, "1e-05"),
        (math.inf, "float('inf')"),
        ("mean", "'mean'"),
        (..., "..."),
        ((1,), "(1,)"),
        ((0.9, 0.999), "(0.9, 0.999)"),
        ([Colour.RED], "[Colour.RED]"),
        ({"a": None}, "{'a': None}"),
        ({"b", "a", "c"}, "{'a', 'b', 'c'}"),
        (set(), "set()"),
        (dict, "dict"),
        (math, "math"),
        (enum.unique, "enum.unique"),
        (lambda x: x, "<lambda>"),
        (Plain(), "<Plain>"),
        ("x" * 100, repr("x" * 100)),
    ],
)
def test_default_text(value: Any, text: str) -> None:
    """A default is Python source where it can be, and never shows an address or the order of a set."""
    assert default_text(value) == text


@pytest.mark.parametrize(
    ("text", "stable"),
    [
        ("opts=<torch._C.AllgatherOptions object at 0x7ff32fa56a70>", "opts=<AllgatherOptions>"),
        ("op=<RedOpType.SUM: 0>", "op=RedOpType.SUM"),
        ("f=<function f at 0x7ff3>", "f=<f>"),
        ("(a, b=1)", "(a, b=1)"),
    ],
)
def test_stable_text(text: str, stable: str) -> None:
    """Documentation loses what changes from one run to the next, and nothing else."""
    assert stable_text(text) == stable
