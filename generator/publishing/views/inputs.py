"""The inputs of code in a few words: dtype and shape, and the values where they are short."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.model.given import INTEGERS, DictGiven, Given, ListGiven, NumpyGiven, PythonGiven, TensorGiven
from generator.model.given_notation import parse_given
from generator.model.literal import Number

_WIDEST = 52
"""Columns of a line of comment, as many as a code sample beside another has room for; a Chinese character takes two."""
_LONGEST = 36
"""Characters of a value that is written out."""
_BETWEEN = "，"


def say_inputs(given: Mapping[str, Any]) -> str:
    """Returns all inputs of a snippet in one line; unreadable inputs are left out, as they have their own finding."""
    return _BETWEEN.join(_parts(given))


def input_comment(given: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the lines of comment that name the inputs; none where there are none."""
    return tuple(f"# {line}" for line in _lines(list(_parts(given))))


def _parts(given: Mapping[str, Any]) -> Iterator[str]:
    for name, value in given.items():
        try:
            said = say_input(parse_given(value))
        except ValueError:
            continue
        if name.isidentifier():
            yield f"{_cut(name)}: {said}"


def _lines(parts: Iterable[str]) -> Iterator[str]:
    line = ""
    for part in parts:
        longer = f"{line}{_BETWEEN}{part}" if line else part
        if line and _columns(f"# {longer}") > _WIDEST:
            yield line
            longer = part
        line = longer
    if line:
        yield line


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def say_input(given: Given) -> str:
    """Returns one input: ``float32[2, 3]``, ``int64([0, 2])``, ``'mean'``, ``[float32[2], int64[2]]``."""
    match given:
        case TensorGiven():
            return _say_tensor(given)
        case NumpyGiven(dtype, value):
            return f"np.{dtype}({_number(value)})"
        case PythonGiven(value):
            return _say_python(value)
        case ListGiven(items):
            whole = f"[{', '.join(map(say_input, items))}]"
            return whole if len(whole) <= _LONGEST else f"{len(items)} 项的 list"
        case DictGiven(items):
            whole = f"{{{', '.join(f'{_say_python(key)}: {say_input(item)}' for key, item in items)}}}"
            return whole if len(whole) <= _LONGEST else f"{len(items)} 项的 dict"


def _say_python(value: Any) -> str:
    try:
        said = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits
        said = ""
    return said if 0 < len(said) <= _LONGEST else f"一个 {type(value).__name__}"


def _say_tensor(given: TensorGiven) -> str:
    notes = "、".join(_notes(given))
    return f"{_say_elements(given)}{f'（{notes}）' if notes else ''}"


def _say_elements(given: TensorGiven) -> str:
    count = math.prod(given.shape)
    if given.values is not None and 0 < count == len(given.values) <= _LONGEST:
        whole = f"{given.dtype}({_nested(given.values, given.shape)})"
        if len(whole) <= _LONGEST:
            return whole
    names = given.dims or ("",) * len(given.shape)
    lengths = (f"{name}={length}" if name else str(length) for name, length in zip(names, given.shape, strict=True))
    return f"{given.dtype}[{', '.join(lengths)}]"


def _notes(given: TensorGiven) -> Iterator[str]:
    """Yields what dtype and shape leave out and the call may depend on."""
    usual = (0.0, 10.0) if given.dtype in INTEGERS else (-2.0, 2.0)
    if given.values is not None:
        if len(given.values) != math.prod(given.shape):
            yield f"只有 {'、'.join(map(_number, given.values[: _LONGEST // 4]))}"
    elif given.normal:
        yield "正态分布"
    elif (given.low, given.high) != usual:
        high = given.high - 1 if given.dtype in INTEGERS else given.high
        yield f"{_number(given.low)} 到 {_number(high)}"
    if given.places:
        yield f"含 {'、'.join(map(_number, given.places))}"
    if given.layout:
        yield given.layout.words
    if given.grad:
        yield "有梯度"


def _nested(values: tuple[Number, ...], shape: tuple[int, ...]) -> str:
    if not shape:
        return _number(values[0])
    step = len(values) // shape[0]
    return f"[{', '.join(_nested(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0]))}]"


def _number(number: Number) -> str:
    if isinstance(number, float):
        return f"{number:g}"
    return _say_python(number)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
