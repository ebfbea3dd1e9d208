"""A rendered page as MkDocs' themes know pages: content, table of contents and metadata, every text of it escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from generator.views.toc import TocEntry

if TYPE_CHECKING:  # a build that finds nothing changed renders nothing
    from generator.pages.rendered import RenderedPage

META = ("title", "full_title", "description")
"""What the theme prints of a difference page's metadata."""


def toc_links(entries: Iterable[TocEntry]) -> list[AnchorLink]:
    """A table of contents as MkDocs has it."""
    links = []
    for entry in entries:
        link = AnchorLink(escape(entry.text, quote=False), escape(entry.anchor), entry.level)
        link.children = toc_links(entry.children)
        links.append(link)
    return links


def fill_page(page: Page, rendered: RenderedPage) -> None:
    """Gives a page of MkDocs what was rendered for it."""
    page.content = rendered.body
    page.toc = TableOfContents(toc_links(rendered.toc))
    page.present_anchor_ids = set(rendered.anchors)
    page.meta = {"generated": True, "search": {"exclude": True}, **rendered.meta, **(page.meta or {})}
