from __future__ import annotations

import pytest

from generator.evidence.verify.trial import Setting
from generator.evidence.verify.verdict import verify_record
from generator.evidence.verify.worker import Worker
from generator.model.evidence import SnippetResult
from generator.model.migration_note import MigrationNote
from generator.model.status import Outcome

pytestmark = pytest.mark.libraries


def judged(worker: Worker, torch: str, paddle: str, compare: str = "y", expect: str = "differs") -> SnippetResult:
    """What becomes of a note's only check."""
    check = {"title": "证明", "expect": expect, "torch": torch, "paddle": paddle, "compare": compare}
    texts = dict.fromkeys(("title", "surprise", "today", "advice"), "文字。")
    note = MigrationNote.model_validate({"number": 1, "theme": "网络层", "holds": "still", "checks": [check], **texts})
    evidence = verify_record(note, worker, Setting({}, "2026-01-01")).evidence
    assert evidence.api == "notes.01"
    assert evidence.drop_in.holds is None
    (result,) = evidence.results
    return result


def test_difference_that_was_expected_is_a_pass(worker: Worker) -> None:
    """It passes with what differs."""
    result = judged(worker, "y = torch.nn.Linear(2, 3).weight.shape", "y = paddle.nn.Linear(2, 3).weight.shape")
    assert result.outcome is Outcome.PASSED
    assert result.message


def test_agreement_that_was_not_expected_is_no_pass(worker: Worker) -> None:
    """A note that claims a difference is wrong once the libraries agree."""
    result = judged(worker, "y = torch.ones(2)", "y = paddle.ones([2])")
    assert (result.outcome, result.kind) == (Outcome.DIFFERS, "没有证明差别")


@pytest.mark.parametrize("paddle", ["z = 1", "y = None"])
def test_missing_value_proves_no_difference(worker: Worker, paddle: str) -> None:
    """A value that one side does not have, or None on both, is not a difference."""
    assert judged(worker, "y = None", paddle).outcome is Outcome.DIFFERS


def test_side_that_fails_proves_nothing(worker: Worker) -> None:
    """An error that is not expected is a failure; a refusal by torch is caught by the code and told in a value."""
    assert judged(worker, "y = 1", "y = paddle.no_such_function()").outcome is Outcome.FAILED


def test_expected_error_is_a_pass(worker: Worker) -> None:
    """Where Paddle's side is expected to raise an error, it passes with that error."""
    result = judged(worker, "y = 1", "y = paddle.no_such_function()", expect="fails")
    assert result.outcome is Outcome.PASSED
    assert "no_such_function" in result.message


def test_expected_agreement_is_judged_as_in_records(worker: Worker) -> None:
    """``expect: same`` is what every check of a record says."""
    assert judged(worker, "y = torch.ones(2)", "y = paddle.ones([2])", expect="same").outcome is Outcome.PASSED
    assert judged(worker, "y = 1", "y = 2", expect="same").outcome is Outcome.DIFFERS
