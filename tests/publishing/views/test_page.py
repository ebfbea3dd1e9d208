from __future__ import annotations

from generator.publishing.views.page import Columns, Details, Heading, PageView, headings, section, title
from generator.publishing.views.prose import compose


def test_headings_have_their_anchors_in_the_order_of_the_page() -> None:
    """An anchor is the heading's name, or made from its text; none is given out twice, wherever the heading stands."""
    same = section("甲 乙")
    blocks = (title("题"), Columns("x", ((same,), (same,))), Details("摘要", (same,)), Heading(3, compose("丙"), "own"))
    view = PageView("a.md", "", blocks)
    assert [heading.anchor for heading in headings(view.blocks)] == ["题", "甲-乙", "甲-乙_1", "甲-乙_2", "own"]


def test_contents_follow_the_levels() -> None:
    """A heading stands in the contents below the last one of a higher rank, and the first is the page's title."""
    view = PageView("a.md", "", (title("题"), section("甲"), section("乙", 3), section("丙")))
    (top,) = view.toc
    assert [(it.text, [below.text for below in it.children]) for it in top.children] == [("甲", ["乙"]), ("丙", [])]
    assert view.title == "题"
    assert PageView("a.md", "", ()).title == "a.md"
