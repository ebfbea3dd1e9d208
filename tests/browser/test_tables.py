"""The master table in a browser: filtered, sorted, sent on by its address, and linked to row by row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from samples import shipped_catalog
from sampling import sample
from viewports import FILLED, PHONE

from generator.catalog.catalog import Catalog
from generator.model.call_verdict import CallVerdict
from generator.model.category import MISSING, PARAMETERS_DIFFER
from generator.model.sample_result import FactName
from generator.model.status import Status
from generator.publishing.views.lists import Entry, table_sections
from generator.publishing.views.prose import plain

MASTER = "pytorch_api_mapping_cn/"
SHOWN = "[...document.querySelectorAll('.apimap-list > tbody > tr:not([hidden])')].map(row => row.cells[1].textContent.trim())"

OpenPage = Callable[..., Any]

pytestmark = [pytest.mark.browser]


@pytest.fixture
def open_list(open_page: OpenPage) -> OpenPage:
    """Opens a page with a list, and waits for its form."""

    def open_and_wait(url: str, **options: Any) -> Any:
        page = open_page(url, **options)
        page.wait_for_selector(FILLED)
        return page

    return open_and_wait


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The records that the site was built from."""
    return shipped_catalog()


def master(catalog: Catalog) -> Iterator[tuple[str, Entry]]:
    """Every row of the master table with its section."""
    for section, _, found in table_sections(catalog):
        for entry in found:
            yield section, entry


def status(catalog: Catalog, row: Entry) -> Status | None:
    """What is known of the row's own record; an alias has none."""
    source = catalog.by_api.get(row.api)
    if (family := catalog.by_family.get(row.api)) is not None and family.model is not None:
        return catalog.status(family.model)
    return catalog.status(source.record) if source is not None and source.record is not None else None


def effort(catalog: Catalog, row: Entry) -> CallVerdict | None:
    """What the usual call of a row's record takes, also where the row is an alias."""
    source = catalog.source_of(row.api)
    return catalog.effort(source.record) if source is not None and source.record is not None else None


def drop_in(catalog: Catalog, row: Entry) -> bool:
    """Whether the prefix alone is to be changed."""
    source = catalog.by_api.get(row.api)
    return source is not None and source.record is not None and catalog.is_drop_in(source.record)


def holds(catalog: Catalog, row: Entry, fact: FactName) -> bool:
    """Whether samples have shown one of the facts."""
    source = catalog.by_api.get(row.api)
    return source is not None and source.record is not None and fact in catalog.held_facts(source.record)


def state_on(catalog: Catalog, row: Entry, version: str) -> str:
    """The first letter of how a row stands on a release of Paddle; empty for one that stands on none."""
    place = [release.version for release in catalog.releases].index(version)
    return row.on[place] if row.on else ""


def words(row: Entry) -> str:
    """All text of a row, in lower case."""
    return " ".join(map(plain, (row.torch, row.paddle, row.remark))).lower()


FILTERS: dict[str, tuple[dict[str, str], Callable[[Catalog, str, Entry], bool]]] = {
    "category": ({"category": "7"}, lambda _c, _s, row: row.category is MISSING),
    "to be rewritten": (
        {"category": "*2-7", "module": "torch.optim.*"},
        lambda _c, _s, row: (
            row.api.startswith("torch.optim.") and row.category is not None and row.category.number[0] in "234567"
        ),
    ),
    "module": ({"module": "torch.nn"}, lambda _c, _s, row: row.api.rpartition(".")[0] == "torch.nn"),
    "module and below": ({"module": "torch.optim.*"}, lambda _c, _s, row: row.api.startswith("torch.optim.")),
    "effort": ({"effort": "renamed"}, lambda c, _s, row: effort(c, row) is CallVerdict.RENAMED),
    "section": ({"section": "工具类"}, lambda _c, section, _r: section == "工具类"),
    "verified": ({"status": "verified"}, lambda c, _s, row: status(c, row) is Status.VERIFIED),
    "not run": ({"status": "skipped"}, lambda c, _s, row: status(c, row) is Status.SKIPPED),
    "release": ({"version": "3.0.0-fails"}, lambda c, _s, row: state_on(c, row, "3.0.0") == "f"),
    "works on a release": ({"version": "3.0.0-works"}, lambda c, _s, row: state_on(c, row, "3.0.0") in {"h", "p"}),
    "drop-in": ({"dropin": "1"}, lambda c, _s, row: drop_in(c, row)),
    "keywords": ({"dropin": "keywords"}, lambda c, _s, row: holds(c, row, FactName.KEYWORDS)),
    "compat": ({"dropin": "compat"}, lambda c, _s, row: holds(c, row, FactName.COMPAT)),
    "text": ({"text": "Conv"}, lambda _c, _s, row: "conv" in words(row)),
    "a call": ({"text": "torch.abs(x)"}, lambda _c, _s, row: "torch.abs" in words(row)),
    "two words": ({"text": "nn pool"}, lambda _c, _s, row: "nn" in words(row) and "pool" in words(row)),
    "several": (
        {"category": "3", "module": "torch", "status": "verified"},
        lambda c, _s, row: (
            row.category is PARAMETERS_DIFFER
            and row.api.rpartition(".")[0] == "torch"
            and status(c, row) is Status.VERIFIED
        ),
    ),
}


@pytest.mark.parametrize("name", sample([*FILTERS], 6))
def test_filter_shows_what_the_data_says(name: str, site: str, open_list: OpenPage, catalog: Catalog) -> None:
    """Each filter shows exactly the rows that the records give, counts them, and hides sections without any."""
    query, fits = FILTERS[name]
    rows = list(master(catalog))
    expected = [(section, plain(row.torch)) for section, row in rows if fits(catalog, section, row)]
    assert expected
    page = open_list(f"{site}{MASTER}?{urlencode(query)}")
    assert page.evaluate(SHOWN) == [api for _, api in expected]
    assert page.inner_text(".apimap-filter output") == f"显示 {len(expected)} / {len(rows)}"
    headings = page.evaluate("[...document.querySelectorAll('h2')].filter(h => h.offsetHeight).map(h => h.innerText)")
    sections = dict.fromkeys(title for title, _ in expected)
    assert [heading.partition(" API")[0] for heading in headings] == list(sections)
    assert page.locator(".md-content table:visible").count() == len(sections)


@pytest.mark.parametrize("name", ["category", "verified", "several"])
def test_no_word_of_a_list_is_looked_for(name: str, site: str, chromium: Any, catalog: Catalog) -> None:
    """Lists whose every Chinese character is another are filtered and sorted alike."""
    query, fits = FILTERS[name]
    expected = [row.api for section, row in master(catalog) if fits(catalog, section, row)]
    with chromium.new_context() as context:
        page = context.new_page()
        page.route(f"{site}{MASTER}?*", _without_words)
        page.goto(f"{site}{MASTER}?{urlencode(query | {'sort': 'paddle'})}")
        page.wait_for_selector(FILLED)
        shown = "[...document.querySelectorAll('.apimap-list > tbody > tr:not([hidden])')].map(row => row.id)"
        assert sorted(page.evaluate(shown)) == sorted(expected)
        assert page.locator("[aria-sort]").count() == page.locator(".apimap-list").count()


def _without_words(route: Any) -> None:
    text = route.fetch().text()
    lists = re.compile(r"<table.*</table>", re.DOTALL)
    route.fulfill(body=lists.sub(lambda found: re.sub("[一-鿿]", "字", found[0]), text), content_type="text/html")


def test_options_count_what_they_show(site: str, open_list: OpenPage) -> None:
    """The number behind each option is that of the rows it shows alone."""
    page = open_list(site + MASTER)
    wrong = page.evaluate(
        """[...document.querySelectorAll('.apimap-filter select')].flatMap(select =>
        [...select.options].slice(1).filter(option => {
            select.value = option.value;
            select.dispatchEvent(new Event('input', {bubbles: true}));
            const shown = document.querySelector('.apimap-filter output').textContent.match(/\\d+/)[0];
            select.value = '';
            return !option.text.endsWith(`（${shown}）`);
        }).map(option => option.text))"""
    )
    assert wrong == []


def test_state_goes_into_the_address_and_comes_back(site: str, open_list: OpenPage) -> None:
    """What somebody filtered and sorted by hand, somebody else gets by the address alone, and can clear."""
    page = open_list(site + MASTER)
    page.fill(".apimap-filter [name=text]", "nn")
    page.select_option("[name=category]", "3")
    page.click("text=更多筛选")
    page.select_option("[name=status]", "verified")
    page.click("th[data-column=paddle] button >> nth=0")
    page.click("th[data-column=paddle] button >> nth=0")
    page.wait_for_url("**/?*sort=-paddle*")
    other = open_list(page.url)
    assert other.evaluate(SHOWN) == page.evaluate(SHOWN)
    values = "[...document.querySelectorAll('.apimap-filter :is(input, select)')].map(c => c.type === 'checkbox' ? c.checked : c.value)"
    assert other.evaluate(values) == page.evaluate(values) == ["nn", "", "3", "", "", "", "verified", "", False]
    other.click("text=清除条件")
    other.wait_for_url(site + MASTER)
    assert other.evaluate(SHOWN) == open_list(site + MASTER).evaluate(SHOWN)


def test_nonsense_in_the_address_filters_nothing(site: str, open_list: OpenPage) -> None:
    """Values that no option has, and a column that no table has, are passed over."""
    page = open_list(f"{site}{MASTER}?category=99&module=%3Cb%3E&sort=nothing&q=x")
    assert re.fullmatch(r"显示 (\d+) / \1", page.inner_text(".apimap-filter output"))


def test_nothing_found_says_so_and_leads_back(site: str, open_list: OpenPage) -> None:
    """Where no row fits, the page says so, and one button shows all again."""
    page = open_list(f"{site}{MASTER}?text=nosuchapi")
    assert page.evaluate(SHOWN) == []
    assert page.is_visible("text=没有符合这些条件的行")
    page.click(".apimap-empty button")
    assert page.is_hidden("text=没有符合这些条件的行")
    assert len(page.evaluate(SHOWN)) > 200
    assert page.evaluate("document.activeElement.name") == "text"


@pytest.mark.parametrize(("column", "cell"), [("torch", 1), ("paddle", 2), ("category", 3)])
def test_sorting_orders_every_section(column: str, cell: int, site: str, open_list: OpenPage) -> None:
    """A column's button sorts each section, first up and then down, and says so to a screen reader."""
    page = open_list(site + MASTER)
    keys = f"""[...document.querySelectorAll('.apimap-list')].map(table => [...table.tBodies[0].rows].map(row => {{
        const cell = row.cells[{cell}], chip = cell.querySelector('[data-category]');
        return chip ? chip.dataset.category : {cell} === 3 ? '~' : cell.textContent.trim().toLowerCase();
    }}))"""
    for direction in ("ascending", "descending"):
        page.click(f"th[data-column={column}] button >> nth=0")
        for section in page.evaluate(keys):
            assert section == sorted(section, reverse=direction == "descending")
        assert page.locator(f"th[data-column={column}][aria-sort={direction}]").count() == 5
        assert page.locator("[aria-sort]").count() == 5


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no script"])
def test_address_leads_to_a_row(scripts: bool, site: str, open_page: OpenPage) -> None:  # noqa: FBT001
    """A row's address shows it, marked, below the header, with JavaScript and without."""
    page = open_page(f"{site}{MASTER}#torch.nn.MSELoss", viewport=PHONE, java_script_enabled=scripts)
    row = page.locator("tr:target")
    assert row.locator("td >> nth=1").inner_text().strip() == "torch.nn.MSELoss"
    box = row.bounding_box()
    assert 48 <= box["y"] < PHONE["height"] - box["height"]


def test_address_of_a_row_wins_over_a_filter(site: str, open_list: OpenPage) -> None:
    """A link to a row that the filter would hide shows the row."""
    page = open_list(f"{site}{MASTER}?text=conv#torch.nn.MSELoss")
    assert page.locator("tr:target").is_visible()
    assert page.input_value(".apimap-filter [name=text]") == ""


def test_every_api_has_its_row_address(site_folder: Path, catalog: Catalog) -> None:
    """The HTML has an id for every API of the master table, each once."""
    html = (site_folder / MASTER / "index.html").read_text(encoding="utf-8")
    ids = re.findall(r'<tr id="([^"]+)"', html)
    assert ids == [row.api for _, row in master(catalog)]


def test_link_to_a_row_can_be_copied(site: str, open_list: OpenPage) -> None:
    """Pointing at a row or focusing it brings its link, which copies the row's own address."""
    page = open_list(f"{site}{MASTER}?text=torch.add", permissions=["clipboard-read", "clipboard-write"])
    page.hover("[id='torch.add']")
    page.click(".apimap-row-link")
    page.wait_for_selector("text=已复制链接", state="attached")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}{MASTER}#torch.add"
    for _ in range(7):  # to the other three links and the chip of the row, both of the next's name, and its link
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == f"复制 {page.evaluate(SHOWN)[1]} 这一行的链接"


def test_list_starts_with_rows(site: str, open_page: OpenPage) -> None:
    """Eight rows stand above the fold on a desktop and two on a phone, and the form is one line."""
    for viewport, least in (({"width": 1440, "height": 900}, 8), (PHONE, 2)):
        page = open_page(site + MASTER, viewport=viewport)
        page.wait_for_selector("th button")
        rows = page.evaluate(
            """[...document.querySelectorAll('.apimap-list > tbody > tr')].filter(row => {
                const {height, bottom} = row.getBoundingClientRect();
                return height && bottom <= innerHeight;
            }).length"""
        )
        assert rows >= least


def test_shown_rows_are_saved_as_csv(site: str, open_list: OpenPage) -> None:
    """The file has the columns of the list with the effort, and the rows that the filter shows and no others."""
    page = open_list(f"{site}{MASTER}?effort=missing")
    page.click("text=更多筛选")
    with page.expect_download() as download:
        page.click("[name=save]")
    lines = Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert lines[0] == "PyTorch API,PaddlePaddle API,要改多少,映射分类,备注"
    assert [line.partition(",")[0] for line in lines[1:]] == page.evaluate(SHOWN)
    assert all(",没有,功能缺失," in line for line in lines[1:])
