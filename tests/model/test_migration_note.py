from __future__ import annotations

import pytest
from pydantic import ValidationError

from generator.model.evidence import tested_digest as digest_of
from generator.model.migration_note import Expectation, MigrationNote

CHECK = {"title": "结果相同", "torch": "y = 1", "paddle": "y = 1"}
NOTE = {
    "number": 7,
    "title": "标题",
    "theme": "网络层",
    "surprise": "意外。",
    "holds": "still",
    "today": "如今。",
    "advice": "做法。",
    "checks": [CHECK],
}


def test_note_has_a_key_that_no_api_has() -> None:
    """Evidence of a note lies beside that of records and never under an API's name."""
    note = MigrationNote.model_validate(NOTE)
    assert note.key == "notes.07"
    assert [loc for loc, _ in note.snippets()] == [("checks", 0)]


def test_claim_needs_a_check() -> None:
    """What is said to hold or to have changed is proven by code; only what cannot be checked goes without."""
    with pytest.raises(ValidationError, match="needs a check"):
        MigrationNote.model_validate({**NOTE, "checks": []})
    assert MigrationNote.model_validate({**NOTE, "checks": [], "holds": "unchecked"}).checks == ()


@pytest.mark.parametrize(("key", "value"), [("theme", "其他"), ("holds", "maybe"), ("number", 0), ("api", "torch.abs")])
def test_value_outside_the_closed_lists_is_refused(key: str, value: object) -> None:
    """Themes and states are closed lists, and an unknown key is an error."""
    with pytest.raises(ValidationError):
        MigrationNote.model_validate({**NOTE, key: value})


def test_expectation_is_part_of_what_was_tested() -> None:
    """Evidence that two sides agree proves nothing for a note that says they differ."""
    differs = {**CHECK, "expect": Expectation.DIFFERS}
    digests = {digest_of(MigrationNote.model_validate({**NOTE, "checks": [check]})) for check in (CHECK, differs)}
    assert len(digests) == 2
