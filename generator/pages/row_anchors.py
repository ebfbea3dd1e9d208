"""Marks the lists in a page's HTML for the style sheet, and gives every row an id, its API, to be linked to by."""

from __future__ import annotations

import html
import re

_LIST = re.compile(r"<table>(\s*<thead>\s*<tr>\s*<th>序号</th>.*?)</table>", re.DOTALL)
_ROW = re.compile(r"<tr>(\s*<td>\d+</td>\s*<td>)(.*?)(?=</td>)", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_API = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+")
_ID = re.compile(r'(?<=\sid=")[^"]*')


def add_row_anchors(text: str) -> str:
    """A page's HTML in which numbered tables are marked as lists, and their rows have ids.

    The first of several rows for the same API has the id. A row whose first cell is no API stays as it is, as does one
    whose id the page has already. A list needs no box to scroll in, which the theme puts around all other tables: it
    knows them by their bare tags.
    """
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
