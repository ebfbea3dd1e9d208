from __future__ import annotations

import pickle

import pytest
from pydantic import ValidationError

from generator.model.record import Record
from generator.model.remark import Remark

HEAD = {"torch": "torch.f", "category": "参数完全一致"}
LATER = {"note": "输入没有批次维度时不同。", "when": {"forward.x": {"ndim": "2"}}}


def test_remark_is_text_with_its_condition() -> None:
    """A remark reads as its text, and keeps the condition through YAML's data, copies and processes."""
    record = Record.model_validate({**HEAD, "remarks": ["甲。", LATER]})
    plain, later = record.remarks
    assert (plain, plain.when) == ("甲。", None)
    assert later == LATER["note"]
    assert record.model_dump(mode="json")["remarks"] == ["甲。", LATER]
    assert Record.model_validate(record.model_dump(mode="json")).remarks[1].when == later.when
    assert pickle.loads(pickle.dumps(later)).when == later.when  # noqa: S301  # our own bytes


@pytest.mark.parametrize("remark", ["", 5, {"note": "乙。"}, {"when": {"x": "passed"}}, {**LATER, "text": "丙。"}])
def test_other_shapes_are_refused(remark: object) -> None:
    """A remark without text, with half of its keys or with others is an error."""
    with pytest.raises(ValidationError):
        Record.model_validate({**HEAD, "remarks": [remark]})


def test_remark_without_a_condition() -> None:
    """A remark made from text alone has no condition."""
    assert Remark("甲。").when is None
