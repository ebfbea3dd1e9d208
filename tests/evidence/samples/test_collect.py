from __future__ import annotations

import pytest
from samples import catalog_of

from generator.evidence.samples import collect
from generator.model.sample_result import Source

RECORD = """\
torch: torch.f
paddle: paddle.f
category: 仅参数名不一致
checks:
  - {given: {x: "float32[2]"}, torch: "y = torch.f(x)", paddle: "y = paddle.f(x)"}
  - {torch: "y = torch.f(", paddle: "y = paddle.f("}
  - {torch: "import sys", paddle: "import sys"}
  - {torch: "y = torch.f(1)", paddle: "y = paddle.f(1)", skip: 需要 GPU。}
"""
ENTRY = {
    "source": "OpInfo",
    "forms": {"torch.f": "function", "torch.hidden": "function"},
    "samples": [{"args": [{"given": "float32([1.0])"}], "kwargs": {}}],
    "left": 2,
}


def test_a_record_without_samples_has_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of that only what may run and is Python: the rest could say nothing."""
    monkeypatch.setattr(collect, "_entries", lambda _: iter([]))
    found = collect.collect(catalog_of(RECORD))["torch.f"]
    assert (found.source, [one.code for one in found.samples]) == (Source.CHECKS, ["y = torch.f(x)"])


def test_names_that_are_not_public_have_no_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the inventory lacks is nobody's to call."""
    monkeypatch.setattr(collect, "_entries", lambda _: iter([ENTRY]))
    assert list(collect.collect(catalog_of(RECORD))) == ["torch.f"]
