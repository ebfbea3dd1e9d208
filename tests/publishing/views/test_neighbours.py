from __future__ import annotations

from dataclasses import replace

import pytest
from samples import ABS, DROPOUT, catalog_of, make_catalog, rendered, shipped_catalog

from generator.lint.run import lint_catalog
from generator.publishing.views.lists import Neighbours, master_table, neighbours
from generator.publishing.views.page import Table

ACOS, ADD = (ABS.replace("torch.abs", name).replace("[torch.", "[torch.other_") for name in ("torch.acos", "torch.add"))
NOTHING = "torch: torch.acosh\ncategory: 功能缺失\nreason: Paddle 没有它。\n"


def test_order_is_that_of_the_master_table() -> None:
    """The next page is that of the next row with a page, through all sections of the shipped table."""
    catalog = shipped_catalog()
    beside = neighbours(catalog)
    tables = (block for block in master_table(catalog).blocks if isinstance(block, Table) and block.style == "list")
    rows = [row.anchor for table in tables for row in table.rows if row.anchor in beside]
    walked = [rows[0]]
    while following := beside[walked[-1]].after:
        walked.append(following)
    assert walked == rows
    assert [beside[api].before for api in rows] == ["", *rows[:-1]]


def test_missing_feature_is_passed_over() -> None:
    """An API without a page is nobody's neighbour, and a catalogue without pages has none."""
    assert neighbours(catalog_of(ACOS, NOTHING, ADD)) == {
        "torch.acos": Neighbours("", "torch.add"),
        "torch.add": Neighbours("torch.acos", ""),
    }
    assert neighbours(catalog_of(NOTHING)) == {}


def test_new_record_changes_its_neighbours_only() -> None:
    """Of the other difference pages only those before and after change when a record comes or goes."""
    without, with_it = rendered(catalog_of(ABS, ADD, DROPOUT)), rendered(catalog_of(ABS, ACOS, ADD, DROPOUT))
    changed = {path for path in without if path.startswith("api/") and without[path] != with_it[path]}
    assert changed == {"api/torch.abs.md", "api/torch.add.md"}


@pytest.mark.parametrize("repository", [None, "https://example.org/map"])
def test_page_with_its_foot_is_clean(repository: str | None) -> None:
    """Lint on the rendered pages finds nothing: their last lines are known for what they are."""
    catalog = catalog_of(ABS, ACOS, DROPOUT)
    settings = catalog.settings.model_copy(update={"repository": repository})
    pages = {path: page.markdown for path, page in rendered(replace(catalog, settings=settings)).items()}
    page = pages["api/torch.acos.md"]
    assert "上一个：[torch.abs](torch.abs.md) · 下一个：[torch.nn.functional.dropout](" in page
    assert ("[编辑此记录](" in page) == (repository is not None)
    documents = {f"docs/{path.removeprefix('api/')}": text for path, text in pages.items() if path[:4] == "api/"}
    assert [finding for finding in lint_catalog(make_catalog(documents)) if finding.code[:3] != "CHK"] == []
