from __future__ import annotations

import pytest

from generator.evidence.vary.change import Change, Content, Gradient, Part, Rank, apply_change, tensors_in
from generator.model.given import DTYPES, Given, Layout, TensorGiven
from generator.model.given_notation import parse_given, write_given


def changed(change: Change, **inputs: object) -> dict[str, object]:
    """The inputs after a change, in the notation of ``given``."""
    after = apply_change({name: parse_given(value) for name, value in inputs.items()}, change)
    return {name: write_given(value) for name, value in after.items()}


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (Change(Part.DTYPE, "x", "int64"), "float32[2, 3]", "int64[2, 3]"),
        (Change(Part.DTYPE, "x", "int8"), "float32([1.5, nan, 300])", "int8([1, 0, 127])"),
        (Change(Part.DTYPE, "x", "uint8"), "int64([-1, 2])", "uint8([0, 2])"),
        (Change(Part.DTYPE, "x", "int64"), "float32[2] grad", "int64[2]"),
        (Change(Part.DTYPE, "x", "float64"), "randn[2]", "float64[2]"),
        (Change(Part.DTYPE, "w、x", "float64"), "float32[2, 3]", "float64[2, 3]"),
        (Change(Part.DTYPE, "w、y", "float64"), "float32[2, 3]", "float32[2, 3]"),
        (Change(Part.DTYPE, "", "bool"), "float32([0, 2])", "bool([False, True])"),
        (Change(Part.LENGTH, "3", 5), "float32[2, 3, 3]", "float32[2, 5, 5]"),
        (Change(Part.LENGTH, "3", 5), "int64([0, 2, 1])", "int64([0, 2, 1, 0, 2])"),
        (Change(Part.LENGTH, "C", 0), "float32[N, C]", "float32[2, 0]"),
        (Change(Part.RANK, "x", Rank.NONE), "float32[2, 3]", "float32[]"),
        (Change(Part.RANK, "x", Rank.FEWER), "float32[2, 3]", "float32[3]"),
        (Change(Part.RANK, "x", Rank.MORE), "float32[3]", "float32[2, 3]"),
        (Change(Part.LAYOUT, "", Layout.STRIDED), "float32[3]", "float32[3] strided"),
        (Change(Part.LAYOUT, "", Layout.OFFSET), "float32[3]", "float32[3] offset"),
        (Change(Part.LAYOUT, "", Layout.OFFSET), "float32[]", "float32[]"),
        (Change(Part.GRADIENT, "", Gradient.OFF), "float32[3] grad", "float32[3] grad"),
        (Change(Part.CONTENT, "x", Content.ZEROS), "float32[2, 3]", "float32[2, 3] of (0.0)"),
        (Change(Part.CONTENT, "x", Content.NAN), "float32[2, 3]", "float32[2, 3] with (nan)"),
        (Change(Part.CONTENT, "x", Content.WIDE), "randn[2, 3]", "float32[2, 3] in (-8.0, 8.0)"),
        (Change(Part.CONTENT, "x", Content.WIDE), "float32([0.5, 3.0])", "float32[2] in (0.5, 8.0)"),
        (Change(Part.CONTENT, "x", Content.WIDE), "float32[2] in (0.1, 0.9)", "float32[2] in (0.1, 0.9)"),
        (Change(Part.CONTENT, "x", Content.WIDE), "int64[2]", "int64[2]"),
        (Change(Part.CONTENT, "x", Content.NAN), "int64[2, 3]", "int64[2, 3]"),
        (Change(Part.CONTENT, "x", Content.NEGATIVE), "uint8[2]", "uint8[2]"),
        (Change(Part.CONTENT, "x", Content.ZEROS), "float32[0, 3]", "float32[0, 3]"),
        (Change(Part.GRADIENT, "", Gradient.WANTED), "float32[2]", "float32[2] grad"),
        (Change(Part.GRADIENT, "", Gradient.WANTED), "int64[2]", "int64[2]"),
        (Change(Part.NUMBER, "x", "-1"), "3", "-1"),
        (Change(Part.NUMBER_TYPE, "x", "np.int64(3)"), "3", "np.int64(3)"),
    ],
)
def test_a_change_makes_one_thing_of_an_input(change: Change, before: str, after: str) -> None:
    """What a change does to an input can be written as given, and what does not fit it is left alone."""
    assert changed(change, x=before) == {"x": after}


def test_equal_lengths_are_one_dimension() -> None:
    """The relation between the shapes of an example is kept, and a length of one, which is broadcast, stays."""
    after = changed(Change(Part.LENGTH, "3", 7), x="float32[2, 3]", w="float32[3, 4]", b="float32[1, 4]")
    assert after == {"x": "float32[2, 7]", "w": "float32[7, 4]", "b": "float32[1, 4]"}


def test_one_tensor_alone_needs_a_gradient() -> None:
    """The others need none, whatever stands in given; to leave one out leaves the others as they are."""
    given = {"x": "float32[2] grad", "w": "float32[2]", "i": "int64[2]"}
    alone = changed(Change(Part.GRADIENT, "w", Gradient.ALONE), **given)
    assert alone == {"x": "float32[2]", "w": "float32[2] grad", "i": "int64[2]"}
    assert changed(Change(Part.GRADIENT, "x", Gradient.UNWANTED), **given) == {**given, "x": "float32[2]"}


def test_tensors_in_lists_and_dicts_are_found_and_changed() -> None:
    """Every Tensor has the name by which code gets it."""
    given: dict[str, Given] = {"xs": parse_given(["float32[2]", "3"]), "d": parse_given({"a": "int64[2]"})}
    assert list(tensors_in(given)) == ["xs[0]", "d['a']"]
    after = apply_change(given, Change(Part.DTYPE, "d['a']", "bool"))
    assert write_given(after["d"]) == {"a": "bool[2]"}
    assert write_given(after["xs"]) == ["float32[2]", "3"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_content_of_every_dtype_is_an_input(dtype: str) -> None:
    """Whatever is put into a Tensor, its dtype can hold it."""
    for content in Content:
        (written,) = changed(Change(Part.CONTENT, "x", content), x=f"{dtype}[2, 3]").values()
        found = parse_given(written)
        assert isinstance(found, TensorGiven), content
        assert found.shape == (2, 3), content


def test_what_a_change_is_called_says_what_it_does() -> None:
    """A finding names what was changed and what it became."""
    change = Change(Part.NUMBER_TYPE, "number_2", "np.int64(2)")
    assert (change.subject, change.setting) == ("数 2 的类型", "np.int64(2)")
    assert Change(Part.DTYPE, "", "int8").subject == "各 Tensor 的 dtype"
    assert Change(Part.LENGTH, "3", 0).subject == "长度为 3 的维度"
    assert Change(Part.SEQUENCE, "(0, 1)", "[0, 1]").subject == "`(0, 1)` 的类型"
    assert Change(Part.SEQUENCE, "(0, 1)", "(-1, -2)").subject == "`(0, 1)`"
