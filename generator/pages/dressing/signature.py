"""A signature in HTML: each parameter that needs a look is marked, and leads to its row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from generator.model.signature import Signature
from generator.pages.dressing.rows import LABELS, ShownRow, plain

_NAME = re.compile(r"\**(\w+)")
_ALL_MARKED = frozenset({"default", "paddle-only", "torch-only"})
"""Relations in which the default belongs to what differs."""
_OTHER = {"torch": "Paddle", "paddle": "PyTorch"}


def is_long(text: str) -> bool:
    """Whether a signature is printed with a parameter a line."""
    return "\n" in text.strip()


def dress_signature(text: str, side: str, rows: Sequence[ShownRow], *, long: bool) -> str:
    """The block of a signature, on one line or with a parameter a line; of one that cannot be read the text alone."""
    return f'<pre class="apimap-signature"><code>{_code(text.strip(), side, rows, long=long)}</code></pre>'


def _code(text: str, side: str, rows: Sequence[ShownRow], *, long: bool) -> str:
    api, opening, _ = text.partition("(")
    try:
        parts = Signature.parse(text).parts() if opening else []
    except ValueError:
        return escape(text)
    if not parts or "".join(", ".join(parts).split()) != "".join(text[len(api) + 1 : -1].split()):
        return escape(text)
    of_name = _marked_rows(side, rows)
    shown = [_part(part, side, of_name) for part in parts]
    if not long:
        return f"{escape(api)}({', '.join(shown)})"
    lines = "".join(f'<span class="apimap-line">    {part},</span>' for part in shown)
    return f'{escape(api)}({lines}<span class="apimap-line">)</span>'


def _marked_rows(side: str, rows: Sequence[ShownRow]) -> dict[str, ShownRow]:
    """The row of each parameter that differs. Where several rows name one parameter, the first counts."""
    found: dict[str, ShownRow] = {}
    for row in rows:
        if row.relation != "same" and (name := row.name(side)):
            found.setdefault(name, row)
    return found


def _part(part: str, side: str, rows: dict[str, ShownRow]) -> str:
    match = _NAME.match(part)
    row = rows.get(match.group(1)) if match is not None else None
    if match is None or row is None:
        return escape(part)
    end = len(part) if row.relation in _ALL_MARKED else match.end()
    return (
        f'<a class="apimap-mark" href="#{row.anchor}" {row.attributes} title="{escape(_title(row, side))}">'
        f"{escape(part[:end])}</a>{escape(part[end:])}"
    )


def _title(row: ShownRow, side: str) -> str:
    other = plain(row.paddle if side == "torch" else row.torch)
    if row.relation == "renamed":
        return f"{LABELS[row.relation]}：{_OTHER[side]} 为 {other}"
    return LABELS[row.relation]
