from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

import pytest
from html_tree import read_body, table_rows, text_of
from samples import ABS, DROPOUT, REPOSITORY, catalog_of

from generator.catalog.catalog import Catalog
from generator.model import evidence as model
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.status import Outcome
from generator.publishing.pages.rendered import PageRenderer
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.views.badges import badges
from generator.publishing.views.statuses import STATUS_NAMES
from generator.publishing.views.verification import verification_page

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
    catalog = catalog_of(ABS, DROPOUT)
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
    return [(badge.kind[1], badge.text) for badge in badges(catalog, record)]


def test_verified_record_names_the_versions() -> None:
    """A pass is shown with the versions it was found on, and drop-in beside it."""
    assert shown(catalog_with(Outcome.PASSED, drop_in=True)) == [
        ("verified", "已验证：torch 2.13.0，paddle 3.3.1，未在 GPU 上运行"),
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


def body(catalog: Catalog) -> Element:
    """The page 验证状态."""
    return read_body(PageRenderer(template_folders(REPOSITORY)).page(verification_page(catalog)).body)


def test_page_counts_every_record_once_and_lists_what_is_open() -> None:
    """The overview counts each record under its status, and names those that are not verified, with the reason."""
    rows = table_rows(body(catalog_with(Outcome.PASSED, drop_in=True)))
    counts = {row[0]: row[2] for row in rows if row[0] in STATUS_NAMES.values()}
    assert counts == {name: "1" if name in {"已验证", "尚未验证"} else "0" for name in STATUS_NAMES.values()}
    assert rows[-1] == ["torch.nn.functional.dropout", "尚未验证", "写了示例或检查，还没有运行过。"]
    assert "共 2 条记录，其中 1 条只改前缀就能得到同样的结果" in text_of(
        body(catalog_with(Outcome.PASSED, drop_in=True))
    )


def test_reason_of_what_did_not_pass_is_told() -> None:
    """A skip or a failure is listed with what verification said of it, once however many pieces of code say it."""
    assert table_rows(body(catalog_with(Outcome.SKIPPED, "需要 GPU。")))[-2] == [
        "torch.abs",
        "部分未运行",
        "需要 GPU。",
    ]


def test_page_names_what_nobody_has_looked_at() -> None:
    """Of each module the untouched APIs are listed by name with their number; a module without any is not."""
    entries = {api: ApiEntry(api, ApiKind.FUNCTION, (), "inspect") for api in ("torch.abs", "torch.add_", "torch.nn.f")}
    catalog = catalog_with(Outcome.PASSED)
    settings = catalog.settings.model_copy(update={"coverage": ("torch", "torch.nn")})
    known = replace(catalog, settings=settings, inventories={"torch": Inventory("torch", "2.13.0", entries)})
    untouched = [text_of(it).split() for it in body(known).iter("details") if it.find("p") is not None]
    assert untouched == [["torch（1）", "add_"], ["torch.nn（1）", "f"]]


def test_without_inventory_nothing_is_said_of_coverage() -> None:
    """What nobody knows of is no zero: the section is left out."""
    assert "覆盖情况" not in text_of(body(catalog_with(Outcome.PASSED)))
