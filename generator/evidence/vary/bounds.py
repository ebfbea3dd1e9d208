"""Finds results that leave bounds which torch's keep: a probability above 1, a variance below 0.

What is far below every tolerance may be NaN in the next logarithm or square root. Which bounds a result has, nothing
says; it is taken to have one that torch's results reach often and never leave, however the inputs are varied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.evidence.vary.change import Change, Gradient, Later, Part
from generator.evidence.vary.precision import values_of
from generator.evidence.verify.compare import Aspect, Difference
from generator.evidence.verify.elements import numbers, say_number
from generator.evidence.verify.libraries import library
from generator.evidence.verify.observation import Observation, Seen
from generator.model.given import FLOATS

_BOUNDS = (-1.0, 0.0, 1.0)
"""The numbers that are bounds by definition, of probabilities, correlations and sums of squares."""
_FEWEST_AT_BOUND = 8
_FEWEST_RUNS = 2
"""How often torch's results are at a bound at least, beside others, and in how many runs, where they have it."""
_CLOSE = 1e-7
"""How close to a bound counts as at it: no more than a last digit of float32 away from 1."""
_DIGITS = {"float32": 9, "float64": 17}


@dataclass(frozen=True, slots=True)
class Beyond:
    """A number beyond a bound: which value it belongs to, the bound, whether it is above it, and the difference."""

    where: str
    bound: float
    is_above: bool
    difference: Difference


@dataclass
class Bounds:
    """The ranges of torch's results in all variations of a snippet, by how the code names them."""

    low: dict[str, float] = field(default_factory=dict)
    high: dict[str, float] = field(default_factory=dict)
    elements: Counter[tuple[str, float]] = field(default_factory=Counter)
    runs: Counter[tuple[str, float]] = field(default_factory=Counter)

    def see(self, torch: Observation, only: tuple[str, ...]) -> None:
        """Adds the results of a run."""
        np = library("numpy")
        for where, one in _results(torch, only):
            values = numbers(one)
            values = values[~np.isnan(values)]
            if not values.size:
                continue
            self.low[where] = min(float(np.min(values)), self.low.get(where, np.inf))
            self.high[where] = max(float(np.max(values)), self.high.get(where, -np.inf))
            # All of them are there where the inputs are equal or a sum has one term, which shows no saturation.
            for bound in _BOUNDS if np.any(np.min(np.abs(np.subtract.outer(values, _BOUNDS)), axis=1) > _CLOSE) else ():
                count = int(np.count_nonzero(np.abs(values - bound) <= _CLOSE))
                self.elements[where, bound] += count
                self.runs[where, bound] += count > 0

    def has(self, beyond: Beyond) -> bool:
        """Tells whether torch's results have the bound that Paddle's number is beyond."""
        key = beyond.where, beyond.bound
        is_reached = self.elements[key] >= _FEWEST_AT_BOUND and self.runs[key] >= _FEWEST_RUNS
        if beyond.is_above:
            return is_reached and self.high[beyond.where] <= beyond.bound
        return is_reached and self.low[beyond.where] >= beyond.bound


def is_of_results(changes: tuple[Change, ...]) -> bool:
    """Tells whether a run shows what the code computes, not its gradients and not what is set to 0 afterwards."""
    return not any(change.part is Part.LATER or change.value in _OTHERS for change in changes)


_OTHERS = frozenset({Gradient.ASKED, Gradient.CHANGED, Later.RESULT, Later.INPUT})


def beyond_bounds(torch: Observation, paddle: Observation, only: tuple[str, ...]) -> list[Beyond]:
    """Returns the numbers of Paddle beyond a bound that torch's results of the same run keep."""
    theirs = dict(_results(paddle, only))
    return [
        beyond
        for where, one in _results(torch, only)
        if where in theirs and theirs[where].shape == one.shape
        for beyond in _beyond(where, one, theirs[where])
    ]


def _beyond(where: str, one: Seen, other: Seen) -> Iterator[Beyond]:
    np = library("numpy")
    left, right = numbers(one), numbers(other)
    finite = left[~np.isnan(left)]
    for bound in _BOUNDS if finite.size else ():
        for is_above in (False, True):
            kept = np.max(finite) <= bound if is_above else np.min(finite) >= bound
            far = right > bound if is_above else right < bound
            if kept and np.any(far):
                index = tuple(int(position) for position in np.argwhere(far)[0])
                place = f"[{', '.join(map(str, index))}]" if index else ""
                digits = _DIGITS.get(other.type, 6)
                torch, paddle = (say_number(side[index], other.type, digits) for side in (left, right))
                detail = f"PyTorch 的从不{'大' if is_above else '小'}于 {bound:g}"
                yield Beyond(where, bound, is_above, Difference(Aspect.VALUE, where + place, torch, paddle, detail))


def _results(seen: Observation, only: tuple[str, ...]) -> Iterator[tuple[str, Seen]]:
    """Yields the floats that are compared, but no gradients."""
    for where, one in values_of(seen, only):
        if one.type in FLOATS and ".grad" not in where:
            yield where, one
