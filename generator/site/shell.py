"""A rendered page in the theme: as MkDocs knows pages, and in a shell that is rendered once for all difference pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

import jinja2
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from generator.pages.html_minify import minified
from generator.storage.digest import digest_of
from generator.views.paths import FOLDER, PADDLE_FOLDER, UNANSWERED_FOLDER
from generator.views.toc import TocEntry

if TYPE_CHECKING:  # a build that finds nothing changed renders nothing
    from generator.pages.rendered import RenderedPage

META = ("title", "full_title", "description")
"""What the theme prints of a difference page's metadata."""
_TEMPLATE, _TOC = "main.html", "partials/toc.html"
_FIELDS = ("name", "title", "anchor", "toc", "content", *(f"meta_{name}" for name in META))
"""What differs from one difference page to the next, as the theme prints it."""
_MARK = "Apimap-{}-Mark"
_MARKS = re.compile(_MARK.format("([a-z_]+)"))


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
        """The HTML of a page of the folder."""
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


def render_shell(  # noqa: PLR0913, PLR0917  (what the theme is rendered from)
    env: jinja2.Environment,
    config: MkDocsConfig,
    files: Files,
    nav: Navigation,
    folder: str = FOLDER,
    hide: tuple[str, ...] = (),
) -> Shell:
    """Renders the theme around a page of marks instead of values: whatever it prints of them stands where it belongs.

    A test compares filled shells with what MkDocs makes of the same pages.
    """
    mark = {field: _MARK.format(field) for field in _FIELDS}
    assert env.loader is not None
    marked = env.overlay(loader=jinja2.ChoiceLoader([jinja2.DictLoader({_TOC: mark["toc"]}), env.loader]))
    file = File(f"{folder}/{mark['name']}.md", config.docs_dir, config.site_dir, config.use_directory_urls)
    page = Page(None, file, config)
    page.markdown = page.content = mark["content"]
    said = {name: mark[f"meta_{name}"] for name in META}
    page.meta = {"generated": True, "hide": list(hide), **said, "title": mark["title"]}
    page.toc = TableOfContents([AnchorLink(mark["title"], mark["anchor"], 1)])
    context = get_context(nav, files, config, page)
    parts = _MARKS.split(minified(marked.get_template(_TEMPLATE).render(context)))
    toc = env.get_template(_TOC).make_module(dict(context))
    return Shell(folder, tuple(parts), digest_of(*parts), getattr(toc, "contents"))  # noqa: B009  (no attribute that types know)


_ALIKE = frozenset({PADDLE_FOLDER, UNANSWERED_FOLDER})
"""The folders of such pages; those of one folder hide the same parts of the theme."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The shells of folders whose pages are many and alike, each rendered when its first page is asked for."""

    env: jinja2.Environment
    config: MkDocsConfig
    files: Files
    nav: Navigation
    _shells: dict[str, Shell] = field(default_factory=dict)

    def shell_of(self, page: RenderedPage) -> Shell | None:
        """The shell of a page; None for one that the theme renders by itself."""
        folder = page.path.rpartition("/")[0]
        if folder not in _ALIKE or "full_title" not in page.meta:
            return None
        if folder not in self._shells:
            made = render_shell(self.env, self.config, self.files, self.nav, folder, tuple(page.meta.get("hide", ())))
            self._shells[folder] = made
        return self._shells[folder]


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
