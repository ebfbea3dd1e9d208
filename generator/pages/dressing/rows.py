"""The table 参数映射 in HTML: how the two sides of a row relate, told by its cells and mandated phrases."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape, unescape

from generator.model.phrases import FULL_STOP, REWRITE_PHRASES
from generator.model.relation import Rewrite

LABELS = {
    "same": "一致",
    "renamed": "改名",
    "default": "默认值不同",
    "paddle-only": "仅 Paddle",
    "torch-only": "仅 PyTorch",
    "usage": "用法不同",
    "type": "类型不同",
    "returns": "返回值不同",
}
"""What a reader is told of each relation; the style sheet has a sign for each."""

_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_ROW = re.compile(r"<tr>\n<td>(.*?)</td>\n<td>(.*?)</td>\n<td>(.*?)</td>\n</tr>\n?", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_NOT_IN_ANCHOR = re.compile(r"[^\w.]")
_UNDERSCORE = re.compile(r"(?<=\w)_(?=\w)")
_FITS = 12
"""Characters of a name that has room in a column on a phone."""
_NONE = "-"
_RETURN_VALUE = "返回值"
_ENDINGS = {rewrite: words + FULL_STOP for rewrite, words in REWRITE_PHRASES.items()}
_SCROLL = '<div class="apimap-scroll apimap-parameters" role="group" tabindex="0" aria-label="参数映射，可左右滚动">'
_HEAD = (
    '<table class="apimap-table" role="table"><thead role="rowgroup"><tr role="row">'
    + "".join(
        f'<th role="columnheader" scope="col">{name}</th>' for name in ("PyTorch", "关系", "PaddlePaddle", "备注")
    )
    + '</tr></thead><tbody role="rowgroup">'
)


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the table: its cells as HTML, and what they say."""

    torch: str
    paddle: str
    note: str
    relation: str
    rewrite: str
    anchor: str

    @property
    def attributes(self) -> str:
        """What the style sheet knows a row or a mark by."""
        rewrite = f' data-rewrite="{self.rewrite}"' if self.rewrite else ""
        return f'data-relation="{self.relation}"{rewrite}'

    def name(self, side: str) -> str:
        """The bare name on a side; empty where the side has none."""
        cell = plain(self.torch if side == "torch" else self.paddle)
        return "" if cell in {_NONE, _RETURN_VALUE} else cell.lstrip("*")


def plain(html: str) -> str:
    """The text of a piece of HTML."""
    return unescape(_TAG.sub("", html)).strip()


def read_rows(html: str, types: Collection[str], prefix: str) -> tuple[ShownRow, ...]:
    """The rows of the first table; ``types`` are the parameters whose type differs, ``prefix`` is that of anchors."""
    table = _TABLE.search(html)
    return tuple(_row(match, types, prefix) for match in _ROW.finditer(table.group())) if table else ()


def _row(match: re.Match[str], types: Collection[str], prefix: str) -> ShownRow:
    torch, paddle, note = match.groups()
    rewrite = next((rewrite for rewrite, ending in _ENDINGS.items() if note.endswith(ending)), None)
    label = torch if torch != _NONE else paddle
    relation = _relation(torch, paddle, note, "type" if plain(label) in types else "usage" if rewrite else "")
    side = "p" if torch == _NONE else "t"
    anchor = f"{prefix}{side}-{_NOT_IN_ANCHOR.sub('', plain(label))}"
    return ShownRow(torch, paddle, note, relation, rewrite or "", anchor)


def _relation(torch: str, paddle: str, note: str, difference: str) -> str:
    if torch == paddle == _RETURN_VALUE:
        return "returns"
    if paddle == _NONE and "Paddle 无此参数" in note:
        return "torch-only"
    if torch == _NONE and "PyTorch 无此参数" in note:
        return "paddle-only"
    if difference:
        return difference
    if "与 PyTorch 默认值不同，" in note:
        return "default"
    return "same" if torch == paddle else "renamed"


def dress_table(html: str, rows: Collection[ShownRow], examples: Mapping[str, str]) -> str:
    """The table with a column for the relation; ``examples`` are the anchors of the examples by parameter."""
    if not rows:
        return html
    body = "".join(_dressed(row, examples) for row in rows)
    return _TABLE.sub(lambda _: f"{_SCROLL}{_HEAD}{body}</tbody></table></div>", html, count=1)


def _dressed(row: ShownRow, examples: Mapping[str, str]) -> str:
    none = ' class="apimap-none"'
    cells = (
        f'<td role="cell"{none if row.torch == _NONE else ""}>{_breakable(row.torch)}</td>',
        f'<td role="cell"><span class="apimap-relation">{LABELS[row.relation]}</span></td>',
        f'<td role="cell"{none if row.paddle == _NONE else ""}>{_breakable(row.paddle)}</td>',
        f'<td role="cell">{_note(row, examples)}</td>',
    )
    return f'<tr role="row" id="{row.anchor}" {row.attributes}>{"".join(cells)}</tr>'


def _breakable(cell: str) -> str:
    """A name that is too long for a phone's column breaks after an underscore, and not anywhere."""
    return _UNDERSCORE.sub("_<wbr>", cell) if len(cell) > _FITS and "<" not in cell else cell


def _note(row: ShownRow, examples: Mapping[str, str]) -> str:
    """The note; what becomes of the parameter is marked, and leads to its example."""
    if not row.rewrite:
        return row.note
    words = REWRITE_PHRASES[Rewrite(row.rewrite)]
    start = row.note[: -len(words + FULL_STOP)]
    anchor = examples.get(plain(row.torch)) if row.rewrite == Rewrite.EXAMPLE else None
    mark = f'<span class="apimap-rewrite">{words}</span>'
    return f'{start}<a href="#{escape(anchor)}">{mark}</a>{FULL_STOP}' if anchor else f"{start}{mark}{FULL_STOP}"
