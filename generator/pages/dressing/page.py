"""A difference page's HTML, dressed: one title, the two sides next to each other, marks, columns, and a foot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from generator.importing.own_pages import read_types
from generator.model.category import CATEGORIES
from generator.pages.dressing.foot import dress_foot
from generator.pages.dressing.pairs import dress_pairs
from generator.pages.dressing.rows import ShownRow, dress_table, plain, read_rows
from generator.pages.dressing.signature import dress_signature, is_long

NUMBERS = {category.name: category.number for category in CATEGORIES} | {"记录有误": "error"}
TABLE, EXAMPLES = "参数映射", "转写示例"
_TITLE = re.compile(r"\[ (.+?) \] (\S+)")
_HEADING = re.compile(r'<h([234]) id="([^"]*)">(.*?)</h\1>', re.DOTALL)
_OVERLOAD = re.compile(r"(?:<hr ?/?>\s*)?<p><strong>用法 (\d+)</strong>(：.*?)?</p>", re.DOTALL)
_SIGNATURE = re.compile(r'\s*<div class="highlight"><pre>.*?</pre></div>', re.DOTALL)
_FENCED_SIGNATURE = re.compile(rf"^(### (?!{TABLE}|{EXAMPLES}).*\n\n)```python\n((?:(?!```).*\n)*?)```$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A heading and all that stands under it, up to the next one."""

    level: int
    anchor: str
    heading: str
    body: str

    @property
    def is_side(self) -> bool:
        return self.level == 3 and not self.heading.startswith((TABLE, EXAMPLES))  # noqa: PLR2004  (the level of APIs)

    def at(self, level: int, attributes: str = "") -> str:
        """The heading at another level."""
        return f'<h{level} id="{self.anchor}"{attributes}>{self.heading}</h{level}>'


def is_difference(text: str) -> bool:
    """Whether a file's Markdown is a difference page, which begins with a category and an API."""
    return text.startswith("## [ ")


def put_signatures_aside(text: str, store: Callable[[str], str]) -> str:
    """A difference page's Markdown in which ``store`` has a place for each signature, as HTML; any other text as it is."""

    def aside(match: re.Match[str]) -> str:
        return match[1] + store(f'<div class="highlight"><pre>{escape(match[2])}</pre></div>')

    return _FENCED_SIGNATURE.sub(aside, text) if is_difference(text) else text


def dress(html: str, toc: list[dict[str, Any]]) -> str:
    """The HTML of any page: a difference page, known by its title, in full; of others only the pairs of code.

    ``toc`` holds the tokens that the toc extension of Python-Markdown leaves; those of a page with overloads are put
    into groups, one for each overload.
    """
    match = _TITLE.fullmatch(toc[0]["name"]) if toc and toc[0]["level"] == 2 else None  # noqa: PLR2004
    if match is not None and match.group(1) in NUMBERS and html.lstrip().startswith('<h2 id="'):
        html = dress_foot(_difference(html, match.group(1), match.group(2)))
        _group(toc[0], plain(match.group(2)), [plain(title) for title in _overloads(html)])
    return dress_pairs(html)


def _difference(html: str, category: str, api: str) -> str:
    title, *texts = _split(html)
    chip = f'<span class="apimap-category" data-category="{NUMBERS[category]}">{escape(category)}</span>'
    head = f'<h1 id="{title[0].anchor}" class="apimap-title">{chip} {escape(api)}</h1>{title[0].body}'
    blocks = "".join(_block(pieces, number, several=bool(texts)) for number, pieces in enumerate([title[1:], *texts]))
    return head + blocks


def _split(html: str) -> list[list[_Piece]]:
    """The pieces of the page, those of each overload in a list of their own; the first begins with the title."""
    titles = list(_OVERLOAD.finditer(html)) if "<strong>用法 " in html else []
    starts = [0, *(title.end() for title in titles)]
    ends = [*(title.start() for title in titles), len(html)]
    headings = ["", *(_overload(title.group(1), title.group(2) or "") for title in titles)]
    return [
        list(_pieces(heading + html[start:end])) for heading, start, end in zip(headings, starts, ends, strict=True)
    ]


def _overload(number: str, name: str) -> str:
    link = f'<a class="headerlink" href="#用法-{number}" title="本节的链接">&para;</a>'
    return f'<h2 id="用法-{number}">用法 {number}{name}{link}</h2>'


def _pieces(html: str) -> Iterator[_Piece]:
    headings = list(_HEADING.finditer(html))
    ends = [*(heading.start() for heading in headings[1:]), len(html)]
    for heading, end in zip(headings, ends, strict=True):
        yield _Piece(int(heading.group(1)), heading.group(2), heading.group(3), html[heading.end() : end])


def _block(pieces: Sequence[_Piece], number: int, *, several: bool) -> str:
    """One mapping. With several of them each has a heading, and all others stand one level lower."""
    head = ""
    if pieces and pieces[0].level == 2:  # noqa: PLR2004  (the heading of an overload)
        head, pieces = pieces[0].at(2, ' class="apimap-overload"') + pieces[0].body, pieces[1:]
    sides = [piece for piece in pieces[:2] if piece.is_side]
    rest = pieces[len(sides) :]
    table = next((piece.body for piece in rest if piece.heading.startswith(TABLE)), "")
    types = {name for comment in _COMMENT.findall(table) for name in read_types(comment)}
    rows = read_rows(table, types, f"{number}-" if several else "")
    examples = {
        name: piece.anchor
        for piece in reversed(rest)
        for name in plain(piece.heading.partition("：")[0]).split("、")
        if piece.level == 4  # noqa: PLR2004  (the level of examples)
    }
    shift = 0 if several else 1
    shown = [f"{piece.at(piece.level - shift)}{dress_table(piece.body, rows, examples)}" for piece in rest]
    return head + _sides(sides, rows, 3 - shift) + "".join(shown)


def _sides(sides: Sequence[_Piece], rows: Sequence[ShownRow], level: int) -> str:
    """Both headings with their signatures in a grid; what follows them stands under it."""
    signatures = [_SIGNATURE.match(piece.body) for piece in sides]
    texts = [plain(match.group()) if match is not None else "" for match in signatures]
    long = any(map(is_long, texts))
    shown, after = "", ""
    for side, piece, match, text in zip(("torch", "paddle"), sides, signatures, texts, strict=False):
        block = dress_signature(text, side, rows, long=long) if match is not None else ""
        shown += f'<div class="apimap-side" data-side="{side}">{piece.at(level)}{block}</div>'
        after += piece.body[match.end() if match is not None else 0 :]
    return f'<div class="apimap-sides" data-sides="{len(sides)}">{shown}</div>{after}' if sides else ""


def _overloads(html: str) -> list[str]:
    return re.findall(r'<h2 id="用法-\d+" class="apimap-overload">(.*?)<a class="headerlink"', html, re.DOTALL)


def _group(title: dict[str, Any], api: str, overloads: Sequence[str]) -> None:
    """Puts the entries of each overload under the overload's own."""
    if not overloads:
        return
    groups: list[dict[str, Any]] = []
    for token in title["children"]:
        if token["name"] == api and len(groups) < len(overloads):
            name, number = overloads[len(groups)], len(groups) + 1
            groups.append(
                {**token, "level": 2, "id": f"用法-{number}", "name": name, "html": escape(name)} | {"children": []}
            )
        if groups:
            groups[-1]["children"].append(token)
    title["children"] = groups
