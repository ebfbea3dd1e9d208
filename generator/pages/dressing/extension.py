"""The Markdown extension that dresses pages: named in ``mkdocs.yml``, it works in every engine that runs Python-Markdown."""

from __future__ import annotations

from typing import Any

from markdown import Markdown  # type: ignore[import-untyped]
from markdown.extensions import Extension  # type: ignore[import-untyped]
from markdown.postprocessors import Postprocessor  # type: ignore[import-untyped]
from markdown.preprocessors import Preprocessor  # type: ignore[import-untyped]

from generator.pages.dressing.page import dress, put_signatures_aside
from generator.pages.row_anchors import dress_lists

_BEFORE_FENCES = 27
"""After whitespace is made plain, and before blocks of code are highlighted."""
_LAST = -10
"""After everything else: what the other extensions put aside is in its place again."""


class _Signatures(Preprocessor):  # type: ignore[misc]  # it comes without types
    def run(self, lines: list[str]) -> list[str]:
        """The lines with signatures put aside as they are: the page shows them in colours of its own."""
        return put_signatures_aside("\n".join(lines), self.md.htmlStash.store).split("\n")


class _Dresser(Postprocessor):  # type: ignore[misc]  # it comes without types
    def run(self, text: str) -> str:
        """The page's HTML, dressed; the table of contents is given its groups on the way."""
        tokens: list[dict[str, Any]] = getattr(self.md, "toc_tokens", [])
        return dress_lists(dress(text, tokens))


class DressingExtension(Extension):  # type: ignore[misc]  # it comes without types
    """Dresses difference pages, and the lists and pairs of code on any page."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  (Python-Markdown's name)
        """Registers a step before all others make HTML, and one after them."""
        md.preprocessors.register(_Signatures(md), "apimap-signatures", _BEFORE_FENCES)
        md.postprocessors.register(_Dresser(md), "apimap-dressing", _LAST)


def makeExtension(**options: Any) -> DressingExtension:  # noqa: N802  (Python-Markdown's name)
    """What Python-Markdown calls for an extension that is named by its module."""
    return DressingExtension(**options)
