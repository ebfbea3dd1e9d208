"""The pages of a change, opened from a folder in a real browser: without a server, and without the rest of the site."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.reports.review.offline import write_offline

pytestmark = [pytest.mark.browser]


def test_pages_of_a_change_open_from_a_folder(
    site_folder: Path, tmp_path: Path, open_page: Callable[..., Any], violations: Callable[[Any], list[tuple[str, str]]]
) -> None:
    """From the first page a link leads to a page in the site's own style; nothing is forbidden, missing or run."""
    markdown = "## 数据的改动\n\n- [`torch.abs`](./api/torch.abs/)\n"
    write_offline(site_folder, tmp_path / "pages", ["api/torch.abs/", "api/torch.max/"], markdown)
    page = open_page((tmp_path / "pages/index.html").as_uri())
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("requestfailed", lambda request: told.append(request.url))
    page.click("text=torch.abs")
    page.wait_for_load_state()
    assert page.url == (tmp_path / "pages/api/torch.abs/index.html").as_uri()
    assert page.evaluate("document.styleSheets.length") == 3
    assert page.locator("script").count() == 0
    assert told == []
    assert violations(page) == []
    page.click("nav a:has-text('映射总表')")
    assert page.url == (tmp_path / "pages/index.html#others").as_uri().replace("%23", "#")
