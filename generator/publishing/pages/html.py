"""Converts spans of text to HTML: the one place where a page's text becomes markup.

The text of a record is untrusted and is escaped. Templates escape every other value by themselves.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape as escape_html
from urllib.parse import quote

from markupsafe import Markup

from generator.model.category import Category
from generator.publishing.views.paths import category_path, folder_of, relative_path
from generator.publishing.views.prose import Break, Chip, Code, Effort, Link, Name, Place, Prose, Span, Strong, Text

_LONG_NAME = re.compile(r"[A-Za-z][\w.]{17,}")
"""A name that is too long for a column on a phone."""
_DOT = re.compile(r"(?<=\w)\.(?=\w)")
_UNDERSCORE = re.compile(r"(?<=\w)_(?=\w)")
_FITS = 12
"""Characters of a parameter's name that has room in a column on a phone."""


class HtmlText:
    """Prints the text of one page, from whose address its links lead.

    With ``from_file`` they lead from the page's file instead: Zensical takes all links for those of Markdown files, and
    turns them into links from the address.
    """

    def __init__(self, page: str, *, from_file: bool = False) -> None:
        self._page = page
        self._folder = page[: page.rfind("/") + 1] if from_file else folder_of(page)

    def href(self, to: str | Place) -> str:
        """Returns the address of a link as this page writes it."""
        if isinstance(to, str):
            return to
        anchor = f"#{to.anchor}" if to.anchor else ""
        if to.page == self._page and anchor:
            return anchor
        return _address(self._folder, to.page) + (f"?{to.query}" if to.query else "") + anchor

    def prose(self, prose: Prose) -> Markup:
        """Returns running text as HTML."""
        return Markup("".join([self._span(span, names=False) for span in prose]))  # noqa: S704  (spans are escaped)

    def cell(self, prose: Prose) -> Markup:
        """Returns text for a table, in which a long name may wrap after each dot.

        By itself, a browser would wrap it anywhere, or nowhere.
        """
        return Markup("".join([self._span(span, names=True) for span in prose]))  # noqa: S704  (spans are escaped)

    def category(self, category: Category) -> Markup:
        """Returns the name of a category, which leads to its page."""
        href = self.href(Place(category_path(category.number)))
        name = f'<a class="apimap-category" data-category="{category.number}" href="{href}">{category.name}</a>'
        return Markup(name)  # noqa: S704  (both are ours)

    def _span(self, span: Span, *, names: bool) -> str:  # noqa: PLR0911  (one for each kind)
        match span:
            case Text(text):
                return _name(text) if names else escape(text)
            case Code(text):
                return f"<code>{_name(text) if names else escape(text)}</code>"
            case Link(text, to):
                label = self.prose(text) if isinstance(text, tuple) else _name(text) if names else escape(text)
                return f'<a href="{escape(self.href(to))}">{label}</a>'
            case Chip(category):
                return self.category(category)
            case Effort(effort):
                return f'<b class="apimap-effort" data-effort="{effort.key}">{effort}</b>'
            case Name(text, to, out):
                shown = _name(text) if names else escape(text)
                if to is None:
                    return f'<a href="{escape(out)}">{shown}</a>' if out else shown
                name = f'<a href="{escape(self.href(to))}">{shown}</a>'
                mark = (
                    f'<a class="apimap-out" href="{escape(out)}" aria-label="{escape(text)} 的文档"></a>' if out else ""
                )
                return name + mark
            case Strong(text):
                return f"<strong>{escape(text)}</strong>"
            case Break():
                return "<br>"


@lru_cache(maxsize=1 << 14)  # the same names and phrases stand on many pages
def escape(text: str) -> str:
    """Returns text escaped for an element or an attribute."""
    return escape_html(text)


@lru_cache(maxsize=1 << 14)  # from a folder of a thousand pages the same few addresses lead everywhere
def _address(folder: str, page: str) -> str:
    return quote(relative_path(folder, folder_of(page)), safe="/#%") or "./"


def _name(text: str) -> str:
    escaped = escape(text)
    return _DOT.sub(".<wbr>", escaped) if _LONG_NAME.fullmatch(text) else escaped


def parameter_name(name: str) -> Markup:
    """Returns a parameter's name; one that is too long for a phone's column breaks after an underscore."""
    escaped = escape(name)
    return Markup(_UNDERSCORE.sub("_<wbr>", escaped) if len(name) > _FITS else escaped)  # noqa: S704  (escaped)


def dotted(name: str) -> Markup:
    """Returns an API's name that may wrap after each dot."""
    return Markup(escape(name).replace(".", ".<wbr>"))  # noqa: S704  (escaped)
