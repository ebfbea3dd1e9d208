"""Remembers what the theme made of the pages that MkDocs still makes: an edit leaves nearly all of them as they were."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from typing import Any

import jinja2
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

from generator.site.conversions import Conversions
from generator.site.shell import PAGE_TEMPLATE
from generator.site.squeezed import Squeezed, squeezed
from generator.site.store import key_of

_OF_PAGE = ("url", "title", "meta", "edit_url", "canonical_url", "abs_url", "update_date", "is_homepage")
"""What a theme may print of a page, besides its text, its contents and the ways to its neighbours."""


def remember_themed(env: jinja2.Environment, conversions: Conversions, key: str, nav: Navigation) -> None:
    """From now on the theme's template for pages asks first what it made of such a page before.

    ``key`` is that of the theme, and of what it prints on each page: the time of the build is in no file. With that, the
    navigation and the page itself decide what becomes of it.
    """
    get = env.get_template
    around = key_of(key, json.dumps([_described(item) for item in nav.items], default=str))

    def get_template(name: Any, parent: str | None = None, globals: Any = None) -> Any:  # noqa: A002  (Jinja's name)
        template = get(name, parent, globals)
        return _Themed(template, conversions, around) if name == PAGE_TEMPLATE and parent is None else template

    env.get_template = get_template  # type: ignore[method-assign]


class _Themed:
    """A template that remembers what it made of a page."""

    def __init__(self, template: jinja2.Template, conversions: Conversions, around: str) -> None:
        self._template, self._conversions, self._around = template, conversions, around

    def __getattr__(self, name: str) -> Any:
        return getattr(self._template, name)

    def render(self, context: dict[str, Any]) -> str:
        """The HTML, squeezed."""
        make = partial(self._template.render, context)
        page: Page = context["page"]
        neighbours = [[other.url, other.title] if other else None for other in (page.previous_page, page.next_page)]
        about = [page.file.src_uri, _shown(page), neighbours, _contents(page.toc)]
        key = key_of(self._around, "themed", json.dumps(about, default=str), page.content or "")
        return Squeezed(self._conversions.value(key, lambda: squeezed(make())))


def _described(item: Any) -> list[Any]:
    """What a theme may print of an item of the navigation, and of those below it."""
    children = [_described(child) for child in item.children or ()]
    return [type(item).__name__, item.title, getattr(item, "url", None), getattr(item, "meta", None), children]


def _shown(page: Page) -> list[Any]:
    return [getattr(page, name) for name in _OF_PAGE]


def _contents(items: Iterable[AnchorLink]) -> list[list[Any]]:
    return [[item.title, item.id, item.level, _contents(item.children)] for item in items]
