from __future__ import annotations

import hashlib
import math

import pytest

from generator.evidence.verify.libraries import library
from generator.evidence.verify.numbers import make_input, make_weight
from generator.libraries.library import Array
from generator.model.given import TensorGiven
from generator.model.given_notation import parse_given

pytestmark = pytest.mark.libraries


def numbers(text: str, name: str = "x") -> Array:
    """The numbers that a notation stands for."""
    given = parse_given(text)
    assert isinstance(given, TensorGiven)
    return make_input(name, given)


def test_the_numbers_are_the_same_on_every_machine() -> None:
    """A notation stands for the very same numbers for ever: evidence depends on them."""
    texts = ("float32[3, 4]", "int64[9]", "bool[9]", "complex64[3]", "randn[5]", "float64[2] in (0, 1) seed 3")
    joined = b"".join(numbers(text).tobytes() for text in texts) + make_weight((3, 4)).tobytes()
    assert hashlib.sha256(joined).hexdigest()[:16] == "d554e259216b8223"


def test_numbers_are_spread_and_unsorted() -> None:
    """Made-up numbers fill their range, repeat nothing, and are neither sorted nor symmetric."""
    found = numbers("float32[40]")
    assert len(set(found.tolist())) == 40
    assert found.min() < -1.8
    assert found.max() > 1.8
    assert sorted(found.tolist()) != found.tolist()


def test_other_names_and_seeds_give_other_numbers() -> None:
    """Two inputs of one shape differ, so that swapping them shows."""
    assert numbers("float32[4]", "x").tolist() != numbers("float32[4]", "y").tolist()
    assert numbers("float32[4]").tolist() != numbers("float32[4] seed 1").tolist()
    assert numbers("randn[4]").tolist() != numbers("randn[4] seed 1").tolist()


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("float32[50] > 0", 0.01, 2),
        ("float32[50] in (-1, 1)", -1, 1),
        ("int64[50]", 0, 9),
        ("int64[50] > 0", 1, 9),
        ("int64[50] in (-3, 3)", -3, 2),
        ("bool[50]", 0, 1),
    ],
)
def test_numbers_keep_to_their_range(text: str, low: float, high: float) -> None:
    """A range bounds the numbers, and integers reach both of its ends."""
    found = numbers(text)
    assert low <= found.min()
    assert found.max() <= high
    if found.dtype.kind in "ib":
        assert (found.min(), found.max()) == (low, high)


def test_written_values_are_taken_as_they_are() -> None:
    """Values that are written out arrive whole, large integers too."""
    assert numbers("int64([9007199254740993])").tolist() == [9007199254740993]
    assert library("numpy").isnan(numbers("float32([nan])")).all()


def test_a_weight_with_a_side_of_one_is_the_weight_without() -> None:
    """A bias of shape [1, n] and one of [n] get the same numbers: libraries differ in that."""
    assert make_weight((1, 4)).reshape(-1).tolist() == make_weight((4,)).tolist()


def test_contents_can_be_chosen() -> None:
    """Numbers that are named repeat, or stand among the others, whatever the shape is."""
    assert numbers("int64[2, 3] of (0, 1)").tolist() == [[0, 1, 0], [1, 0, 1]]
    assert numbers("float32[0, 3] of (0, 1)").shape == (0, 3)
    mixed = numbers("float32[5] with (nan, 7)").tolist()
    assert sum(map(math.isnan, mixed)) == 1
    assert mixed.count(7.0) == 1
    assert numbers("int64[2] with (9007199254740993)").tolist().count(9007199254740993) == 1
