from __future__ import annotations

from dataclasses import replace

import pytest

from generator.model.evidence import ConvertedOutcome, ConvertedResult, DropIn, Evidence, Gave, SnippetResult
from generator.model.release import OnReleases, Release, basis_of, changed_results
from generator.model.status import Outcome
from generator.storage.json_lines import LinesError
from generator.storage.release_file import dump_releases, keep_others, parse_releases

PASSED = SnippetResult(
    "checks.0",
    Outcome.PASSED,
    notes=("一",),
    gave=(Gave("y", "float32[2]", "float32[2]"),),
    converted=ConvertedResult(ConvertedOutcome.PASSED, "改参数"),
    moved=True,
)
FAILED = SnippetResult("checks.0", Outcome.FAILED, "出错", "没有 out", moved=False)
EVIDENCE = Evidence(
    "torch.abs", "0" * 16, {"torch": "2.13.0", "paddle": "3.3.1"}, "2026-01-01", (PASSED,), DropIn(None)
)
OLD, MIDDLE = Release("paddle", "2.6.2"), Release("paddle", "3.0.0")
ON = OnReleases("torch.abs", basis_of(EVIDENCE), "2026-01-02", {OLD: (FAILED,), MIDDLE: ()})


def test_what_is_written_is_read() -> None:
    """The results on other releases survive their file."""
    assert parse_releases(dump_releases([ON]), "torch.jsonl") == [ON]


@pytest.mark.parametrize("name", ["paddle", "paddle 3.0.0 x", ""])
def test_a_line_with_no_release_is_refused(name: str) -> None:
    """What a line calls a release is a library and a version."""
    text = dump_releases([ON]).replace("paddle 3.0.0", name)
    with pytest.raises(LinesError, match="apimap versions run"):
        parse_releases(text, "torch.jsonl")


def test_only_what_decides_is_a_difference() -> None:
    """Notes and values of a result are none, another outcome and whether the prefix is enough are."""
    assert changed_results(replace(EVIDENCE, results=(replace(PASSED, notes=(), gave=()),)), EVIDENCE) == ()
    (found,) = changed_results(replace(EVIDENCE, results=(replace(PASSED, moved=False),)), EVIDENCE)
    assert (found.at, found.moved, found.gave) == ("checks.0", False, ())


def test_evidence_on_a_release_comes_back() -> None:
    """Where nothing differs the evidence holds with the other version, and what differs stands in its place."""
    found = ON.all_evidence(EVIDENCE)
    same, other = found[MIDDLE], found[OLD]
    assert (same.versions["paddle"], same.results) == ("3.0.0", (PASSED,))
    assert other.results == (FAILED,)


def test_results_beside_other_evidence_say_nothing() -> None:
    """Where the code or the results of the evidence have become other, nothing is known."""
    assert ON.all_evidence(replace(EVIDENCE, digest="1" * 16)) == {}
    assert ON.all_evidence(replace(EVIDENCE, results=(FAILED,))) == {}


def test_a_run_of_one_release_keeps_those_of_the_others() -> None:
    """They stay as long as they stand beside the same evidence, and a run that finds the same changes no line."""
    new = OnReleases("torch.abs", ON.basis, "2026-02-02", {MIDDLE: (FAILED,)})
    assert keep_others(new, {"torch.abs": ON}).results == {OLD: (FAILED,), MIDDLE: (FAILED,)}
    assert keep_others(replace(new, results={MIDDLE: ()}), {"torch.abs": ON}) is ON
    otherwise = replace(FAILED, kind="超时", message="30 秒内没有结束")
    assert keep_others(replace(new, results={OLD: (otherwise,)}), {"torch.abs": ON}) is ON
    assert keep_others(replace(new, basis="x"), {"torch.abs": ON}).results == {MIDDLE: (FAILED,)}


def test_what_ends_the_process_changes_no_line() -> None:
    """Code that reads memory nobody wrote gives something else each time, before the crash as well."""
    crashed = replace(FAILED, at="checks.1", kind="崩溃", message="SIGSEGV")
    before = replace(ON, results={OLD: (crashed,)})
    new = replace(ON, results={OLD: (replace(PASSED, gave=(), notes=(), moved=False), crashed)})
    assert keep_others(new, {"torch.abs": before}) is before
    without = replace(ON, results={OLD: ()})
    assert keep_others(replace(ON, results={OLD: (FAILED,)}), {"torch.abs": without}).results == {OLD: (FAILED,)}


def test_how_code_goes_wrong_whose_assumption_does_not_hold_changes_no_line() -> None:
    """It may be another way in each run, as in the evidence itself."""
    unmet = ConvertedResult(ConvertedOutcome.UNMET, "崩溃")
    before = replace(ON, results={OLD: (replace(PASSED, converted=unmet),)})
    other = replace(PASSED, converted=replace(unmet, kind="值"))
    assert keep_others(replace(before, results={OLD: (other,)}), {"torch.abs": before}) is before
    left = replace(PASSED, converted=replace(unmet, outcome=ConvertedOutcome.TODO))
    assert keep_others(replace(before, results={OLD: (left,)}), {"torch.abs": before}) is not before
