"""Tests of computing the constant parts of a filled template."""

from __future__ import annotations

import pytest

from generator.calls.text.fold import fold


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("not True", "False"),
        ("not x", "not x"),
        ("not not False", "False"),
        ("a if True else b", "a"),
        ("a if False else b", "b"),
        ("a if c else b", "a if c else b"),
        ("'x' if not False else 'y'", "'x'"),
        ("'none' if False else 'sum' if True else 'mean'", "'sum'"),
        ("(0.5, 0.9)[0]", "0.5"),
        ("(0.5, 0.9)[-1]", "(0.5, 0.9)[-1]"),
        ("[a, b][1]", "b"),
        ("(a, b)[2]", "(a, b)[2]"),
        ("(*a, b)[0]", "(*a, b)[0]"),
        ("f(*[[g(x), y]][0])", "f(*[g(x), y])"),
        ("[*a][0]", "[*a][0]"),
        ("[f(x), y][1]", "[f(x), y][1]"),
        ("float(1)", "1.0"),
        ("int(1.0)", "1"),
        ("float(x)", "float(x)"),
        ("bool(None)", "False"),
        ("bool(True)", "True"),
        ("bool(x)", "bool(x)"),
        ("float('inf')", "float('inf')"),
        ("3 * 1.0", "3.0"),
        ("f(0.0 * 1.0, 2e3 * 1.0)", "f(0.0, 2e3)"),
        ("x * 1.0 + True * 1.0", "x * 1.0 + True * 1.0"),
        ("3 * 1", "3 * 1"),
        ("int(2.5)", "2"),
        ("f(not True, 变量 if True else 2)", "f(False, 变量)"),
        ("x[(1, 2)[0]]", "x[1]"),
        ("(a if True else b).c", "(a).c"),
        ("-(1, 2)[0] ** 2", "-1 ** 2"),
        ("(1, 2)[0].real", "(1).real"),
        ("'a' if 'cpu' == 'cpu' else 'b'", "'a'"),
        ("'a' == x", "'a' == x"),
        ("abs(2.5) * abs(x)", "2.5 * abs(x)"),
        ("no expression at", "no expression at"),
    ],
)
def test_folds(source: str, wanted: str) -> None:
    """Constant parts are computed, and the text of all else stays as it is."""
    assert fold(source) == wanted


@pytest.mark.parametrize(
    "source",
    [
        "(a if b else c, d)[0].e",
        "(-1, 2)[0] ** 2",
        "(a + b, c)[0] * 2",
        "(a if b else c, d)[0] + 1",
        "(lambda: a, b)[0]()",
        "(f(), g())[0]",
        "float(10 ** 400)",
        "int(1e400)",
        "(await_, b)[False]",
        "(1, 2)[0].real",
        "2 * (a or b if True else c)",
        "2 * ((a or b) if True else c)",
        "-(x + 1 if True else c)",
    ],
)
def test_meaning_stays(source: str) -> None:
    """A folded expression comes to the same value; parts with an effect are not left out."""
    calls: list[str] = []

    def called(name: str) -> object:
        def function() -> int:
            calls.append(name)
            return 3

        return function

    def run(text: str) -> tuple[object, list[str]]:
        calls.clear()
        names = {"a": Rich(5), "b": 0, "c": 4, "d": 7, "x": 2, "f": called("f"), "g": called("g"), "await_": 1}
        try:
            return eval(text, names), list(calls)  # noqa: S307  # one of the expressions above
        except Exception as error:  # noqa: BLE001  # whatever happens, it happens to both
            return type(error), list(calls)

    assert run(fold(source)) == run(source)


class Rich(int):
    """A number with an attribute, which is called as well."""

    e = 1

    def __call__(self) -> int:
        """What it gives when it is called."""
        return 1
