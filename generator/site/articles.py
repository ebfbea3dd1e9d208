"""Markdown → article: what of a difference page depends on its own text, the settings and the theme alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import jinja2
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from generator.site.hearing import heard
from generator.site.shell import CONTENT, IDENTITY, TOC, identity_macros

Link = tuple[str, str, str]
"""A link to a place in a page: the page's file, the anchor, and the link as it is written."""


def title_of(text: str) -> str:
    """The API that a difference page is about."""
    return text.partition("\n")[0].rpartition(" ")[2]


@dataclass(frozen=True, slots=True)
class Article:
    """A difference page without the theme around it: a value for each hole of the shell, and what must be checked."""

    fields: Mapping[str, str]
    anchors: frozenset[str]
    links: tuple[Link, ...] = ()
    warnings: tuple[tuple[int, str], ...] = ()
    """What MkDocs had to say of its links, each with the level of its message."""

    def to_json(self) -> dict[str, Any]:
        """The article as plain data, without its warnings."""
        return {"fields": dict(self.fields), "anchors": sorted(self.anchors), "links": self.links}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Article:
        """The article that ``to_json`` gave."""
        return cls(
            data["fields"], frozenset(data["anchors"]), tuple((uri, to, link) for uri, to, link in data["links"])
        )


class ArticleMaker:
    """Makes articles the way MkDocs makes pages: with its converter and the theme's own templates."""

    def __init__(self, env: jinja2.Environment, config: MkDocsConfig, files: Files, nav: Navigation) -> None:
        self._config, self._files = config, files
        self._identity: Any = env.get_template(IDENTITY).module
        self._macros = identity_macros(env)
        self._content, self._toc = env.get_template(CONTENT), env.get_template(TOC)
        self._context = dict(get_context(nav, files, config))
        self._context["features"] = config.theme["features"] or []  # this and the next are set by the theme's base.html
        self._context["lang"] = env.get_template("partials/language.html").make_module(self._context)

    def make(self, file: File, text: str) -> Article:
        """The article of a page's Markdown.

        Raises:
            jinja2.TemplateError: a template of the theme cannot be used.
        """
        page = Page(None, file, self._config)
        page.markdown, page.meta = text, {"title": title_of(text)}
        with heard() as warnings:
            page.render(self._config, self._files)
        file.page = None
        links = page.links_to_anchors or {}
        return Article(
            fields=self._fields(page),
            anchors=frozenset(page.present_anchor_ids or ()),
            links=tuple((to.src_uri, anchor, link) for to, found in links.items() for anchor, link in found.items()),
            warnings=tuple(warnings),
        )

    def _fields(self, page: Page) -> dict[str, str]:
        context = {**self._context, "page": page, "base_url": get_relative_url(".", page.url)}
        return {
            **{name: str(getattr(self._identity, name)(page)) for name in self._macros},
            "page_name": PurePosixPath(page.file.url).name,
            "page_title": str(page.title),
            "page_anchor": next((item.id for item in page.toc), ""),
            "page_toc": self._toc.render(context),
            "page_content": self._content.render(context),
        }
