from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from samples import ABS, DROPOUT, make_catalog, path_of

from generator.catalog.catalog import Catalog
from generator.model import evidence as model
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.status import Outcome
from generator.pages.coverage_charts import overview_of
from generator.pages.verification import badges, verification
from generator.statistics.coverage import Coverage

VERSIONS = {"torch": "2.13.0", "paddle": "3.3.1"}


def catalog_with(
    outcome: Outcome,
    message: str = "",
    versions: Mapping[str, str] = VERSIONS,
    digest: str = "",
    *,
    drop_in: bool = False,
) -> Catalog:
    """A catalogue of two records, with evidence of the first only."""
    catalog = make_catalog({path_of(text): text for text in (ABS, DROPOUT)})
    record = catalog.by_api["torch.abs"].record
    assert record is not None
    results = (SnippetResult("checks.0", outcome, message=message),)
    found = Evidence(
        "torch.abs", digest or model.tested_digest(record), versions, "2026-11-21", results, DropIn(drop_in)
    )
    return replace(catalog, evidence={"torch.abs": found})


def shown(catalog: Catalog, api: str = "torch.abs") -> list[tuple[str, str]]:
    """The badges of an API's page."""
    record = catalog.by_api[api].record
    assert record is not None
    return [(badge.status, badge.text) for badge in badges(catalog, record)]


def test_verified_record_names_the_versions() -> None:
    """A pass is shown with the versions it was found on, and drop-in beside it."""
    assert shown(catalog_with(Outcome.PASSED, drop_in=True)) == [
        ("verified", "已验证：torch 2.13.0，paddle 3.3.1"),
        ("drop-in", "可直接替换前缀"),
    ]


@pytest.mark.parametrize(
    ("outcome", "status", "text"),
    [
        (Outcome.SKIPPED, "skipped", "1 项未运行（需要 GPU）"),
        (Outcome.DIFFERS, "differs", "结果不一致（torch 2.13.0，paddle 3.3.1）"),
        (Outcome.FAILED, "failed", "运行失败（torch 2.13.0，paddle 3.3.1）"),
    ],
)
def test_what_did_not_pass_is_not_called_verified(outcome: Outcome, status: str, text: str) -> None:
    """A skip, a difference and a failure each have a badge of their own, with the reason."""
    assert shown(catalog_with(outcome, "需要 GPU。")) == [(status, text)]


@pytest.mark.parametrize("stale", [{"versions": {"torch": "2.12.0"}}, {"digest": "0" * 16}])
def test_old_evidence_is_stale(stale: dict[str, object]) -> None:
    """Evidence of another version, or of other code, is shown as stale and no longer as drop-in."""
    catalog = catalog_with(Outcome.PASSED, drop_in=True, **stale)  # type: ignore[arg-type]
    ((status, _),) = shown(catalog)
    assert status == "stale"


def test_record_without_evidence_is_not_verified() -> None:
    """Absence of a result never counts as a pass."""
    assert shown(catalog_with(Outcome.PASSED), "torch.nn.functional.dropout") == [("missing", "尚未验证")]


def test_page_counts_every_record_once_and_lists_what_is_open() -> None:
    """The overview counts each record under its status, and names those that are not verified."""
    catalog = catalog_with(Outcome.PASSED, drop_in=True)
    page = verification(catalog, overview_of(catalog))
    assert {count.name: count.number for count in page.counts if count.number} == {"已验证": 1, "尚未验证": 1}
    assert (page.records, page.drop_in) == (2, 1)
    assert [item.name for item in page.pending] == ["尚未验证"]


def test_page_names_what_nobody_has_looked_at() -> None:
    """Of each module the untouched APIs are listed by name with their number; a module without any is not."""
    modules = (Coverage("torch", 2, 1, 0, ("torch.add_",)), Coverage("torch.nn", 1, 1, 0))
    catalog = catalog_with(Outcome.PASSED)
    page = verification(catalog, replace(overview_of(catalog), modules=modules))
    assert page.untouched == (("torch", "`add_`", 1),)
