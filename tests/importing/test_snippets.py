from __future__ import annotations

import pytest

from generator.importing.snippets import split_snippet


def sides(code: str) -> list[tuple[str, str, str]]:
    """Each pair's case and code."""
    return [(pair.case, pair.torch.code, pair.paddle.code) for pair in split_snippet(code.split("\n")).pairs]


@pytest.mark.parametrize(
    "marks",
    [
        ("# PyTorch 写法", "# Paddle 写法"),
        ("# Pytorch 写法:", "# Paddle 写法："),
        ("#torch写法", "#paddle写法"),
        ("# PyTorch", "# Paddle"),
        ("# torchvision 写法", "# PaddlePaddle 写法"),
        ("# fairscale 写法", "# padlle 写法"),
    ],
)
def test_marks_part_the_sides(marks: tuple[str, str]) -> None:
    """Every spelling of the two marks that public documents use parts the code."""
    assert sides(f"{marks[0]}\na()\n\n{marks[1]}\nb()\n") == [("", "a()", "b()")]


def test_comment_that_names_inputs_is_no_code() -> None:
    """What our own pages put above both sides is derived; a comment of one side alone, or of another form, stays."""
    inputs = "# x: float32[2, 3]（有梯度），n: int64([0, 2])\n# k: 3\n"
    assert sides(f"# PyTorch 写法\n{inputs}a()\n\n# Paddle 写法\n{inputs}b()") == [("", "a()", "b()")]
    alone = f"# PyTorch 写法\n{inputs}a()\n\n# Paddle 写法\nb()"
    assert sides(alone) == [("", f"{inputs}a()", "b()")]
    other = "# note: see above\n"
    assert sides(f"# PyTorch 写法\n{other}a()\n# Paddle 写法\n{other}b()") == [("", f"{other}a()", f"{other}b()")]


def test_comment_about_both_libraries_is_no_mark() -> None:
    """A comment that only speaks of PyTorch and Paddle stays where it is."""
    code = "# PyTorch 写法\n# PyTorch 的 p 参数转为 Paddle 的 q 参数\na()\n# Paddle 写法\nb()"
    assert sides(code) == [("", "# PyTorch 的 p 参数转为 Paddle 的 q 参数\na()", "b()")]


def test_each_pair_keeps_its_case() -> None:
    """Of several pairs in one block each says when it applies, wherever the block says so."""
    code = (
        "# 当 p 为 0 时\n# PyTorch 写法\na(0)\n# Paddle 写法\nb(0)\n\np 为 1 时：\n# PyTorch 写法\na(1)\n# Paddle 写法\nb(1)\n"
        "# PyTorch 写法 (p 为 2)\na(2)\n# Paddle 写法\nb(2)\n# p 为 3，torch 写法\na(3)\n# paddle 写法\nb(3)"
    )
    assert [case for case, _, _ in sides(code)] == ["当 p 为 0 时", "p 为 1 时：", "p 为 2", "p 为 3"]
    assert [torch for _, torch, _ in sides(code)] == ["a(0)", "a(1)", "a(2)", "a(3)"]
    assert split_snippet(code.split("\n")).prose == (6,)


def test_code_before_the_marks_belongs_to_both_sides() -> None:
    """What stands before the first mark is run before either side."""
    assert sides("n = 2\n# PyTorch 写法\na(n)\n# Paddle 写法\nb(n)") == [("", "n = 2\na(n)", "n = 2\nb(n)")]


def test_first_of_two_paddle_marks_over_torch_code_is_a_slip() -> None:
    """A copied mark is read as what the code under it says, and reported."""
    split = split_snippet(["# Paddle 写法", "torch.a()", "# Paddle 写法", "paddle.b()"])
    assert [(pair.torch.code, pair.paddle.code) for pair in split.pairs] == [("torch.a()", "paddle.b()")]
    assert split.loose


@pytest.mark.parametrize(
    "code",
    ["a = 1", "# PyTorch 写法\na()", "# Paddle 写法\nb()\n# PyTorch 写法\na()", "# PyTorch 写法\n# Paddle 写法\nb()"],
)
def test_what_has_not_two_sides_is_not_split(code: str) -> None:
    """Nothing is guessed: code with one side, or with the sides the other way round, stays whole."""
    assert split_snippet(code.split("\n")).pairs == ()
