from __future__ import annotations

import pytest
from samples import ABS, DROPOUT, MakeCatalog, path_of

from generator.catalog.catalog import Catalog
from generator.publishing.pages.search_boosts import page_boost
from generator.publishing.pages.search_entries import Entry, page_entries, search_entry, segmented
from generator.publishing.views.page import (
    Bullets,
    Columns,
    Details,
    Heading,
    PageView,
    Row,
    Table,
    paragraph,
    section,
    title,
)
from generator.publishing.views.prose import Code, compose

JOINT = "\u200b"
MISSING = """\
torch: torch.compiled_with_cxx11_abi
category: 功能缺失
reason: Paddle 没有这个概念。
"""


def search_entries(catalog: Catalog) -> list[Entry]:
    """The entries of a catalogue."""
    return [search_entry(catalog.by_api[record.torch]) for record in catalog.records() if record.category.has_page]


def test_entry_stands_for_its_page(make_catalog: MakeCatalog) -> None:
    """Each record with a page has one entry: its address, its name, and its own words with both sides' names."""
    catalog = make_catalog({path_of(text): text for text in (ABS, DROPOUT, MISSING)})
    entries = {entry["location"]: entry for entry in search_entries(catalog)}
    assert set(entries) == {"api/torch.abs/", "api/torch.nn.functional.dropout/"}
    text = str(entries["api/torch.abs/"]["text"]).replace("\u200b", "")
    assert entries["api/torch.abs/"]["title"] == "torch.abs"
    assert text == (
        "<p><code>paddle.abs</code>，<code>torch.absolute</code></p><ul><li><code>input</code> 表示输入的 Tensor</li></ul>"
    )


def test_shorter_name_is_meant_more_often(make_catalog: MakeCatalog) -> None:
    """Of two names that both hold what was asked for, the one with fewer words weighs more."""
    catalog = make_catalog({path_of(text): text for text in (ABS, DROPOUT)})
    boosts = {entry["title"]: entry["boost"] for entry in search_entries(catalog)}
    assert float(boosts["torch.abs"]) > float(boosts["torch.nn.functional.dropout"]) > 1


def test_words_of_a_record_are_text(make_catalog: MakeCatalog) -> None:
    """What a record says comes out as text: HTML in a note is no HTML in the search's results."""
    text = ABS.replace("表示输入的 Tensor。", "表示 <b>输入</b> 的 `Tensor`。")
    (entry,) = search_entries(make_catalog({path_of(text): text}))
    assert "&lt;b&gt;" in str(entry["text"])
    assert "<code>Tensor</code>" in str(entry["text"])
    assert "<b>" not in str(entry["text"])


@pytest.mark.parametrize("text", ["表示输入的 Tensor，仅参数名不一致。", "no Chinese", "随机种子", "a中b", ""])
def test_chinese_is_cut_as_the_search_plugin_does_it(text: str) -> None:
    """The entries fit among those that Material's plugin makes of other pages."""
    from material.plugins.search.plugin import SearchIndex

    theirs = SearchIndex.__new__(SearchIndex)
    assert segmented(text) == theirs._segment_chinese(text)


def test_category_is_meant_before_a_rule_about_it() -> None:
    """A category's page weighs more, and the list of rules less, than other pages."""
    assert page_boost("category/1.3.md") > page_boost("notes.md") == 1 > page_boost("rules.md")


def test_page_has_an_entry_for_each_section() -> None:
    """The search leads to the section by its anchor; what stands in columns, details and tables is found there."""
    blocks = (
        title("题"),
        paragraph("开头 <b>。"),
        Columns("x", ((section("甲"), Bullets((compose(Code("a.b")),))),)),
        Heading(2, compose("乙"), "own"),
        Table(("名",), (Row((compose("格"),)),)),
        Details("摘要", (paragraph("里面"),)),
    )
    found = page_entries(PageView("category/1.2.md", "", blocks))
    assert [(it["location"], str(it["title"]).replace(JOINT, "")) for it in found] == [
        ("category/1.2/", "题"),
        ("category/1.2/#甲", "甲"),
        ("category/1.2/#own", "乙"),
    ]
    assert [str(it["text"]).replace(JOINT, "") for it in found] == [
        "<p>开头 &lt;b&gt;。</p>",
        "<ul><li><code>a.b</code></li></ul>",
        "名 格 摘要 <p>里面</p>",
    ]
    assert {it["boost"] for it in found} == {page_boost("category/1.2.md")}


def test_what_is_not_searched_has_no_entry() -> None:
    """A page, a section or details that the search leaves out are found nowhere; the rest of the page is."""
    hidden = Heading(2, compose("藏"), searched=False)
    blocks = (title("题"), Details("摘要", (paragraph("里面"),), searched=False), hidden, paragraph("文"))
    (entry,) = page_entries(PageView("a.md", "", blocks))
    assert (entry["location"], entry["text"]) == ("a/", "")
    assert page_entries(PageView("a.md", "", blocks, searched=False)) == []
