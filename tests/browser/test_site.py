from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sampling import sample
from viewports import LOOKS, PHONE

PROSE = ("format/", "contributing/", "topics/", "data/")
LAY_OUT_ALL = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('tr { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
}"""
"""Lays out every row of a page at once; else each that is far away is laid out by itself when somebody measures it."""
PAGES = ("", "pytorch_api_mapping_cn/", *PROSE, "api/torch.abs/", "api/torch.max/")

pytestmark = [pytest.mark.browser]


@pytest.mark.parametrize("path", sample(PAGES, 3))
def test_page_needs_nothing_from_outside(path: str, site: str, chromium: Any) -> None:
    """A page asks no other machine for anything, finds all its files, and runs without an error."""
    page = chromium.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda response: wrong.append(response.url) if not response.ok else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(site + path, wait_until="networkidle")
    page.close()
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []
    assert wrong == []


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("path", sample(PAGES, 3))
def test_page_fits_its_window(path: str, width: int, site: str, open_page: Callable[..., Any]) -> None:
    """A page is never wider than the window it is read in: what is wide scrolls within itself."""
    page = open_page(site + path, viewport={"width": width, "height": 800})
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", sample(PROSE, 2))
def test_page_is_accessible(
    path: str, look: str, site: str, open_page: Callable[..., Any], violations: Callable[[Any], list[Any]]
) -> None:
    """The axe checker finds nothing on the pages that are neither about an API nor a list."""
    assert violations(open_page(site + path, **LOOKS[look])) == []


@pytest.mark.parametrize("path", ["pytorch_api_mapping_cn/", "api/torch.abs/", "topics/", ""])
def test_category_leads_to_its_page(path: str, site: str, open_page: Callable[..., Any]) -> None:
    """A category's chip is a link to the page that explains it, in lists, on difference pages and on the home page."""
    page = open_page(site + path)
    chip = page.locator(".md-content .apimap-category").first
    name = chip.inner_text()
    chip.click()
    page.wait_for_url("**/category/*/")
    assert name in page.inner_text("h1")


@pytest.mark.parametrize("path", sample(PAGES, 3))
def test_page_names_its_markdown(path: str, site: str, open_page: Callable[..., Any]) -> None:
    """A page tells programs where its Markdown is, and there it is."""
    page = open_page(site + path)
    address = page.locator("link[rel~=alternate][type='text/markdown']").evaluate("link => link.href")
    answer = page.request.get(address)
    assert answer.ok
    assert "# " in answer.text()


@pytest.mark.parametrize("path", ["data/", "topics/", "pytorch_api_mapping_cn/"])
def test_names_are_whole_words_on_a_phone(path: str, site: str, open_page: Callable[..., Any]) -> None:
    """A key stands in one line, and the name of an API is broken only after a dot."""
    page = open_page(site + path, viewport=PHONE)
    page.evaluate(LAY_OUT_ALL)
    names = page.locator(".apimap-table td:first-child > :is(code, a), .apimap-list td > a").evaluate_all(
        """names => names.map(name => {
          const words = [...name.childNodes].flatMap(node => node.nodeType === 3 ? [node] : [...node.childNodes]);
          const lines = word => { const range = document.createRange(); range.selectNode(word); return range.getClientRects().length; };
          return [name.textContent, words.filter(word => word.nodeType === 3 && /^[\\w.]{1,16}$/.test(word.data)).some(word => lines(word) > 1)];
        })"""
    )
    assert names
    assert [name for name, broken in names if broken] == []


def test_topics_show_both_names_on_a_phone(site: str, open_page: Callable[..., Any]) -> None:
    """On a phone a row of the topics shows PyTorch's name, Paddle's and the category without scrolling sideways."""
    page = open_page(site + "topics/", viewport=PHONE)
    for part in page.locator("tbody tr").first.locator("td > *").all():
        box = part.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= PHONE["width"]
