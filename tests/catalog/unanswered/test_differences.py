"""Tests of how guessed signatures are compared."""

from __future__ import annotations

import pytest

from generator.catalog.unanswered.differences import differences
from generator.catalog.unanswered.pairing import best_match
from generator.model.glossary import Glossary
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.signature import Signature

GLOSSARY = Glossary.model_validate({"parameters": {"dim": {"paddle": ["axis"], "note": "表示维度。"}}})


def said(torch: str, paddle: str) -> list[tuple[str, str, str]]:
    """Each difference: both parameters, and what differs."""
    ours, theirs = (ApiEntry(it.partition("(")[0], ApiKind.FUNCTION, (Signature.parse(it),)) for it in (torch, paddle))
    found = differences(best_match(ours, theirs, GLOSSARY))
    return [
        (
            one.torch.name if one.torch else "",
            one.paddle.name if one.paddle else "",
            "".join(
                letter for letter, holds in (("r", one.renamed), ("d", one.other_default), ("m", one.moved)) if holds
            ),
        )
        for one in found
    ]


@pytest.mark.parametrize(
    ("torch", "paddle", "expected"),
    [
        ("torch.f(x, a=1)", "paddle.f(x, a=1.0, name=None)", []),
        ("torch.f(x, dim)", "paddle.f(x, axis)", [("dim", "axis", "r")]),
        ("torch.f(x, a=1)", "paddle.f(x, a=2)", [("a", "a", "d")]),
        ("torch.f(x, a, b)", "paddle.f(x, b, a)", [("a", "a", "m"), ("b", "b", "m")]),
        ("torch.f(x, out=None)", "paddle.f(x, other=3)", [("out", "", ""), ("", "other", "")]),
    ],
)
def test_differences_are_found(torch: str, paddle: str, expected: list[tuple[str, str, str]]) -> None:
    """Another name, default or place is one difference of the pair; what one side lacks stands alone."""
    assert said(torch, paddle) == expected
