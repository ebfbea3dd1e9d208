from __future__ import annotations

import pytest

from generator.model.signature import ParameterKind, Signature


@pytest.mark.parametrize(
    "text",
    [
        "()",
        "(input, *, out=None)",
        "(*size, out=None)",
        "(a, b, /, c=(1, 2), *args, d, **kwargs)",
        "(sep=', ', end=')')",
    ],
)
def test_printing_gives_back_what_was_read(text: str) -> None:
    """Reading and printing are a pair."""
    assert str(Signature.parse(f"torch.f{text}")) == text


def test_documentation_is_followed_and_not_python() -> None:
    """A second star after a variadic parameter, and annotations, are read as documentation writes them."""
    signature = Signature.parse("torch.empty(*size, *, out: Tensor = None, dtype=None) -> Tensor")
    assert [parameter.label for parameter in signature.parameters] == ["*size", "out", "dtype"]
    assert [parameter.kind for parameter in signature.parameters][1:] == [ParameterKind.KEYWORD] * 2


def test_text_without_a_list_is_refused() -> None:
    """A name alone is no signature."""
    with pytest.raises(ValueError, match="parameter list"):
        Signature.parse("torch.abs")


def test_long_signature_has_a_parameter_a_line() -> None:
    """What is too wide for a line is aligned under the first parameter."""
    assert Signature.parse("(input, other, p=2)").format("torch.dist", width=20) == (
        "torch.dist(input,\n           other,\n           p=2)"
    )
