from __future__ import annotations

import pytest

from generator.evidence.vary.call_slices import slices
from generator.evidence.vary.snippet_code import read_pattern
from generator.model.record import Check


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("y, z = torch.abs(x), torch.sin(w)", {"y": "y = torch.abs(x)", "z": "z = torch.sin(w)"}),
        ("y = torch.abs(x)", {"y": "y = torch.abs(x)"}),
        ("y, i = torch.sort(x)", {"y": "y, i = torch.sort(x)"}),
        ("a = x + w\ny = torch.abs(a)", {"a": "a = x + w", "y": "a = x + w\ny = torch.abs(a)"}),
        ("y = torch.abs(x)\ny = y + 1", {}),
        ("y = x.exp_()\nz = torch.abs(x)", {}),
        ("y = x.exp_()", {"y": "y = x.exp_()"}),
        ("y = torch.abs(x)\ny[0] = 1.0", {}),
        ("x = torch.abs(x)", {}),
        ("y = torch.abs(x, out=w)", {}),
    ],
)
def test_each_result_is_cut_out_where_nothing_else_changes_it(code: str, expected: dict[str, str]) -> None:
    """Code that does more than bind each variable once is left alone."""
    theirs = code.replace("torch", "paddle")
    check = Check(given={"x": "float32[2]", "w": "float32[2]"}, torch=code, paddle=theirs, compare=("y",))
    pattern = read_pattern("checks.0", check, "torch.abs")
    assert pattern is not None
    found = list(slices(pattern))
    assert {one.result: one.torch for one in found} == expected
    assert {one.result: one.paddle.replace("paddle", "torch") for one in found} == expected
    assert not any(one.snippet.compare for one in found)


def test_the_other_side_stays_whole_where_it_does_more() -> None:
    """Only where all of torch's code is one result."""
    given, theirs = {"x": "float32[2]"}, "y = x * 1\ny.abs_()"
    for code, count in (("y = torch.abs(x)", 1), ("y = torch.abs(x)\nz = y + 1", 0)):
        pattern = read_pattern("checks.0", Check(given=given, torch=code, paddle=theirs), "torch.abs")
        assert pattern is not None
        assert [one.paddle for one in slices(pattern)] == [theirs] * count
