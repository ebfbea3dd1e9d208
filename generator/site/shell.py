"""A rendered page in the theme: as MkDocs knows pages, and in a shell that is rendered once for all difference pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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

from generator.pages.html_minify import minified
from generator.storage.digest import digest_of
from generator.views.paths import FOLDER
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
    """A difference page's HTML with holes: text, the name of a field, text, the name of a field, …, text."""

    parts: tuple[str, ...]
    toc: jinja2.Template
    context: dict[str, object]

    @property
    def digest(self) -> str:
        """The digest of what it adds to each body."""
        return digest_of(*self.parts)

    def fill(self, page: RenderedPage) -> str:
        """The HTML of a difference page."""
        links = TableOfContents(toc_links(page.toc))
        fields: Mapping[str, str] = {
            "name": page.path.removeprefix(f"{FOLDER}/").removesuffix(".md"),
            "title": page.meta["title"],
            "anchor": links.items[0].id,
            "toc": minified(self.toc.render({**self.context, "page": {"toc": links, "meta": page.meta}})).strip(),
            "content": page.body,
            **{f"meta_{name}": page.meta[name] for name in META},
        }
        return "".join([fields[part] if index % 2 else part for index, part in enumerate(self.parts)])


def render_shell(env: jinja2.Environment, config: MkDocsConfig, files: Files, nav: Navigation) -> Shell:
    """Renders the theme around a page of marks instead of values: whatever it prints of them stands where it belongs.

    A test compares filled shells with what MkDocs makes of the same pages.
    """
    mark = {field: _MARK.format(field) for field in _FIELDS}
    assert env.loader is not None
    marked = env.overlay(loader=jinja2.ChoiceLoader([jinja2.DictLoader({_TOC: mark["toc"]}), env.loader]))
    file = File(f"{FOLDER}/{mark['name']}.md", config.docs_dir, config.site_dir, config.use_directory_urls)
    page = Page(None, file, config)
    page.markdown = page.content = mark["content"]
    page.meta = {"generated": True, **{name: mark[f"meta_{name}"] for name in META}, "title": mark["title"]}
    page.toc = TableOfContents([AnchorLink(mark["title"], mark["anchor"], 1)])
    context = get_context(nav, files, config, page)
    html = minified(marked.get_template(_TEMPLATE).render(context))
    language = env.get_template("partials/language.html").make_module(dict(context))
    return Shell(tuple(_MARKS.split(html)), env.get_template(_TOC), {**context, "lang": language})


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
