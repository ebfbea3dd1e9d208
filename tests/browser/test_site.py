from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PAGES = ("", "pytorch_api_mapping_cn/", "format/", "contributing/", "api/torch.abs/", "api/torch.max/")

pytestmark = [pytest.mark.browser]
if "CI" not in os.environ:
    pytest.importorskip("playwright", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed", allow_module_level=True)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name in the base class)
        """Keeps the test's output clean."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the shipped site, built from a copy of the repository."""
    root = tmp_path_factory.mktemp("site")
    for name in ("mapping_data", "templates", "site_src"):
        shutil.copytree(REPOSITORY / name, root / name)
    shutil.copy(REPOSITORY / "mkdocs.yml", root)
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=root, check=True)
    handler = functools.partial(_Quiet, directory=str(root / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The system's browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


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
def test_page_fits_its_window(path: str, width: int, site: str, chromium: Any) -> None:
    """A page is never wider than the window it is read in: what is wide scrolls within itself."""
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.goto(site + path, wait_until="networkidle")
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    page.close()
    assert overflow <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_page_is_accessible(path: str, scheme: Any, site: str, chromium: Any) -> None:
    """The axe checker finds nothing serious or critical, neither in light colours nor in dark ones."""
    from axe_playwright_python.sync_playwright import Axe

    page = chromium.new_page(color_scheme=scheme)
    page.goto(site + path, wait_until="networkidle")
    violations = Axe().run(page).response["violations"]
    page.close()
    grave = [
        (violation["id"], violation["nodes"][0]["html"])
        for violation in violations
        if violation["impact"] in {"serious", "critical"}
    ]
    assert grave == []
