"""A view → its page: Markdown for code hosts and tools, an HTML body for readers, and what a theme must know of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

from generator.publishing.pages.html import HtmlText
from generator.publishing.pages.html_minify import minified
from generator.publishing.pages.markdown import MarkdownText
from generator.publishing.pages.search_entries import Entry, page_entries
from generator.publishing.pages.templates import html_environment, markdown_environment
from generator.publishing.views.difference import DifferenceView
from generator.publishing.views.page import PageView, TocEntry


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page in both renderings. ``path`` is that of its Markdown below ``site_src/``.

    ``meta`` is what a theme prints outside of the body: themes escape nothing, so its texts are escaped.
    """

    path: str
    markdown: str
    body: str
    toc: tuple[TocEntry, ...]
    meta: dict[str, Any] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    """What the full-text search knows of the page, not yet cut into words."""

    @property
    def anchors(self) -> tuple[str, ...]:
        """The anchors of all headings."""
        return tuple(_anchors(self.toc))

    @property
    def title(self) -> str:
        """The page's title."""
        return self.toc[0].text if self.toc else self.path

    def without_texts(self) -> RenderedPage:
        """Returns what a build keeps of a page that is written."""
        return replace(self, markdown="", body="")


class PageRenderer:
    """Renders views by templates; links in bodies start from the page, or with ``from_file`` from its Markdown file.

    Raises in each call:
        jinja2.TemplateError: a template is missing, does not parse, or names a value that does not exist.
    """

    def __init__(self, folders: tuple[Path, ...], *, from_file: bool = False) -> None:
        self._from_file = from_file
        markdown, html = markdown_environment(folders), html_environment(folders)
        # Compiled here: processes that render share what this one has.
        self._templates = {
            name: (markdown.get_template(f"{name}.md.j2"), html.get_template(f"{name}.html.j2"))
            for name in ("difference", "page")
        }

    def difference(self, view: DifferenceView, entries: tuple[Entry, ...] = ()) -> RenderedPage:
        """Returns the page of a record, of which the search knows these entries."""
        meta = {
            "title": escape(view.api),
            "full_title": escape(view.title),
            "description": escape(view.description),
        }
        return RenderedPage(view.path, *self._both("difference", view), view.toc, meta, entries)

    def page(self, view: PageView) -> RenderedPage:
        """Returns any other generated page."""
        meta = {
            "description": escape(view.description),
            "hide": list(view.hide),
            "title": "" if view.in_nav else escape(view.title),
            "full_title": escape(view.full_title),
        }
        kept = {name: value for name, value in meta.items() if value}
        return RenderedPage(view.path, *self._both("page", view), view.toc, kept, tuple(page_entries(view)))

    def _both(self, name: str, view: DifferenceView | PageView) -> tuple[str, str]:
        of_markdown, of_html = self._templates[name]
        body = of_html.render(view=view, html=HtmlText(view.path, from_file=self._from_file))
        return of_markdown.render(view=view, md=MarkdownText(view.path)), minified(body).strip()


def _anchors(entries: tuple[TocEntry, ...]) -> Iterator[str]:
    for entry in entries:
        yield entry.anchor
        yield from _anchors(entry.children)
