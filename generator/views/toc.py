"""A page's table of contents."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TocEntry:
    """A heading with those below it; ``level`` is that of the HTML element, 1 for the page's title."""

    level: int
    anchor: str
    text: str
    children: tuple[TocEntry, ...] = ()


def nest(entries: list[TocEntry]) -> tuple[TocEntry, ...]:
    """Headings in the order of the page, each with the following ones of a lower rank as its children."""
    roots: list[TocEntry] = []
    while entries:
        first, *rest = entries
        below = next((index for index, entry in enumerate(rest) if entry.level <= first.level), len(rest))
        roots.append(TocEntry(first.level, first.anchor, first.text, nest(rest[:below])))
        entries = rest[below:]
    return tuple(roots)
