"""Changes to the inputs of a snippet: which there are, and what each makes of an input."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from generator.model.given import (
    COMPLEX,
    FLOATS,
    HALF,
    INTEGERS,
    DictGiven,
    Given,
    Layout,
    ListGiven,
    TensorGiven,
)
from generator.model.given_notation import parse_given
from generator.model.literal import Number

AND = "、"
"""What stands between the inputs that one change is about."""
LIFTED = "number_"
"""How the name of an input begins that stands for a number in the code."""
MAX_ELEMENTS = 20_000
"""Largest varied input, in elements."""


class Part(StrEnum):
    """What a change is about; the values are the keys of the evidence."""

    DTYPE = "dtype"
    LENGTH = "length"
    RANK = "rank"
    LAYOUT = "layout"
    CONTENT = "content"
    NUMBER = "number"
    NUMBER_TYPE = "number_type"
    SEQUENCE = "sequence"
    GRADIENT = "gradient"
    LATER = "later"
    DEFAULT_DTYPE = "default_dtype"


NUMBERS = frozenset({Part.NUMBER, Part.NUMBER_TYPE})
"""The parts that replace a whole input by another one."""


class Rank(StrEnum):
    """Other numbers of dimensions."""

    NONE = "0 维"
    FEWER = "少一维"
    MORE = "多一维"


class Content(StrEnum):
    """Other contents of a Tensor."""

    ZEROS = "全为 0"
    CONSTANT = "全相同"
    TIES = "有相等的元素"
    NEGATIVE = "全为负数"
    SOME_ZEROS = "含 0"
    NAN = "含 NaN"
    INFINITE = "含无穷"
    FAR = "含 ±20 与 ±90"
    """Far from 0, where exponentials are tiny, or too large for float32."""
    OFFSET = "相差远小于均值"
    """Near 1000, a thousand times as far from 0 as from each other, where a mean of squares loses a variance."""
    LARGE = "含很大的数"
    TINY = "含极小的数"
    MASKED = "全为 -inf"
    """As masks leave whole rows of scores, of a length that kernels take at once."""
    WIDE = "遍布 -8 到 8"
    """Many numbers, on the same side of 0 as the snippet's own: among them are those at which a result saturates."""
    NEAR = "相差极小"
    """Of several Tensors: the first one's elements differ from those of the others by less than any tolerance."""


class Gradient(StrEnum):
    """Selects the Tensors that require gradients, and how the gradients are computed.

    They are those of the target, none but the target, or all but the target. ``OFF`` leaves the inputs as they are, and
    keeps no gradients of what is computed. The target is not a leaf, but computed from one, where it is changed before
    the backward pass or is a view; ``OF_BASE`` differentiates the Tensor that it is a view of.
    """

    WANTED = "求梯度"
    ALONE = "只对它求梯度"
    UNWANTED = "不对它求梯度"
    TWICE = "求二阶导数"
    AGAIN = "求两次梯度"
    ASKED = "用 grad 只求它的梯度"
    CHANGED = "反向传播之前改动它"
    OF_VIEW = "它是中间结果的视图"
    OF_BASE = "求它所属的 Tensor 的梯度"
    OFF = "在 no_grad 中运行"


class Later(StrEnum):
    """What follows the code: a change to its result or to an input, or another use of the object that it makes.

    Of a Tensor that takes the result, what follows is a look at the larger one of which it is a view.
    """

    RESULT = "改动结果"
    INPUT = "改动这个输入"
    AGAIN = "再用一次"
    EVALUATED = "eval() 之后再用一次"
    INFERRED = "eval() 之后在 no_grad 中再用一次"
    COPIED = "deepcopy 之后再用一次"
    PRINTED = "打印之后再用一次"
    RELOADED = "把 state_dict 装入新的对象再用一次"
    INTO_ROW = "结果写入的是一个 Tensor 的一行"
    INTO_COLUMN = "结果写入的是一个 Tensor 的一列"


Value = str | int | Layout | Rank | Content | Gradient | Later
"""What a change sets: a dtype, a length, another number of dimensions, other contents; a number in given's notation."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: ``part`` of ``target`` becomes ``value``.

    The target is an input's name (``x``, ``xs[0]``), a dimension's length or name, or empty for all of them. Of a dtype
    it may be several inputs, with ``AND`` between.
    """

    part: Part
    target: str
    value: Value

    @property
    def subject(self) -> str:
        """What is changed, in words."""
        whose = AND.join(f"`{path}`" for path in self.target.split(AND)) if self.target else "各 Tensor"
        if self.part is Part.LENGTH:
            return f"长度为 {self.target} 的维度" if self.target.isdecimal() else f"维度 {self.target}"
        if self.part in NUMBERS:
            return f"数 {self.target.removeprefix(LIFTED)}{' 的类型' * (self.part is Part.NUMBER_TYPE)}"
        if self.part is Part.SEQUENCE:
            is_same = str(self.value)[0] == self.target[0]
            return f"`{self.target}`{' 的类型' * (not is_same)}"
        if self.part is Part.LATER or self.value is Gradient.CHANGED:
            return f"`{self.target}` 之后" if self.target else "之后"
        if self.part is Part.GRADIENT:
            return f"{whose} 的反向传播" if self.target else "反向传播"
        return _SUBJECTS[self.part].format(whose)

    @property
    def differentiates(self) -> bool:
        """Whether code without a backward pass of its own gets one."""
        return self.part is Part.GRADIENT and self.value not in {Gradient.UNWANTED, Gradient.OFF}

    @property
    def setting(self) -> str:
        """What it becomes, in words."""
        return self.value.words if isinstance(self.value, Layout) else str(self.value)


_ALONE = frozenset({Gradient.AGAIN, Gradient.ASKED, Gradient.CHANGED, Gradient.OF_VIEW, Gradient.OF_BASE, Gradient.OFF})
"""The gradients that are asked for by themselves."""


_OF_ONE = frozenset({Gradient.ALONE, Gradient.CHANGED, Gradient.OF_VIEW, Gradient.OF_BASE, Gradient.TWICE})
"""The gradients of the target and of no other Tensor."""


def stands_alone(change: Change) -> bool:
    """Tells whether a change is always made, and alone: there are few, and combining them would show no more."""
    return (
        change.part in {Part.SEQUENCE, Part.LATER}
        or change.value in {Content.FAR, Content.OFFSET, Content.MASKED, Content.WIDE, *_ALONE}
        or (change.part is Part.NUMBER_TYPE and change.value in {"true", "false"})
    )


_SUBJECTS = {
    Part.DTYPE: "{} 的 dtype",
    Part.RANK: "{} 的维数",
    Part.LAYOUT: "{} 的内存布局",
    Part.CONTENT: "{} 的内容",
    Part.DEFAULT_DTYPE: "默认 dtype",
}
Inputs = Mapping[str, Given]
"""The inputs of a snippet by name."""


def tensors_in(inputs: Inputs) -> dict[str, TensorGiven]:
    """Returns every Tensor among the inputs, those in lists and dicts too, by what has to be written to get it."""
    return {path: leaf for name, one in inputs.items() for path, leaf in _leaves(name, one)}


def _leaves(path: str, given: Given) -> Iterator[tuple[str, TensorGiven]]:
    if isinstance(given, TensorGiven):
        yield path, given
    elif isinstance(given, ListGiven):
        for index, item in enumerate(given.items):
            yield from _leaves(f"{path}[{index}]", item)
    elif isinstance(given, DictGiven):
        for key, item in given.items:
            yield from _leaves(f"{path}[{key!r}]", item)


def apply_change(inputs: Inputs, change: Change) -> dict[str, Given]:
    """Returns the inputs after one change; those that it does not fit stay as they are."""
    if change.part in NUMBERS:
        return {name: parse_given(change.value) if name == change.target else one for name, one in inputs.items()}
    return {name: _changed(name, one, change) for name, one in inputs.items()}


def _changed(path: str, given: Given, change: Change) -> Given:
    if isinstance(given, ListGiven):
        items = (_changed(f"{path}[{index}]", item, change) for index, item in enumerate(given.items))
        return ListGiven(tuple(items))
    if isinstance(given, DictGiven):
        return DictGiven(tuple((key, _changed(f"{path}[{key!r}]", item, change)) for key, item in given.items))
    if not isinstance(given, TensorGiven):
        return given
    if change.part is Part.LENGTH:
        return _with_length(given, change)
    if change.value in _OF_ONE and change.target not in {"", path}:
        return replace(given, grad=False)
    concerned = not change.target or path in change.target.split(AND) or change.value is Gradient.ASKED
    return _changed_tensor(path, given, change) if concerned else given


def _changed_tensor(path: str, given: TensorGiven, change: Change) -> TensorGiven:
    value = change.value
    if value is Gradient.OFF:
        return given
    if change.part is Part.GRADIENT:
        return replace(given, grad=change.differentiates and given.dtype in FLOATS | COMPLEX)
    if isinstance(value, Layout):
        return replace(given, layout=value) if given.shape else given
    if isinstance(value, Rank):
        return reshape(given, _shape_of_rank(given.shape, value))
    if isinstance(value, Content):
        return with_content(given, value, is_first=path == change.target.partition(AND)[0])
    return with_dtype(given, str(value)) if change.part is Part.DTYPE else given


def _shape_of_rank(shape: tuple[int, ...], rank: Rank) -> tuple[int, ...]:
    return {Rank.NONE: (), Rank.FEWER: shape[1:], Rank.MORE: (2, *shape)}[rank]


def dimension(given: TensorGiven, axis: int) -> str:
    """Returns what the length of an axis depends on: its name, or else its length; empty for lengths 0 and 1.

    Axes of equal length count as the same dimension where they have no names.
    """
    if given.dims and given.dims[axis]:
        return given.dims[axis]
    return str(given.shape[axis]) if given.shape[axis] > 1 else ""


def _with_length(given: TensorGiven, change: Change) -> TensorGiven:
    assert isinstance(change.value, int)
    axes = range(len(given.shape))
    shape = tuple(change.value if dimension(given, axis) == change.target else given.shape[axis] for axis in axes)
    return reshape(given, shape) if shape != given.shape else given


def reshape(given: TensorGiven, shape: tuple[int, ...]) -> TensorGiven:
    """Returns a Tensor of another shape with numbers from the same range; written numbers are repeated or cut off."""
    if math.prod(shape) > MAX_ELEMENTS:
        return given
    dims = given.dims if len(shape) == len(given.shape) else ()
    values = given.values
    if values:
        values = tuple(values[index % len(values)] for index in range(math.prod(shape)))
    return replace(given, shape=shape, values=values or None, dims=dims)


# ---- dtypes ----


def with_dtype(given: TensorGiven, dtype: str) -> TensorGiven:
    """Returns a Tensor of another dtype, its numbers as close to what they were as the dtype allows."""
    if given.normal and dtype != "float32":
        given = replace(given, normal=False)
    low, high = _range(given, dtype)
    values = tuple(to_dtype(number, dtype) for number in given.values) if given.values is not None else None
    grad = given.grad and dtype in FLOATS | COMPLEX
    return replace(given, dtype=dtype, values=values, low=low, high=high, grad=grad)


def _range(given: TensorGiven, dtype: str) -> tuple[float, float]:
    """Returns the range of generated numbers, widened to hold several integers where they become such."""
    if dtype not in INTEGERS:
        usual = dtype not in FLOATS or (given.dtype in INTEGERS and (given.low, given.high) == (0.0, 10.0))
        return (-2.0, 2.0) if usual else (given.low, given.high)
    if given.dtype in INTEGERS:
        return (max(given.low, 0.0) if dtype == "uint8" else given.low), max(given.high, 1.0)
    if (given.low, given.high) == (-2.0, 2.0):
        return 0.0, 10.0
    low = float(math.floor(given.low))
    return (max(low, 0.0) if dtype == "uint8" else low), max(float(math.ceil(given.high)) + 1, 1.0)


_BOUNDS = {
    "int8": (-(2**7), 2**7 - 1),
    "uint8": (0, 2**8 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
}


def to_dtype(number: Number, dtype: str) -> Number:
    """Returns a number of the dtype close to ``number``: the real part, truncated, within the bounds; 0 for NaN."""
    if dtype in COMPLEX:
        return complex(number)
    real = number.real if isinstance(number, complex) else number
    if dtype in FLOATS:
        return float(real)
    if dtype == "bool":
        return bool(real)
    low, high = _BOUNDS[dtype]
    if isinstance(real, float) and not math.isfinite(real):
        return 0 if math.isnan(real) else high if real > 0 else low
    return min(max(int(real), low), high)


# ---- contents ----


def with_content(given: TensorGiven, content: Content, *, is_first: bool = True) -> TensorGiven:
    """Returns a Tensor with other numbers; the same where its dtype has no such numbers or it has no elements.

    ``is_first`` says whether it is the one from which the others are to differ by a little.
    """
    if content is Content.WIDE:
        return with_range(given)
    # What the loss of code makes of large numbers close to each other cancels out in gradients.
    is_lost = content is Content.OFFSET and given.grad
    if is_lost or not math.prod(given.shape) or (numbers := _numbers(given, content, is_first=is_first)) is None:
        return given
    if content in _SOME:
        if given.values is not None:
            size = len(given.values)
            values = list(given.values)
            for index, number in enumerate(numbers[:size]):
                values[(2 * index + 1) * size // (2 * min(len(numbers), size))] = number
            return replace(given, values=tuple(values))
        return replace(given, places=numbers)
    repeated = tuple(numbers[index % len(numbers)] for index in range(min(math.prod(given.shape), len(numbers))))
    return replace(given, values=repeated, normal=False, places=())


def with_range(given: TensorGiven) -> TensorGiven:
    """Returns a Tensor of floats with generated numbers that reach as far as any function has its values close to 0.

    Those that are all positive stay so, and those between 0 and 1 there; written numbers are left out.
    """
    if given.dtype not in FLOATS:
        return given
    written = [float(number.real) for number in given.values or ()]
    low, high = (min(written), max(written)) if written else (given.low, given.high)
    is_fraction = low >= 0 and high <= 1
    return replace(
        given,
        values=None,
        low=low if low >= 0 else min(low, -_FARTHEST),
        high=high if is_fraction or high <= 0 else max(high, _FARTHEST),
        normal=False,
        places=(),
    )


_FARTHEST = 8.0
_SOME = frozenset({Content.SOME_ZEROS, Content.NAN, Content.INFINITE, Content.FAR, Content.LARGE, Content.TINY})
ALONE = frozenset({Content.INFINITE, Content.LARGE})
"""Contents that are combined with nothing, since what becomes of such numbers depends on the order of additions."""


def _numbers(given: TensorGiven, content: Content, *, is_first: bool) -> tuple[Number, ...] | None:
    """Returns the numbers of a content in the dtype; None where it has none."""
    dtype = given.dtype
    if dtype == "bool":
        return {Content.ZEROS: (False,), Content.CONSTANT: (True,)}.get(content)
    if dtype in INTEGERS:
        found: tuple[int, ...] | None = _OF_INTEGERS.get(content)
        if content is Content.LARGE:
            found = {"int64": (2**53 + 1, -(2**53) - 1)}.get(dtype, (_BOUNDS[dtype][1],))
        return None if found is None or (dtype == "uint8" and min(found) < 0) else found
    if content is Content.NEAR:
        return (0.0, 0.3) if is_first else (1e-20, 0.1 + 0.2)
    if content in _EXTREMES:
        return (_EXTREMES_OF_HALF if dtype == "float16" else _EXTREMES)[content]
    if content in _NOT_OF_HALF if dtype in HALF else dtype in COMPLEX and content not in _OF_COMPLEX:
        return None
    return tuple(complex(n) if dtype in COMPLEX else n for n in _OF_FLOATS[content])


_OF_COMPLEX = frozenset({Content.ZEROS, Content.CONSTANT, Content.SOME_ZEROS, Content.NAN})
_NOT_OF_HALF = frozenset({Content.OFFSET})
_OF_INTEGERS: Mapping[Content, tuple[int, ...]] = {
    Content.ZEROS: (0,),
    Content.CONSTANT: (2,),
    Content.TIES: (1, 2),
    Content.NEGATIVE: (-3, -1, -7, -2, -4),
    Content.SOME_ZEROS: (0,),
}
_EXTREMES: Mapping[Content, tuple[float, ...] | None] = {Content.LARGE: (1e30,), Content.TINY: (1e-20,)}
_EXTREMES_OF_HALF: Mapping[Content, tuple[float, ...] | None] = {Content.LARGE: (6e4,), Content.TINY: None}
_OF_FLOATS: Mapping[Content, tuple[float, ...]] = {
    Content.ZEROS: (0.0,),
    Content.CONSTANT: (0.75,),
    Content.TIES: (0.25, 0.75),
    Content.NEGATIVE: (-0.5, -1.5, -0.75, -2.5, -1.0),
    Content.SOME_ZEROS: (0.0,),
    Content.NAN: (math.nan,),
    Content.FAR: (20.0, -20.0, 90.0, -90.0),
    Content.OFFSET: (1000.31, 998.57, 1001.13, 999.76, 1000.44, 999.02, 1001.68),
    Content.INFINITE: (math.inf, -math.inf),
    Content.MASKED: (-math.inf,),
}
