from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest
from html_tree import of_class, read_body, table_rows, text_of
from samples import (
    ABS,
    DROPOUT,
    REPOSITORY,
    SETTINGS,
    catalog_of,
    make_catalog,
    rendered,
    rendered_catalog,
    sampled_pages,
    shipped_catalog,
)
from sampling import sample

from generator.catalog.catalog import Catalog
from generator.importing.mapping_table import read_mapping_table
from generator.model.category import CATEGORIES, MISSING, RENAMED
from generator.model.settings import Section, Selection
from generator.model.status import Status
from generator.publishing.pages.rendered import RenderedPage
from generator.publishing.views import paths
from generator.publishing.views.lists import aliases_page, entries, master_table, missing_page, paddle_page
from generator.publishing.views.page import Anchors, FilterForm, Heading, PageView, Row, Table
from generator.publishing.views.prose import plain
from generator.publishing.views.statuses import FACT_NAMES, STATUS_NAMES

GONE = "torch: torch.nn.gone\ncategory: 功能缺失\nreason: Paddle 没有它。\naliases: [torch.gone]\n"
OTHER_ABS = ABS.replace("aliases: [torch.absolute]\n", "").replace("torch.abs", "torch.Tensor.abs")


@pytest.fixture(scope="module")
def shipped() -> tuple[Catalog, Mapping[str, RenderedPage]]:
    """The catalogue of this repository and its pages."""
    return shipped_catalog(), rendered_catalog()


def sections(view: PageView) -> list[tuple[str, list[list[str]]]]:
    """Each list of a page under its heading, row by row."""
    found, heading = [], ""
    for block in view.blocks:
        if isinstance(block, Heading):
            heading = plain(block.text)
        elif isinstance(block, Table) and block.style == "list":
            found.append((heading, [[plain(cell) for cell in row.cells] for row in block.rows]))
    return found


def controls(view: PageView) -> list[str]:
    """The names of the controls of a page's form."""
    return [name for it in view.blocks if isinstance(it, FilterForm) for name in it.controls]


def anchors(view: PageView) -> list[str]:
    """The anchors of all rows."""
    return [row.anchor for it in view.blocks if isinstance(it, Table) for row in it.rows if row.anchor]


def test_every_record_and_alias_has_one_row() -> None:
    """A record stands in the section that fits its name, its alias in its own place with a link to the record."""
    missing = "torch: torch.nothing\ncategory: 功能缺失\nreason: Paddle 没有它。\n"
    assert sections(master_table(catalog_of(ABS, DROPOUT, missing))) == [
        (
            "基础操作类 API 映射列表",
            [
                ["torch.abs", "paddle.abs", "仅参数名不一致", "差异对比，尚未验证"],
                ["torch.absolute", "paddle.abs", "仅参数名不一致", "torch.abs 的别名"],
                ["torch.nothing", "-", "功能缺失", "Paddle 没有它。"],
            ],
        ),
        (
            "组网类 API 映射列表",
            [["torch.nn.functional.dropout", "paddle.nn.functional.dropout", "torch 参数更多", "差异对比，尚未验证"]],
        ),
    ]


def test_rows_are_numbered_within_their_section() -> None:
    """The numbers of each section begin at 1 and leave none out, in both renderings."""
    page = rendered(catalog_of(ABS, DROPOUT))[paths.TABLE]
    assert re.findall(r"^\| (\d+) \|", page.markdown, re.MULTILINE) == ["1", "2", "1"]
    assert [row[0] for row in table_rows(read_body(page.body), "apimap-list")] == ["1", "2", "1"]


def test_broken_file_is_listed_with_its_page() -> None:
    """A record that cannot be read does not vanish from the table."""
    page = rendered(make_catalog({"torch/torch.bad.yml": "torch: ["}))[paths.TABLE]
    assert "| 1 | torch.bad | - | - | [记录有误](api/torch.bad.md) |" in page.markdown
    (row,) = (it for it in read_body(page.body).iter("tr") if it.get("id") == "torch.bad")
    assert [it.get("href") for it in row.iter("a")] == ["../api/torch.bad/"]


def test_paddle_table_has_every_counterpart() -> None:
    """Each counterpart stands under its package, once for each record, with the aliases of the torch API."""
    (paddle, basic), (layers, nn) = sections(paddle_page(catalog_of(ABS, OTHER_ABS, DROPOUT, GONE)))
    assert (paddle, layers) == ("paddle", "paddle.nn")
    assert [row[:2] for row in basic] == [
        ["paddle.abs", "torch.abs torch.absolute"],
        ["paddle.abs", "torch.Tensor.abs"],
    ]
    assert [row[0] for row in nn] == ["paddle.nn.functional.dropout"]


def test_missing_apis_stand_in_their_sections_with_the_reason() -> None:
    """The list of what is missing has records and aliases of category 7, and nothing else."""
    assert sections(missing_page(catalog_of(ABS, GONE))) == [
        ("基础操作类 API", [["torch.gone", "torch.nn.gone 的别名"]]),
        ("组网类 API", [["torch.nn.gone", "Paddle 没有它。"]]),
    ]


def test_alias_leads_to_the_page_of_its_record() -> None:
    """An alias leads to its record's page and to its own documentation; the name that has the page and the counterpart follow."""
    page = rendered(catalog_of(ABS, DROPOUT))[paths.ALIASES]
    (row,) = (it for it in read_body(page.body).iter("tr") if it.get("id") == "torch.absolute")
    assert [(text_of(it), it.get("href", "").rpartition("/generated/")[2]) for it in row.iter("a")][:3] == [
        ("torch.absolute", "../api/torch.abs/"),
        ("", "torch.absolute.html"),
        ("torch.abs", "../api/torch.abs/"),
    ]
    assert "| [torch.abs](api/torch.abs.md) | 仅参数名不一致 | [paddle.abs](" in page.markdown


@pytest.mark.parametrize(
    ("view", "texts", "names"),
    [
        (master_table, (ABS, DROPOUT), ["effort", "category", "section", "module"]),
        (master_table, (ABS,), ["effort", "category", "module"]),
        (paddle_page, (ABS, DROPOUT), ["effort", "category", "module"]),
        (missing_page, (GONE,), ["section", "module"]),
        (missing_page, (GONE.replace("aliases: [torch.gone]\n", ""),), ["module"]),
        (missing_page, (ABS,), []),
        (aliases_page, (ABS,), ["effort", "category", "module"]),
        (aliases_page, (DROPOUT,), []),
    ],
)
def test_form_has_what_the_lists_can_be_filtered_by(view: object, texts: Sequence[str], names: list[str]) -> None:
    """A page with lists has a form, whose controls are those that can tell its rows apart; one without has none."""
    assert callable(view)
    assert controls(view(catalog_of(*texts))) == names


def test_form_knows_status_and_prefix_where_rows_have_them(shipped: tuple[Catalog, dict[str, RenderedPage]]) -> None:
    """Verification and the prefix can be asked for in a catalogue whose records differ in them."""
    lists = ["effort", "category", "section", "module", "version", "status", "dropin"]
    assert controls(master_table(shipped[0])) == [*lists, "unanswered"]
    assert controls(paddle_page(shipped[0])) == [name for name in lists if name not in {"section", "version"}]


def test_form_stands_above_the_lists_in_the_body() -> None:
    """The body has the form with a named control for each, before the first table, and Markdown has none of it."""
    page = rendered(catalog_of(ABS, DROPOUT))[paths.TABLE]
    body = read_body(page.body)
    order = [it for it in body.iter() if it.tag in {"form", "table"}]
    (form,) = of_class(body, "apimap-filter")
    assert order.index(form) < min(index for index, it in enumerate(order) if it.tag == "table")
    names = ["text", "effort", "category", "section", "module", "copy", "save", "clear"]
    assert [it.get("name") for it in form.iter() if it.get("name")] == names
    assert "清除条件" not in page.markdown


def test_row_is_found_by_its_api() -> None:
    """Every row has its API as anchor, in each list of a page; of several rows for one API the first has it."""
    assert anchors(master_table(catalog_of(ABS, DROPOUT))) == [
        "torch.abs",
        "torch.absolute",
        "torch.nn.functional.dropout",
    ]
    assert anchors(paddle_page(catalog_of(ABS, OTHER_ABS))) == ["paddle.abs"]
    given, rows = Anchors(), [Row((), api) for api in ("torch.abs", "torch.abs", "torchvision 的模型")]
    assert [given.once(row).anchor for row in rows] == ["torch.abs", "", ""]


def test_anchors_stand_once_on_a_page() -> None:
    """No id stands twice on any shipped page, and every link within a page has its target."""
    for path, page in sampled_pages().items():
        body = read_body(page.body)
        ids = [it.get("id", "") for it in body.iter() if it.get("id") is not None]
        assert len(ids) == len(set(ids)), path
        assert {it.get("href", "")[1:] for it in body.iter("a") if it.get("href", "").startswith("#")} <= set(ids), path


def test_overview_links_to_each_section() -> None:
    """The overview at the head of the master table leads to its sections, in both renderings."""
    page = rendered(catalog_of(ABS))[paths.TABLE]
    assert "| [基础操作类](#基础操作类-api-映射列表) |" in page.markdown
    assert "## 基础操作类 API 映射列表" in page.markdown
    body = read_body(page.body)
    assert "基础操作类-api-映射列表" in {it.get("id") for it in body.iter("h2")}
    assert "#基础操作类-api-映射列表" in {it.get("href") for it in body.iter("a")}


def test_name_that_stands_in_two_sections_is_listed_in_the_first() -> None:
    """A fault of ``catalog.yml``, which lint reports, makes no API appear twice."""
    twice = (*SETTINGS.sections, Section(title="又一类", intro="又。", select=(Selection(prefix="torch."),)))
    made = catalog_of(ABS)
    catalog = Catalog(made.settings.model_copy(update={"sections": twice}), made.sources)
    assert [len(rows) for _, rows in sections(master_table(catalog))] == [2]


def test_lists_agree_with_the_master_table(shipped: tuple[Catalog, dict[str, RenderedPage]]) -> None:
    """Each line of the master table is on the page of its category, and on that page alone."""
    catalog, pages = shipped
    for category in sample(CATEGORIES, 3):
        listed = {entry.api for entry in entries(catalog) if entry.category is category}
        body = read_body(pages[paths.category_path(category.number)].body)
        assert {row[1] for row in table_rows(body, "apimap-list")} == listed


def test_master_table_is_read_back_whole(shipped: tuple[Catalog, dict[str, RenderedPage]]) -> None:
    """The importer finds every row of the master table with its category."""
    catalog, pages = shipped
    table = read_mapping_table(paths.TABLE, pages[paths.TABLE].markdown.encode())
    read = {entry.torch: entry.category for entry in table.entries}
    assert {it.api: it.category.name for it in entries(catalog) if it.category}.items() <= read.items()


def test_rows_carry_what_they_can_be_filtered_by(shipped: tuple[Catalog, dict[str, RenderedPage]]) -> None:
    """Each row of a list has the status, the facts and the releases of its entry, also where there is no page."""
    catalog, pages = shipped
    known = {
        entry.api: (
            "" if entry.status is Status.NOTHING else str(entry.status or ""),
            " ".join(map(str, entry.facts)),
            entry.on,
        )
        for entry in entries(catalog)
    }
    assert {status for entry in entries(catalog) if entry.category is MISSING for status in [entry.status]} > {None}
    for path in (paths.TABLE, paths.category_path(MISSING.number), paths.category_path(RENAMED.number)):
        rows = [it for it in read_body(pages[path].body).iter("tr") if it.get("id")]
        assert rows
        for row in rows:
            has = tuple(row.get(f"data-{name}", "") for name in ("status", "facts", "on"))
            assert has == known[row.get("id", "")], (path, row.get("id"))


def test_columns_of_lists_have_keys(shipped: tuple[Catalog, dict[str, RenderedPage]]) -> None:
    """The script knows the columns of each list by a key, and no two columns by the same."""
    pages = shipped[1]
    lists = [
        table
        for path in (paths.TABLE, paths.PADDLE_TABLE, paths.MISSING, paths.ALIASES, paths.CONSTANTS, paths.RULES)
        for table in of_class(read_body(pages[path].body), "apimap-table")
        if {"apimap-list", "apimap-rules"} & set((table.get("class") or "").split())
    ]
    assert lists
    for table in lists:
        keys = [it.get("data-column") for it in table.iter("th")]
        assert None not in keys
        assert len(keys) == len(set(keys))


def test_script_names_statuses_and_facts_as_the_pages_do() -> None:
    """The words of the form's options, which the script makes, are those that the pages print."""
    script = (REPOSITORY / "site_src/assets/js/list/rows.js").read_text(encoding="utf-8")
    listed = re.search(r"const STATUSES = \{(.*?)\};", script, re.DOTALL)
    assert listed is not None
    known = {status.value: name for status, name in STATUS_NAMES.items() if status is not Status.NOTHING}
    assert dict(re.findall(r'(\w+): "(\w+)"', listed.group(1))) == known
    facts = re.search(r"const FACTS = \{(.*?)\};", script, re.DOTALL)
    assert facts is not None
    assert dict(re.findall(r'(\w+): "([^"]+)"', facts.group(1))) == {
        str(name): said for name, said in FACT_NAMES.items()
    }
