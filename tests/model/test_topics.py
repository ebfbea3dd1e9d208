from __future__ import annotations

import pytest
from pydantic import ValidationError

from generator.model.topics import Topics


def topics(**entry: str) -> Topics:
    """One topic with one entry."""
    return Topics.model_validate({"topics": [{"title": "主题", "entries": [{"api": "torch.jit", **entry}]}]})


def test_what_is_no_api_needs_a_remark() -> None:
    """A module, a setting or a tool has no record, so the line itself says what to do."""
    with pytest.raises(ValidationError, match="needs a remark"):
        topics(meaning="含义。", kind="module")
    assert topics(meaning="含义。", kind="module", remark="说明。").topics


def test_counterpart_and_category_cannot_be_typed() -> None:
    """They come from the records."""
    with pytest.raises(ValidationError):
        topics(meaning="含义。", paddle="paddle.jit")
