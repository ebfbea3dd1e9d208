"""Long Markdown tables → HTML, as Python-Markdown makes it but in one pass: it takes a millisecond or two for each row.

The cells of the generated lists hold names, links, code and words. A table with anything else in it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.utils import get_relative_url

from generator.pages.row_anchors import TAKEN_OUT

LONG = 30
"""From how many lines on a table is converted here."""

_TABLE = re.compile(rf"^\|(?: [^|\n]* \|)+\n\|(?: --- \|)+\n(?:\|.*\|\n){{{LONG},}}(?=\n|\Z)", re.MULTILINE)
_BORDER = re.compile(r"(?<!\\)\|")
_INLINE = re.compile(
    r"\[(?P<text>(?:[^\[\]\\`]|\\.)+)\]\((?P<url>[^\s()<>\"'\\&]+)\)"
    r"|`(?P<code>[^`]+)`"
    r"|(?P<line><br>)"
    r"|\\(?P<sign>[\\`*_{}\[\]()>#+.!|-])"
    r"|(?P<entity>&(?:[a-z]+|#\d+);)"
    r"|(?P<words>[^\[\]`<>\\&*_{]+|(?<=[0-9A-Za-z])_(?=[0-9A-Za-z]))"
)
_MARK = TAKEN_OUT + "{}"

AddressOf = Callable[[str], str | None]
"""The address of a link as the page needs it; None where MkDocs must have a look at it."""


def take_out_tables(text: str, address_of: AddressOf) -> tuple[str, list[str]]:
    """The text with a mark in the place of every long table, and the tables as HTML."""
    tables: list[str] = []

    def replaced(match: re.Match[str]) -> str:
        html = _table(match.group(), address_of)
        if html is None:
            return match.group()
        tables.append(html)
        return f"{_MARK.format(len(tables) - 1)}\n"

    return _TABLE.sub(replaced, text), tables


def put_in_tables(html: str, tables: Sequence[str]) -> str:
    """The page's HTML with the tables where their marks stand."""
    for number, table in enumerate(tables):
        html = html.replace(f"<p>{_MARK.format(number)}</p>", table)
    return html


def address_of(page: File, files: Files, url: str) -> str | None:
    """What MkDocs makes of a link on a page: an address as it is, a file's address for a file, None for all else."""
    if url.startswith(("https://", "http://")):
        return url
    path, mark, _ = url.partition("#")
    target = files.get_file_from_path(normpath(join(dirname(page.src_uri), unquote(path)))) if path else page
    if target is None or mark or target.inclusion in {InclusionLevel.EXCLUDED, InclusionLevel.DRAFT}:
        return None
    return get_relative_url(target.url, page.url)


def _table(text: str, address_of: AddressOf) -> str | None:
    known: dict[str, str] = {}

    def html(cell: str) -> str:
        if cell not in known:
            known[cell] = _inline(cell, address_of)
        return known[cell]

    head, _, *rows = text.splitlines()
    try:
        lines = ["<table>", "<thead>", "<tr>", *(f"<th>{html(cell)}</th>" for cell in _cells(head))]
        lines += ["</tr>", "</thead>", "<tbody>"]
        for row in rows:
            lines += ["<tr>", *(f"<td>{html(cell)}</td>" for cell in _cells(row)), "</tr>"]
    except _UnusualError:
        return None
    return "\n".join([*lines, "</tbody>", "</table>"])


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _BORDER.split(row)[1:-1]]


class _UnusualError(Exception):
    """A cell holds what Python-Markdown must look at."""


def _inline(text: str, address_of: AddressOf) -> str:
    parts: list[str] = []
    end = 0
    while end < len(text):
        match = _INLINE.match(text, end)
        if match is None:
            raise _UnusualError
        parts.append(_part(match, address_of))
        end = match.end()
    return "".join(parts)


def _part(match: re.Match[str], address_of: AddressOf) -> str:
    if match.lastgroup == "url":
        address = address_of(match["url"])
        if address is None:
            raise _UnusualError
        return f'<a href="{escape(address)}">{_inline(match["text"], address_of)}</a>'
    if match.lastgroup == "code":
        return f"<code>{escape(match['code'].strip(), quote=False)}</code>"
    if match.lastgroup == "sign":
        return escape(match["sign"], quote=False)
    return match.group()
