from __future__ import annotations

import re
from dataclasses import replace

import pytest
from samples import ABS, DROPOUT, REPOSITORY, MakeCatalog, path_of
from samples import make_catalog as catalog_of

from generator.catalog.catalog import RECORDS, Catalog, load_catalog
from generator.importing.mapping_table import read_mapping_table
from generator.model.category import CATEGORIES, MISSING
from generator.model.status import Status
from generator.pages.aliases import alias_rows
from generator.pages.category_pages import ADVICE, INDEX, category_pages
from generator.pages.missing import missing_sections
from generator.pages.paddle_table import paddle_sections
from generator.pages.paths import TABLE
from generator.pages.render import Known, render_pages
from generator.pages.statuses import DROP_IN, STATUS_NAMES
from generator.pages.table import table_sections
from generator.pages.templates import template_folders

GONE = "torch: torch.nn.gone\ncategory: 功能缺失\nreason: Paddle 没有它。\naliases: [torch.gone]\n"
OTHER_ABS = ABS.replace("aliases: [torch.absolute]\n", "").replace("torch.abs", "torch.Tensor.abs")
ROWS = re.compile(r"^\| \d+ \|", re.MULTILINE)


def rendered(catalog: Catalog) -> dict[str, str]:
    """All pages of a catalogue without findings."""
    return render_pages(catalog, (), template_folders(REPOSITORY))


def test_paddle_table_has_every_counterpart(make_catalog: MakeCatalog) -> None:
    """Each counterpart stands under its package, once for each record, with the aliases of the torch API."""
    catalog = make_catalog({path_of(text): text for text in (ABS, OTHER_ABS, DROPOUT, GONE)})
    paddle, layers = paddle_sections(catalog)
    assert [(row.api, row.torch.count("](")) for row in paddle.rows] == [("paddle.abs", 2), ("paddle.abs", 1)]
    assert [(layers.title, row.api) for row in layers.rows] == [("paddle.nn", "paddle.nn.functional.dropout")]


def test_missing_apis_stand_in_their_sections_with_the_reason(make_catalog: MakeCatalog) -> None:
    """The list of what is missing has records and aliases of category 7, and nothing else."""
    catalog = make_catalog({path_of(text): text for text in (ABS, GONE)})
    sections = missing_sections(table_sections(catalog))
    assert [(section.title, row.api, row.remark) for section in sections for row in section.rows] == [
        ("基础操作类", "torch.gone", "`torch.nn.gone` 的别名"),
        ("组网类", "torch.nn.gone", "Paddle 没有它。"),
    ]


def test_alias_leads_to_the_page_of_its_record(make_catalog: MakeCatalog) -> None:
    """An alias is listed with its own documentation, the name that has the page, and the counterpart."""
    catalog = make_catalog({path_of(text): text for text in (ABS, DROPOUT)})
    (row,) = alias_rows(catalog)
    assert (row.api, row.name, row.category) == ("torch.absolute", "[torch.abs](api/torch.abs.md)", "仅参数名不一致")
    assert row.paddle.startswith("[paddle.abs](")


def test_every_category_has_a_page_that_says_what_to_do(make_catalog: MakeCatalog) -> None:
    """There is a page for each category of the spec, also for an empty one, and the index names them all."""
    pages = rendered(make_catalog({path_of(ABS): ABS}))
    assert set(ADVICE) == set(CATEGORIES)
    for category in CATEGORIES:
        text = pages[f"category/{category.number}.md"]
        assert f"# {category.number} {category.name}\n" in text
        assert f"[{category.name}]({category.number}.md)" in pages[INDEX]


def test_category_page_lists_all_of_its_apis(make_catalog: MakeCatalog) -> None:
    """Links lead out of the folder, and the example is code of a record in the category."""
    pages = rendered(make_catalog({path_of(text): text for text in (ABS, DROPOUT)}))
    text = pages["category/1.3.md"]
    assert "[差异对比](../api/torch.abs.md)" in text
    assert "[torch.abs](../api/torch.abs.md) 的别名" in text
    assert "y = paddle.abs(x=x)" in text
    assert "已在两个库上运行" not in text
    assert len(ROWS.findall(text)) == 2


def test_category_example_was_run_where_the_page_says_so() -> None:
    """Of the shipped records, the page of each category shows verified code where any record of it is verified."""
    catalog = load_catalog(REPOSITORY)
    verified = {record.category.name for record in catalog.records() if catalog.status(record) is Status.VERIFIED}
    for page in category_pages(catalog):
        assert (page.example is not None and page.example.verified) == (page.name in verified - {MISSING.name})


def test_lists_agree_with_the_master_table() -> None:
    """Each row of the master table is on the page of its category, and none is on two."""
    catalog = load_catalog(REPOSITORY)
    pages = rendered(catalog)
    of_records = [row for section in table_sections(catalog) for row in section.rows if row.category in KNOWN]
    assert sum(len(ROWS.findall(pages[f"category/{category.number}.md"])) for category in CATEGORIES) == len(of_records)


KNOWN = {category.name for category in CATEGORIES}


def test_overview_links_to_each_section(make_catalog: MakeCatalog) -> None:
    """The overview at the head of the master table leads to its sections."""
    text = rendered(make_catalog({path_of(ABS): ABS}))[TABLE]
    assert "| [基础操作类](#基础操作类-api-映射列表) |" in text
    assert "## 基础操作类 API 映射列表" in text


def test_master_table_is_read_back_whole() -> None:
    """The importer finds every row of the master table with its category, and nothing to complain of."""
    catalog = load_catalog(REPOSITORY)
    table = read_mapping_table(TABLE, rendered(catalog)[TABLE].encode())
    rows = [row for section in table_sections(catalog) for row in section.rows if row.category in KNOWN]
    read = {entry.torch: entry.category for entry in table.entries}
    assert {row.api: row.category for row in rows}.items() <= read.items()


def test_script_knows_what_remarks_say() -> None:
    """The words of verification that the filter looks for in remarks are those that the pages print."""
    script = (REPOSITORY / "site_src/assets/js/list/rows.js").read_text(encoding="utf-8")
    listed = re.search(r"const STATUSES = \{(.*?)\};", script, re.DOTALL)
    assert listed is not None
    known = {status.value: name for status, name in STATUS_NAMES.items() if status is not Status.NOTHING}
    assert {code: name for name, code in re.findall(r'(\S+): "(\w+)"', listed.group(1))} == known
    assert f'const DROP_IN = "{DROP_IN}";' in script


def edited(catalog: Catalog, old: str, new: str) -> Catalog:
    """The catalogue after an edit of the record of ``torch.abs``."""
    files = {source.file: source.document.text for source in catalog.sources}
    file = catalog.by_api["torch.abs"].file
    assert old in files[file]
    (source,) = (it for it in catalog_of({file.removeprefix(f"{RECORDS}/"): files[file].replace(old, new)}).sources)
    return replace(catalog, sources=tuple(source if it.file == file else it for it in catalog.sources))


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("表示输入的", "表示给出的", False),
        ("category: 仅参数名不一致", "category: 参数不一致", True),
        ("aliases: [torch.absolute]\n", "", True),
        ("paddle: paddle.abs", "paddle: paddle.fabs", True),
    ],
)
def test_lists_are_rendered_when_what_they_show_changed(old: str, new: str, *, shown: bool) -> None:
    """An edit of a note leaves every list as the object it was, and the lists are those of a first rendering always."""
    catalog = catalog_of({path_of(text): text for text in (ABS, OTHER_ABS, DROPOUT, GONE)})
    known = Known()
    before = render_pages(catalog, (), template_folders(REPOSITORY), known)
    after = render_pages(edited(catalog, old, new), (), template_folders(REPOSITORY), known)
    assert after == rendered(edited(catalog, old, new))
    assert (after[TABLE] is not before[TABLE]) is shown
