"""The theme's page around an article: rendered once, then filled in for each page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import jinja2
from jinja2.runtime import Macro
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.theme import Theme

from generator.site.store import key_of

IDENTITY = "partials/apimap/identity.html"
CONTENT = "partials/content.html"
TOC = "partials/toc.html"

PAGE_TEMPLATE = "main.html"
"""The theme's template for pages."""
PAGE_FIELDS = ("page_name", "page_title", "page_anchor", "page_toc", "page_content")
"""What of MkDocs' page differs from one difference page to the next; the theme's own names for it are macros."""

_MARK = "Apimap-{}-Mark"
_MARKS = re.compile(_MARK.format("([a-z_]+)"))


@dataclass(frozen=True, slots=True)
class Shell:
    """A difference page's HTML with holes: text, the name of a field, text, the name of a field, …, text."""

    parts: tuple[str, ...]

    @property
    def key(self) -> str:
        """The key of its content."""
        return key_of(*self.parts)

    def fill(self, fields: Mapping[str, str]) -> str:
        """The HTML of the page that has these fields: ``PAGE_FIELDS``, and one for each of ``identity_macros``."""
        return "".join(fields[part] if index % 2 else part for index, part in enumerate(self.parts))


def has_shell(theme: Theme) -> bool:
    """Whether a theme has the templates that tell what differs from what is around it: the shipped one has."""
    return all(any((Path(folder) / name).is_file() for folder in theme.dirs) for name in (IDENTITY, CONTENT, TOC))


def identity_macros(env: jinja2.Environment) -> list[str]:
    """The names of what the theme says of a difference page by macros: its API, its category and so on."""
    module = env.get_template(IDENTITY).module
    return [name for name, value in vars(module).items() if isinstance(value, Macro) and name != "is_difference"]


def render_shell(env: jinja2.Environment, config: MkDocsConfig, files: Files, nav: Navigation, folder: str) -> Shell:
    """Renders the theme around a page of marks instead of an article.

    The templates that make what differs are replaced by their marks, and the page of MkDocs has marks for values, so
    that whatever a theme prints of them stands where it belongs. A test compares filled shells with what MkDocs
    makes of the same pages.
    """
    mark = {field: _MARK.format(field) for field in (*PAGE_FIELDS, *identity_macros(env))}
    identity = "".join(f"{{% macro {name}(page) -%}}{mark[name]}{{%- endmacro %}}" for name in identity_macros(env))
    identity += "{% macro is_difference(page) -%}yes{%- endmacro %}"
    replaced = jinja2.DictLoader({IDENTITY: identity, CONTENT: mark["page_content"], TOC: mark["page_toc"]})
    assert env.loader is not None
    marked = env.overlay(loader=jinja2.ChoiceLoader([replaced, env.loader]))
    file = File(f"{folder}/{mark['page_name']}.md", config.docs_dir, config.site_dir, config.use_directory_urls)
    page = Page(None, file, config)
    page.markdown = page.content = mark["page_content"]
    page.meta = {"title": mark["page_title"]}
    page.toc = TableOfContents([AnchorLink(mark["page_title"], mark["page_anchor"], 2)])
    html = marked.get_template(PAGE_TEMPLATE).render(get_context(nav, files, config, page))
    return Shell(tuple(_MARKS.split(html)))
