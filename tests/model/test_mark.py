from __future__ import annotations

import pytest

from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.mark import mark_of
from generator.model.record import Record
from generator.model.status import Outcome, Status
from generator.model.variation import DifferenceClass, Untold

VERSIONS = {"torch": "2.13.0"}
RECORD = Record.model_validate(
    {"torch": "torch.f", "category": "无参数", "checks": [{"torch": "y = torch.f()", "paddle": "y = paddle.f()"}]}
)
UNTOLD = Untold("checks.0", DifferenceClass.VALUE, "`x` 的内容：含 NaN", {"x": "float32[2] with (nan)"}, "y[0]", 3)


def mark(outcome: Outcome, *untold: Untold, digest: str = "") -> Status:
    """The mark of the record with this result of its one check."""
    results = (SnippetResult("checks.0", outcome),)
    evidence = Evidence("torch.f", digest or digest_of(RECORD), VERSIONS, "2026-01-01", results, DropIn(None))
    return mark_of(evidence, untold, RECORD, VERSIONS)


def test_a_pass_is_verified_where_nothing_else_is_known() -> None:
    """Without a difference on other inputs the mark is that of the evidence."""
    assert mark(Outcome.PASSED) is Status.VERIFIED
    assert mark(Outcome.SKIPPED) is Status.SKIPPED


@pytest.mark.parametrize("outcome", [Outcome.PASSED, Outcome.SKIPPED])
def test_an_untold_difference_takes_the_mark_away(outcome: Outcome) -> None:
    """What passed on its own inputs alone is not called verified."""
    assert mark(outcome, UNTOLD) is Status.UNTOLD


@pytest.mark.parametrize(("outcome", "status"), [(Outcome.DIFFERS, Status.DIFFERS), (Outcome.FAILED, Status.FAILED)])
def test_a_worse_result_stays_the_mark(outcome: Outcome, status: Status) -> None:
    """What does not even hold on its own inputs says so, and stale evidence says that."""
    assert mark(outcome, UNTOLD) is status
    assert mark(outcome, UNTOLD, digest="0" * 16) is Status.STALE
