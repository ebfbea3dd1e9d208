from __future__ import annotations

import pickle

import pytest
from pydantic import ValidationError

from generator.model.record import Record
from generator.model.remark import Remark, write_remark

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


def test_remark_has_the_keys_of_a_row() -> None:
    """What a remark says of conversions and effects is kept as well, whichever of the keys it has."""
    keys = {"when": {"x": "passed"}, "convert": {"y": "-{x}"}, "undecided": "assume", "effect": "init"}
    for chosen in (keys, {"effect": "init"}, {"convert": "f({x})"}):
        record = Record.model_validate({**HEAD, "remarks": [{"note": "甲。", **chosen}]})
        (remark,) = record.remarks
        assert remark.has_keys
        assert record.model_dump(mode="json")["remarks"] == [{"note": "甲。", **chosen}]
        assert write_remark(pickle.loads(pickle.dumps(remark))) == {"note": "甲。", **chosen}  # noqa: S301  # our own


@pytest.mark.parametrize("remark", ["", 5, {"note": "乙。"}, {"when": {"x": "passed"}}, {**LATER, "text": "丙。"}])
def test_other_shapes_are_refused(remark: object) -> None:
    """A remark without text, with half of its keys or with others is an error."""
    with pytest.raises(ValidationError):
        Record.model_validate({**HEAD, "remarks": [remark]})


def test_remark_without_a_condition() -> None:
    """A remark made from text alone has no condition."""
    assert Remark("甲。").when is None
