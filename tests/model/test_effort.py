"""What the usual call of a record takes, step by step of the procedure."""

from __future__ import annotations

import pytest

from generator.model.call_verdict import EFFORTS, CallVerdict
from generator.model.effort import effort_of
from generator.model.evidence import ConvertedOutcome, ConvertedResult, DropIn, Evidence, SnippetResult
from generator.model.record import Record
from generator.model.status import Outcome

PASSED, TODO = ConvertedOutcome.PASSED, ConvertedOutcome.TODO


def effort(
    torch: str, *, moved: bool | None, converted: ConvertedResult | None, outcome: Outcome = Outcome.PASSED
) -> CallVerdict:
    """The effort of a record with this one call."""
    api = "torch.abs" if torch.startswith("y = torch") else "torch.Tensor.abs"
    check = {"torch": torch, "paddle": "y = 1", "usual": True}
    record = Record.model_validate({"torch": api, "category": "参数不一致", "checks": [check]})
    result = SnippetResult("checks.0", outcome, converted=converted, moved=moved)
    evidence = Evidence(api, "", {}, "2026-11-22", (result,), DropIn(None))
    return effort_of(record, (), record, evidence)


@pytest.mark.parametrize(
    ("torch", "moved", "kind", "expected"),
    [
        ("y = x.abs()", True, "", CallVerdict.VERBATIM),
        ("y = x.abs()", False, "照抄", CallVerdict.VERBATIM),
        ("y = x.abs()", False, "只改名称", CallVerdict.RENAMED),
        ("y = torch.abs(x)", True, "改参数", CallVerdict.RENAMED),
        ("y = torch.abs(x)", False, "只改名称", CallVerdict.RENAMED),
        ("y = torch.abs(x)", False, "改参数", CallVerdict.ARGUMENTS),
        ("y = torch.abs(x)", False, "", CallVerdict.REWRITE),
    ],
)
def test_the_first_step_that_holds_counts(torch: str, moved: bool, kind: str, expected: CallVerdict) -> None:  # noqa: FBT001  (a parameter of the test)
    """照抄, 只改名称, 改参数 and 改写 follow from what was run, the least work first."""
    converted = ConvertedResult(PASSED, kind) if kind else ConvertedResult(TODO, "改写")
    assert effort(torch, moved=moved, converted=converted) is expected


@pytest.mark.parametrize("outcome", [Outcome.SKIPPED, Outcome.DIFFERS, Outcome.FAILED])
def test_what_did_not_pass_is_unverified(outcome: Outcome) -> None:
    """A call that was skipped, or gave something else, shows nothing."""
    assert effort("y = x.abs()", moved=True, converted=None, outcome=outcome) is CallVerdict.UNVERIFIED


def test_evidence_that_does_not_say_how_far_the_prefix_goes_is_none() -> None:
    """Evidence from before prefixes were tried one by one gives no effort."""
    assert effort("y = x.abs()", moved=None, converted=ConvertedResult(PASSED)) is CallVerdict.UNVERIFIED


def test_category_seven_has_no_counterpart() -> None:
    """What Paddle lacks is 没有, and nothing has to run for it; without evidence all else is 未验证."""
    missing = Record.model_validate({"torch": "torch.f", "category": "功能缺失", "reason": "没有。"})
    assert effort_of(missing, (), missing, None) is CallVerdict.MISSING
    open_ = Record.model_validate({"torch": "torch.f", "category": "参数不一致"})
    assert effort_of(open_, (), open_, None) is CallVerdict.UNVERIFIED


def test_efforts_are_the_verdicts_that_a_record_may_have() -> None:
    """The words of effort are those of the design, and are verdicts, in one enumeration."""
    assert list(map(str, EFFORTS)) == ["照抄", "只改名称", "改参数", "改写", "没有", "未验证"]
    assert set(CallVerdict) - set(EFFORTS) == {CallVerdict.UNSURE, CallVerdict.UNRECORDED, CallVerdict.FOREIGN}
