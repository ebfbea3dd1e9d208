from __future__ import annotations

import pytest

from generator.model.inventory import ApiEntry, ApiKind
from generator.model.overload_choice import described_signature
from generator.model.signature import Signature


def entry(*signatures: str) -> ApiEntry:
    """An API with these overloads."""
    found = tuple(Signature.parse(signature) for signature in signatures)
    return ApiEntry("torch.argsort", ApiKind.FUNCTION, found, "stub")


@pytest.mark.parametrize(
    ("names", "described"),
    [
        (["input", "dim", "descending"], "(input, dim=-1, descending=False)"),
        (["input", "dim", "descending", "stable"], "(input, *, stable=False, dim=-1, descending=False, out=None)"),
        (
            ["input", "stable", "dim", "descending", "out"],
            "(input, *, stable=False, dim=-1, descending=False, out=None)",
        ),
    ],
)
def test_rows_describe_the_nearest_overload(names: list[str], described: str) -> None:
    """Rows speak of the overload with their parameters; of two as near, of the one that has them all."""
    found = described_signature(
        entry("(input, dim=-1, descending=False)", "(input, *, stable=False, dim=-1, descending=False, out=None)"),
        names,
    )
    assert found.format("torch.argsort") == f"torch.argsort{described}"
