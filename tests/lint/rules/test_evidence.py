from __future__ import annotations

from dataclasses import replace

import pytest
from samples import catalog_of

from generator.catalog.catalog import Catalog
from generator.lint.rules.evi import EvidenceLacking
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.run import lint_catalog
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.record import Record
from generator.model.status import Outcome
from generator.model.variation import Count, Variation, variation_digest

RULE = EvidenceLacking()
VERSIONS = {"torch": "2.13.0", "paddle": "3.3.1"}


def record_of(catalog: Catalog) -> Record:
    """The only record."""
    (record,) = catalog.records()
    return record


def evidence(outcome: Outcome, digest: str, api: str = "torch.abs") -> Evidence:
    """Evidence of one check."""
    return Evidence(api, digest, VERSIONS, "2026-11-22", (SnippetResult("checks.0", outcome),), DropIn(holds=None))


def messages(catalog: Catalog, *found: Evidence) -> list[tuple[str, str]]:
    """What lint says of the evidence: the finding and the hint."""
    known = replace(catalog, evidence={one.api: one for one in found})
    findings = lint_catalog(known, proof=True)
    return [(one.message, one.hint) for one in findings if one.code == RULE.code]


@pytest.mark.parametrize(
    ("outcome", "is_current", "words"),
    [
        (Outcome.PASSED, True, ""),
        (Outcome.SKIPPED, True, ""),
        (Outcome.PASSED, False, "已过时"),
        (Outcome.DIFFERS, True, "不同"),
        (Outcome.FAILED, True, "失败"),
    ],
)
def test_what_the_evidence_says_is_said(outcome: Outcome, is_current: bool, words: str) -> None:  # noqa: FBT001  (a parameter of the test)
    """Passed and skipped code is left alone; stale, differing and failing evidence is a warning with the command."""
    catalog = catalog_of(CHECKED_ABS)
    digest = digest_of(record_of(catalog)) if is_current else "other"
    found = messages(catalog, evidence(outcome, digest))
    assert bool(found) is bool(words)
    for message, hint in found:
        assert words in message
        assert "apimap verify torch.abs" in hint


def test_missing_evidence_is_said_where_there_is_any() -> None:
    """A record that nobody ran is a warning in a project that has evidence, and none in one that has not begun."""
    catalog = catalog_of(CHECKED_ABS)
    assert messages(catalog) == []
    ((message, _),) = messages(catalog, evidence(Outcome.PASSED, "other", "torch.neg"))
    assert message.startswith("没有证据")


def test_pages_do_not_show_it() -> None:
    """Only those who check records are told: on a page the mark of verification says it already."""
    catalog = replace(catalog_of(CHECKED_ABS), evidence={"torch.abs": evidence(Outcome.FAILED, "other")})
    assert RULE.code not in {finding.code for finding in lint_catalog(catalog)}


@pytest.mark.parametrize(("digest", "is_said"), [("current", False), ("other", True)])
def test_a_record_carries_what_other_inputs_showed(digest: str, is_said: bool) -> None:  # noqa: FBT001  (a parameter of the test)
    """Stale variations are a warning with the command; a project that has none is left alone."""
    catalog = catalog_of(CHECKED_ABS)
    record = record_of(catalog)
    assert not [one for one in lint_catalog(catalog, proof=True) if one.code == "EVI002"]
    written = variation_digest(record) if digest == "current" else digest
    variation = Variation("torch.abs", written, VERSIONS, "2026-11-22", 0, {Count.SAME: 1})
    found = lint_catalog(replace(catalog, variations={"torch.abs": variation}), proof=True)
    assert [one.hint[:22] for one in found if one.code == "EVI002"] == ["运行 apimap vary torch.a"] * is_said


def test_what_has_no_evidence_is_run_before_it_is_varied() -> None:
    """A record without evidence gets one warning, not two."""
    catalog = replace(
        catalog_of(CHECKED_ABS),
        evidence={"torch.neg": evidence(Outcome.PASSED, "other", "torch.neg")},
        variations={"torch.neg": Variation("torch.neg", "other", VERSIONS, "2026-11-22", 0, {})},
    )
    codes = {one.code for one in lint_catalog(catalog, proof=True)}
    assert "EVI001" in codes
    assert "EVI002" not in codes
