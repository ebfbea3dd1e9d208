"""Difference pages and charts in a browser: read at a glance, copied side by side, small, still, and printed."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from page_record import with_one_helper
from samples import shipped_catalog
from sampling import sample
from viewports import DESKTOP, LOOKS, PHONE

from generator.catalog.catalog import Catalog
from generator.publishing.views.difference import difference_view
from generator.publishing.views.lists import Neighbours
from generator.publishing.views.page import pair_of

KINDS = (
    "torch.abs",  # renamed
    "torch.nn.functional.dropout",  # Paddle has more
    "torch.topk",  # another default
    "torch.gather",  # torch has more
    "torch.nn.LSTM",  # other use, and a signature of many lines
    "torch.utils.data.DataLoader",  # parameters that cannot be rewritten
    "torch.fmod",  # several calls instead
    "torch.optim.lr_scheduler.StepLR",  # the code around it changes
    "torch.max",  # overloads
    "torch.utils.tensorboard.SummaryWriter",  # outside the main framework, and not run
    "torch.cuda.is_available",  # no parameters
)
WITH_CHARTS = ("", "verification/")
PATHS = (*(f"api/{api}/" for api in KINDS), *WITH_CHARTS)
MOST_HTML, MOST_TRANSFERRED = 30_000, 100_000
"""Bytes of a page's HTML at the median, and of all that a first visit transfers, compressed."""
SHIFT = """() => new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => list.getEntries().forEach(entry => { sum += entry.value; }))
        .observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(sum), 300);
})"""
TEXT = "document.querySelector('article').textContent"

STARTS = """[...document.querySelectorAll('.apimap-signature code')].map(code => {
    const lefts = new Map();
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        for (const {index} of walker.currentNode.data.matchAll(/\\S/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + 1);
            const {left, bottom} = range.getBoundingClientRect();
            const line = Math.round(bottom / 8);
            lefts.set(line, Math.min(left, lefts.get(line) ?? left));
        }
    }
    return [...lefts.values()].map(left => left - Math.min(...lefts.values()));
})"""
"""Of each signature, how far each of its lines starts from the left edge."""

OpenPage = Callable[..., Any]

pytestmark = [pytest.mark.browser]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The records that the site was built from."""
    return shipped_catalog()


def file_of(url: str, folder: Path) -> Path:
    """The file of a built site behind an address."""
    path = folder / unquote(urlsplit(url).path).lstrip("/")
    return path / "index.html" if path.is_dir() else path


def words(text: str) -> list[str]:
    """The words of a text; the signs of links to headings are none."""
    return re.findall(r"\w+", text)


def test_page_is_small(site_folder: Path) -> None:
    """Of all difference pages, the one in the middle has at most 30 KB of HTML, uncompressed."""
    pages = [path.read_bytes() for path in site_folder.glob("api/*/index.html")]
    sizes = [len(html) for html in pages if b"apimap-title" in html]
    assert len(sizes) > 1_500
    assert median(sizes) <= MOST_HTML


def test_first_visit_is_light(site: str, site_folder: Path, chromium: Any) -> None:
    """A first visit transfers at most 100 KB, compressed, and does not load the full-text search."""
    for api in KINDS:
        page = chromium.new_context().new_page()
        urls: list[str] = []
        page.on("response", lambda response, urls=urls: urls.append(response.url))
        page.goto(f"{site}api/{api}/", wait_until="networkidle")
        page.context.close()
        files = {file_of(url, site_folder) for url in urls if url.startswith(site)}
        assert not any("search_index" in file.name for file in files)
        assert sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) <= MOST_TRANSFERRED


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_page_is_accessible_and_still(
    look: dict[str, Any], site: str, open_page: OpenPage, violations: Callable[[Any], list[Any]]
) -> None:
    """Each kind of page has nothing that axe finds wrong, fits its window, and does not move while it loads."""
    for path in sample(PATHS, 4):
        page = open_page(site + path, **look)
        assert round(page.evaluate(SHIFT), 3) == 0, path
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
        assert violations(page) == [], path


def test_long_parameter_wraps_on_phones_only(site: str, open_page: OpenPage) -> None:
    """``learning_rate`` stands on one line where there is room, and breaks after its underscore where there is none."""
    lines = """() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector("#t-optimizer td:nth-child(3)"));
        return new Set([...range.getClientRects()].map(rect => Math.round(rect.top))).size;
    }"""
    url = f"{site}api/torch.optim.lr_scheduler.StepLR/"
    assert [open_page(url, viewport=window).evaluate(lines) for window in (DESKTOP, PHONE)] == [1, 2]


def test_page_needs_nothing_from_outside(site: str, chromium: Any) -> None:
    """With all requests to other machines refused, each kind of page finds all its files and shows no error."""
    context = chromium.new_context()
    refused: list[str] = []

    def only_here(route: Any) -> None:
        if route.request.url.startswith(site):
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    context.route("**/*", only_here)
    page = context.new_page()
    wrong: list[str] = []
    page.on("response", lambda response: wrong.append(response.url) if not response.ok else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for path in PATHS:
        page.goto(site + path, wait_until="networkidle")
    context.close()
    assert (refused, wrong) == ([], [])


def test_all_content_is_there_without_java_script(site: str, open_page: OpenPage) -> None:
    """What a page says with JavaScript it says without: marks, relations, both sides of the code, and charts."""
    without, scripted = open_page(site, java_script_enabled=False), open_page(site)
    for path in sample(PATHS, 5):
        without.goto(site + path)
        scripted.goto(site + path, wait_until="networkidle")
        shown = words(without.locator("article").text_content())
        assert shown == words(scripted.locator("article").text_content()), path
        assert without.locator("article").is_visible()


def answers_of(catalog: Catalog, api: str) -> Iterator[str]:
    """The code of the answer that opens an API's page: torch's, then each way to write it in Paddle."""
    first = difference_view(catalog, catalog.by_api[api], (), Neighbours()).mappings[0].answer
    assert first is not None
    yield first.torch
    yield from (way.code for way in first.ways)


def sides_of(catalog: Catalog, api: str) -> Iterator[tuple[str, str]]:
    """The code of both sides of every pair on an API's page, in order."""
    record = catalog.by_api[api].record
    assert record is not None
    for _, mapping in record.mappings():
        checks = (each.model_copy(update={"paddle": record.without_helper(each.paddle)}) for each in mapping.checks)
        shown = [*with_one_helper(record, mapping.examples), *checks]
        yield from ((pair.torch, pair.paddle) for pair in map(pair_of, shown))


@pytest.mark.parametrize("api", ["torch.abs", "torch.nn.LSTM", "torch.autograd.Function"])
def test_copy_button_copies_one_side(api: str, site: str, catalog: Catalog, open_page: OpenPage) -> None:
    """Each side's button copies exactly the code of that side and its inputs: no caption, nothing of the other side."""
    page = open_page(f"{site}api/{api}/", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    copied = []
    for figure in page.locator(".apimap-code").all():
        page.evaluate("navigator.clipboard.writeText('')")
        figure.locator("button").first.click()
        page.wait_for_function("navigator.clipboard.readText().then(text => text !== '')")
        copied.append(page.evaluate("navigator.clipboard.readText()").rstrip("\n"))
    assert copied == [*answers_of(catalog, api), *(code for pair in sides_of(catalog, api) for code in pair)]


def test_copy_button_copies_the_signature(site: str, open_page: OpenPage) -> None:
    """A signature of many lines is copied as code that Python reads: a parameter a line, and no sign of a mark."""
    page = open_page(f"{site}api/torch.nn.LSTM/", permissions=["clipboard-read", "clipboard-write"])
    page.locator(".apimap-signature button").first.click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text !== '')")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[:3] == ["torch.nn.LSTM(", "    input_size,", "    hidden_size,"]
    assert lines[-1] == ")"


@pytest.mark.parametrize("api", ["torch.max", "torch.nn.LSTM"])
def test_sides_stand_next_to_each_other(api: str, site: str, open_page: OpenPage) -> None:
    """On a wide screen Paddle's side is right of torch's, at the same height; on a phone it is below."""
    tops = "[...document.querySelectorAll('.apimap-side')].map(side => side.getBoundingClientRect().top)"
    wide = open_page(f"{site}api/{api}/", viewport=DESKTOP).evaluate(tops)
    narrow = open_page(f"{site}api/{api}/", viewport=PHONE).evaluate(tops)
    assert wide[::2] == wide[1::2]
    assert all(above < below for above, below in zip(narrow[::2], narrow[1::2], strict=True))


def test_wrapped_signature_hangs(site: str, open_page: OpenPage) -> None:
    """On a phone no line of a signature but its first and its closing bracket starts at the left edge."""
    page = open_page(site, viewport=PHONE)
    for api in KINDS:
        page.goto(f"{site}api/{api}/", wait_until="networkidle")
        for starts in page.evaluate(STARTS):
            assert sum(start < 1 for start in starts) <= 2, api


def test_relation_has_a_sign_of_its_own(site: str, open_page: OpenPage) -> None:
    """Marks in signatures and relations in the table are told apart by a sign, which is the same in both."""
    signs: dict[str, set[str]] = {}
    page = open_page(site)
    for api in KINDS:
        page.goto(f"{site}api/{api}/", wait_until="networkidle")
        found = page.evaluate("""
            [...document.querySelectorAll('.apimap-mark, .apimap-parameters tbody tr')].map(node => [
                node.dataset.relation,
                getComputedStyle(node.querySelector('.apimap-relation') ?? node, '::before').maskImage,
            ])""")
        for relation, sign in found:
            signs.setdefault(relation, set()).add(sign)
    assert signs.keys() >= {"same", "renamed", "default", "paddle-only", "torch-only", "usage"}
    assert all(len(found) == 1 and found != {"none"} for found in signs.values())
    ways = {frozenset(found) for relation, found in signs.items() if relation not in {"type", "returns"}}
    assert len(ways) == len(signs.keys() - {"type", "returns"})


def test_mark_leads_to_its_row(site: str, open_page: OpenPage) -> None:
    """A click on a marked parameter shows its row in the table."""
    page = open_page(f"{site}api/torch.nn.LSTM/", viewport=PHONE)
    page.locator(".apimap-mark", has_text="bidirectional").click()
    row = page.locator(".apimap-parameters tr:target")
    assert row.locator("td").first.text_content() == "bidirectional"
    page.wait_for_function("document.querySelector('tr:target').getBoundingClientRect().top < innerHeight")


def test_way_back_leads_to_the_module(site: str, open_page: OpenPage) -> None:
    """The breadcrumb's last step shows the rows of the API's module in the master table."""
    page = open_page(f"{site}api/torch.nn.functional.dropout/")
    page.locator(".apimap-path a").last.click()
    page.locator(".apimap-list tbody tr[hidden]").first.wait_for(state="attached")
    shown = page.locator(".apimap-list tbody tr:not([hidden]) td:nth-child(2)").all_text_contents()
    assert shown
    assert all(name.startswith("torch.nn.functional.") for name in shown)


def test_paper_has_all_and_is_light(site: str, open_page: OpenPage) -> None:
    """Printed from the dark scheme, a page is dark on white, with folded code open and without menus."""
    page = open_page(f"{site}api/torch.abs/", viewport={"width": 718, "height": 1000}, color_scheme="dark")
    page.emulate_media(media="print", reduced_motion="reduce")
    page.wait_for_timeout(500)  # the theme's colours change over a quarter of a second
    for hidden in (".md-header", ".md-tabs", ".apimap-path", ".apimap-neighbours", ".md-footer"):
        assert not page.locator(hidden).is_visible(), hidden
    assert page.locator(".apimap-check pre").first.is_visible()
    colour = "getComputedStyle(document.querySelector('{}')).{}.match(/\\d+/g).slice(0, 3).map(Number)"
    assert max(page.evaluate(colour.format(".apimap-signature code", "color"))) < 100
    assert min(page.evaluate(colour.format(".apimap-signature code", "backgroundColor"))) > 200


def test_chart_follows_the_scheme(site: str, open_page: OpenPage) -> None:
    """A chart's text has the colour of the page's text, in light and in dark."""
    for scheme in ("light", "dark"):
        page = open_page(f"{site}verification/", color_scheme=scheme)
        text, page_text = page.evaluate(
            "[getComputedStyle(document.querySelector('.apimap-chart text')).fill,"
            " getComputedStyle(document.querySelector('article h1')).color]"
        )
        assert text == page_text


def test_titles_and_descriptions_are_unique(site_folder: Path) -> None:
    """Each difference page has a title and a description of its own, with its API and its counterpart."""
    titles, descriptions = [], []
    for path in site_folder.glob("api/*/index.html"):
        head, _, body = path.read_text(encoding="utf-8").partition("<body")
        if "apimap-title" not in body:
            continue  # an address that leads to another page
        titles += re.findall(r"<title>(.*?)</title>", head)
        descriptions += re.findall(r'<meta name="description" content="(.*?)">', head)
    assert titles
    assert len(titles) == len(set(titles)) == len(descriptions) == len(set(descriptions))
    assert "torch.abs → paddle.abs（仅参数名不一致） - PyTorch → Paddle API 映射" in titles
    assert not [text for text in descriptions if not 20 < len(text) < 160]


@pytest.mark.parametrize("viewport", [{"width": 1440, "height": 900}, PHONE], ids=["desktop", "phone"])
def test_paddle_call_is_seen_without_scrolling(
    site: str, open_page: Callable[..., Any], viewport: dict[str, int]
) -> None:
    """The usual call in Paddle stands in the first window of every kind of page."""
    page = open_page(site, viewport=viewport)
    hidden = []
    for api in KINDS:
        page.goto(f"{site}api/{api}/")
        code = page.locator(".apimap-answer [data-side=paddle] code").first.bounding_box()
        if code is None or code["y"] + code["height"] > viewport["height"]:
            hidden.append(api)
    assert hidden == []


def test_rows_that_are_folded_are_there_on_paper_and_without_script(site: str, open_page: Callable[..., Any]) -> None:
    """What stands behind the number of parameters that are the same is opened without script, and printed."""
    page = open_page(f"{site}api/torch.nn.functional.dropout/", java_script_enabled=False)
    same = page.locator(".apimap-same tbody tr").first
    assert not same.is_visible()
    page.click(".apimap-same > summary")
    assert same.is_visible()
    page.click(".apimap-same > summary")
    page.emulate_media(media="print")
    assert same.is_visible()
