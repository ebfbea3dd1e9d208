"""Inputs of a snippet independent of both libraries: tensors, plain values, and lists and dicts of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from generator.model.literal import Number

HALF = frozenset({"float16", "bfloat16"})
FLOATS = HALF | {"float32", "float64"}
COMPLEX = frozenset({"complex64", "complex128"})
INTEGERS = frozenset({"int8", "int16", "int32", "int64", "uint8"})
DTYPES = (*sorted(FLOATS), *sorted(COMPLEX), *sorted(INTEGERS), "bool")


class Layout(StrEnum):
    """How a tensor's elements lie in memory."""

    USUAL = ""
    """Contiguous, at offset 0."""
    STRIDED = "strided"
    """Not contiguous, as a transposed tensor."""
    OFFSET = "offset"
    """Contiguous at a positive offset, as ``x[1]``."""

    @property
    def words(self) -> str:
        """What readers see of it, in Chinese."""
        return _WORDS[self]


_WORDS = {Layout.USUAL: "", Layout.STRIDED: "不连续", Layout.OFFSET: "不从存储的开头开始"}


@dataclass(frozen=True, slots=True)
class TensorGiven:
    """A tensor with generated or with given values.

    ``low`` and ``high`` bound generated numbers; ``seed`` chooses among them; ``normal`` is ``randn``. ``values`` are
    repeated where the shape needs more of them. ``places`` take the place of some generated numbers. ``layout`` is
    how the elements lie in memory. ``dims`` names dimensions, with an empty name for one without.
    """

    dtype: str
    shape: tuple[int, ...]
    values: tuple[Number, ...] | None = None
    low: float = -2.0
    high: float = 2.0
    seed: int = 0
    normal: bool = False
    grad: bool = False
    places: tuple[Number, ...] = ()
    layout: Layout = Layout.USUAL
    dims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumpyGiven:
    """A NumPy scalar."""

    dtype: str
    value: Number


@dataclass(frozen=True, slots=True)
class PythonGiven:
    """A plain Python value."""

    value: Any


@dataclass(frozen=True, slots=True)
class ListGiven:
    """A Python list, at least one item of which is no plain number."""

    items: tuple[Given, ...]


@dataclass(frozen=True, slots=True)
class DictGiven:
    """A Python dict with text keys."""

    items: tuple[tuple[str, Given], ...]


Given = TensorGiven | NumpyGiven | PythonGiven | ListGiven | DictGiven
