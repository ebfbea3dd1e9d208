from __future__ import annotations

import pytest

from generator.evidence.samples.keywords import keywords_of, moved_name, with_keywords, with_one_keyword
from generator.model.signature import Signature

SUM = (Signature.parse("(input, *, dtype=None)"), Signature.parse("(input, dim, keepdim=False)"))


@pytest.mark.parametrize(
    ("code", "api", "expected"),
    [
        ("y = torch.sum(x, 0, True)", "torch.sum", "y = torch.sum(input=x, dim=0, keepdim=True)"),
        ("y = torch.sum(x, dim=0)", "torch.sum", "y = torch.sum(input=x, dim=0)"),
        ("y = torch.mean(x, 0)", "torch.sum", "y = torch.mean(x, 0)"),
        ("y = torch.sum(*xs)", "torch.sum", "y = torch.sum(*xs)"),
        ("y = x.add(z)", "torch.Tensor.add", "y = x.add(other=z)"),
        ("y = torch.add(x, z)", "torch.Tensor.add", "y = torch.add(x, z)"),
        ("y = x.permute(1, 0)", "torch.Tensor.permute", "y = x.permute(1, 0)"),
    ],
)
def test_every_positional_argument_gets_its_keyword(code: str, api: str, expected: str) -> None:
    """The first signature that takes the call names them; what is variadic or no call of the API stays."""
    signatures = {
        "torch.Tensor.add": (Signature.parse("(other)"),),
        "torch.Tensor.permute": (Signature.parse("(*dims)"),),
    }
    assert with_keywords(code, api, signatures.get(api, SUM)) == expected


def test_one_keyword_is_tried_among_paddles_own() -> None:
    """Arguments before it stay in place, those after it have the names that Paddle shows."""
    paddle = (Signature.parse("(x, axis=None, keepdim=False, dtype=None)"),)
    assert with_one_keyword("y = torch.sum(x, 0, True)", "torch.sum", "dim", SUM, paddle) == (
        "y = torch.sum(x, dim=0, keepdim=True)"
    )
    assert (
        with_one_keyword("y = torch.sum(x, 0)", "torch.sum", "input", SUM, paddle) == "y = torch.sum(input=x, axis=0)"
    )


def test_a_keyword_is_not_tried_where_paddle_has_no_name_for_the_rest() -> None:
    """Otherwise a refusal would say nothing of the keyword."""
    assert with_one_keyword("y = torch.sum(x, 0)", "torch.sum", "input", SUM, (Signature.parse("(x)"),)) is None
    assert with_one_keyword("y = torch.sum(x)", "torch.sum", "dim", SUM, SUM) is None


def test_keywords_are_those_of_the_api_alone() -> None:
    """Those of other calls in the code say nothing of it."""
    assert keywords_of("y = paddle.f(paddle.sum(x, axis=0), a=1)", moved_name("torch.sum")) == {"axis"}
    assert moved_name("torch.Tensor.add") == "torch.Tensor.add"
