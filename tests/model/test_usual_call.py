"""Which snippet stands for a mapping."""

from __future__ import annotations

import pytest

from generator.model.record import Check, Example, Mapping
from generator.model.usual_call import choose_usual, names_package, usual_of

POSITIONAL = Check(given={"x": "float32[2, 3]"}, torch="y = torch.sum(x, 1)", paddle="y = paddle.sum(x, 1)")


@pytest.mark.parametrize(
    "other",
    [
        Check(given={"x": "float32[2, 3]"}, torch="torch.sum(input=x, dim=1)", paddle="paddle.sum(x=x, axis=1)"),
        Check(given={"x": "float32[2]", "y": "float32[]"}, torch="torch.sum(x, out=y)", paddle="paddle.sum(x, out=y)"),
        Check(given={"x": "complex64[2, 3]"}, torch="y = torch.sum(x, 1)", paddle="y = paddle.sum(x, 1)"),
        Check(torch="y = torch.sum(x)", paddle="y = paddle.sum(x)", skip="需要 GPU。"),
        Check(torch="y = torch.neg(x)", paddle="y = paddle.neg(x)"),
        Check(torch="y = torch.sum(*a)", paddle="y = paddle.sum(*a)"),
        Check(torch="y = torch.sum(x)", paddle="y = paddle.sum(x.flatten())"),
        Check(torch="y = torch.sum(", paddle="y = paddle.sum("),
    ],
    ids=["named", "out", "dtype", "skipped", "another API", "hidden", "more calls", "no Python"],
)
def test_the_ordinary_call_is_chosen(other: Check) -> None:
    """What nobody writes by day is not what stands for a mapping, wherever it stands."""
    assert choose_usual("torch.sum", Mapping(checks=(other, POSITIONAL))) == ("checks", 1)
    assert choose_usual("torch.sum", Mapping(checks=(POSITIONAL, other))) == ("checks", 0)


def test_examples_show_what_is_less_usual() -> None:
    """A check comes before an example, which is there for a difference."""
    example = Example(given={"x": "float32[2]"}, torch="y = torch.sum(x)", paddle="y = paddle.sum(x)")
    assert choose_usual("torch.sum", Mapping(examples=(example,), checks=(POSITIONAL,))) == ("checks", 0)
    assert choose_usual("torch.sum", Mapping(examples=(example,))) == ("examples", 0)


def test_the_mark_wins() -> None:
    """A marked snippet stands for its mapping, whatever it looks like; without code nothing does."""
    marked = Check(torch="torch.sum(input=x)", paddle="paddle.sum(x=x)", usual=True)
    assert usual_of("torch.sum", Mapping(checks=(POSITIONAL, marked))) == (("checks", 1), marked)
    assert usual_of("torch.sum", Mapping()) is None


@pytest.mark.parametrize(
    ("code", "api", "named"),
    [
        ("y = torch.abs(x)", "torch.abs", True),
        ("y = torch.nn.functional.relu(x)", "torch.nn.functional.relu", True),
        ("from torch import abs\ny = abs(x)", "torch.abs", True),
        ("y = torch.ones(2).abs()", "torch.Tensor.abs", False),
        ("y = x.T", "torch.Tensor.T", False),
    ],
)
def test_a_method_has_no_name_of_torch(code: str, api: str, named: bool) -> None:  # noqa: FBT001  (a parameter of the test)
    """A function is called by its package, a method is not, whatever stands around it."""
    assert names_package(code, api) is named
