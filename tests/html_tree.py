"""HTML bodies as a tree, read by the standard library's parser, which takes text for tags where a browser would."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

_VOID = frozenset({"br", "wbr", "hr", "input", "img", "col"})


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tree, self.open = TreeBuilder(), ["body"]
        self.tree.start("body", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        self.tree.start(tag, {name: value or "" for name, value in attrs})
        if tag in _VOID:
            self.tree.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> ends nothing that was begun"
        self.tree.end(tag)

    def handle_data(self, data: str) -> None:
        self.tree.data(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a body holds no <![{data}]>")

    handle_comment = handle_decl = handle_pi = unknown_decl


def read_body(html: str) -> Element:
    """The tree of a body; an element that is not closed, a comment or a declaration fails the test."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == ["body"], reader.open
    reader.tree.end("body")
    return reader.tree.close()


def text_of(element: Element | None) -> str:
    """All text in an element."""
    assert element is not None
    return "".join(element.itertext())


def has_class(element: Element, name: str) -> bool:
    """Whether an element has a class."""
    return name in element.get("class", "").split()


def of_class(root: Element, name: str) -> list[Element]:
    """The elements of a class, in the order of the page."""
    return [element for element in root.iter() if has_class(element, name)]


def table_rows(root: Element, style: str = "apimap-table") -> list[list[str]]:
    """The texts of all cells of the tables of a class, row by row, without the heads."""
    return [
        [" ".join(text_of(cell).split()) for cell in row]
        for table in of_class(root, style)
        for row in table.findall("tbody/tr")
    ]
