"""Remembers what MkDocs and its search made of the pages that they still make: the long lists take seconds each time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from generator.pages.row_anchors import dress_lists
from generator.site.hearing import LOG, heard
from generator.site.once import set_up_once
from generator.site.store import Store, key_of
from generator.site.tables import address_of, put_in_tables, take_out_tables


class SearchIndex(Protocol):
    """Of the search plugin's index, what is used here."""

    entries: list[dict[str, Any]]

    def add_entry_from_context(self, page: Page) -> None:
        """Adds the page's sections."""


class Conversions:
    """Values by what they were made of, from this process or an earlier one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Any] = {}
        self._used: set[str] = set()
        self._fresh = False
        self._site_key = ""

    def start(self, site_key: str, files: Files) -> None:
        """A build begins. A page may depend on which files there are: that decides what becomes of its links."""
        self._site_key = key_of(site_key, *files.src_uris)
        if self._used:
            self._known = {key: value for key, value in self._known.items() if key in self._used}
            self._used.clear()
        else:  # all that the last process used is fetched in one go
            together = self._together
            self._known = self._store.get(self._store.get([together]).get(together, []))

    def save(self) -> None:
        """Keeps for a later process which values this one used."""
        if self._fresh:
            self._store.put({self._together: sorted(self._used)})

    @property
    def _together(self) -> str:
        return key_of(self._site_key, "together")

    def remember_render(self, page: Page) -> None:
        """From now on ``page.render`` asks here first."""
        make = page.render

        def render(config: MkDocsConfig, files: Files) -> None:
            key = key_of(
                self._site_key, "page", page.file.src_uri, page.markdown or "", json.dumps(page.meta, default=str)
            )
            if (value := self._get(key)) is not None:
                _restore(page, value, files)
                return
            with heard() as warnings, set_up_once():
                make(config, files)
            for level, message in warnings:
                LOG.log(level, message)
            if not warnings:
                self._put(key, _described(page))

        page.render = render  # type: ignore[method-assign]

    def without_tables(self, text: str, page: File, files: Files) -> tuple[str, list[str]]:
        """The page's text without its long tables, and these as HTML."""
        key = key_of(self._site_key, "tables", page.src_uri, text)
        value = self.value(key, lambda: take_out_tables(text, partial(address_of, page, files)))
        return value[0], value[1]

    def with_tables(self, html: str, tables: Sequence[str]) -> str:
        """The page's HTML with these tables, dressed as the Markdown extension does it with the others."""
        key = key_of(self._site_key, "dressed", html, *tables)
        return str(self.value(key, lambda: dress_lists(put_in_tables(html, tables))))

    def remember_entries(self, index: SearchIndex) -> None:
        """From now on the index asks here first for the entries of a page."""
        make = index.add_entry_from_context

        def add(page: Page) -> None:
            about = json.dumps([page.url, page.title, page.meta, _toc_data(page.toc)], default=str)
            key = key_of(self._site_key, "search", about, page.content or "")
            if (value := self._get(key)) is not None:
                index.entries.extend(value)
                return
            before = len(index.entries)
            make(page)
            self._put(key, index.entries[before:])

        index.add_entry_from_context = add  # type: ignore[method-assign]

    def value(self, key: str, make: Callable[[], Any]) -> Any:
        """What is kept under a key, or what is made now, and kept."""
        if (value := self._get(key)) is None:
            value = make()
            self._put(key, value)
        return value

    def _get(self, key: str) -> Any:
        self._used.add(key)
        if key not in self._known:
            self._known.update(self._store.get([key]))
        return self._known.get(key)

    def _put(self, key: str, value: Any) -> None:
        self._known[key] = value
        self._fresh = True
        self._store.put({key: value})


def _described(page: Page) -> dict[str, Any]:
    links = page.links_to_anchors or {}
    return {
        "content": page.content,
        "title": page.title,
        "toc": _toc_data(page.toc),
        "anchors": sorted(page.present_anchor_ids or ()),
        "links": [[to.src_uri, anchor, link] for to, found in links.items() for anchor, link in found.items()],
    }


def _restore(page: Page, value: Mapping[str, Any], files: Files) -> None:
    page.content, page.title = value["content"], value["title"]
    page.toc = TableOfContents(_toc_items(value["toc"]))
    page.present_anchor_ids = set(value["anchors"])
    links: dict[File, dict[str, str]] = {}
    for uri, anchor, link in value["links"]:
        links.setdefault(files.src_uris[uri], {})[anchor] = link
    page.links_to_anchors = links


def _toc_data(items: Iterable[AnchorLink]) -> list[list[Any]]:
    return [[item.title, item.id, item.level, _toc_data(item.children)] for item in items]


def _toc_items(data: Iterable[list[Any]]) -> list[AnchorLink]:
    items = []
    for title, anchor, level, children in data:
        item = AnchorLink(title, anchor, level)
        item.children = _toc_items(children)
        items.append(item)
    return items
