"""Generates the numbers of inputs and weights: the same on every machine and for both libraries."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence

from generator.evidence.verify.libraries import library
from generator.libraries.library import Array
from generator.model.given import COMPLEX, FLOATS, TensorGiven

_STEP = (math.sqrt(5) - 1) / 2
"""The golden ratio's fraction: multiples of it, modulo 1, never repeat and leave no gaps."""
_GAP = 0.02
"""What is kept clear of either end of a range, as a fraction of it: ``> 0`` stays well away from 0."""


def spread(count: int, offset: int = 0) -> Array:
    """Returns ``count`` numbers in (0, 1), evenly spread and unsorted; other ones for another ``offset``."""
    np = library("numpy")

    return (np.arange(1, count + 1, dtype=np.float64) + offset) * _STEP % 1.0


def make_input(name: str, given: TensorGiven) -> Array:
    """Returns the numbers of an input called ``name``: float64, int64, bool or complex128, whatever its dtype."""
    np = library("numpy")

    wide = "bool" if given.dtype == "bool" else _WIDE.get(given.dtype, "int64")
    if given.values is not None:
        return np.resize(np.array(given.values, dtype=wide), given.shape)
    numbers = _generated(name, given).reshape(-1).astype(wide)
    for index, number in enumerate(given.places[: numbers.size]):
        numbers[(2 * index + 1) * numbers.size // (2 * min(len(given.places), numbers.size))] = number
    return numbers.reshape(given.shape)


def _generated(name: str, given: TensorGiven) -> Array:
    np = library("numpy")

    count = math.prod(given.shape)
    offset = zlib.crc32(f"{name} {given.seed}".encode()) % 100_000
    if given.normal:
        state = np.random.RandomState(offset)  # the only generator whose stream numpy promises to keep
        return state.standard_normal(given.shape)
    numbers = spread(count, offset)
    if given.dtype == "bool":
        return (numbers < 0.5).reshape(given.shape)  # noqa: PLR2004  (one half)
    if given.dtype in COMPLEX:
        return ((numbers + 1j * spread(count, offset + 7919)) * 4 - (2 + 2j)).reshape(given.shape)
    if given.dtype in FLOATS:
        numbers = numbers * (1 - 2 * _GAP) + _GAP
        return (given.low + numbers * (given.high - given.low)).reshape(given.shape)
    low, high = math.ceil(given.low), math.ceil(given.high)
    return (low + np.floor(numbers * (high - low)).astype(np.int64)).reshape(given.shape)


_WIDE = dict.fromkeys(FLOATS, "float64") | dict.fromkeys(COMPLEX, "complex128")


def make_weight(shape: Sequence[int]) -> Array:
    """Returns the numbers of a weight of this shape, about as large as a usual initialisation makes them."""
    long_sides = [length for length in shape if length != 1]
    fan_in = math.prod(long_sides[1:]) if len(long_sides) > 1 else 4
    numbers = spread(math.prod(shape), zlib.crc32(repr(long_sides).encode()) % 100_000)
    return ((2 * numbers - 1) / math.sqrt(max(fan_in, 1))).reshape(tuple(shape))
