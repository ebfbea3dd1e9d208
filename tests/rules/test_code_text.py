from __future__ import annotations

import ast
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rules.code import Code, parse_together
from generator.rules.code_text import surely_parses

PLAIN = (
    "y = torch.abs(input=x)",
    "y = paddle.add(f(x), [1, -2.5, 1e-5], alpha=a.b, name='名')[0]",
    "values, indices = torch.max(x, 1), g()\nvalues.sum().backward()\n",
    "from PIL import Image\nimport pathlib\ny = f(Image.open('a'), size=(1, 2))",
    "a = f(x, dim=1)\nb = g(x, dim=1)",
)
WRONG = (
    "f(a=1, 2)",
    "f(a 1)",
    "f(x",
    "x[]",
    "None = f(x)",
    "f(True=1)",
    "f(lambda=1)",
    "import None",
    "x.class = f()",
    "y = 01",
    "y = ",
    "1 = x",
)
PIECES = (
    "(",
    ")",
    "[",
    "]",
    ", ",
    ",",
    ".",
    " = ",
    "=",
    " ",
    "\n",
    "1",
    "1e",
    "0",
    "-",
    "'",
    "x",
    "in",
    "None",
    "import ",
)


@pytest.mark.parametrize("text", PLAIN)
def test_plain_statements_need_no_parser(text: str) -> None:
    """The statements that most snippets are made of are known to be Python by their looks."""
    assert surely_parses(text)
    ast.parse(text)


@pytest.mark.parametrize("text", WRONG)
def test_wrong_statements_are_left_to_the_parser(text: str) -> None:
    """What is no Python is never taken for it by its looks."""
    assert not surely_parses(text)
    with pytest.raises(SyntaxError):
        ast.parse(text)


@given(st.sampled_from(PLAIN), st.integers(0, 80), st.integers(0, 3), st.sampled_from(PIECES))
def test_whatever_surely_parses_does(text: str, at: int, removed: int, piece: str) -> None:
    """A plain statement with a few characters changed is Python wherever it is said to be."""
    changed = text[:at] + piece + text[at + removed :]
    if surely_parses(changed):
        ast.parse(changed)


@pytest.mark.parametrize(
    "text",
    ["f(" * 5_000, "f(a, " * 5_000, "y = f(" + "a, " * 50_000, "a, " * 50_000 + "="],
    ids=["calls", "calls with arguments", "arguments", "targets"],
)
def test_hostile_text_ends_soon(text: str) -> None:
    """Text made to keep a pattern busy is left to the parser, and not tried in ever more ways."""
    assert not surely_parses(text)


@pytest.mark.parametrize("text", ["y = 1if x else 2", r"y = '\d'"])
def test_odd_code_is_read_without_a_word_from_python(text: str) -> None:
    """What Python only warns of is no error, and nobody who lints sees Python's own words about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Code(text).error is None
        assert parse_together([text])
