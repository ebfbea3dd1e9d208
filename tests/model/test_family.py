from __future__ import annotations

import pytest
from pydantic import ValidationError

from generator.model.evidence import tested_digest as digest_of
from generator.model.family import Family, Group

FAMILY = {
    "torch": "torchvision.models",
    "paddle": "paddle.vision.models",
    "title": "系列",
    "intro": "导语。",
    "links": {},
    "groups": [{"title": "同名", "remark": "说明。", "both": ["resnet18"]}],
    "checks": [{"title": "相同", "torch": "y = 1", "paddle": "y = 1"}],
}


def test_members_are_pairs_of_names() -> None:
    """Each member has its name on either side, and None where that side lacks it."""
    group = Group.model_validate(
        {
            "title": "一组",
            "remark": "说明。",
            "both": ["a"],
            "renamed": [{"torch": "b", "paddle": "c", "remark": "传入 `d=True`。"}],
            "torch": ["e"],
            "paddle": ["f"],
        }
    )
    assert list(group.members()) == [("a", "a"), ("b", "c"), ("e", None), (None, "f")]


@pytest.mark.parametrize("change", [{"checks": []}, {"groups": []}, {"groups": [{"title": "空", "remark": "无。"}]}])
def test_family_without_members_or_proof_is_refused(change: dict[str, object]) -> None:
    """A family says something of at least one member, and proves it."""
    with pytest.raises(ValidationError):
        Family.model_validate({**FAMILY, **change})


def test_evidence_speaks_of_the_code_alone() -> None:
    """Words may change without running anything again; code may not."""
    digest = digest_of(Family.model_validate(FAMILY))
    assert digest_of(Family.model_validate({**FAMILY, "intro": "另一段。"})) == digest
    changed = [{"title": "相同", "torch": "y = 2", "paddle": "y = 2"}]
    assert digest_of(Family.model_validate({**FAMILY, "checks": changed})) != digest
