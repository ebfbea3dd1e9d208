"""Every list of the site in a browser: complete without JavaScript, accessible, as wide as its window, within reach."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sampling import sample
from viewports import DESKTOP, FILLED, LOOKS, PHONE

from generator.catalog.unanswered.entries import Unanswered
from generator.publishing.export.site_paths import REDIRECT_MARK

MASTER = "pytorch_api_mapping_cn/"
LISTS = (MASTER, "paddle/", "missing/", "aliases/", "category/3/", "rules/")

OpenPage = Callable[..., Any]

pytestmark = [pytest.mark.browser]
OPEN = "document.querySelectorAll('.apimap-filter details').forEach((more) => { more.open = true; })"
"""Opens the filters behind 更多筛选."""


@pytest.mark.parametrize("path", [MASTER, *sample(LISTS[1:], 2)])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_list_is_complete_without_scripts(path: str, viewport: Any, site: str, open_page: OpenPage) -> None:
    """Without JavaScript every row is there, both names to be seen, and nothing is wider than the window."""
    page = open_page(site + path, viewport=viewport, java_script_enabled=False)
    assert page.locator(".apimap-filter:visible").count() == 0
    rows = page.locator(".md-content tbody tr")
    assert rows.count() > 0
    assert page.locator(".md-content tbody tr[hidden]").count() == 0
    for name in rows.first.locator("td a").all():
        box = name.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= viewport["width"]


@pytest.mark.parametrize("path", [MASTER, *sample(LISTS[1:], 2)])
@pytest.mark.parametrize("look", LOOKS)
def test_list_is_accessible_and_fits(
    path: str, look: str, site: str, open_page: OpenPage, violations: Callable[[Any], list[Any]]
) -> None:
    """Axe finds nothing on a list with its form, a chosen row and its link, and the page is as wide as its window."""
    page = open_page(site + path, **LOOKS[look])
    page.wait_for_selector(FILLED)
    page.hover(".md-content tbody tr >> nth=0")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert violations(page) == []


@pytest.mark.parametrize("look", LOOKS)
def test_one_pale_cell_of_many_is_found(
    look: str, site: str, open_page: OpenPage, violations: Callable[[Any], list[Any]]
) -> None:
    """The contrast of texts that look alike is tried on some of them; one that looks like no other is always tried."""
    page = open_page(site + "category/3/", **LOOKS[look])
    page.wait_for_selector(FILLED)
    links = "[...document.querySelectorAll('.apimap-list a')].filter((link) => link.textContent.includes('torch.'))"
    on_one_line = (
        f"{links}.filter((link) => link.getClientRects().length === 1)"  # axe decides nothing of a broken name
    )
    page.evaluate(f"{on_one_line}[20].style.color = 'rgb(128 128 128 / 40%)'")
    assert [rule for rule, _ in violations(page)] == ["color-contrast"]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", ["unanswered/", "unanswered/torch.optim/"])
def test_page_of_guesses_is_accessible_and_fits(
    path: str, look: str, site: str, open_page: OpenPage, violations: Callable[[Any], list[Any]]
) -> None:
    """Axe finds nothing on the pages of what is not recorded, and nothing is wider than the window."""
    page = open_page(site + path, **LOOKS[look])
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert violations(page) == []


@pytest.mark.parametrize("look", LOOKS)
def test_master_table_takes_in_what_is_not_recorded(
    look: str, site: str, guessed: Unanswered, open_page: OpenPage, violations: Callable[[Any], list[Any]]
) -> None:
    """Off by default, and no part of the page; when it is asked for, its rows can be filtered, linked to and left out again."""
    page = open_page(site + MASTER, **LOOKS[look])
    page.wait_for_selector(FILLED)
    before = page.inner_text(".apimap-filter output")
    assert page.locator(f"[id='{guessed.name}']").count() == 0
    page.evaluate(OPEN)
    page.check("[name=unanswered]")
    page.wait_for_selector("[id='未整理']")
    page.select_option("[name=module]", guessed.name.rpartition(".")[0])
    rows = page.locator(".apimap-list > tbody > tr:not([hidden])")
    assert guessed.name in " ".join(rows.all_text_contents())
    marked = ["未整理" in text for text in rows.all_text_contents()]
    assert marked == sorted(marked)  # what is recorded comes first
    assert violations(page) == []
    page.wait_for_url("**unanswered=1**")
    page.reload()
    page.wait_for_selector(f"[id='{guessed.name}']:visible")
    page.evaluate(OPEN)
    page.uncheck("[name=unanswered]")
    page.select_option("[name=module]", "")
    assert page.inner_text(".apimap-filter output") == before


def test_rules_are_filtered_by_the_same_means(site: str, open_page: OpenPage) -> None:
    """The page of rules has its family and what can be mended as filters, by the same form."""
    page = open_page(f"{site}rules/?fixable=1&text=API00")
    page.wait_for_selector(FILLED)
    rows = page.locator("table >> nth=0").locator("tbody tr:visible").all_inner_texts()
    assert rows
    assert [row for row in rows if not (row.startswith("API00") and row.rstrip().endswith("可修正"))] == []


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_sections_of_the_site_can_be_reached(viewport: Any, site: str, open_page: OpenPage) -> None:
    """From any page of a section one comes to all others of it: by tabs on a desktop, in the drawer on a phone."""
    page = open_page(site + "category/3/", viewport=viewport)
    if viewport is PHONE:
        page.click(".md-header label[for=__drawer]")
        page.click(".md-nav--primary >> text=查 API")
        page.click(".md-nav--primary a:visible >> text=功能缺失")
    else:
        page.click(".md-tabs a >> text=功能缺失")
    page.wait_for_url("**/missing/")


def test_every_record_is_there(site: str, site_folder: Path, open_page: OpenPage) -> None:
    """The master table has every difference page, each row its id, and its filter knows all rows."""
    html = (site_folder / MASTER / "index.html").read_text(encoding="utf-8")
    pages = {
        path.parent.name
        for path in (site_folder / "api").glob("*/index.html")
        if REDIRECT_MARK not in path.read_text(encoding="utf-8")  # aliases and constants lead to another page
    }
    assert pages <= {*re.findall(r'href="\.\./api/([^"/]+)/"', html), *re.findall(r'<tr id="([^"]+)"', html)}
    rows = re.findall(r"<tr[^>]*>\s*<td>\d+</td>", html)
    assert len(rows) >= 2000
    page = open_page(site + MASTER, viewport=PHONE)
    page.wait_for_selector(FILLED)
    assert page.inner_text(".apimap-filter output") == f"显示 {len(rows)} / {len(rows)}"
    assert page.locator(".apimap-list > tbody > tr:not([hidden])").count() == len(rows)
