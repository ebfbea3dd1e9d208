from __future__ import annotations

import pytest
from samples import ABS, DROPOUT, REPOSITORY, MakeCatalog, path_of

from generator.catalog.catalog import load_catalog
from generator.lint.run import lint_catalog
from generator.pages.neighbours import Neighbours, neighbours
from generator.pages.render import render_pages
from generator.pages.table import table_sections
from generator.pages.templates import template_folders

ACOS, ADD = (ABS.replace("torch.abs", name).replace("[torch.", "[torch.other_") for name in ("torch.acos", "torch.add"))
NOTHING = "torch: torch.acosh\ncategory: 功能缺失\nreason: Paddle 没有它。\n"


def pages(make_catalog: MakeCatalog, *texts: str) -> dict[str, str]:
    """Every page of a catalogue of these records."""
    return render_pages(make_catalog({path_of(text): text for text in texts}), (), template_folders(REPOSITORY))


def test_order_is_that_of_the_master_table() -> None:
    """The next page is that of the next row with a page, through all sections of the shipped table."""
    catalog = load_catalog(REPOSITORY)
    beside = neighbours(catalog)
    rows = [row.api for section in table_sections(catalog) for row in section.rows if row.api in beside]
    walked = [rows[0]]
    while following := beside[walked[-1]].after:
        walked.append(following)
    assert walked == rows
    assert [beside[api].before for api in rows] == ["", *rows[:-1]]


def test_missing_feature_is_passed_over(make_catalog: MakeCatalog) -> None:
    """An API without a page is nobody's neighbour, and a catalogue without pages has none."""
    catalog = make_catalog({path_of(text): text for text in (ACOS, NOTHING, ADD)})
    assert neighbours(catalog) == {
        "torch.acos": Neighbours("", "torch.add"),
        "torch.add": Neighbours("torch.acos", ""),
    }
    assert neighbours(make_catalog({path_of(NOTHING): NOTHING})) == {}


def test_new_record_changes_its_neighbours_only(make_catalog: MakeCatalog) -> None:
    """Of the other difference pages only those before and after change when a record comes or goes."""
    without = pages(make_catalog, ABS, ADD, DROPOUT)
    with_it = pages(make_catalog, ABS, ACOS, ADD, DROPOUT)
    changed = {path for path in without if path.startswith("api/") and without[path] != with_it[path]}
    assert changed == {"api/torch.abs.md", "api/torch.add.md"}


@pytest.mark.parametrize("repository", [None, "https://example.org/map"])
def test_page_with_its_foot_is_clean(make_catalog: MakeCatalog, repository: str | None) -> None:
    """Lint on the rendered pages finds nothing: their last lines are known for what they are."""
    catalog = make_catalog({path_of(text): text for text in (ABS, ACOS, DROPOUT)})
    settings = catalog.settings.model_copy(update={"repository": repository})
    rendered = render_pages(type(catalog)(settings, catalog.sources), (), template_folders(REPOSITORY))
    page = rendered["api/torch.acos.md"]
    assert "上一个：[torch.abs](torch.abs.md) · 下一个：[torch.nn.functional.dropout](" in page
    assert ("[编辑此记录](" in page) == (repository is not None)
    documents = {f"docs/{path.removeprefix('api/')}": text for path, text in rendered.items() if path[:4] == "api/"}
    assert [finding for finding in lint_catalog(make_catalog(documents)) if finding.code[:3] != "CHK"] == []
