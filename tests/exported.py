"""What tests of the export share: the files of small catalogues, and of this repository."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from samples import ABS, REPOSITORY, SETTINGS, make_catalog, path_of

from generator.catalog.catalog import Catalog, load_catalog
from generator.export.data_json import dump_data
from generator.export.files import exported_records, site_files
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.evidence import tested_digest as digest_of
from generator.model.record import Record
from generator.model.status import Outcome
from generator.pages.render import render_pages
from generator.pages.templates import template_folders

FORMULA = 'torch: torch.foo\ncategory: 功能缺失\nreason: =HYPERLINK("x"),"一"\naliases: [torch.bar]\n'


def catalog_of(*texts: str) -> Catalog:
    """A catalogue of these records."""
    return make_catalog({path_of(text): text for text in texts})


def files_of(*texts: str, pages: Mapping[str, str] | None = None, site: str = "") -> dict[str, Any]:
    """All files of a catalogue of these records."""
    return dict(site_files(catalog_of(*texts), pages or {}, site))


@cache
def shipped_pages() -> dict[str, str]:
    """The Markdown pages of this repository: rendered, and written by hand."""
    catalog = load_catalog(REPOSITORY)
    rendered = render_pages(catalog, [], template_folders(REPOSITORY))
    own = {
        name: (REPOSITORY / "site_src" / name).read_text("utf-8")
        for name in ("data.md", "format.md", "contributing.md")
    }
    return {path: text for path, text in rendered.items() if path.endswith(".md")} | own


@cache
def shipped_files() -> dict[str, Any]:
    """Everything beside the pages of this repository."""
    return dict(site_files(load_catalog(REPOSITORY), shipped_pages()))


def data_of(catalog: Catalog, site: str = "") -> dict[str, Any]:
    """``data.json``, read."""
    found: dict[str, Any] = json.loads(dump_data(catalog, exported_records(catalog), site))
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
