from __future__ import annotations

import contextlib
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from generator.model.given import DTYPES, DictGiven, Layout, ListGiven, NumpyGiven, PythonGiven, TensorGiven
from generator.model.given_notation import length_of, parse_given, write_given

MEANINGS: dict[str, tuple[Any, object]] = {
    "shape": ("float32[2, 3]", TensorGiven("float32", (2, 3))),
    "no dimensions": ("float32[]", TensorGiven("float32", ())),
    "an empty tensor": ("float32[0, 3]", TensorGiven("float32", (0, 3))),
    "spaces": (" int64 [ 4 ,] ", TensorGiven("int64", (4,), low=0.0, high=10.0)),
    "positive": ("float32[2] > 0", TensorGiven("float32", (2,), low=0.0, high=2.0)),
    "positive integers": ("int32[2] > 0", TensorGiven("int32", (2,), low=1.0, high=10.0)),
    "range": ("float64[2] in (-1, 0.5)", TensorGiven("float64", (2,), low=-1.0, high=0.5)),
    "gradient": ("float32[2] grad", TensorGiven("float32", (2,), grad=True)),
    "everything": (
        "float32[2] in (0, 1) seed 7 grad",
        TensorGiven("float32", (2,), low=0.0, high=1.0, seed=7, grad=True),
    ),
    "normal": ("randn[2, 3] seed 2", TensorGiven("float32", (2, 3), seed=2, normal=True)),
    "values": ("float64([[1, 2.5], [nan, inf]])", None),
    "values with gradient": ("float32(3) grad", TensorGiven("float32", (), (3,), grad=True)),
    "integers in a list": ([["1", "2"], ["3", "4"]], TensorGiven("int64", (2, 2), (1, 2, 3, 4))),
    "floats in a list": (["1", "2.5"], TensorGiven("float32", (2,), (1, 2.5))),
    "bools in a list": (["true", "False"], TensorGiven("bool", (2,), (True, False))),
    "complex in a list": (["1+2j"], TensorGiven("complex64", (1,), (1 + 2j,))),
    "named dimensions": ("float32[N, 3, C]", TensorGiven("float32", (2, 3, 3), dims=("N", "", "C"))),
    "repeated numbers": ("int64[4] of (0, 1)", TensorGiven("int64", (4,), (0, 1), low=0.0, high=10.0)),
    "numbers among others": ("float32[4] with (nan, 0)", None),
    "elements apart": ("float32[2, 3] strided", TensorGiven("float32", (2, 3), layout=Layout.STRIDED)),
    "behind others": ("float32[2, 3] offset grad", TensorGiven("float32", (2, 3), layout=Layout.OFFSET, grad=True)),
    "a NumPy scalar": ("np.float32(1.5)", NumpyGiven("float32", 1.5)),
    "a number": ("3", PythonGiven(3)),
    "a float": ("-1.5", PythonGiven(-1.5)),
    "a bool": ("true", PythonGiven(value=True)),
    "none": (None, PythonGiven(None)),
    "a tuple": ("(1, 2)", PythonGiven((1, 2))),
    "a plain list": ("[1, 2]", PythonGiven([1, 2])),
    "a string": ("'mean'", PythonGiven("mean")),
    "a list of tensors": (
        ["float32[2]", "3"],
        ListGiven((TensorGiven("float32", (2,)), PythonGiven(3))),
    ),
    "a dict": ({"a": "bool[2]"}, DictGiven((("a", TensorGiven("bool", (2,))),))),
}
REFUSED = {
    "unknown dtype": ("float31[2]", "float31"),
    "shape that is no number": ("float32[a.b]", "形状"),
    "contents that are no numbers": ("float32[2] of (a)", "不是数"),
    "contents that the dtype cannot hold": ("int64[2] with (nan)", "容纳"),
    "a NumPy scalar that is no number": ("np.float32(a)", "NumPy"),
    "negative shape": ("float32[-1]", "形状"),
    "values in the place of a shape": ("float32[1.5, 2]", "形状"),
    "a huge shape": ("float32[100000, 100000]", "超过"),
    "an open bracket": ("float32[2", "括号"),
    "a word after it": ("float32[2] sorted", "sorted"),
    "a range of values": ("float32([1]) in (0, 1)", "in (0, 1)"),
    "an empty range": ("float32[2] in (1, 1)", "空"),
    "a range of words": ("float32[2] in (a, b)", "范围"),
    "gradient of integers": ("int64[2] grad", "梯度"),
    "positive bools": ("bool[2] > 0", "> 0"),
    "integers that are none": ("int64([1.5])", "容纳"),
    "ragged rows": ([["1"], ["2", "3"]], "长度不同"),
    "a string without quotes": ("mean", "引号"),
    "code": ("__import__('os').getcwd()", "无法理解"),
    "randn of values": ("randn([1])", "形状"),
}


@pytest.mark.parametrize("case", MEANINGS)
def test_each_notation_means_one_thing(case: str) -> None:
    """What the table in the module's docstring promises is what a value means."""
    value, meaning = MEANINGS[case]
    assert meaning is None or parse_given(value) == meaning


def test_values_may_be_nan_and_infinite() -> None:
    """``nan`` and ``inf`` can be written where numbers can."""
    found = parse_given("float64([[1, 2.5], [nan, -inf]])")
    assert isinstance(found, TensorGiven)
    assert found.values is not None
    assert found.shape == (2, 2)
    assert math.isnan(complex(found.values[2]).real)
    assert found.values[3] == -math.inf


@pytest.mark.parametrize("case", REFUSED)
def test_what_means_nothing_is_refused_with_its_text(case: str) -> None:
    """A notation that cannot be understood is answered in Chinese, with what is wrong in it."""
    value, said = REFUSED[case]
    with pytest.raises(ValueError, match="“") as refused:
        parse_given(value)
    assert said in str(refused.value)


@for_all(st.recursive(st.text() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_no_text_breaks_the_parser(value: Any) -> None:
    """Whatever YAML holds, the answer is a meaning or a ``ValueError``."""
    with contextlib.suppress(ValueError):
        assert parse_given(value) is not None


@for_all(st.sampled_from(DTYPES), st.lists(st.integers(0, 9), max_size=4))
def test_every_dtype_and_shape_can_be_written(dtype: str, shape: list[int]) -> None:
    """A dtype followed by a shape is a tensor of both."""
    found = parse_given(f"{dtype}{shape}")
    assert isinstance(found, TensorGiven)
    assert (found.dtype, found.shape) == (dtype, tuple(shape))


@pytest.mark.parametrize("case", MEANINGS)
def test_what_is_written_means_the_same_again(case: str) -> None:
    """The notation of an input, whichever way it was written, is the notation of that input."""
    meant = parse_given(MEANINGS[case][0])
    again = parse_given(write_given(meant))
    if isinstance(meant, TensorGiven) and meant.dims:
        meant = replace(meant, dims=())
    if isinstance(meant, TensorGiven) and isinstance(again, TensorGiven) and meant.values and not meant.places:
        meant, again = replace(meant, low=0.0, high=0.0), replace(again, low=0.0, high=0.0)
    assert repr(again) == repr(meant)


def test_a_name_is_one_length_everywhere() -> None:
    """A dimension's length depends on its name alone, and the usual names have lengths of their own."""
    usual = [length_of(name) for name in "NCHWDL"]
    assert len(set(usual)) == len(usual)
    assert length_of("sequence") == length_of("sequence") > 1
