"""Classifies two results of one variation: equal, or one class of difference with its message."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.evidence.vary.change import Inputs, tensors_in
from generator.evidence.verify.compare import Aspect, Difference, Terms, compare
from generator.evidence.verify.elements import TOLERANCES, largest
from generator.evidence.verify.numbers import make_input
from generator.evidence.verify.observation import Observation, Place
from generator.evidence.verify.worker import Failed, StepResult
from generator.model.evidence import FailureKind
from generator.model.given import HALF, NumpyGiven
from generator.model.variation import DifferenceClass


@dataclass(frozen=True, slots=True)
class Differs:
    """The two sides differ."""

    kind: DifferenceClass
    message: str
    place: Place | None = None
    """The expression of Paddle's side that raised, where Python says which."""


def judge(
    torch: Observation, paddle: StepResult, terms: Terms, only: tuple[str, ...], inputs: Inputs
) -> Differs | None:
    """Returns the first difference of a variation; None where the sides agree.

    Tolerances are those of the narrowest input, which the wider ones may have been narrowed to, and never narrower than
    the dtype allows; wider for half precision, in which sums differ. Ranges of random results are not compared: they
    need many elements.
    """
    if isinstance(paddle, Failed):
        message = _LINE.sub("", paddle.message)
        return Differs(_FAILED.get(paddle.kind, DifferenceClass.ENDED), message, paddle.place)
    tolerance = _tolerance(terms.tolerance, dtypes_of(inputs))
    found = compare(torch, paddle, Terms(tolerance, terms.random, _scale(inputs)), only).differences
    first = next((one for one in found if one.aspect not in _IGNORED), None)
    return Differs(_class(first), first.message) if first is not None else None


def _tolerance(asked: float | None, dtypes: frozenset[str]) -> float | None:
    """Returns the tolerance for inputs of these dtypes, None for the dtypes' own.

    A snippet of float64 can ask for what float32 does not have.
    """
    if dtypes & HALF:
        return max(asked or 0.0, _HALF_TOLERANCE)
    if dtypes & _SINGLE and dtypes & _DOUBLE:
        return max(asked or 0.0, _MIXED_TOLERANCE)
    return max(asked, *TOLERANCES["float32"]) if dtypes & _SINGLE and asked is not None else asked


def _scale(inputs: Inputs) -> float:
    """Returns the largest finite number among the inputs."""
    arrays = (make_input(path, tensor) for path, tensor in tensors_in(inputs).items())
    return max((largest(array) for array in arrays if array.dtype.kind in "fc"), default=0.0)


_LINE = re.compile(r"^第 \d+ 行 ")
_HALF_TOLERANCE = 5e-2
_SINGLE, _DOUBLE = frozenset({"float32", "complex64"}), frozenset({"float64", "complex128"})
_MIXED_TOLERANCE = 1e-5
_IGNORED = frozenset({Aspect.RANGE, Aspect.NOTHING})
_FAILED = {
    FailureKind.ERROR: DifferenceClass.REFUSED,
    FailureKind.TIMEOUT: DifferenceClass.TIMEOUT,
}
_CLASSES = {
    Aspect.VALUE: DifferenceClass.VALUE,
    Aspect.SHAPE: DifferenceClass.SHAPE,
    Aspect.DTYPE: DifferenceClass.DTYPE,
    Aspect.TYPE: DifferenceClass.TYPE,
    Aspect.GRADIENT: DifferenceClass.GRADIENT,
    Aspect.IN_PLACE: DifferenceClass.IN_PLACE,
}


def _class(difference: Difference) -> DifferenceClass:
    name = re.split(r"[\[(]", difference.where)[0]
    if name.endswith(".grad"):
        return DifferenceClass.GRADIENT
    return _CLASSES.get(difference.aspect, DifferenceClass.STRUCTURE)


def dtypes_of(inputs: Inputs) -> frozenset[str]:
    """Returns the dtypes of the Tensors and NumPy scalars among the inputs."""
    scalars = {one.dtype for one in inputs.values() if isinstance(one, NumpyGiven)}
    return frozenset({tensor.dtype for tensor in tensors_in(inputs).values()} | scalars)
