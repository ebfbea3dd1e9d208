from __future__ import annotations

import ast
from typing import Any

import pytest
from hostile import PAYLOADS

from generator.model.record import Check
from generator.publishing.views.inputs import input_comment, say_inputs
from generator.publishing.views.page import pair_of

SAID: list[tuple[Any, str]] = [
    ("float32[2, 3]", "float32[2, 3]"),
    ("float32[]", "float32[]"),
    ("float32[N, 4]", "float32[N=2, 4]"),
    ("int64[4] > 0", "int64[4]（1 到 9）"),
    ("float32[2] in (0, 1) grad", "float32[2]（0 到 1、有梯度）"),
    ("float32[2, 3] offset grad", "float32[2, 3]（不从存储的开头开始、有梯度）"),
    ("float32[2, 3] with (nan, inf) strided", "float32[2, 3]（含 nan、inf、不连续）"),
    ("randn[2]", "float32[2]（正态分布）"),
    ("float32[2, 3] of (0, 1)", "float32[2, 3]（只有 0、1）"),
    (["0", "2"], "int64([0, 2])"),
    ("float32([[1.0, 2.5], [nan, -inf]])", "float32([[1, 2.5], [nan, -inf]])"),
    ([["true", "false"]], "bool([[True, False]])"),
    ([[str(number) for number in range(20)]], "int64[1, 20]"),
    ("np.float32(1.5)", "np.float32(1.5)"),
    ("3", "3"),
    (None, "None"),
    ("'mean'", "'mean'"),
    ("(1, 2)", "(1, 2)"),
    (repr("一" * 99), "一个 str"),
    ("0x" + "f" * 5000, "一个 int"),
    (["float32[2]", "int64[2]"], "[float32[2], int64[2]]"),
    (["float32[2, 3, 4]"] * 5, "5 项的 list"),
    ({"a": "float32[2]"}, "{'a': float32[2]}"),
]


@pytest.mark.parametrize(("given", "said"), SAID)
def test_an_input_is_said_in_a_few_words(given: Any, said: str) -> None:
    """Dtype and shape, short values as they are, and of what is long only what it is."""
    assert say_inputs({"x": given}) == f"x: {said}"


def test_several_inputs_share_a_line_as_long_as_they_fit() -> None:
    """A line of comment is no wider than the column of a code sample."""
    assert input_comment({"x": "float32[2, 3]", "label": ["0", "2"]}) == ("# x: float32[2, 3]，label: int64([0, 2])",)
    lines = input_comment({f"x{number}": "float32[2, 3]" for number in range(5)})
    assert len(lines) == 3
    assert max(map(len, lines)) < 52


def test_code_without_inputs_has_no_comment() -> None:
    """Nothing stands above the code of a snippet that needs nothing."""
    assert pair_of(Check(torch="y = 1\n", paddle="y = 1\n")).torch == "y = 1"


@pytest.mark.parametrize("payload", [*PAYLOADS, "x\nimport os", "'a\\nb\u2028c'", "float32[2", "\u202e"])
def test_text_of_strangers_stays_in_its_comment(payload: str) -> None:
    """Whatever a name or value holds, the lines are comments and the code below them is what it was."""
    lines = input_comment({"x": payload, payload: "float32[2]", "y": [payload, "float32[2]"], "z": {payload: "1"}})
    assert all(line.startswith("# ") and len(line.splitlines()) == 1 for line in lines)
    assert ast.dump(ast.parse("\n".join([*lines, "y = 1"]))) == ast.dump(ast.parse("y = 1"))
