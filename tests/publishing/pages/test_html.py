from __future__ import annotations

import pytest
from html_tree import read_body, text_of
from hypothesis import given
from hypothesis import strategies as st

from generator.model.category import CATEGORIES
from generator.publishing.pages.highlight import highlight
from generator.publishing.pages.html import HtmlText
from generator.publishing.views.prose import Break, Chip, Code, Link, Place, Strong, Text

ANY = st.text(st.sampled_from("ab中.<>&\"'`|_/ #"), max_size=20)


@pytest.mark.parametrize(
    ("page", "to", "href"),
    [
        ("index.md", Place("api/torch.abs.md"), "api/torch.abs/"),
        ("notes.md", Place("index.md"), "../"),
        ("index.md", Place("index.md"), "./"),
        ("api/torch.abs.md", Place("api/torch.add.md"), "../torch.add/"),
        ("category/1.2.md", Place("category/index.md"), "../"),
        ("category/index.md", Place("category/1.2.md", "甲"), "1.2/#甲"),
        ("notes.md", Place("notes.md", "own"), "#own"),
        ("notes.md", Place("notes.md"), "./"),
        ("index.md", Place("paddle.md", "b", "module=a"), "paddle/?module=a#b"),
        ("index.md", "https://e.org/a?b=c#d", "https://e.org/a?b=c#d"),
    ],
)
def test_link_leads_from_the_page_it_stands_on(page: str, to: str | Place, href: str) -> None:
    """Addresses are relative, so that a site works wherever it stands."""
    assert HtmlText(page).href(to) == href


@given(ANY)
def test_text_is_shown_as_it_is(text: str) -> None:
    """Each kind of span shows the very characters of its text, in running text and in a table."""
    html = HtmlText("index.md")
    for span in (Text(text), Code(text), Strong(text), Link(text, "https://e.org"), Link((Code(text),), Place("a.md"))):
        for made in (html.prose((span,)), html.cell((span,))):
            assert text_of(read_body(made)) == text


def test_category_is_a_link_to_its_page() -> None:
    """A chip names the category, and the style sheet is told its number."""
    category = CATEGORIES[0]
    (link,) = read_body(HtmlText("index.md").prose((Chip(category),)))
    assert (link.text, link.get("data-category"), link.get("href")) == (
        category.name,
        category.number,
        f"category/{category.number}/",
    )


def test_long_name_wraps_after_its_dots_in_tables_alone() -> None:
    """A long name in a cell wraps at its dots, a short one does not, and running text stays whole."""
    html, long = HtmlText("index.md"), Text("torch.optim.lr_scheduler.StepLR")
    assert html.cell((long, Break(), Text("torch.abs"))) == (
        "torch.<wbr>optim.<wbr>lr_scheduler.<wbr>StepLR<br>torch.abs"
    )
    assert html.prose((long,)) == long.text


@given(st.text(st.sampled_from("ab =\n\t<>&\"'#中().:"), max_size=30), st.sampled_from(["python", "yaml", "no-such"]))
def test_code_is_shown_as_it_is(code: str, language: str) -> None:
    """Colours change no character of the code but the empty lines around it."""
    assert text_of(read_body(highlight(code, language))).strip("\n").expandtabs() == code.strip("\n").expandtabs()
