from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.evidence.vary.dtypes import (
    Probed,
    facts,
    is_by_python,
    is_given,
    is_of_counterpart,
    missing_kernel,
    refused_by_python,
)
from generator.evidence.verify.observation import Kind, Observation, Place, Seen
from generator.model.fact import Answer
from generator.model.given_notation import parse_given

NO, UNKNOWN, YES = Answer.NO, Answer.UNKNOWN, Answer.YES
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
    ("message", "by_python"),
    [
        ("AssertionError：", True),
        ("TypeError：The data type of 'x' must be float32, but received float16.", True),
        ("TypeError：(InvalidType) Type promotion only support calculations between floating-point numbers", True),
        ("TypeError：Non-CUDA GPU placed Tensor does not have 'paddle.int16' op registered.", False),
        ("ValueError：(InvalidArgument) The type of data we are trying to retrieve (int64) does not match", False),
        ("RuntimeError：(NotFound) The kernel with key (CPU, Undefined(AnyLayout), int16) is not registered.", False),
        ("TypeError（代码自己抛出）", False),
    ],
)
def test_what_is_refused_before_a_kernel_is_chosen_is_refused_everywhere(message: str, *, by_python: bool) -> None:
    """Another device has other kernels, and the same Python code."""
    assert is_by_python(message) is by_python


def test_what_an_input_is_refused_for_says_nothing_of_the_result() -> None:
    """In each run ``out`` has the dtype of the inputs: what these never have is no fact about it."""

    def runs(*refused: str) -> list[Probed]:
        dtypes = ("bool", "float16", "float32")
        return [Probed(dtype, paddle=dtype not in refused, backward=False, alone=True) for dtype in dtypes]

    found = {one.parameters: one for one in facts("", {"input": runs("float16"), "out": runs("bool", "float16")})}
    assert found["input",].refused == ("float16",)
    assert (found["out",].torch, found["out",].refused) == (("bool", "float32"), ("bool",))


def test_what_is_differentiated_once_is_not_refused_in_the_backward_pass() -> None:
    """Where one code's backward pass is refused and another's is not, the refusal is not of the counterpart."""

    def backward(dtype: str, taken: Sequence[bool]) -> list[Probed]:
        return [Probed(dtype, paddle=is_taken, backward=True, alone=True) for is_taken in taken]

    forward = [Probed(dtype, paddle=True, backward=False, alone=True) for dtype in ("float32", "float64")]
    (found,) = facts("", {"input": [*forward, *backward("float32", [False, True]), *backward("float64", [False])]})
    assert found.backward == ("float64",)


def test_each_refusal_has_to_be_of_the_dtype_and_of_python() -> None:
    """One for want of a kernel is of the device, and one beside other dtypes may be of the mixture."""

    def probed(dtype: str, *, by_python: bool = True, alone: bool = True) -> Probed:
        return Probed(dtype, paddle=False, backward=False, alone=alone, by_python=by_python)

    runs = [probed("int8"), probed("int16"), probed("int16", by_python=False), probed("int32", alone=False)]
    assert refused_by_python(runs) == {("int8", False)}


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
    ("counterpart", "code", "raised", "own"),
    [
        ("paddle.clone", "(paddle.clone(x) * 2).sum()", "paddle.clone(x)", YES),
        ("paddle.clone", "(paddle.clone(x) * 2).sum()", "paddle.clone(x) * 2", NO),
        ("paddle.clone", "名 = (paddle.clone(x) * 2).sum()", "(paddle.clone(x) * 2).sum()", NO),
        ("paddle.clone", "paddle.clone(x).sum().backward()", "paddle.clone(x).sum().backward()", UNKNOWN),
        ("paddle.clone", "f(paddle.clone(x))", "f(paddle.clone(x))", NO),
        ("paddle.vmap", "f = paddle.vmap(g); f(x)", "f(x)", YES),
        ("paddle.sqrt", "paddle.sqrt(x).real()", "paddle.sqrt(x).real()", NO),
        ("paddle.sqrt", "y = paddle.sqrt(x); y.real()", "y.real()", NO),
        ("paddle.nn.Layer.to", "net.to('cpu')(x)", "net.to('cpu')(x)", NO),
        ("paddle.nn.Layer.eval", "net = net.eval(); net(x)", "net(x)", NO),
        ("paddle.Tensor.item", "x.mean().item()", "x.mean()", NO),
        ("paddle.Tensor.item", "x.mean().item()", "x.mean().item()", YES),
        ("paddle.Tensor.T", "x.T.sum()", "x.T", YES),
        ("paddle.Tensor.T", "x.grad.T", "x.grad", NO),
        (
            "paddle.distribution.Normal",
            "paddle.distribution.Normal(x, y).mean",
            "paddle.distribution.Normal(x, y).mean",
            YES,
        ),
        ("paddle.Tensor.__add__", "x + y", "x + y", UNKNOWN),
        ("paddle.nn.Linear", "paddle.nn.Linear(2, 3)(x)", "paddle.nn.Linear(2, 3)(x)", YES),
        ("paddle.nn.Linear", "m = paddle.nn.Linear(2, 3); m.forward(x)", "m.forward(x)", YES),
        ("paddle.nn.Linear", "m = paddle.nn.Linear(2, 3); m(x)", "m(x)", YES),
        ("paddle.optimizer.lr.LambdaDecay", "m(x)", "m(x)", UNKNOWN),
        ("paddle.nn.Linear", "m(paddle.mean(x))", "paddle.mean(x)", NO),
    ],
)
def test_only_the_counterpart_shows_what_it_takes(counterpart: str, code: str, raised: str, own: Answer) -> None:
    """What code around the counterpart refuses says nothing of it; an object shows in its methods what it takes."""
    assert is_of_counterpart(counterpart, code, place_of_text(code, raised)) is own
    assert is_of_counterpart(counterpart, code, None) is UNKNOWN
