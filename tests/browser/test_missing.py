from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built_site import build, served
from samples import Project

OpenPage = Callable[..., Any]
pytestmark = [pytest.mark.browser]

BOX = "form[data-finder=missing] input"
OPTION = "form[data-finder=missing] [role=option]"


def host_with(site: Path, below: str) -> Path:
    """A host's folder that has the site in a subfolder, and answers whatever it has not with the site's own page."""
    host = site.parent / "host"
    shutil.copytree(site, host / below)
    shutil.copy(site / "404.html", host)
    return host


@pytest.mark.parametrize("address", ["api/torch.ab/", "gone/for/ever/torch.ab.html"])
def test_missing_page_works_below_a_path(
    address: str,
    project: Project,
    chromium: Any,
    open_page: OpenPage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a site with a path of its own, the page for unknown addresses has its assets, and its finder leads to a page."""
    assert chromium
    monkeypatch.setenv("SITE_URL", "https://example.org/docs/map/")
    with served(host_with(build(project.root), "docs/map")) as host:
        site = f"{host}docs/map/"
        page = open_page(f"{site}data/")
        failed: list[str] = []
        page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
        page.goto(site + address, wait_until="networkidle")
        page.locator(OPTION).first.wait_for()
        assert failed == [site + address]
        assert page.locator(BOX).input_value() == "torch.ab"
        assert (
            page.locator("form[data-finder=missing]").evaluate("form => form.action").startswith(f"{site}pytorch_api")
        )
        page.locator(OPTION).first.click()
        page.wait_for_url(f"{site}api/torch.abs/")
        assert page.locator("h1").first.inner_text().count("torch.abs")
