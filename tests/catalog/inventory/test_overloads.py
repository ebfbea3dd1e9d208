from __future__ import annotations

import pytest

from generator.catalog.inventory.overloads import covering, is_opaque, merge_overloads
from generator.model.signature import Signature


def merged(stubbed: list[str], documented: list[str]) -> list[str]:
    """The merged overloads as text."""
    stubs, documents = (tuple(map(Signature.parse, texts)) for texts in (stubbed, documented))
    return [str(signature) for signature in merge_overloads(stubs, documents)]


@pytest.mark.parametrize(
    ("stubbed", "documented", "expected"),
    [
        (["(a)", "(a, dim, keepdim=False)"], [], ["(a, dim, keepdim=False)", "(a)"]),
        (["(a, alpha, b)", "(a, b, *, alpha=1)"], ["(a, b, *, alpha=1)"], ["(a, b, *, alpha=1)", "(a, alpha, b)"]),
        (["(dtype)", "(*size)"], ["(*shape)", "(dtype)"], ["(*size)", "(dtype)", "(*shape)"]),
        (["(a, b=1)", "(a)", "(a, *, b)"], [], ["(a, b=1)"]),
        (["(*size, generator)", "(*size)"], ["(*size, generator=None)"], ["(*size, generator=None)"]),
        (["(a, reduction=...)"], ["(a, reduction='mean')"], ["(a, reduction='mean')"]),
        (["(from_=0, *, out=None)"], ["(from=0, *, out=None)"], ["(from=0, *, out=None)"]),
        (["(from_, to)"], ["(start, to)"], ["(from_, to)", "(start, to)"]),
        (["(*args, **kwargs)", "(a)"], [], ["(a)"]),
        (["(*args, **kwargs)"], ["(a)"], []),
    ],
)
def test_merge_overloads(stubbed: list[str], documented: list[str], expected: list[str]) -> None:
    """Documented forms and names lead, the most general first; what says nothing, or nothing new, is left out."""
    assert merged(stubbed, documented) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("(*args, **kwargs)", True), ("(*args)", True), ("(*tensors)", False), ("(a, **kwargs)", False), ("()", False)],
)
def test_is_opaque(text: str, expected: bool) -> None:  # noqa: FBT001  (a parameter of the test)
    """A signature is opaque when it takes anything under no name."""
    assert is_opaque(Signature.parse(text)) is expected


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        ("(a)", ["(a, dim, keepdim=False)", "(a)"], "(a)"),
        ("(a, *, out)", ["(a, dim, keepdim=False)", "(a, *, out=None)"], "(a, *, out=None)"),
        ("(dim)", ["(dim=None)"], "(dim=None)"),
        ("(b)", ["(a)"], "None"),
    ],
)
def test_covering(text: str, kept: list[str], expected: str) -> None:
    """An overload that was left out is found again in the first that accepts its calls."""
    assert str(covering(Signature.parse(text), tuple(map(Signature.parse, kept)))) == expected
