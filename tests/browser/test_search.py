from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

RESULT = ".md-search-result__item > a:first-child"
SEARCH = "[data-md-component=search-query]"

OpenPage = Callable[..., Any]
pytestmark = [pytest.mark.browser]


ABOUT = {
    "functional.relu": "api/torch.nn.functional.relu/",
    "distributed.all_reduce": "api/torch.distributed.all_reduce/",
    "BatchNorm2d": "api/torch.nn.BatchNorm2d/",
    "参数名": "category/1.3/",
    "功能缺失": "category/7/",
    "验证状态": "verification/",
}
"""The page that is about what is looked for."""
EXPLAINED = {"归约": "reduc", "学习率": "学习率"}
"""A word that several pages explain, and one that they say beside it."""


def results(page: Any, site: str, query: str) -> list[str]:
    """The pages that the full-text search shows, the best first."""
    box = page.locator(SEARCH)
    for text, state in (("", "detached"), (query, "attached")):  # else the results of the last query might be read
        box.fill(text)
        box.press("End")  # the theme listens to keys
        page.wait_for_selector(RESULT, state=state)
    found = page.locator(RESULT).evaluate_all("links => links.map(link => link.href)")
    return [address.removeprefix(site).partition("?")[0] for address in found]


def test_search_finds_the_right_page_first(site: str, open_page: OpenPage) -> None:
    """Names with dots and capitals, the last parts of a name, and Chinese words lead to the page that is about them.

    A Chinese word leads to a function that bears it in English, or to a page that says both, before those that merely
    mention it.
    """
    page = open_page(site + "format/")
    first = {query: results(page, site, query)[0] for query in (*ABOUT, *EXPLAINED)}
    assert {query: first[query] for query in ABOUT} == ABOUT
    assert "broadcast" in results(page, site, "广播")[0]
    for query, word in EXPLAINED.items():
        text = open_page(site + first[query]).text_content(".md-content")  # what is folded up counts too
        assert query in text
        assert word in text


def test_index_is_loaded_when_somebody_searches(site: str, open_page: OpenPage) -> None:
    """The index of the search is asked for with the first query, and not with the page."""
    page = open_page(site + "format/")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.reload(wait_until="networkidle")
    assert [url for url in asked if "search_index" in url or "lunr" in url] == []
    page.goto(f"{site}format/?q=Tensor", wait_until="networkidle")
    page.wait_for_selector(RESULT)
    assert [url for url in asked if "search_index" in url] == [f"{site}search/search_index.json"]


def test_finder_hands_prose_to_the_search(site: str, open_page: OpenPage) -> None:
    """What is no name can be looked for in the full text, from the finder, with what was typed."""
    page = open_page(site + "format/")
    page.locator("form[data-finder=header] input").press_sequentially("贡献指南")
    page.wait_for_selector("[role=option]")
    page.keyboard.press("Enter")
    page.wait_for_selector(RESULT)
    assert page.locator(SEARCH).input_value() == "贡献指南"
