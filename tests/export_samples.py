"""What tests of the export share: the files of small catalogues, and of this repository."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from samples import ABS, REPOSITORY, SETTINGS, catalog_of, rendered_catalog, sampled_pages, shipped_catalog

from generator.catalog.catalog import Catalog
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.record import Record
from generator.model.status import Outcome
from generator.publishing.export import data_json
from generator.publishing.export.export_context import Exporting, exported_records
from generator.publishing.export.files import site_files
from generator.publishing.export.llms import title_of

FORMULA = 'torch: torch.foo\ncategory: 功能缺失\nreason: =HYPERLINK("x"),"一"\naliases: [torch.bar]\n'


def exporting(catalog: Catalog, titles: Mapping[str, str] | None = None, site: str = "") -> Exporting:
    """What the exports of a catalogue are made from."""
    return Exporting(catalog, exported_records(catalog), titles or {}, site)


def made_files(catalog: Catalog, pages: Mapping[str, str], site: str = "") -> dict[str, Any]:
    """All files of a catalogue; ``pages`` are Markdown by path."""
    titles = {path: title_of(path, text) for path, text in pages.items()}
    return dict(site_files(exporting(catalog, titles, site), pages))


def files_of(*texts: str, pages: Mapping[str, str] | None = None, site: str = "") -> dict[str, Any]:
    """All files of a catalogue of these records; ``pages`` are Markdown by path."""
    return made_files(catalog_of(*texts), pages or {}, site)


@cache
def shipped() -> tuple[Exporting, dict[str, str]]:
    """What the exports of this repository are made from, and the Markdown of its pages: rendered, and by hand.

    By day most pages are there by name, and empty.
    """
    pages = dict.fromkeys(rendered_catalog(), "") | {path: page.markdown for path, page in sampled_pages().items()}
    by_hand = {
        name: (REPOSITORY / "site_src" / name).read_text("utf-8")
        for name in ("data.md", "format.md", "contributing.md", "scan.md")
    }
    titles = {path: title_of(path, text) for path, text in (pages | by_hand).items()}
    return exporting(shipped_catalog(), titles), pages | by_hand


def shipped_pages() -> dict[str, str]:
    """The Markdown of the pages of this repository."""
    return shipped()[1]


@cache
def shipped_files() -> dict[str, Any]:
    """Everything beside the pages of this repository."""
    return dict(site_files(*shipped()))


def data_of(catalog: Catalog, site: str = "") -> dict[str, Any]:
    """``data.json``, read."""
    found: dict[str, Any] = json.loads(data_json.dump(exporting(catalog, site=site)))
    return found


def evidence_of(record: Record, outcome: Outcome, date: str = "2026-11-01") -> Evidence:
    """Evidence of a record's first check as it is now."""
    results = (SnippetResult("checks.0", outcome),)
    return Evidence(record.torch, digest_of(record), dict(SETTINGS.versions), date, results, DropIn(holds=True))


def verified_abs() -> Catalog:
    """One record with its evidence."""
    catalog = catalog_of(ABS)
    (record,) = catalog.records()
    return replace(catalog, evidence={record.torch: evidence_of(record, Outcome.PASSED)})
