from __future__ import annotations

import pytest

from generator.catalog.inventory.docstrings import (
    documented_alias,
    documented_results,
    documented_signatures,
    says_deprecated,
)

MAX = """
max(input, *, out=None) -> Tensor

Returns the maximum value. See max(input) for more.

.. function:: max(input, dim, keepdim=False, *, out=None) -> (Tensor, LongTensor)
   :noindex:
"""
PYBIND = """barrier(*args, **kwargs)
Overloaded function.

1. barrier(self: lib.Group, opts: lib.Options = <lib.Options object at 0x7f00>) -> lib.Work

2. barrier(self: lib.Group, timeout: datetime.timedelta | None = None) -> lib.Work
"""


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (MAX, "max", ["(input, *, out=None)", "(input, dim, keepdim=False, *, out=None)"]),
        (PYBIND, "barrier", ["(*args, **kwargs)", "(opts=<Options>)", "(timeout=None)"]),
        ("linalg.norm(input, ord=None)", "norm", ["(input, ord=None)"]),
        ("__init__(input_size,hidden_size,\\n         bias=True)".replace("\\n", "\n"), "RNN", None),
        ("lu(A, *, bool pivot=True)", "lu", ["(A, *, pivot=True)"]),
        (r"rand(\*size, out=None)", "rand", ["(*size, out=None)"]),
        ("foo(a[, b])", "foo", []),
        ("foo(a, b", "foo", []),
        ("Adds foo(a) to bar.", "foo", []),
        ("bar(a)", "foo", []),
        ("Text.\n\nfoo(a)", "foo", []),
        (None, "foo", []),
    ],
)
def test_documented_signatures(text: str | None, name: str, expected: list[str] | None) -> None:
    """Signatures are read where documentation writes them down, and prose that mentions a call is none."""
    found = [str(signature) for signature in documented_signatures(text, name)]
    assert found == (["(input_size, hidden_size, bias=True)"] if expected is None else expected)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (MAX, "max", ["Tensor", "(Tensor, LongTensor)"]),
        (PYBIND, "barrier", ["", "lib.Work", "lib.Work"]),
        ("size(dim=None) -> torch.Size or int", "size", ["torch.Size | int"]),
        ("f(a) -> Tensor.\n", "f", ["Tensor"]),
        ("f(a)\n\nMaps a -> b.", "f", [""]),
    ],
)
def test_documented_results(text: str, name: str, expected: list[str]) -> None:
    """The arrow behind a signature says what that way to call returns, and no other arrow does."""
    assert [returns for _, returns in documented_results(text, name)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Does it.\n\n.. deprecated:: 1.0\n   Use g.", True),
        ('\n\nWarning:\n    API "lib.f" is deprecated since 2.0, and will be removed.\n\nDoes it.', True),
        ("Does it.\n\n.. warning::\n\n    f is deprecated in favor of g.", True),
        ("Does it.\n\n.. warning:: This function is deprecated.", True),
        ("f is deprecated, use g.", True),
        ("Deprecated: use g.", True),
        ("Does it.\n\n.. warning::\n    :class:`TypedStorage` is deprecated.", False),
        ("Does it.\n\nArgs:\n    size_average: Deprecated.\n\n        .. deprecated:: 1.0", False),
        ("Does it, and g is deprecated.", False),
        ("", False),
    ],
)
def test_says_deprecated(text: str, expected: bool) -> None:  # noqa: FBT001  (a parameter of the test)
    """A function is deprecated where its docstring says so of it, not of a parameter or another name."""
    assert says_deprecated(text, "f") is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\nabsolute(input) -> Tensor\n\nAlias for :func:`torch.abs`\n", "torch.abs"),
        ("Alias of :func:`~torch.outer`.", "torch.outer"),
        ("In-place. Alias for :func:`torch.abs`", ""),
        ("See :func:`torch.abs`", ""),
    ],
)
def test_documented_alias(text: str, expected: str) -> None:
    """Only a docstring that begins by calling itself an alias makes one."""
    assert documented_alias(text) == expected
