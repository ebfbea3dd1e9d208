"""The headings of a page: their anchors, and the table of contents."""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown.extensions.toc import slugify_unicode, unique  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class TocEntry:
    """A heading with those below it; ``level`` is that of the HTML element, 1 for the page's title."""

    level: int
    anchor: str
    text: str
    children: tuple[TocEntry, ...] = ()


def nest(entries: list[TocEntry]) -> tuple[TocEntry, ...]:
    """Returns headings in the order of the page, each with the following ones of a lower rank as its children."""
    roots: list[TocEntry] = []
    while entries:
        first, *rest = entries
        below = next((index for index, entry in enumerate(rest) if entry.level <= first.level), len(rest))
        roots.append(TocEntry(first.level, first.anchor, first.text, nest(rest[:below])))
        entries = rest[below:]
    return tuple(roots)


@dataclass
class Anchors:
    """Gives out the anchors of one page in the order of its headings; none is given out twice.

    They are those of Python-Markdown's ``toc``: links to a place in a page stay what they always were.
    """

    taken: set[str] = field(default_factory=set)

    def make(self, heading: str) -> str:
        """Returns the anchor of a heading's visible text."""
        return str(unique(slugify_unicode(heading, "-"), self.taken))
