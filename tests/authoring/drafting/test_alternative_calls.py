from __future__ import annotations

import ast

import pytest

from generator.authoring.drafting.alternative_calls import alternatives


@pytest.mark.parametrize(
    ("code", "given", "expected"),
    [
        ("y = paddle.f(x, 2)", {"x": "int8[2]"}, "y = paddle.f(x, 2).astype('int64')"),
        ("y = paddle.f(x, 2)", {"x": "int8[2]"}, "y = paddle.f(x.astype('int64'), 2)"),
        ("y = paddle.f(x, axis=2)", {"x": "int8[2]"}, "y = paddle.f(x, axis=[2])"),
        ("y = paddle.f(x, (1, 2))", {"x": "int8[2]"}, "y = paddle.f(x, [1, 2])"),
        ("y = paddle.f(x, v)", {"x": "float32[2]", "v": "int64(3)"}, "y = paddle.f(x, v.item())"),
        ("y = paddle.f(x)", {"x": "int8[2]"}, "y = paddle.f(x, huge=False)"),
        (
            "y = paddle.f(x, out=z)",
            {"x": "float32[2]", "z": "int64[2]"},
            "y = paddle.assign(paddle.f(x).astype(z.dtype), z)",
        ),
        ("y = x.f(a)", {"x": "int8[2]", "a": "float32[2]"}, "y = x.astype('float32').f(a.astype('float32'))"),
    ],
)
def test_other_ways_to_write_the_call(code: str, given: dict[str, str], expected: str) -> None:
    """Casts, lists, numbers, a flag and an assignment are proposed, each as code that is Python."""
    found = list(alternatives(code, "paddle.f", given, {"huge": True}))
    assert expected in found
    assert all(ast.parse(one) for one in found)
    assert code not in found


def test_code_without_the_call_has_no_mends() -> None:
    """Where the counterpart is not called there is nothing to change."""
    assert list(alternatives("y = x + 1", "paddle.f", {"x": "int8[2]"}, {})) == []
