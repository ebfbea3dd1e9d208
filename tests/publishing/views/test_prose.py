from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.publishing.views.prose import (
    CODE_SPAN,
    Code,
    Link,
    Place,
    Prose,
    Text,
    plain,
    read_own,
    read_prose,
    without_links,
)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("", ()),
        (" 一  二\n三 ", (Text("一 二 三"),)),
        ("见 `a`。", (Text("见 "), Code("a"), Text("。"))),
        ("`` a`b ``", (Code("a`b"),)),
        ("[文](https://e.org/a)", (Link("文", "https://e.org/a"),)),
        ("[文](javascript:alert)", (Text("[文](javascript:alert)"),)),
        ("`[a](https://e.org)`", (Code("[a](https://e.org)"),)),
        ("`一半", (Text("`一半"),)),
    ],
)
def test_spans_are_recognised(text: str, spans: Prose) -> None:
    """Code spans and links to http addresses are spans; all else is text, and white space is folded."""
    assert read_prose(text) == spans


@given(st.text(st.sampled_from("ab中 `[]()<>&"), max_size=25))
def test_nothing_visible_is_lost(text: str) -> None:
    """The visible text of the spans is the text without the marks of its code spans."""
    without_marks = CODE_SPAN.sub(lambda match: match.group(2).strip(), " ".join(text.split()))
    assert plain(read_prose(text)) == without_marks


def test_link_holds_no_link() -> None:
    """A title that becomes the text of a link keeps its code and loses its own links."""
    assert without_links(read_prose("见 [文](https://e.org) 与 `a`")) == (
        Text("见 "),
        Text("文"),
        Text(" 与 "),
        Code("a"),
    )


def test_only_our_own_texts_link_to_pages() -> None:
    """A text of ours may link to a page of the site, with a query and an anchor; in that of a record it is text."""
    text = "见[总表](paddle.md?module=torch#名称)，与 `a`。"
    assert read_own(text) == (
        Text("见"),
        Link("总表", Place("paddle.md", "名称", "module=torch")),
        Text("，与 "),
        Code("a"),
        Text("。"),
    )
    assert not any(isinstance(span, Link) for span in read_prose(text))
