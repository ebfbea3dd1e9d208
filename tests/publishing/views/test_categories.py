from __future__ import annotations

from html_tree import of_class, read_body, table_rows
from samples import ABS, DROPOUT, catalog_of, rendered, shipped_catalog

from generator.model.category import CATEGORIES, MISSING
from generator.model.status import Status
from generator.publishing.views.categories import ADVICE, category_pages
from generator.publishing.views.page import Pair, Paragraph
from generator.publishing.views.paths import CATEGORIES as INDEX
from generator.publishing.views.paths import category_path
from generator.publishing.views.prose import plain


def test_every_category_has_a_page_that_says_what_to_do() -> None:
    """There is a page for each category of the spec, also for an empty one, and the index leads to all of them."""
    pages = rendered(catalog_of(ABS))
    assert set(ADVICE) == set(CATEGORIES)
    for category in CATEGORIES:
        text = pages[category_path(category.number)].markdown
        assert f"# {category.number} {category.name}\n" in text
        assert f"[{category.name}]({category.number}.md)" in pages[INDEX].markdown
    links = [it.get("href") for it in read_body(pages[INDEX].body).iter("a")]
    assert {f"{category.number}/" for category in CATEGORIES} <= set(links)


def test_category_page_lists_all_of_its_apis() -> None:
    """Links lead out of the folder, and the example is code of a record in the category."""
    page = rendered(catalog_of(ABS, DROPOUT))["category/1.3.md"]
    assert "[差异对比](../api/torch.abs.md)" in page.markdown
    assert "[torch.abs](../api/torch.abs.md) 的别名" in page.markdown
    assert "y = paddle.abs(x=x)" in page.markdown
    assert "已在两个库上运行" not in page.markdown
    body = read_body(page.body)
    assert [row[1] for row in table_rows(body, "apimap-list")] == ["torch.abs", "torch.absolute"]
    assert len(of_class(body, "apimap-pair")) == 1


def test_category_example_was_run_where_the_page_says_so() -> None:
    """Of the shipped records, the page of each category shows verified code where any record of it is verified."""
    catalog = shipped_catalog()
    verified = {record.category.number for record in catalog.records() if catalog.status(record) is Status.VERIFIED}
    for category, page in zip(CATEGORIES, category_pages(catalog), strict=True):
        words = "".join(plain(block.text) for block in page.blocks if isinstance(block, Paragraph))
        shown = any(isinstance(block, Pair) for block in page.blocks)
        assert (shown and "已在两个库上运行" in words) == (category.number in verified - {MISSING.number})
