from __future__ import annotations

import pytest

from generator.model.given_notation import parse_given
from generator.vary.dtypes import is_given, missing_kernel
from generator.verify.observation import Kind, Observation, Seen

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
