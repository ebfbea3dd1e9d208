"""Marks the lists in a page's HTML for the style sheet, gives every row an id, its API, and lets long names wrap at dots."""

from __future__ import annotations

import html
import re

from generator.pages.list_form import with_form

_LIST = re.compile(r"<table>(\s*<thead>\s*<tr>\s*<th>序号</th>.*?)</table>", re.DOTALL)
_ROW = re.compile(r"<tr>(\s*<td>\d+</td>\s*<td>)(.*?)(?=</td>)", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_API = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+")
_ID = re.compile(r'(?<=\sid=")[^"]*')
_LONG_NAME = re.compile(r'(<(?:td|br ?/?)>(?:<a href="[^"]*">|<code>)?)([A-Za-z][\w.]{17,})(?=</)')
_DOT = re.compile(r"(?<=\w)\.(?=\w)")

TAKEN_OUT = "apimap-table-"
"""How the marks begin that stand in a page's HTML where tables will be put in later."""


def dress_lists(text: str) -> str:
    """A page's HTML with its lists marked and their form, unless some are still to be put in: what is first shows only then.

    To do it twice changes nothing.
    """
    if ("<td>" not in text and "<br" not in text) or f"<p>{TAKEN_OUT}" in text:
        return text
    return _LONG_NAME.sub(_breakable, add_row_anchors(with_form(text)))


def _breakable(match: re.Match[str]) -> str:
    """A browser would break a name anywhere, or nowhere: it may after a dot."""
    return match.group(1) + _DOT.sub(".<wbr>", match.group(2))


def add_row_anchors(text: str) -> str:
    """A page's HTML in which numbered tables are marked as lists, and their rows have ids.

    The first of several rows for the same API has the id. A row whose first cell is no API stays as it is, as does one
    whose id the page has already. A list needs no box to scroll in, which the theme puts around all other tables: it
    knows them by their bare tags.
    """
    if "<th>序号</th>" not in text:
        return text
    taken = set(_ID.findall(text))

    def row(match: re.Match[str]) -> str:
        api = html.unescape(_TAG.sub("", match.group(2))).strip()
        if api in taken or _API.fullmatch(api) is None:
            return match.group()
        taken.add(api)
        return f'<tr id="{api}">{match.group(1)}{match.group(2)}'

    def mark(match: re.Match[str]) -> str:
        return f'<table class="apimap-table apimap-list" role="table">{_ROW.sub(row, match.group(1))}</table >'

    return _LIST.sub(mark, text)
