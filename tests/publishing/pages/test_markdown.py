from __future__ import annotations

import html
import re

import markdown as python_markdown
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from generator.publishing.pages import markdown
from generator.publishing.views.prose import CODE_SPAN, LINK, Link, Text, read_prose

HOSTILE = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[a](javascript:alert(1))",
    "![a](https://example.org/x.png)",
    "<https://example.org>",
    "x {: onclick=alert(1) }",
    "a | b",
    "**kw and *args and __init__ and _x_",
    "&lt;b&gt; &amp; &#60;",
    "# heading",
    "- item",
    "1. item",
    "> quote",
    "=== bar",
    ": definition",
    "[^1]: note",
    "[x]: https://example.org",
    "back\\slash \\* \\",
    "~~gone~~ $x$ ^y^",
    "!!! note",
    "`` ` ``",
    "``` fence",
    "https://example.org/?a=b&c=d",
    "*[HTML]: abbreviation",
    "--8<-- 'file'",
]
TEXT = st.text(st.sampled_from("ab中 <>&*_`~$|[](){}!#:=+-.1\\/\"'^"), max_size=25)
COMMONMARK = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def on_site(text: str) -> str:
    """The HTML that the site makes."""
    extensions = ["tables", "attr_list", "md_in_html", "footnotes", "abbr", "def_list", "admonition", "fenced_code"]
    return python_markdown.markdown(text, extensions=extensions)


def on_github(text: str) -> str:
    """The HTML that a CommonMark renderer makes."""
    return COMMONMARK.render(text)


def paragraph(text: str) -> str:
    """A record's text at the start of a line."""
    return markdown.MarkdownText("").paragraph(read_prose(text))


def visible(rendered: str) -> str:
    """What a reader sees of some HTML."""
    return html.unescape(re.sub(r"<[^>]*>", "", rendered)).strip()


def seen(text: str) -> str:
    """What a reader should see of a text: white space folded, code spans and links without their marks."""
    folded = " ".join(text.split())
    without_code = CODE_SPAN.sub(lambda match: match.group(2).strip(), folded)
    return " ".join(without_code.split())


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("render", [on_site, on_github])
def test_hostile_text_comes_out_as_text(text: str, render: object) -> None:
    """HTML, scripts, attribute lists and unsafe links in a field are shown and have no effect, in a table and outside."""
    assert callable(render)
    table = render(f"| a |\n| --- |\n| {markdown.inline(text)} |\n")
    for rendered in (table, render(paragraph(text))):
        tags = set(re.findall(r"<(\w+)", rendered))
        assert tags <= {"table", "thead", "tbody", "tr", "th", "td", "p", "code", "a"}
        assert not re.search(r"<[^>]*\b(on\w+|style|href=\"(?!https?://))", rendered)


@given(TEXT)
@example("`a`b`")
@example("a`` b")
def test_running_text_is_shown_as_it_is(text: str) -> None:
    """Site and CommonMark show the text of a field letter by letter, code spans without their backticks."""
    if LINK.search(text):
        return
    shown = paragraph(text)
    assert " ".join(visible(on_github(shown)).split()) == seen(text)
    assert " ".join(visible(on_site(shown)).split()) == seen(text)


@given(TEXT)
def test_cell_shows_a_name_as_it_is(text: str) -> None:
    """A name in a table cell is no Markdown at all, and never ends the cell."""
    name = " ".join(text.split())
    if not name:
        return
    for render in (on_site, on_github):
        cells = re.findall(
            r"<td>(.*?)</td>",
            render(f"| a | b |\n| --- | --- |\n| {markdown.MarkdownText('').prose((Text(name),))} | end |\n"),
        )
        assert [visible(cell) for cell in cells] == [name, "end"]


@given(st.lists(TEXT, max_size=4).map("\n".join), st.integers(3, 6))
def test_code_block_ends_where_the_code_does(code: str, ticks: int) -> None:
    """No line of the code, not even a fence, ends its block."""
    text = f"{code}\n{'`' * ticks}\nafter"
    tokens = COMMONMARK.parse(markdown.fence(text) + "\n\n# end\n")
    assert [token.type for token in tokens] == ["fence", "heading_open", "inline", "heading_close"]
    assert tokens[0].content.strip("\n") == text.strip("\n")


def test_address_cannot_leave_its_link() -> None:
    """Parentheses, quotes and white space in an address are encoded."""
    link = Link("a", 'https://e.org/(x)"y z')
    assert markdown.MarkdownText("").prose((link,)) == "[a](https://e.org/%28x%29%22y%20z)"


def test_anchor_cannot_leave_its_list() -> None:
    """Whatever a file is called, its name as an anchor names nothing but an id."""
    assert markdown.anchor('a-b.c" onclick="alert(1) }') == "a-b.conclickalert1"
