"""Torch's defaults, written out: which a call leaves out, and what the conversion makes of them."""

from __future__ import annotations

import pytest

from generator.model.signature import Signature
from generator.verify.written_defaults import left_out, with_defaults

SIGNATURE = Signature.parse("(input, dim=None, keepdim=False, *, dtype=None, out=None)")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("y = torch.sum(x)", {"dim": "None", "keepdim": "False", "dtype": "None", "out": "None"}),
        ("y = torch.sum(x, 1)", {"keepdim": "False", "dtype": "None", "out": "None"}),
        ("y = torch.sum(x, 1, out=z)", {"keepdim": "False", "dtype": "None"}),
        ("y = torch.sum(*args)", {}),
        ("y = torch.sum(x, **options)", {}),
        ("y = torch.mean(x)", {}),
    ],
)
def test_what_a_call_leaves_out(code: str, expected: dict[str, str]) -> None:
    """What is passed by position or by keyword is not left out; of what cannot be seen nothing is said."""
    assert left_out(code, "torch.sum", SIGNATURE) == expected


def test_default_that_no_code_can_write_is_left_alone() -> None:
    """A member of an enumeration stands in the signature without its module."""
    signature = Signature.parse("(img, size, interpolation=InterpolationMode.BILINEAR, dtype=torch.float32)")
    assert left_out("f(resize(x, 4))", "v.resize", signature) == {}
    assert left_out("v.resize(x, 4)", "v.resize", signature) == {"dtype": "torch.float32"}


def test_defaults_are_keywords_of_the_first_call() -> None:
    """All else stays as it is."""
    code = with_defaults("y = torch.sum(x, 1)\nz = torch.sum(x)", "torch.sum", {"keepdim": "False", "dtype": "None"})
    assert code == "y = torch.sum(x, 1, keepdim=False, dtype=None)\nz = torch.sum(x)"
