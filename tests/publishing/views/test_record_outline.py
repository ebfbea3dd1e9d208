from __future__ import annotations

import pytest
from samples import ABS, DROPOUT, catalog_of

from generator.catalog.catalog import Catalog
from generator.model import evidence
from generator.publishing.views.lists import entries
from generator.publishing.views.record_outline import Known, outlined


def edited(catalog: Catalog, old: str, new: str) -> Catalog:
    """The catalogue after an edit of one record; the other's source is the same object."""
    assert old in ABS
    (source,) = catalog_of(ABS.replace(old, new)).sources
    return Catalog(catalog.settings, tuple(source if it.file == source.file else it for it in catalog.sources))


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("表示输入的", "表示给出的", False),
        ("category: 仅参数名不一致", "category: 参数不一致", True),
        ("aliases: [torch.absolute]\n", "", True),
        ("paddle: paddle.abs", "paddle: paddle.fabs", True),
        ("category:", "remarks: [补充。]\ncategory:", False),
        ("category:", "remarks: [{note: 补充。, when: {input: {ndim: 2}}}]\ncategory:", True),
    ],
)
def test_outline_changes_with_what_lists_show(old: str, new: str, *, shown: bool) -> None:
    """An edit of a note leaves the outline as the object it was; what lists show makes another, and the other record none."""
    catalog, known = catalog_of(ABS, DROPOUT), Known()
    before, after = outlined(catalog, known), outlined(edited(catalog, old, new), known)
    other, abs_ = (a is b for a, b in zip(before.sources, after.sources, strict=True))
    assert (abs_, other) == (not shown, True)


def test_status_of_an_outline_is_that_of_its_record() -> None:
    """What evidence depends on stays in an outline, all keys of remarks among it."""
    remark = "{note: 补充。, when: {input: {ndim: 2}}, convert: {x: '{input}'}, former: [old]}"
    text = ABS.replace("category:", f"remarks: [{remark}]\ncategory:", 1)
    catalog = catalog_of(text)
    (outline,) = outlined(catalog, Known()).records()
    (record,) = catalog.records()
    assert (evidence.tested_digest(outline), evidence.rows_digest(outline)) == (
        evidence.tested_digest(record),
        evidence.rows_digest(record),
    )


def test_lists_of_outlines_are_those_of_records() -> None:
    """What is left out of an outline stands in no list; what is missing stands there with its remarks."""
    remark = "{note: 补充。, when: {input: {ndim: 2}}}"
    missing = f"torch: torch.nothing\ncategory: 功能缺失\nreason: 没有它。\nremarks: [{remark}]\n"
    catalog = catalog_of(ABS, DROPOUT, missing)
    assert list(entries(outlined(catalog, Known()))) == list(entries(catalog))
