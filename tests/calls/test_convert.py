"""Tests of the conversion of texts, beside its cases."""

from __future__ import annotations

import ast
import cProfile
import sysconfig
from pathlib import Path

import pytest

from generator.calls.convert import MARK, apply, convert
from generator.calls.site import Edit, SourceError
from tests.call_samples import knowledge


def test_apply_keeps_what_is_outside_of_edits() -> None:
    """Edits may be given in any order; an insertion comes before what is replaced at the same place."""
    assert apply("abcdef", [Edit(4, 6, "X"), Edit(1, 2, ""), Edit(4, 4, "+")]) == "acd+X"
    assert apply("abc", []) == "abc"


def test_pages_stand_in_comments() -> None:
    """A comment names the address of the record's page."""
    found = convert("torch.save(x, f)", knowledge(), page=lambda record: f"https://a/{record}/")
    assert found.text.startswith(f"{MARK}torch.save 改写，需要由几个 API 组合，见 https://a/torch.save/\n")
    assert found.todos == 1


def test_comments_keep_to_the_encoding() -> None:
    """In a text whose encoding has no Chinese, a comment is the API's name alone."""
    found = convert("import torch\ntorch.save(x, f)\n", knowledge(), encoding="latin-1")
    assert f"{MARK}torch.save\n" in found.text
    found.text.encode("latin-1")


def test_todos_count_comments() -> None:
    """Several reasons in one line are one comment, and a second conversion adds none."""
    source = "import torch\ntorch.save(torch.unrecorded(x), f)\ntorch.unrecorded(y)\n"
    found = convert(source, knowledge())
    assert (found.todos, found.text.count(MARK)) == (2, 2)
    assert convert(found.text, knowledge()).todos == 0


def test_errors_of_the_source_are_told() -> None:
    """A text that is no Python is refused with its line."""
    with pytest.raises(SourceError) as caught:
        convert("a = 1\nb c\n", knowledge())
    assert caught.value.line == 2


STANDARD = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))[::8]


@pytest.mark.parametrize("path", STANDARD, ids=lambda path: path.name)
def test_code_without_torch_stays(path: Path) -> None:
    """A module of Python's standard library is neither converted nor marked."""
    source = path.read_bytes().decode("utf-8", errors="replace")
    assert convert(source, knowledge()).text == source


@pytest.mark.parametrize("separator", [", ", ",\n"])
def test_long_texts_take_linear_time(separator: str) -> None:
    """A text of many calls is converted, each of them, on one line and on many; four times the calls are four times the work."""

    def work(count: int) -> int:
        source = "x = [" + separator.join(["torch.lerp('é', b, w)"] * count) + "]\n"
        profile = cProfile.Profile()
        found = profile.runcall(convert, source, knowledge())
        assert len(found.analysis.edits) == count
        assert ast.parse(found.text)
        return sum(each.callcount for each in profile.getstats())  # as time, but the same on every machine

    assert work(200) < 6 * work(50)
