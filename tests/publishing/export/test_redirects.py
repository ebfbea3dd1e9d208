from __future__ import annotations

import re
from dataclasses import replace

import pytest
from export_samples import FORMULA, catalog_of, files_of, made_files
from samples import ABS, DROPOUT, SETTINGS

from generator.publishing.export.redirects import redirect_page
from generator.publishing.export.site_paths import REDIRECT_MARK

PAGES = {"api/torch.abs.md": "", "missing.md": ""}


def leads_to(page: str) -> str:
    """Where a page leads without a script, which is also where its link leads and what it names as the original."""
    (refresh,) = re.findall(r'<meta http-equiv="refresh" content="0; url=([^"]+)">', page)
    (link,) = re.findall(r'<a href="([^"]+)">', page)
    assert link == refresh
    return str(refresh)


def test_alias_leads_to_its_record() -> None:
    """The address of an alias shows the record's page, and search engines keep that one."""
    page = files_of(ABS, pages=PAGES)["api/torch.absolute/index.html"]
    assert leads_to(page) == "../torch.abs/"
    assert '<link rel="canonical" href="../torch.abs/">' in page
    assert '<meta name="robots" content="noindex">' in page
    assert REDIRECT_MARK in page
    assert "<script" not in page


def test_what_is_missing_leads_to_its_row() -> None:
    """A record without a page, and each of its aliases, lead to their own rows of the list."""
    files = files_of(FORMULA, pages=PAGES)
    assert leads_to(files["api/torch.foo/index.html"]) == "../../missing/#torch.foo"
    assert leads_to(files["api/torch.bar/index.html"]) == "../../missing/#torch.bar"


@pytest.mark.parametrize(("new", "target"), [("torch.abs", "../torch.abs/"), ("torch.absolute", "../torch.abs/")])
def test_old_name_leads_to_the_new_one(new: str, target: str) -> None:
    """After a record moved its old address leads to the record or alias that the settings name."""
    catalog = replace(catalog_of(ABS), settings=SETTINGS.model_copy(update={"redirects": {"torch.old": new}}))
    assert leads_to(str(made_files(catalog, PAGES)["api/torch.old/index.html"])) == target


def test_name_that_leads_nowhere_has_no_page() -> None:
    """An old name whose new one has no record is left to the page 404."""
    catalog = replace(catalog_of(ABS), settings=SETTINGS.model_copy(update={"redirects": {"torch.old": "torch.new"}}))
    assert "api/torch.old/index.html" not in made_files(catalog, PAGES)


def test_page_is_never_led_away() -> None:
    """Where a page stands nothing leads on: not for an alias, an old name, or a name that differs only by case."""
    settings = SETTINGS.model_copy(update={"redirects": {"torch.ABS": "torch.nn.functional.dropout"}})
    catalog = replace(catalog_of(ABS, DROPOUT), settings=settings)
    files = made_files(catalog, {**PAGES, "api/torch.absolute.md": ""})
    assert not [path for path in files if path.endswith(".html")]


def test_page_with_findings_is_kept() -> None:
    """What is missing has a page while it has findings, and that page stays."""
    files = files_of(FORMULA, pages={**PAGES, "api/torch.foo.md": ""})
    assert "api/torch.foo/index.html" not in files
    assert "api/torch.bar/index.html" in files


def test_original_has_its_whole_address_where_the_site_is_known() -> None:
    """The canonical address is absolute, without the row."""
    page = redirect_page("torch.foo", "api/torch.foo/", "missing/#torch.foo", "https://example.org/map/")
    assert '<link rel="canonical" href="https://example.org/map/missing/">' in page


def test_hostile_name_stays_text() -> None:
    """Whatever a name or a file is called, it opens no element and ends no attribute."""
    page = redirect_page('"><script>', "api/x/", 'api/"><script>alert(1)/')
    assert "<script" not in page
    assert leads_to(page) == "../%22%3E%3Cscript%3Ealert%281%29/"
