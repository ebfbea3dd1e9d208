"""Finds digits that Paddle loses and torch does not, below every tolerance: by element, relative to the result.

What rounding alone explains is measured: torch computes the result again in the other precision, from inputs that
differ from these in the last digit of float32. Where that changes a number, because of its condition or torch's own
rounding, the same error is allowed; so cancellation, the tails of a softmax and the small elements of a transform are
not reported. Nor is what a random start changes, which another seed shows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.evidence.vary.change import Inputs, tensors_in
from generator.evidence.verify.compare import Aspect, Difference, pairs_of
from generator.evidence.verify.elements import numbers, say_number
from generator.evidence.verify.libraries import library
from generator.evidence.verify.numbers import make_input, spread
from generator.evidence.verify.observation import Kind, Observation, Seen
from generator.evidence.verify.worker import Step
from generator.libraries.registry import FRAMEWORKS
from generator.model.given import COMPLEX, FLOATS, DictGiven, Given, ListGiven, TensorGiven
from generator.model.given_notation import write_given

_OTHER = {"float32": "float64", "float64": "float32", "complex64": "complex128", "complex128": "complex64"}
_STEPS = {"float32": 2.0**-23, "float64": 2.0**-52}
"""The distance of neighbouring numbers, relative to them."""
_LOST = {"float32": 1e-4, "float64": 1e-8}
"""The relative difference from which on a loss is reported: about half of the digits."""
_SMALLEST = 1e-37
"""Below this, numbers are 0 in float32, and cannot be computed again there."""
_MARGIN = 100.0
"""How many times the measured error is allowed."""
_KNOWN = 0.5
"""How far numbers may move in the other precision, relative to themselves; above that they are rounding errors."""
_NARROW = re.compile(r"\b(?:b?float16|float32|complex64)\b")
_MOST_ELEMENTS = 1000
_RATIO = _STEPS["float64"] / _STEPS["float32"]
_AGAIN = {"float32": (1.0, 1.0, 1.0), "float64": (_RATIO, _RATIO, 1.0, 1.0)}
"""How often torch computes a result again, each with the part of what that changes which counts.

The first two have other inputs. The third for float64 shows what is computed in the default dtype: from integers in
float32. The last one has another seed.
"""
_MOVED = 2


@dataclass(frozen=True, slots=True)
class Lost:
    """An element with fewer digits: what both sides give, and the relative ``error``."""

    difference: Difference
    error: float

    @property
    def backward(self) -> bool:
        """Whether it is of a gradient."""
        return re.search(r"\.grad\b", self.difference.where) is not None


def precision_of(inputs: Inputs) -> str:
    """Returns the precision of the inputs; empty where they have none, several, or half precision."""
    found = {tensor.dtype for tensor in tensors_in(inputs).values()} & (FLOATS | COMPLEX)
    sizes = {{"complex64": "float32", "complex128": "float64"}.get(dtype, dtype) for dtype in found}
    (size,) = sizes if len(sizes) == 1 else ("",)
    return size if size in _STEPS else ""


def steps_again(code: str, inputs: Inputs, precision: str, compared: tuple[str, ...]) -> list[Step]:
    """Returns the steps for torch in the other precision, from inputs that differ in the last digit of float32.

    What follows is in the same precision from the same inputs: for float64 with that as the default dtype, then with
    another seed.
    """
    framework = FRAMEWORKS["torch"]
    found = [
        (
            framework.default_dtype.format(_OTHER[precision]),
            {name: _moved(name, one, n) for name, one in inputs.items()},
        )
        for n in range(_MOVED)
    ]
    found += [(framework.default_dtype.format(precision), dict(inputs))] if precision == "float64" else []
    found.append((framework.seed.format(1), dict(inputs)))
    return [
        Step("torch", f"{line}\n{code}", {name: write_given(one) for name, one in given.items()}, compared)
        for line, given in found
    ]


def _moved(path: str, given: Given, number: int) -> Given:
    if isinstance(given, ListGiven):
        return ListGiven(tuple(_moved(f"{path}[{index}]", item, number) for index, item in enumerate(given.items)))
    if isinstance(given, DictGiven):
        return DictGiven(tuple((key, _moved(f"{path}[{key!r}]", item, number)) for key, item in given.items))
    if not isinstance(given, TensorGiven) or given.dtype not in _OTHER:
        return given
    np = library("numpy")
    array = make_input(path, given)
    if given.dtype in {"float32", "complex64"}:
        array = array.astype(given.dtype).astype(array.dtype)
    signs = np.where(spread(array.size, 1 + number).reshape(array.shape) < 1 / 2, -1.0, 1.0)
    array = array * (1 + signs * _STEPS["float32"])
    return replace(given, dtype=_OTHER[given.dtype], values=tuple(array.reshape(-1).tolist()), places=(), normal=False)


def narrows(torch: str, paddle: str) -> bool:
    """Tells whether Paddle's side alone names a dtype of few digits: it is written for Tensors that have no more."""
    return not _NARROW.search(torch) and _NARROW.search(paddle) is not None


def is_small(inputs: Inputs) -> bool:
    """Tells whether inputs are few enough to be written down."""
    return sum(math.prod(one.shape) for one in tensors_in(inputs).values()) <= _MOST_ELEMENTS


def lost_digits(
    torch: Observation, paddle: Observation, only: tuple[str, ...], precision: str, again: Sequence[Observation] = ()
) -> Lost | None:
    """Returns the first element that Paddle computes less precisely than torch, or None.

    Torch's results ``again`` measure the error that rounding explains; without them, the element is a candidate only.
    """
    others = [dict(values_of(one, only)) for one in again]
    theirs = dict(values_of(paddle, only))
    for where, seen in values_of(torch, only):
        if where not in theirs or not all(where in other for other in others):
            continue
        if found := _first_lost(where, seen, theirs[where], precision, [other[where] for other in others]):
            return found
    return None


def values_of(seen: Observation, only: tuple[str, ...]) -> Iterator[tuple[str, Seen]]:
    """Yields the values that are compared, each with how the code names it; of containers their items."""
    for where, one, _ in pairs_of(seen, seen, only):
        yield from _leaves(where, one)
    for name, one in seen.inputs if not only else ():
        yield from _leaves(name, one)


def _leaves(where: str, seen: Seen) -> Iterator[tuple[str, Seen]]:
    if seen.kind is Kind.TENSOR:
        yield where, seen
    elif seen.kind is Kind.SEQUENCE:
        for path, item in seen.items:
            yield from _leaves(where + path, item)


def _first_lost(where: str, one: Seen, other: Seen, precision: str, again: Sequence[Seen]) -> Lost | None:
    if {one.type, other.type} - _SAME[precision] or any(seen.shape != one.shape for seen in (other, *again)):
        return None
    np = library("numpy")
    left, right = numbers(one), numbers(other)
    with np.errstate(all="ignore"):
        sizes, apart = np.abs(left), np.abs(left - right)
        # Where torch's number is exactly 0, something cancels out that has no scale of its own.
        far = (apart > _LOST[precision] * sizes) & (sizes > 0) & np.isfinite(apart)
        far &= np.maximum(sizes, np.abs(right)) > _SMALLEST
        allowed = _STEPS[precision]
        for seen, part in zip(again, _AGAIN[precision], strict=False):
            moved = np.abs(numbers(seen) - left) / sizes
            # Numbers that consist of rounding errors may be right by chance: each is only as exact as the one that
            # changes the most.
            moved = moved[np.isfinite(moved) & (sizes > _SMALLEST)]
            farthest = float(np.max(moved, initial=0.0))
            allowed = max(allowed, part * farthest)
            far &= farthest < _KNOWN
        far &= apart > _MARGIN * allowed * sizes
    if not np.any(far):
        return None
    index = tuple(int(position) for position in np.argwhere(far)[0])
    place = f"[{', '.join(map(str, index))}]" if index else ""
    torch, paddle = (say_number(side[index], one.type, _DIGITS[precision]) for side in (left, right))
    error = float(apart[index] / sizes[index])
    return Lost(Difference(Aspect.VALUE, where + place, torch, paddle, f"相对误差 {error:.1g}"), error)


_SAME: Mapping[str, frozenset[str]] = {
    "float32": frozenset({"float32", "complex64"}),
    "float64": frozenset({"float64", "complex128"}),
}
_DIGITS = {"float32": 6, "float64": 15}
