"""Derives from a snippet what of its inputs can be varied, and how."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

from generator.evidence.vary.change import AND, Change, Content, Gradient, Inputs, Part, Rank, dimension, tensors_in
from generator.model.given import COMPLEX, DTYPES, FLOATS, HALF, Given, Layout, NumpyGiven, PythonGiven, TensorGiven
from generator.model.given_notation import write_given

Factor = tuple[Change, ...]
"""The changes of which one at a time can be made: other values of one part of one target."""


def factors_of(
    inputs: Inputs, *, outputs: frozenset[str], can_differentiate: bool, draw: random.Random
) -> list[Factor]:
    """Returns every way to vary the inputs; lengths are drawn.

    ``outputs`` are the inputs that take results, whose shape and dtype vary by themselves. ``can_differentiate`` says
    that the code has a result whose gradients can be asked for.
    """
    tensors = tensors_in(inputs)
    read = {path: tensor for path, tensor in tensors.items() if path not in outputs}
    found = [
        *same_dtype_factors(inputs),
        *_mixed_dtypes(tensors),
        *_lengths(tensors, draw),
        *_ranks(read, outputs),
        *_contents(read),
        *(
            [(Change(Part.LAYOUT, "", Layout.STRIDED), Change(Part.LAYOUT, "", Layout.OFFSET))]
            if _has_axes(tensors)
            else []
        ),
        *(
            factor
            for name, one in inputs.items()
            if isinstance(one, PythonGiven)
            for factor in (*_number(name, one.value), *_dimensions(name, one.value))
        ),
        tuple(_gradients(read, can_differentiate=can_differentiate)),
        (Change(Part.DEFAULT_DTYPE, "", "float64"),),
    ]
    return [factor for factor in found if factor]


def _has_axes(tensors: dict[str, TensorGiven]) -> bool:
    return any(tensor.shape for tensor in tensors.values())


def _gradients(tensors: dict[str, TensorGiven], *, can_differentiate: bool) -> Iterator[Change]:
    """Yields which Tensors require a gradient: all, each alone, and in code with a backward pass all but one."""
    floats = [path for path, tensor in tensors.items() if tensor.dtype in FLOATS]
    wanted = [path for path in floats if tensors[path].grad]
    if can_differentiate and len(wanted) < len(floats):
        yield Change(Part.GRADIENT, "", Gradient.WANTED)
        for path in floats if len(floats) > 1 else ():
            yield Change(Part.GRADIENT, path, Gradient.ALONE)
    for path in wanted if not can_differentiate and len(wanted) > 1 else ():
        yield Change(Part.GRADIENT, path, Gradient.UNWANTED)


def same_dtype_factors(inputs: Inputs) -> Iterator[Factor]:
    """Yields other dtypes for all Tensors that have one in common, so that no dtypes are mixed that were not before."""
    tensors = tensors_in(inputs)
    for dtype, paths in _by_dtype(tensors).items():
        target = "" if len(paths) == len(tensors) > 1 else AND.join(paths)
        yield tuple(Change(Part.DTYPE, target, other) for other in DTYPES if other != dtype)


def _mixed_dtypes(tensors: dict[str, TensorGiven]) -> Iterator[Factor]:
    for dtype, paths in _by_dtype(tensors).items():
        for path in paths if len(paths) > 1 else ():
            yield tuple(Change(Part.DTYPE, path, other) for other in DTYPES if other != dtype)


def _by_dtype(tensors: dict[str, TensorGiven]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path, tensor in tensors.items():
        found.setdefault(tensor.dtype, []).append(path)
    return found


def _lengths(tensors: dict[str, TensorGiven], draw: random.Random) -> Iterator[Factor]:
    names = Counter(
        name for tensor in tensors.values() for axis in range(len(tensor.shape)) if (name := dimension(tensor, axis))
    )
    used = {length for tensor in tensors.values() for length in tensor.shape}
    for name in names:
        small = draw.choice([length for length in range(2, 10) if length not in used])
        yield tuple(Change(Part.LENGTH, name, length) for length in (0, 1, small, draw.randint(17, 40)))


def _ranks(read: dict[str, TensorGiven], outputs: frozenset[str]) -> Iterator[Factor]:
    with_axes = [path for path, tensor in read.items() if tensor.shape]
    if len(read) > 1 and with_axes:
        yield tuple(Change(Part.RANK, "", rank) for rank in Rank)
    for path in (*read, *sorted(outputs)):
        ranks = Rank if path in with_axes or path in outputs else (Rank.MORE,)
        yield tuple(Change(Part.RANK, path, rank) for rank in ranks)


def _contents(read: dict[str, TensorGiven]) -> Iterator[Factor]:
    for path, tensor in read.items():
        if tensor.dtype == "bool":
            contents: tuple[Content, ...] = (Content.ZEROS, Content.CONSTANT)
        elif tensor.dtype in COMPLEX:
            contents = (Content.ZEROS, Content.CONSTANT, Content.SOME_ZEROS, Content.NAN)
        else:
            contents = tuple(content for content in Content if content not in _MORE)
        yield tuple(Change(Part.CONTENT, path, content) for content in contents)
    floats = [path for path, tensor in read.items() if tensor.dtype in FLOATS]
    if len(floats) > 1:
        yield (Change(Part.CONTENT, AND.join(floats), Content.NEAR),)


_MORE = frozenset({Content.NEAR, Content.MASKED, Content.WIDE})
"""Contents that change more than the Tensor: another one, or its length."""


def masked_changes(inputs: Inputs, outputs: frozenset[str]) -> Iterator[tuple[Change, Change]]:
    """Yields for each Tensor of floats the changes that make of it rows of nothing but ``-inf``.

    Such a row has no largest number that is finite; kernels that take several numbers at once differ there from others.
    """
    for path, tensor in tensors_in(inputs).items():
        name = dimension(tensor, len(tensor.shape) - 1) if tensor.shape else ""
        if name and path not in outputs and tensor.dtype in FLOATS - HALF:
            yield Change(Part.CONTENT, path, Content.MASKED), Change(Part.LENGTH, name, _AT_ONCE)


_AT_ONCE = 16
"""A length that vector instructions on CPUs divide, with which no number is left to be taken alone."""


def wide_changes(inputs: Inputs, outputs: frozenset[str]) -> Iterator[tuple[Change, Change]]:
    """Yields for each Tensor of floats the changes that make many numbers of it, which lie far and close together."""
    for path, tensor in tensors_in(inputs).items():
        names = [name for axis in range(len(tensor.shape)) if (name := dimension(tensor, axis))]
        if path in outputs or tensor.dtype not in FLOATS - HALF or not names or not math.prod(tensor.shape):
            continue
        longest = max(names, key=lambda name: _length(tensor, name))
        times = names.count(longest)
        others = math.prod(tensor.shape) // _length(tensor, longest) ** times
        length = int((_MANY / others) ** (1 / times))
        yield Change(Part.CONTENT, path, Content.WIDE), Change(Part.LENGTH, longest, length)


_MANY = 4000
"""How many numbers lie so close together that some of them are where a result saturates."""


def _length(tensor: TensorGiven, name: str) -> int:
    return next(length for axis, length in enumerate(tensor.shape) if dimension(tensor, axis) == name)


def _number(name: str, value: object) -> Iterator[Factor]:
    """Yields other numbers, and other kinds of number in the place of one; nothing in the place of anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    whole = isinstance(value, int)
    dtype = "int64" if whole else "float32"
    types: list[Given] = [
        PythonGiven(float(value) if whole else 2),
        *([PythonGiven(bool(value))] if whole and value in {0, 1} else []),
        NumpyGiven(dtype, value),
        TensorGiven(dtype, (), (value,)),
    ]
    texts = map(repr, other_numbers(value))
    yield tuple(Change(Part.NUMBER, name, text) for text in texts)
    yield tuple(Change(Part.NUMBER_TYPE, name, write_given(one)) for one in types)


def _dimensions(name: str, value: object) -> Iterator[Factor]:
    if (other := negated(value)) is not None:
        yield (Change(Part.NUMBER, name, repr(other)),)


def other_numbers(value: float) -> list[float]:
    """Returns numbers to try in the place of one, of the same type."""
    whole = isinstance(value, int)
    numbers = [0, 1, -1, -value, value + 1] if whole else [0.0, -value, value + 1, float("nan"), float("inf")]
    return list({repr(number): number for number in numbers if repr(number) != repr(value)}.values())


def negated(value: object) -> list[int] | tuple[int, ...] | None:
    """Returns dimensions counted from the end in the place of a list or tuple of dimensions; None for anything else.

    Larger numbers, and the same one twice, are rather sizes, which the libraries need not refuse below 0.
    """
    if not isinstance(value, list | tuple) or not value or not all(type(one) is int for one in value):
        return None
    if not all(0 <= one <= _LAST_DIMENSION for one in value) or len(set(value)) < len(value):
        return None
    counted = [-1 - one for one in value]
    return tuple(counted) if isinstance(value, tuple) else counted


_LAST_DIMENSION = 4


def other_sequence(value: list[object] | tuple[object, ...]) -> list[object] | tuple[object, ...]:
    """Returns a tuple for a list, and a list for a tuple."""
    return tuple(value) if isinstance(value, list) else list(value)
