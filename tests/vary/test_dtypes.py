from __future__ import annotations

import pytest

from generator.model.given_notation import parse_given
from generator.vary.dtypes import is_given, missing_kernel, stops_elsewhere
from generator.verify.observation import Kind, Observation, Place, Seen

MESSAGE = "RuntimeError：(NotFound) The kernel with key (CPU, Undefined(AnyLayout), {}) of kernel `multiply` is not registered."


def _result(*dtypes: str) -> Observation:
    return Observation(
        tuple((f"y{index}", Seen(Kind.TENSOR, dtype, shape=(0,), items=())) for index, dtype in enumerate(dtypes))
    )


@pytest.mark.parametrize("dtype", ["float16", "complex64", "bool"])
def test_the_dtype_of_a_missing_kernel_is_read_from_the_message(dtype: str) -> None:
    """Paddle names the dtype for which the kernel is missing, not those for which it has one."""
    assert missing_kernel(MESSAGE.format(dtype) + " Paddle support following DataTypes: int32, float32.") == dtype


@pytest.mark.parametrize(
    "message",
    ["", "TypeError：The data type of 'x' must be float32, but received float16.", "kernel is not registered"],
)
def test_another_message_names_no_missing_kernel(message: str) -> None:
    """What else Paddle refuses is judged by the conditions alone."""
    assert missing_kernel(message) == ""


@pytest.mark.parametrize(
    ("given", "result", "dtype", "expected"),
    [
        ({"x": "float16[3]"}, (), "float16", True),
        ({"x": "int32[3]"}, ("int32",), "float16", False),
        ({"x": "float32[3]", "y": "float16[3]"}, (), "float32", True),
        ({"x": "float32[3]", "y": "float16[3]"}, (), "float16", False),
        ({"x": "float16[3]", "z": "float32[3]"}, ("float32",), "float16", False),
        ({"x": "float16[3]", "z": "int64[3]"}, ("float16",), "float16", True),
        ({"x": "bfloat16[3]", "z": "float64[3]"}, ("float64", "bfloat16"), "bfloat16", True),
    ],
)
def test_a_missing_kernel_counts_for_the_dtype_that_was_given(
    given: dict[str, str],
    result: tuple[str, ...],
    dtype: str,
    expected: bool,  # noqa: FBT001
) -> None:
    """Not for one to which the Paddle side converts, be it the dtype of an output or of one of several inputs."""
    inputs = {name: parse_given(value) for name, value in given.items()}
    assert is_given(dtype, inputs, frozenset({"y"}), _result(*result), backward=False) is expected


def test_the_added_multiplication_needs_the_kernel_of_the_result() -> None:
    """A result of half precision is multiplied by itself where gradients are asked for, whatever the input's dtype."""
    inputs = {"x": parse_given("float32[3]")}
    assert is_given("float16", inputs, frozenset(), _result("float16"), backward=True)
    assert not is_given("float16", inputs, frozenset(), _result("float32"), backward=True)


def place_of_text(code: str, text: str) -> Place:
    """Where a text stands in the first line of a code."""
    start = code.encode().index(text.encode())
    return 1, start, 1, start + len(text.encode())


@pytest.mark.parametrize(
    ("counterpart", "code", "raised", "elsewhere"),
    [
        ("paddle.clone", "(paddle.clone(x) * 2).sum()", "paddle.clone(x)", False),
        ("paddle.clone", "(paddle.clone(x) * 2).sum()", "paddle.clone(x) * 2", True),
        ("paddle.clone", "名 = (paddle.clone(x) * 2).sum()", "(paddle.clone(x) * 2).sum()", True),
        ("paddle.clone", "paddle.clone(x).sum().backward()", "paddle.clone(x).sum().backward()", False),
        ("paddle.Tensor.item", "x.mean().item()", "x.mean()", True),
        ("paddle.Tensor.item", "x.mean().item()", "x.mean().item()", False),
        ("paddle.Tensor.__add__", "x + y", "x + y", False),
        ("paddle.nn.Linear", "paddle.nn.Linear(2, 3)(x)", "paddle.nn.Linear(2, 3)(x)", False),
        ("paddle.nn.Linear", "layer.forward(x)", "layer.forward(x)", False),
        ("paddle.nn.Linear", "layer(paddle.mean(x))", "paddle.mean(x)", True),
    ],
)
def test_only_the_counterpart_shows_what_it_takes(
    counterpart: str,
    code: str,
    raised: str,
    elsewhere: bool,  # noqa: FBT001  (a column of the table)
) -> None:
    """What code around the counterpart refuses says nothing of it; an object shows in its methods what it takes."""
    assert stops_elsewhere(counterpart, code, place_of_text(code, raised)) is elsewhere
    assert not stops_elsewhere(counterpart, code, None)
