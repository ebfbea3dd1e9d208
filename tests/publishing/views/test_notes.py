from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from html_tree import of_class, read_body, text_of
from samples import ABS, DROPOUT, catalog_of, rendered

from generator.catalog.catalog import Catalog
from generator.lint.run import lint_catalog
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.migration_note import MigrationNote
from generator.model.status import Outcome
from generator.storage.yaml_file import read_model

NOTE = """\
number: 3
title: "`abs` 的意外"
theme: 运算与形状
surprise: 有人感到意外。
holds: partly
today: 如今是这样。
advice: 这样做。
apis: [torch.absolute, torch.nothing]
checks:
  - title: 类型不同
    expect: differs
    torch: y = 1
    paddle: y = 2.0
"""
VERSIONS = {"torch": "2.13.0", "paddle": "3.3.1"}


@pytest.fixture
def with_note(tmp_path: Path) -> Catalog:
    """Two records and a note that touches an alias of the first."""
    path = tmp_path / "abs-surprise.yml"
    path.write_text(NOTE, encoding="utf-8")
    return replace(catalog_of(ABS, DROPOUT), notes=(read_model(MigrationNote, path),))


def pages(catalog: Catalog) -> Mapping[str, str]:
    """The Markdown of all pages of a catalogue."""
    return {path: page.markdown for path, page in rendered(catalog, lint_catalog(catalog)).items()}


def proven(catalog: Catalog, versions: Mapping[str, str]) -> Catalog:
    """The catalogue with evidence that the note's check passed."""
    (source,) = catalog.notes
    assert source.model is not None
    result = SnippetResult("checks.0", Outcome.PASSED, "类型", "PyTorch 为 int，Paddle 为 float")
    found = Evidence("notes.03", digest_of(source.model), versions, "2026-11-21", (result,), DropIn(None))
    return replace(catalog, evidence={"notes.03": found})


def test_note_stands_under_its_theme_with_an_anchor(with_note: Catalog) -> None:
    """The heading's anchor is the file's name; state, advice and APIs follow, linked where there is a page."""
    page = pages(with_note)["notes.md"]
    assert page.index("## 运算与形状") < page.index("### `abs` 的意外 { #abs-surprise }")
    assert 'data-holds="partly">部分如此<' in page
    assert "**怎样做**：这样做。" in page
    assert "涉及：[torch.absolute](api/torch.abs.md)、`torch.nothing`" in page


def test_difference_page_links_to_the_note(with_note: Catalog) -> None:
    """The note stands at the foot of the pages it concerns, found by any of their names, and of no other."""
    found = pages(with_note)
    assert "迁移经验：[`abs` 的意外](../notes.md#abs-surprise)" in found["api/torch.abs.md"]
    assert "迁移经验" not in found["api/torch.nn.functional.dropout.md"]


def test_note_is_found_by_its_anchor(with_note: Catalog) -> None:
    """The body has the note's heading under the file's name, its states as badges, and its code folded away."""
    body = read_body(rendered(with_note)["notes.md"].body)
    (heading,) = (it for it in body.iter("h3") if it.get("id") == "abs-surprise")
    assert text_of(heading).startswith("abs 的意外")
    badges = [badge.get("data-holds") or badge.get("data-status") for badge in of_class(body, "apimap-badge")]
    assert badges == ["partly", "missing"]
    (details,) = body.iter("details")
    assert details.get("data-status") == "missing"
    assert [text_of(code) for code in details.iter("code")] == ["y = 1\n", "y = 2.0\n"]


def test_check_without_evidence_claims_nothing(with_note: Catalog) -> None:
    """A check that was not run is shown as what it is to prove."""
    page = pages(with_note)["notes.md"]
    assert "尚未验证</span>" in page
    assert "类型不同。应当两边不同，尚未验证。" in page


def test_proof_is_shown_with_what_differs(with_note: Catalog) -> None:
    """A check that proved a difference says which."""
    page = pages(proven(with_note, VERSIONS))["notes.md"]
    assert "已验证：torch 2.13.0，paddle 3.3.1" in page
    assert "类型不同。已证明：PyTorch 为 int，Paddle 为 float。" in page


def test_old_proof_is_stale(with_note: Catalog) -> None:
    """Evidence of another version is no proof."""
    page = pages(proven(with_note, {**VERSIONS, "paddle": "3.2.0"}))["notes.md"]
    assert "证据已过时" in page
    assert "类型不同。应当两边不同，尚未验证。" in page


def test_broken_note_is_shown_on_the_page(with_note: Catalog, tmp_path: Path) -> None:
    """The findings of a note that cannot be read stand on the page, and the other notes stay."""
    path = tmp_path / "broken.yml"
    path.write_text(NOTE.replace("holds: partly", "holds: perhaps"), encoding="utf-8")
    catalog = replace(with_note, notes=(*with_note.notes, read_model(MigrationNote, path)))
    page = pages(catalog)["notes.md"]
    assert "broken.yml:5:8" in page
    assert "### `abs` 的意外" in page


def test_page_without_notes_says_so() -> None:
    """The page is there for the navigation, whatever it holds."""
    assert "还没有写下的经验。" in pages(catalog_of())["notes.md"]
