from __future__ import annotations

import warnings

import pytest

from generator.lint.rules.code import Code

NOTHING: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    "text", ["f(a=1, 2)", "f(x", "None = f(x)", "y = 01", "y = \0", "f(" * 5_000, "-" * 100_000 + "1"]
)
def test_wrong_code_is_an_error_and_has_no_tree(text: str) -> None:
    """Whatever Python refuses to parse, for whatever reason, is said to be wrong, and no name is looked for in it."""
    assert Code(text).error is not None
    assert list(Code(text).undefined(NOTHING)) == []
    assert Code(text).calls == ()


@pytest.mark.parametrize("text", ["y = 1if x else 2", r"y = '\d'"])
def test_odd_code_is_read_without_a_word_from_python(text: str) -> None:
    """What Python only warns of is no error, and whoever lints does not see Python's own warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Code(text).error is None


@pytest.mark.parametrize(
    ("text", "undefined"),
    [
        ("y = torch.abs(x)", ["x"]),
        ("z = x\ny = f(z, x)", ["x", "f"]),
        ("y = y + 1", ["y"]),
        ("y = [t + s for t in x]", ["s", "x"]),
        ("y = (lambda a: a + b)(1)", ["b"]),
        ("for i in range(3):\n    y = i + j", ["j"]),
        ("def f(a):\n    return later\nlater = 1", []),
        ("with open(p) as file:\n    y = file", ["p"]),
        ("import math as m\nfrom os import path\ny = m.pi, path", []),
        ("try:\n    y = 1\nexcept ValueError as error:\n    y = error", []),
        ("match 1:\n    case a:\n        y = a", []),
        ("y = (n := 3) + n", []),
        ("y = print('x', file=None)", []),
    ],
)
def test_undefined_names_are_those_that_nothing_defines_before(text: str, undefined: list[str]) -> None:
    """A name counts as undefined where no earlier statement, Python itself or a library defines it."""
    assert [name.id for name in Code(text).undefined(NOTHING)] == undefined
    assert list(Code(text).undefined(frozenset(undefined))) == []
