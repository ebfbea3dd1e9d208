from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

RESULT = ".md-search-result__item > a:first-child"

OpenPage = Callable[..., Any]
pytestmark = [pytest.mark.browser]


def results(page: Any, site: str, query: str) -> list[str]:
    """The pages that the full-text search shows, the best first."""
    page.goto(f"{site}format/?q={quote(query)}", wait_until="networkidle")
    page.wait_for_selector(RESULT)
    found = page.locator(RESULT).evaluate_all("links => links.map(link => link.href)")
    return [address.removeprefix(site).partition("?")[0] for address in found]


def first_result(page: Any, site: str, query: str) -> str:
    """The page that the full-text search puts first."""
    return results(page, site, query)[0]


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("functional.relu", "api/torch.nn.functional.relu/"),
        ("BatchNorm2d", "api/torch.nn.BatchNorm2d/"),
        ("参数名", "category/1.3/"),
        ("功能缺失", "category/7/"),
        ("验证状态", "verification/"),
    ],
)
def test_search_finds_the_right_page_first(query: str, address: str, site: str, open_page: OpenPage) -> None:
    """Names with dots and capitals, and Chinese words, lead to the page that is about them."""
    assert first_result(open_page(site), site, query) == address


@pytest.mark.parametrize(("query", "has"), [("归约", "reduc"), ("学习率", "学习率")])
def test_search_finds_a_page_about_the_matter_first(query: str, has: str, site: str, open_page: OpenPage) -> None:
    """A word that several pages explain leads to one of them, which shows what is meant."""
    address = first_result(open_page(site), site, query)
    text = open_page(site + address).text_content(".md-content")  # what is folded up counts too
    assert query in text
    assert has in text


def test_search_finds_the_functions_named_after_a_word(site: str, open_page: OpenPage) -> None:
    """A Chinese word leads to a function that bears it in English, before the pages that merely mention it."""
    assert "broadcast" in first_result(open_page(site), site, "广播")


@pytest.mark.parametrize("api", ["torch.distributed.all_reduce", "torch.nn.functional.relu"])
def test_search_finds_the_right_page_among_many(api: str, site: str, open_page: OpenPage) -> None:
    """The last two components of a name lead to its page."""
    assert first_result(open_page(site), site, ".".join(api.split(".")[-2:])) == f"api/{api}/"


def test_index_is_loaded_when_somebody_searches(site: str, open_page: OpenPage) -> None:
    """The index of the search is asked for with the first query, and not with the page."""
    page = open_page(site + "format/")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.reload(wait_until="networkidle")
    assert [url for url in asked if "search_index" in url or "lunr" in url] == []
    first_result(page, site, "Tensor")
    assert [url for url in asked if "search_index" in url] == [f"{site}search/search_index.json"]


def test_finder_hands_prose_to_the_search(site: str, open_page: OpenPage) -> None:
    """What is no name can be looked for in the full text, from the finder, with what was typed."""
    page = open_page(site + "format/")
    page.locator("form[data-finder=header] input").press_sequentially("贡献指南")
    page.wait_for_selector("[role=option]")
    page.keyboard.press("Enter")
    page.wait_for_selector(RESULT)
    assert page.locator("[data-md-component=search-query]").input_value() == "贡献指南"
