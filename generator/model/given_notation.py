"""The parser of ``given``, the inputs of a snippet; it uses neither numpy nor either library.

==================================  =============================================================
``float32[2, 3]``                   a tensor of that dtype and shape: fixed numbers, well spread over
                                    (-2, 2), unsorted, other ones for each variable name
``int64[4]``                        integers from 0 up to 9; ``bool[4]`` is a mixture of both values
``float32[]``                       a tensor without dimensions
``randn[2, 3]``                     float32, normally distributed, from a fixed seed
``float32[N, C]``                   named dimensions: the same name is the same length in every input
``float32([[1, 2], [3, nan]])``     a tensor of these values and that dtype
``[[1, 2], [3, 4]]`` (a list)       a tensor of these values: bool, int64, float32 or complex64
``["float32[2]", "int64[2]"]``      a Python list of tensors; ``{a: "float32[2]"}`` a dict of them
``3``, ``1.5``, ``true``, ``null``  a Python number, bool or None
``np.float32(1.5)``                 a NumPy scalar
``"(1, 2)"``, ``"'mean'"``          text: any other Python literal, so that strings keep their quotes
==================================  =============================================================

After a dtype and a shape, in any order: ``in (0, 5)`` for numbers between the two (integers: the upper one left out),
``> 0`` for positive ones, ``seed 7`` for other numbers, ``of (0, 1)`` for these numbers again and again, ``with (nan)``
for these among the others. After every tensor: ``grad``, for one that requires a gradient, ``strided``, for one whose
elements do not lie side by side, and ``offset``, for a view that does not begin where its storage does.
"""

from __future__ import annotations

import math
import re
import zlib
from dataclasses import replace
from functools import lru_cache
from typing import Any

from generator.model.given import (
    COMPLEX,
    DTYPES,
    FLOATS,
    INTEGERS,
    DictGiven,
    Given,
    Layout,
    ListGiven,
    NumpyGiven,
    PythonGiven,
    TensorGiven,
)
from generator.model.literal import WORDS, Number, leaves, read_literal, read_number, shape_of

MAX_ELEMENTS = 1_000_000
"""Largest input, in elements; a larger one is taken for a typing error."""


_TENSOR = re.compile(rf"(?P<dtype>{'|'.join(DTYPES)}|randn)\s*(?=[\[(])")
_MODIFIERS = re.compile(
    r"\s*(?:(?P<grad>grad\b)|(?P<layout>(?:strided|offset)\b)|(?:(?P<list>of|with)\s*\((?P<numbers>[^()]+)\))|(?P<positive>>\s*0(?![\d.]))|seed\s+(?P<seed>\d+)|in\s*\((?P<low>[^,()]+),(?P<high>[^,()]+)\))"
)
_NUMPY = re.compile(
    rf"np\.(?P<dtype>{'|'.join(name for name in DTYPES if name not in {'bfloat16', 'bool'})})\((?P<number>.+)\)"
)
_LOOKS_LIKE_TENSOR = re.compile(r"[A-Za-z_]\w*\s*\[")


def parse_given(value: Any) -> Given:
    """Parses one value of ``given`` as read from YAML, where every scalar is text.

    Raises:
        ValueError: the notation is unknown; the message, in Chinese, quotes the text and gives the right form.
    """
    if value is None:
        return PythonGiven(None)
    if isinstance(value, dict):
        return DictGiven(tuple((str(key), parse_given(item)) for key, item in value.items()))
    if isinstance(value, list | tuple):
        return _parse_list(list(value))
    text = str(value).strip()
    if match := _NUMPY.fullmatch(text):
        return _parse_numpy(match, text)
    return _parse_tensor(text) or _parse_literal(text)


def _parse_numpy(match: re.Match[str], text: str) -> NumpyGiven:
    number = read_number(match["number"])
    if number is None or not _holds(match["dtype"], number):
        raise ValueError(f"“{text}” 不是 NumPy 的数，例如 np.float32(1.5)。")
    return NumpyGiven(match["dtype"], number)


def _parse_list(items: list[Any]) -> Given:
    flat = list(leaves(items))
    if flat and all(read_number(leaf) is not None for leaf in flat):
        return _tensor_of(items, None, str(items).replace("'", ""))
    return ListGiven(tuple(parse_given(item) for item in items))


@lru_cache(maxsize=1 << 12)  # the same few inputs stand in thousands of snippets
def _parse_tensor(text: str) -> TensorGiven | None:
    """Returns the tensor that a text stands for; None where it stands for something else."""
    if (match := _TENSOR.match(text)) is None:
        return None
    dtype = match["dtype"]
    end = _closing(text, match.end())
    body, rest = text[match.end() : end], text[end:]
    if body.startswith("("):
        if dtype == "randn":
            raise ValueError(f"“{text}” 无法理解：randn 后写形状，例如 randn[2, 3]。")
        given = _tensor_of(read_literal(body[1:-1], text), dtype, text)
        return _with_modifiers(given, rest, text, made_up=False)
    shape, dims = _shape(body, text)
    given = TensorGiven("float32" if dtype == "randn" else dtype, shape, normal=dtype == "randn", dims=dims)
    if dtype in INTEGERS:
        given = replace(given, low=0.0, high=10.0)
    return _with_modifiers(given, rest, text, made_up=True)


def _with_modifiers(given: TensorGiven, rest: str, text: str, *, made_up: bool) -> TensorGiven:
    while rest.strip():
        match = _MODIFIERS.match(rest)
        if match is None or not (match["grad"] or match["layout"] or made_up):
            allowed = (
                "grad、strided、offset、> 0、in (0, 5)、seed 7、of (0, 1)、with (nan)"
                if made_up
                else "grad、strided、offset"
            )
            raise ValueError(f"“{text}” 中的 “{rest.strip()}” 无法理解：这里可以写 {allowed}。")
        given = _modify(given, match, text)
        rest = rest[match.end() :]
    return given


def _modify(given: TensorGiven, match: re.Match[str], text: str) -> TensorGiven:
    if match["grad"]:
        if given.dtype not in FLOATS | COMPLEX:
            raise ValueError(f"“{text}” 中的 grad 只用于浮点或复数，{given.dtype} 没有梯度。")
        return replace(given, grad=True)
    if match["layout"]:
        return replace(given, layout=Layout(match["layout"]))
    if match["seed"]:
        return replace(given, seed=int(match["seed"]))
    if match["list"]:
        numbers = _listed(match["numbers"], given.dtype, text)
        return replace(given, values=numbers) if match["list"] == "of" else replace(given, places=numbers)
    if given.normal or given.dtype == "bool" or given.dtype in COMPLEX:
        raise ValueError(f"“{text}” 中的 “{match[0].strip()}” 只用于整数与浮点数。")
    if match["positive"]:
        low, high = (1.0, 10.0) if given.dtype in INTEGERS else (0.0, 2.0)
        return replace(given, low=low, high=high)
    bounds = [read_number(match[side]) for side in ("low", "high")]
    finite = [float(bound) for bound in bounds if isinstance(bound, int | float) and math.isfinite(bound)]
    if len(finite) != len(bounds):
        raise ValueError(f"“{text}” 的范围应是两个数，例如 in (0, 5)。")
    low, high = finite
    if low >= high:
        raise ValueError(f"“{text}” 的范围是空的：下界应小于上界。")
    return replace(given, low=low, high=high)


def _listed(numbers: str, dtype: str, text: str) -> tuple[Number, ...]:
    found = tuple(read_number(part) for part in numbers.split(","))
    listed = tuple(number for number in found if number is not None)
    if len(listed) < len(found):
        raise ValueError(f"“{text}” 中有不是数的值。")
    if not all(_holds(dtype, number) for number in listed):
        raise ValueError(f"“{text}” 中有 {dtype} 不能容纳的值。")
    return listed


def _shape(body: str, text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    parts = [part.strip() for part in body[1:-1].split(",") if part.strip()]
    if not all(map(_DIMENSION.fullmatch, parts)) or len(body[1:-1].split(",")) > len(parts) + 1:
        raise ValueError(
            f"“{text}” 的形状应是非负整数或维度的名称，例如 float32[2, 3]、float32[N, C]；"
            "名称的长度是定好的，不能另写；要写出各个值，用 float32([2.0, 3.0])。"
        )
    shape = tuple(int(part) if part.isdecimal() else length_of(part) for part in parts)
    if math.prod(shape) > MAX_ELEMENTS:
        raise ValueError(f"“{text}” 有 {math.prod(shape)} 个元素，超过 {MAX_ELEMENTS} 个：用小一些的形状就能说明。")
    names = tuple("" if part.isdecimal() else part for part in parts)
    return shape, names if any(names) else ()


def length_of(dim: str) -> int:
    """Returns the length of a dimension by its name: those that are usual differ from each other."""
    return _LENGTHS.get(dim, 2 + zlib.crc32(dim.encode()) % 6)


_LENGTHS = {"N": 2, "C": 3, "H": 4, "W": 5, "D": 6, "L": 7}
_DIMENSION = re.compile(r"\d+|[A-Za-z]\w*", re.ASCII)


def _tensor_of(data: Any, dtype: str | None, text: str) -> TensorGiven:
    values = [read_number(leaf) for leaf in leaves(data)]
    shape = shape_of(data)
    if any(value is None for value in values):
        raise ValueError(f"“{text}” 中有不是数的值。")
    if shape is None:
        raise ValueError(f"“{text}” 各行的长度不同，不能成为 Tensor。")
    numbers = tuple(value for value in values if value is not None)
    dtype = dtype or _dtype_of(numbers)
    if not all(_holds(dtype, number) for number in numbers):
        raise ValueError(f"“{text}” 中有 {dtype} 不能容纳的值。")
    return TensorGiven(dtype, shape, numbers)


def _holds(dtype: str, number: Number) -> bool:
    """Tells whether a tensor of this dtype can hold the number."""
    if dtype in INTEGERS:
        return isinstance(number, int)
    return dtype in COMPLEX or (isinstance(number, bool) if dtype == "bool" else not isinstance(number, complex))


def _dtype_of(numbers: tuple[Number, ...]) -> str:
    if numbers and all(isinstance(number, bool) for number in numbers):
        return "bool"
    if numbers and all(isinstance(number, int) for number in numbers):
        return "int64"
    return "complex64" if any(isinstance(number, complex) for number in numbers) else "float32"


def _parse_literal(text: str) -> PythonGiven:
    if text in WORDS:
        return PythonGiven(WORDS[text])
    try:
        return PythonGiven(read_literal(text, text))
    except ValueError:
        if _LOOKS_LIKE_TENSOR.match(text):
            raise ValueError(f"“{text}” 的 dtype 无法识别：可用 {'、'.join(DTYPES)} 与 randn。") from None
        raise


def _closing(text: str, start: int) -> int:
    """Returns the position after the bracket that closes the one at ``start``."""
    depth = 0
    for position in range(start, len(text)):
        depth += (text[position] in "[(") - (text[position] in "])")
        if depth == 0:
            return position + 1
    raise ValueError(f"“{text}” 的括号没有闭合。")


def write_given(given: Given) -> Any:
    """Returns one value of ``given`` as YAML's data, which ``parse_given`` reads as the same input."""
    match given:
        case PythonGiven(value):
            return None if value is None else repr(value)
        case NumpyGiven(dtype, value):
            return f"np.{dtype}({value!r})"
        case ListGiven(items):
            return [write_given(item) for item in items]
        case DictGiven(items):
            return {key: write_given(item) for key, item in items}
        case TensorGiven():
            return _write_tensor(given)


def _write_tensor(given: TensorGiven) -> str:
    count, last = math.prod(given.shape), f" {given.layout}" * bool(given.layout) + " grad" * given.grad
    if given.values is not None and len(given.values) == count > 0:
        return f"{given.dtype}({_nested(given.values, given.shape)}){last}"
    written = f"{'randn' if given.normal else given.dtype}[{', '.join(map(str, given.shape))}]"
    if count and given.values is not None:
        written += f" of ({_numbers(given.values)})"
    elif given.low != (usual := _RANGES[given.dtype in INTEGERS])[0] or given.high != usual[1]:
        written += f" in ({given.low!r}, {given.high!r})"
    if given.seed:
        written += f" seed {given.seed}"
    if given.places:
        written += f" with ({_numbers(given.places)})"
    return written + last


_RANGES = ((-2.0, 2.0), (0.0, 10.0))
"""Of generated floats, and of generated integers."""


def _numbers(numbers: tuple[Number, ...]) -> str:
    return ", ".join(repr(number).strip("()") for number in numbers)


def _nested(values: tuple[Number, ...], shape: tuple[int, ...]) -> str:
    if not shape:
        return repr(values[0])
    step = len(values) // shape[0]
    return f"[{', '.join(_nested(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0]))}]"
