from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from samples import SETTINGS

from generator.catalog.catalog import Catalog
from generator.model.evidence import DropIn, Evidence, SnippetResult, evidence_status, rows_digest
from generator.model.evidence import tested_digest as digest_of  # pytest takes names that begin with "test" for tests
from generator.model.record import Record
from generator.model.status import Outcome, Status
from generator.storage.yaml_file import read_record

VERSIONS = {"torch": "2.13.0", "paddle": "3.3.1"}
TEXT = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - given: {x: "float32[2]"}
    torch: y = torch.abs(x)
    paddle: y = paddle.abs(x)
"""


def record(text: str = TEXT) -> Record:
    """The record that a text describes."""
    found = read_record("torch.abs.yml", text.encode()).record
    assert found is not None
    return found


def evidence(*outcomes: Outcome) -> Evidence:
    """Evidence of today for the record, with these results."""
    results = tuple(SnippetResult(f"checks.{index}", outcome) for index, outcome in enumerate(outcomes))
    return Evidence("torch.abs", digest_of(record()), VERSIONS, "2026-01-01", results, DropIn(holds=True))


def is_drop_in(found: Evidence | None, versions: Mapping[str, str] = VERSIONS) -> bool:
    """Whether a catalogue with this evidence takes the record for a drop-in."""
    settings = SETTINGS.model_copy(update={"versions": versions})
    catalog = Catalog(settings, (), evidence={"torch.abs": found} if found is not None else {})
    return catalog.is_drop_in(record())


@pytest.mark.parametrize(
    ("outcomes", "status"),
    [
        ([Outcome.PASSED, Outcome.PASSED], Status.VERIFIED),
        ([Outcome.PASSED, Outcome.SKIPPED], Status.SKIPPED),
        ([Outcome.SKIPPED, Outcome.DIFFERS], Status.DIFFERS),
        ([Outcome.FAILED, Outcome.DIFFERS, Outcome.PASSED], Status.FAILED),
        ([], Status.SKIPPED),
    ],
)
def test_the_worst_result_is_the_records_status(outcomes: list[Outcome], status: Status) -> None:
    """A record is verified where every snippet passed, and not where one was left out."""
    assert evidence_status(evidence(*outcomes), record(), VERSIONS) is status


def test_no_evidence_is_no_pass() -> None:
    """Without evidence a record is unverified, and one without snippets has nothing to verify."""
    assert evidence_status(None, record(), VERSIONS) is Status.MISSING
    assert evidence_status(None, record(TEXT[: TEXT.index("checks")]), VERSIONS) is Status.NOTHING


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("float32[2]", "float32[3]"),
        ("torch.abs(x)", "torch.abs(x )"),
        ("paddle.abs(x)\n", "paddle.abs(x)\n    skip: 需要 GPU。\n"),
    ],
)
def test_what_is_tested_makes_evidence_stale(before: str, after: str) -> None:
    """A change to a snippet asks for another verification."""
    assert evidence_status(evidence(Outcome.PASSED), record(TEXT.replace(before, after)), VERSIONS) is Status.STALE


def test_words_do_not_make_evidence_stale() -> None:
    """A better note changes nothing that was run."""
    reworded = record(TEXT.replace("输入的 Tensor", "输入"))
    assert evidence_status(evidence(Outcome.PASSED), reworded, VERSIONS) is Status.VERIFIED


CONVERTED = TEXT.replace(
    "note: 表示输入的 Tensor。",
    "note: 表示输入的 Tensor。, differs: {type: 不支持复数}, when: {input: {dtype: complex}}, convert: {x: '{input}'}",
)


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        ("{x: '{input}'}", "{x: '-{input}'}", Status.STALE),
        ("dtype: complex", "dtype: bool", Status.STALE),
        ("when:", "undecided: stop, when:", Status.STALE),
        ("{type: 不支持复数}", "{usage: 不支持复数}", Status.STALE),
        ("paddle: x", "paddle: y", Status.STALE),
        ("paddle: paddle.abs\n", "paddle: paddle.sign\n", Status.STALE),
        ("仅参数名不一致", "功能缺失", Status.STALE),
        ("aliases: []", "aliases: [torch.absolute]", Status.STALE),
        ("输入的 Tensor", "输入", Status.VERIFIED),
        ("不支持复数", "只支持实数", Status.VERIFIED),
        ("category", "summary: 一句话\nremarks: [补充。]\nrelated: [torch.neg]\ncategory", Status.VERIFIED),
    ],
)
def test_what_conversion_follows_makes_evidence_stale_and_words_do_not(before: str, after: str, status: Status) -> None:
    """Evidence of conversions is that of the rows, conditions and templates; what people read of them may change."""
    text = CONVERTED + "aliases: []\n"
    assert text.count(before) >= 1
    known = replace(evidence(Outcome.PASSED), digest=digest_of(record(text)), rows=rows_digest(record(text)))
    assert evidence_status(known, record(text), VERSIONS) is Status.VERIFIED
    assert evidence_status(known, record(text.replace(before, after)), VERSIONS) is status


def test_evidence_from_before_conversions_says_what_it_said() -> None:
    """Evidence without conversions stays valid whatever the rows say: it claims nothing of them."""
    assert evidence(Outcome.PASSED).rows == ""
    assert evidence_status(evidence(Outcome.PASSED), record(CONVERTED), VERSIONS) is Status.VERIFIED


def test_another_version_makes_evidence_stale() -> None:
    """What one version did says nothing of the next, for drop-in as for the status."""
    found = evidence(Outcome.PASSED)
    moved = VERSIONS | {"paddle": "3.4.0"}
    assert evidence_status(found, record(), moved) is Status.STALE
    assert (is_drop_in(found), is_drop_in(found, moved)) == (True, False)


def test_an_unknown_drop_in_is_none() -> None:
    """Only a shown drop-in is one."""
    assert not is_drop_in(replace(evidence(Outcome.PASSED), drop_in=DropIn(holds=None)))
    assert not is_drop_in(None)
