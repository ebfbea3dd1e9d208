from __future__ import annotations

from dataclasses import replace

import pytest
from html_tree import of_class, read_body, table_rows, text_of
from samples import ABS, DROPOUT, SETTINGS, catalog_of, rendered, shipped_catalog

from generator.catalog.catalog import Catalog
from generator.model import evidence as model
from generator.model.category import CATEGORIES
from generator.model.evidence import DropIn, Evidence, SnippetResult
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.status import Outcome
from generator.publishing.views.coverage import modules_chart, modules_table, overview_of
from generator.publishing.views.home import home_page
from generator.publishing.views.page import Columns, Pair, Paragraph, pair_of
from generator.publishing.views.paths import HOME
from generator.publishing.views.prose import Chip, plain
from generator.statistics.coverage import Coverage, sum_coverage

MODULES = (Coverage("torch", 10, 3, 1), Coverage("torch.nn", 5, 0, 0))


def verified(*apis: str) -> Catalog:
    """Two records, of which those named have passed."""
    catalog = catalog_of(ABS, DROPOUT)
    evidence = {}
    for api in apis:
        record = catalog.by_api[api].record
        assert record is not None
        passed = (SnippetResult("checks.0", Outcome.PASSED),)
        digest = model.tested_digest(record)
        evidence[api] = Evidence(api, digest, SETTINGS.versions, "2026-11-21", passed, DropIn(False))  # noqa: FBT003
    return replace(catalog, evidence=evidence)


def example(catalog: Catalog) -> tuple[Pair, str] | None:
    """The code at the top of the home page, and where it is said to come from."""
    (hero,) = (it for it in home_page(catalog).blocks if isinstance(it, Columns) and it.style == "apimap-hero")
    if len(hero.groups) == 1:
        return None
    pair, source = hero.groups[1]
    assert isinstance(pair, Pair)
    assert isinstance(source, Paragraph)
    return pair, plain(source.text)


def test_example_is_a_verified_record_s_own() -> None:
    """The code on the home page is word for word that of the record it names, all of whose code passes today."""
    catalog = shipped_catalog()
    found = example(catalog)
    assert found is not None
    pair, source = found
    record = catalog.by_api[source.split("，")[0].removeprefix("取自 ")].record
    assert record is not None
    assert pair in [pair_of(snippet) for _, snippet in record.snippets()]
    assert catalog.has_passed(record)


@pytest.mark.parametrize("api", [None, "torch.abs", "torch.nn.functional.dropout"])
def test_example_needs_evidence(api: str | None) -> None:
    """An example is taken from what is verified, and where nothing is there is none."""
    found = example(verified(*([api] if api else [])))
    assert (found[1] if found else None) == (f"取自 {api}，已在两个库上运行，结果一致。" if api else None)


def test_every_category_is_told_once() -> None:
    """The groups of categories name each of them, in the order of the spec."""
    body = read_body(rendered(verified())[HOME].body)
    (groups,) = of_class(body, "apimap-groups")
    assert [it.get("data-category") for it in groups.iter("a") if it.get("data-category")] == [
        category.number for category in CATEGORIES
    ]


def test_total_adds_up() -> None:
    """What is documented, missing and open is together what torch offers."""
    total = sum_coverage(MODULES, "全部模块")
    assert (total.offered, total.documented, total.missing, total.open) == (15, 3, 1, 11)
    assert total.percent == "26.7"
    assert sum_coverage((), "").percent == "0"


def test_table_has_the_numbers_of_the_chart() -> None:
    """Each row of the table beside a chart says what its bar shows."""
    rows = [[plain(cell) for cell in row.cells] for row in modules_table(MODULES).rows]
    assert rows == [["torch", "10", "3", "1", "6"], ["torch.nn", "5", "0", "0", "5"]]
    assert [bar.value for bar in modules_chart(MODULES).bars] == ["4 / 10", "0 / 5"]


def test_categories_count_what_is_verified() -> None:
    """Each category has the number of its records and of those that passed, with a link to its page."""
    rows = overview_of(verified("torch.abs")).category_numbers.rows
    assert [row.cells[0] for row in rows] == [(Chip(category),) for category in CATEGORIES]
    counts = {plain(row.cells[0]): (plain(row.cells[1]), plain(row.cells[2])) for row in rows}
    assert counts.pop("仅参数名不一致") == ("1", "1")
    assert counts.pop("torch 参数更多") == ("1", "0")
    assert set(counts.values()) == {("0", "0")}


def test_module_without_inventory_is_left_out() -> None:
    """A module of which nothing is known has no bar, and without an inventory nothing is said of coverage."""
    settings = SETTINGS.model_copy(update={"coverage": ("torch", "torch.nn")})
    catalog = replace(verified(), settings=settings)
    assert overview_of(catalog).modules == ()
    assert "提供" not in rendered(catalog)["verification.md"].markdown
    entry = ApiEntry("torch.abs", ApiKind.FUNCTION, (), "inspect")
    known = replace(catalog, inventories={"torch": Inventory("torch", "2.13.0", {"torch.abs": entry})})
    assert overview_of(known).modules == (Coverage("torch", 1, 1, 0),)
    numbers = "共 1 个，1 个已有对应关系，0 个已确认缺失，0 个尚未查看"
    pages = rendered(known)
    assert numbers in pages["verification.md"].markdown
    assert numbers in text_of(read_body(pages["verification.md"].body))
    assert ["torch", "1", "1", "0", "0"] in table_rows(read_body(pages[HOME].body))
