"""Anchors of headings, as Python-Markdown's ``toc`` makes them: links to a place in a page stay what they always were."""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown.extensions.toc import slugify_unicode, unique  # type: ignore[import-untyped]


@dataclass
class Anchors:
    """Gives out the anchors of one page in the order of its headings; none is given out twice."""

    taken: set[str] = field(default_factory=set)

    def make(self, heading: str) -> str:
        """The anchor of a heading's visible text."""
        return str(unique(slugify_unicode(heading, "-"), self.taken))
