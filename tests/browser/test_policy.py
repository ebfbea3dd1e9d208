"""The content security policy in a real browser: it stands in nobody's way but a stranger's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from samples import Project
from sampling import sample
from server import running_server

PAGES = ("", "pytorch_api_mapping_cn/", "paddle/", "category/", "category/1.3/", "missing/", "aliases/", "notes/",
    "topics/", "verification/", "rules/", "format/", "contributing/", "data/", "api/torch.abs/", "api/torch.max/",
    "api/torchvision.models/", "no/such/page/")  # fmt: skip

pytestmark = [pytest.mark.browser]


class Reported:
    """A page, and what the policy forbade on it."""

    def __init__(self, browser: Any) -> None:
        self.forbidden: list[str] = []
        self.context = browser.new_context()
        self.context.expose_binding("tell", lambda _, what: self.forbidden.append(what))
        self.context.add_init_script(
            "addEventListener('securitypolicyviolation',"
            " event => tell(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`))"
        )
        self.page = self.context.new_page()
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        if "Content Security Policy" in message.text:
            self.forbidden.append(message.text)


@pytest.fixture
def reported(chromium: Any) -> Iterator[Reported]:
    """A page in a context of its own."""
    found = Reported(chromium)
    yield found
    found.context.close()


@pytest.mark.parametrize("path", sample(PAGES, 3))
def test_policy_forbids_nothing_of_ours(path: str, site: str, reported: Reported) -> None:
    """A page of any kind loads, changes its colours, finds and searches without anything being forbidden."""
    page = reported.page
    page.goto(site + path, wait_until="networkidle")
    assert page.locator("meta[http-equiv=Content-Security-Policy]").count() == 1
    page.locator("label[for=__palette_1]").click()
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    page.locator("header [data-finder] input").fill("torch.abs")
    page.wait_for_selector("header [data-finder] [role=option]")
    page.goto(f"{site}{path}?q=relu", wait_until="networkidle")
    page.wait_for_selector(".md-search-result__item")
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"  # kept, by a script of the theme's
    assert reported.forbidden == []


def test_policy_is_in_force(site: str, reported: Reported) -> None:
    """A script that is put into a page does not run, and is reported by the same means."""
    reported.page.goto(f"{site}api/torch.abs/", wait_until="networkidle")
    reported.page.evaluate(
        "() => { const script = document.createElement('script'); script.text = 'window.ran = true';"
        " document.body.append(script); document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = true\">'); }"
    )
    reported.page.wait_for_timeout(200)
    assert reported.page.evaluate("() => window.ran") is None
    assert {it.partition(" ")[0] for it in reported.forbidden} >= {"script-src-elem", "script-src-attr"}


def test_served_page_reloads_itself(project: Project, reported: Reported) -> None:
    """Under ``mkdocs serve`` an open page shows an edit by itself, and nothing is forbidden."""
    with running_server(project) as server:
        reported.page.goto(f"http://127.0.0.1:{server.port}/api/torch.abs/", wait_until="load")
        record = project.records / "torch/torch.abs.yml"
        record.write_text(record.read_text(encoding="utf-8").replace("表示输入的", "表示给出的"), encoding="utf-8")
        reported.page.get_by_text("表示给出的").first.wait_for(timeout=60_000)
    assert reported.forbidden == []
