"""Where things stand in the built site: the addresses of pages, and the files beside them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from generator.publishing.views.paths import MISSING as MISSING_PAGE
from generator.publishing.views.paths import folder_of, page_path, relative_path
from generator.publishing.views.prose import CODE_SPAN

if TYPE_CHECKING:  # who only asks for addresses reads no record
    from generator.storage.yaml_file import RecordSource

REDIRECT_MARK = '<meta name="generator" content="apimap redirect">'
"""Marks each redirect: a page without this mark is not overwritten."""
_CODE_OR_LINK = re.compile(
    rf"{CODE_SPAN.pattern}|\]\((?![a-z][a-z0-9+.-]*:|[/#])(?P<to>[^()\s#]+)(?P<part>#[^()\s]*)?\)"
)
"""A link to a place given from where the page stands; code is matched first, since what stands in it is no link."""
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_HEAD = re.compile(r"\A(?:---\n.*?\n---\n\s*|<!--.*?-->\s*)+", re.DOTALL)
"""Front matter, and the comment that says what made the page: neither is for readers."""


def address_of(source: RecordSource) -> str:
    """Returns the place of a record in the site: its page, or its row in the list of what is missing."""
    record = source.record
    if record is not None and not record.category.has_page:
        return f"{folder_of(MISSING_PAGE)}#{record.torch}"
    return folder_of(page_path(source))


def markdown_path(page: str) -> str:
    """Returns the file in the site that holds a page's Markdown: the page's address with ``index.html.md``.

    Source: the llms.txt proposal, on addresses without a file name.
    """
    return f"{folder_of(page)}index.html.md"


@lru_cache(maxsize=128)  # with every edit of a record all other pages are asked for again
def beside_page(page: str, markdown: str) -> str:
    """Returns a page's Markdown for the file beside the page: without its head, with links to Markdown files."""
    return "".join(_led_on(page, _HEAD.sub("", markdown)))


def _led_on(page: str, markdown: str) -> Iterator[str]:
    fence = ""
    for line in markdown.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if mark is not None and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        yield line if fence or "](" not in line else _CODE_OR_LINK.sub(lambda match: _new_link(page, match), line)


def _new_link(page: str, match: re.Match[str]) -> str:
    if match["to"] is None:
        return match.group()
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), match["to"]))
    path = markdown_path(target) if target.endswith(".md") else target
    return f"]({relative_path(folder_of(page), path)}{match['part'] or ''})"


def page_files(pages: Mapping[str, str]) -> dict[str, str | bytes]:
    """Returns the Markdown that stands beside each page."""
    return {markdown_path(page): beside_page(page, markdown) for page, markdown in pages.items()}
