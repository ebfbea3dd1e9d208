"""Puts rendered pages into the theme: one by one, or by filling a shell that is rendered once for a folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import jinja2
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils.templates import TemplateContext

from generator.publishing.pages.html_minify import minified
from generator.publishing.site.search import SearchIndex
from generator.publishing.views.paths import FOLDER, PADDLE_FOLDER, UNANSWERED_FOLDER
from generator.storage.digest import digest_of

if TYPE_CHECKING:  # a build that finds nothing changed renders nothing
    from generator.publishing.pages.rendered import RenderedPage
    from generator.publishing.views.page import TocEntry

META = ("title", "full_title", "description")
"""What the theme prints of a difference page's metadata."""
_TEMPLATE, _TOC = "main.html", "partials/toc.html"
_FIELDS = ("name", "title", "anchor", "toc", "content", *(f"meta_{name}" for name in META))
"""What differs from one difference page to the next, as the theme prints it."""
_MARK = "Apimap-{}-Mark"
_MARKS = re.compile(_MARK.format("([a-z_]+)"))


_ALIKE = frozenset({FOLDER, PADDLE_FOLDER, UNANSWERED_FOLDER})
"""The folders whose pages are many and alike, but for those without a title for the browser."""


class BuildError(Exception):
    """Nothing can be built; the message says what, where and how to mend it."""


@dataclass(frozen=True, slots=True)
class Site:
    """MkDocs' settings, files, navigation and search index, and the templates of the theme."""

    env: jinja2.Environment
    config: MkDocsConfig
    files: Files
    nav: Navigation
    index: SearchIndex | None

    def new_page(self, path: str) -> Page:
        """Returns a page that is not among the files."""
        config = self.config
        return Page(None, File(path, config.docs_dir, config.site_dir, config.use_directory_urls), config)

    def page_of(self, file: File) -> Page:
        """Returns the page of a file, which those of ours have only where the navigation names them."""
        return file.page if isinstance(file.page, Page) else Page(None, file, self.config)

    def context(self, page: Page) -> TemplateContext:
        """Returns what the theme renders a page from."""
        return get_context(self.nav, self.files, self.config, page)


@dataclass(frozen=True, slots=True)
class Shell:
    """The HTML of a page of one folder with holes: text, the name of a field, text, the name of a field, …, text."""

    folder: str
    parts: tuple[str, ...]
    digest: str
    """The digest of what it adds to each body."""
    contents: Callable[[TableOfContents], str]
    """Prints a table of contents: a macro of the theme."""

    def fill(self, page: RenderedPage) -> str:
        """Returns the HTML of a page of the folder."""
        links = TableOfContents(toc_links(page.toc))
        fields: Mapping[str, str] = {
            "name": page.path.removeprefix(f"{self.folder}/").removesuffix(".md"),
            "title": page.meta["title"],
            "anchor": links.items[0].id,
            "toc": minified(self.contents(links)),
            "content": page.body,
            **{f"meta_{name}": page.meta[name] for name in META},
        }
        return "".join([fields[part] if index % 2 else part for index, part in enumerate(self.parts)])


def render_shell(site: Site, folder: str, hide: tuple[str, ...]) -> Shell:
    """Renders the theme around a page of marks instead of values: whatever it prints of them stands where it belongs.

    A test compares filled shells with what MkDocs makes of the same pages.

    Raises:
        BuildError: the theme has no macro for tables of contents.
    """
    mark = {field: _MARK.format(field) for field in _FIELDS}
    assert site.env.loader is not None
    marked = site.env.overlay(loader=jinja2.ChoiceLoader([jinja2.DictLoader({_TOC: mark["toc"]}), site.env.loader]))
    page = site.new_page(f"{folder}/{mark['name']}.md")
    page.markdown = page.content = mark["content"]
    said = {name: mark[f"meta_{name}"] for name in META}
    page.meta = {"generated": True, "hide": list(hide), **said, "title": mark["title"]}
    page.toc = TableOfContents([AnchorLink(mark["title"], mark["anchor"], 1)])
    context = site.context(page)
    parts = _MARKS.split(minified(marked.get_template(_TEMPLATE).render(context)))
    contents = getattr(site.env.get_template(_TOC).make_module(dict(context)), "contents", None)
    if contents is None:
        raise BuildError(f"主题的 {_TOC} 没有宏 contents：请从 apimap 的 templates/theme/ 重新抄一份。")
    return Shell(folder, tuple(parts), digest_of(*parts), contents)


class ThemedPages:
    """Puts generated pages into the theme: those of a large folder fill its shell, others are rendered one by one."""

    def __init__(self, site: Site) -> None:
        self._site = site
        of_records = render_shell(site, FOLDER, ())
        self._shells = {(FOLDER, ()): of_records}
        self.digest = of_records.digest
        """The digest of what the theme adds to each body."""

    def html(self, rendered: RenderedPage) -> str:
        """Returns the HTML of a page."""
        folder, hide = rendered.path.rpartition("/")[0], tuple(rendered.meta.get("hide", ()))
        if folder not in _ALIKE or "full_title" not in rendered.meta:
            return self._render(rendered)
        if (folder, hide) not in self._shells:
            self._shells[folder, hide] = render_shell(self._site, folder, hide)
        return self._shells[folder, hide].fill(rendered)

    def _render(self, rendered: RenderedPage) -> str:
        page = self._site.page_of(self._site.files.src_uris[rendered.path])
        fill_page(page, rendered)
        page.active = True
        html = minified(self._site.env.get_template(_TEMPLATE).render(self._site.context(page)))
        page.active, page.content = False, None
        return html


def toc_links(entries: Iterable[TocEntry]) -> list[AnchorLink]:
    """Returns a table of contents as MkDocs has it."""
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
