"""Tests of binding arguments to parameters."""

from __future__ import annotations

import ast
import inspect

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.calls.facts.bind import bind
from generator.model.signature import Signature


def call(source: str) -> ast.Call:
    """The call that a text is."""
    node = ast.parse(source, mode="eval").body
    assert isinstance(node, ast.Call)
    return node


def bound(source: str, signature: str) -> dict[str, list[str]] | None:
    """The source text of the arguments of each parameter; None where the signature does not accept the call."""
    found = bind(call(source), Signature.parse(signature))
    if found is None:
        return None
    return {name: [ast.unparse(a.value) for a in arguments] for name, arguments in found.by_parameter.items()}


@pytest.mark.parametrize(
    ("source", "signature", "wanted"),
    [
        ("f(x)", "(input, *, out=None)", {"input": ["x"]}),
        ("f(x, out=y)", "(input, *, out=None)", {"input": ["x"], "out": ["y"]}),
        ("f(input=x)", "(input, *, out=None)", {"input": ["x"]}),
        ("f(x, y)", "(input, *, out=None)", None),
        ("f()", "(input)", None),
        ("f(x, input=x)", "(input)", None),
        ("f(x, other=x)", "(input)", None),
        ("f(a=1)", "(a, /)", None),
        ("f(1, a=2)", "(a, /, **more)", {"a": ["1"], "more": ["2"]}),
        ("f(2, 3)", "(*size, dtype=None)", {"size": ["2", "3"]}),
        ("f(2, *s, dtype=d)", "(*size, dtype=None)", {"size": ["2", "*s"], "dtype": ["d"]}),
        ("f(x, 2, 3)", "(input, *size)", {"input": ["x"], "size": ["2", "3"]}),
        ("f()", "(*size)", {}),
        ("f(size=(2, 3))", "(*size)", {"size": ["(2, 3)"]}),
        ("f(2, size=(3,))", "(*size)", None),
        ("f(x, k=1, l=2)", "(a, **more)", {"a": ["x"], "more": ["1", "2"]}),
    ],
)
def test_binds_as_python_does(source: str, signature: str, wanted: dict[str, list[str]] | None) -> None:
    """Each argument belongs to the parameter that Python would bind it to, or the call is not accepted."""
    assert bound(source, signature) == wanted


@pytest.mark.parametrize("source", ["f(*a)", "f(x, *a)", "f(x, **k)", "f(**k)", "f(*a, y)"])
def test_stars_leave_a_call_open(source: str) -> None:
    """With ``*args`` or ``**kwargs`` nobody knows what else is passed, so nothing is missing."""
    found = bind(call(source), Signature.parse("(a, b, c)"))
    assert found is not None
    assert found.open


def test_positions_and_keywords_are_told() -> None:
    """An argument knows its place among the positional ones, or its keyword."""
    found = bind(call("f(x, y, c=z)"), Signature.parse("(a, b, c)"))
    assert found is not None
    assert [(a.position, a.keyword and a.keyword.arg) for a in found.arguments] == [(0, None), (1, None), (None, "c")]


@given(
    st.integers(0, 4),
    st.lists(st.sampled_from("abcdz"), max_size=4, unique=True),
    st.sampled_from(["(a, b=1, *, c, d=2)", "(a, /, b, *c, d=1)", "(*a, b=1)", "(a, **z)", "(a=1, b=2, c=3, d=4)"]),
)
def test_agrees_with_inspect(count: int, keywords: list[str], signature: str) -> None:
    """A call without stars binds exactly as ``inspect.Signature.bind`` says."""
    assume(not any(f"*{name}" in signature.replace("**", "") for name in keywords))  # torch takes more there
    parts = [*(str(index) for index in range(count)), *(f"{name}='{name}'" for name in keywords)]
    function: dict[str, object] = {}
    exec(f"def f{signature}: ...", function)  # noqa: S102  # one of the signatures above
    try:
        inspected = inspect.signature(function["f"]).bind(*range(count), **{k: k for k in keywords})  # type: ignore[arg-type]
    except TypeError:
        wanted = None
    else:
        wanted = {}
        for name, value in inspected.arguments.items():
            kind = inspected.signature.parameters[name].kind
            several = {"VAR_POSITIONAL": list, "VAR_KEYWORD": lambda found: list(found.values())}.get(kind.name)
            wanted[name] = [repr(each) for each in (several(value) if several else [value])]
    assert bound(f"f({', '.join(parts)})", signature) == wanted


def test_names_of_the_documentation_and_of_the_code() -> None:
    """``torch.linalg.eigh`` is documented with ``A`` and takes ``input``; ``lstsq`` takes ``input`` and ``b``."""
    call = ast.parse("f(input=x, b=y)", mode="eval").body
    assert isinstance(call, ast.Call)
    binding = bind(call, Signature.parse("(A, B, rcond=None)"))
    assert binding is not None
    assert [argument.parameter.name for argument in binding.arguments] == ["A", "B"]
