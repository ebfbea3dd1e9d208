from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

PAGES = ("", "pytorch_api_mapping_cn/", "format/", "contributing/", "api/torch.abs/", "api/torch.max/")

pytestmark = [pytest.mark.browser]


@pytest.mark.parametrize("path", PAGES)
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
@pytest.mark.parametrize("path", PAGES)
def test_page_fits_its_window(path: str, width: int, site: str, open_page: Callable[..., Any]) -> None:
    """A page is never wider than the window it is read in: what is wide scrolls within itself."""
    page = open_page(site + path, viewport={"width": width, "height": 800})
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_page_is_accessible(
    path: str, scheme: str, site: str, open_page: Callable[..., Any], violations: Callable[[Any], list[Any]]
) -> None:
    """The axe checker finds nothing, neither in light colours nor in dark ones."""
    assert violations(open_page(site + path, color_scheme=scheme)) == []
