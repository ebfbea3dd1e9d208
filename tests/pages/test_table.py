from __future__ import annotations

from samples import ABS, DROPOUT, REPOSITORY, MakeCatalog, path_of

from generator.lint.run import lint_catalog
from generator.pages.render import render_pages
from generator.pages.table import table_sections
from generator.pages.templates import template_folders


def test_every_record_and_alias_has_one_row(make_catalog: MakeCatalog) -> None:
    """A record stands in the section that fits its name, its alias in its own place with a link to the record."""
    missing = "torch: torch.nothing\ncategory: 功能缺失\nreason: Paddle 没有它。\n"
    catalog = make_catalog({path_of(text): text for text in (ABS, DROPOUT, missing)})
    basic, layers = table_sections(catalog)
    assert [(row.api, row.category) for row in basic.rows] == [
        ("torch.abs", "仅参数名不一致"),
        ("torch.absolute", "仅参数名不一致"),
        ("torch.nothing", "功能缺失"),
    ]
    assert [row.remark for row in basic.rows] == [
        "[差异对比](api/torch.abs.md)，尚未验证",
        "[torch.abs](api/torch.abs.md) 的别名",
        "Paddle 没有它。",
    ]
    assert [row.api for row in layers.rows] == ["torch.nn.functional.dropout"]


def test_rows_are_numbered_within_their_section(make_catalog: MakeCatalog) -> None:
    """The numbers of each section begin at 1 and leave none out."""
    catalog = make_catalog({path_of(text): text for text in (ABS, DROPOUT)})
    text = render_pages(catalog, lint_catalog(catalog), template_folders(REPOSITORY))["pytorch_api_mapping_cn.md"]
    numbers = [line.split(" | ")[0] for line in text.splitlines() if line.startswith(("| 1 ", "| 2 "))]
    assert numbers == ["| 1", "| 2", "| 1"]


def test_broken_file_is_listed_with_its_page(make_catalog: MakeCatalog) -> None:
    """A record that cannot be read does not vanish from the table."""
    basic, _ = table_sections(make_catalog({"torch/torch.bad.yml": "torch: ["}))
    assert [(row.api, row.remark) for row in basic.rows] == [("torch.bad", "[记录有误](api/torch.bad.md)")]
