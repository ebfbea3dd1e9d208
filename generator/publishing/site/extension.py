"""The Markdown extension in ``mkdocs.yml``: tables that scroll, and finished bodies for engines without plugins.

MkDocs gets the bodies of generated pages from the plugin. Zensical runs no plugin, but Python-Markdown with the path
of the page: there the extension replaces the page's Markdown by the body that ``apimap render`` wrote.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from html import escape
from pathlib import Path
from typing import Any

from markdown import Markdown  # type: ignore[import-untyped]
from markdown.extensions import Extension  # type: ignore[import-untyped]
from markdown.postprocessors import Postprocessor  # type: ignore[import-untyped]
from markdown.preprocessors import Preprocessor  # type: ignore[import-untyped]
from markdown.treeprocessors import Treeprocessor  # type: ignore[import-untyped]

from generator.publishing.pages.bodies import read_body
from generator.publishing.views.words import SCROLL_TABLE

_FIRST, _LAST, _AFTER_INLINE = 1000, -1000, 5
_CONTEXT = "rendering_context"
"""Zensical's preprocessor that knows the page which is being converted."""


class _BodyReader(Preprocessor):  # type: ignore[misc]  # it comes without types
    """Finds the finished body of the page at hand, and leaves nothing to convert."""

    def run(self, lines: list[str]) -> list[str]:
        """Returns the lines, or none where there is a body."""
        self.md.apimap_body = None
        known = self.md.preprocessors
        context = known[_CONTEXT] if _CONTEXT in known else None  # noqa: SIM401  (a registry)
        if context is None:
            return lines
        found = read_body(Path(), context.page.path)
        if found is None:
            return lines
        context.page.meta.update({"generated": True, **found["meta"]})
        context.page.rendered_metadata_title = found["meta"].get("title")
        self.md.apimap_body = found
        return ["-"]


class _BodyWriter(Postprocessor):  # type: ignore[misc]  # it comes without types
    """Hands over the body, and its table of contents."""

    def run(self, text: str) -> str:
        """Returns the body, or the text where there is none."""
        found = self.md.apimap_body
        if found is None:
            return text
        self.md.toc_tokens = [_token(entry) for entry in found["toc"]]
        return str(found["body"])


class _TableWrapper(Treeprocessor):  # type: ignore[misc]  # it comes without types
    """Gives each table of a hand-written page a box that scrolls and that the keyboard reaches."""

    def run(self, root: ET.Element) -> None:
        """Wraps the tables below an element."""
        for parent in list(root.iter()):
            for index, table in enumerate(list(parent)):
                if table.tag == "table":
                    box = ET.Element(
                        "div",
                        {"class": "apimap-scroll", "role": "group", "tabindex": "0", "aria-label": SCROLL_TABLE},
                    )
                    box.tail, table.tail = table.tail, None
                    table.set("class", "apimap-table")
                    table.set("role", "table")
                    for cell in table.iter("th"):
                        cell.set("scope", "col")
                    parent[index] = box
                    box.append(table)


class ApimapExtension(Extension):  # type: ignore[misc]  # it comes without types
    """Registers the steps above."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  (Python-Markdown's name)
        """Adds the first and the last step of a conversion, and one in between."""
        md.preprocessors.register(_BodyReader(md), "apimap-body", _FIRST)
        md.treeprocessors.register(_TableWrapper(md), "apimap-tables", _AFTER_INLINE)
        md.postprocessors.register(_BodyWriter(md), "apimap-body", _LAST)


def _token(entry: dict[str, Any]) -> dict[str, Any]:
    """Returns a heading as the ``toc`` extension leaves it for engines."""
    text = escape(entry["text"], quote=False)
    children = [_token(child) for child in entry["children"]]
    anchor, level = escape(entry["anchor"]), entry["level"]
    return {"level": level, "id": anchor, "name": text, "html": text, "data-toc-label": "", "children": children}


def makeExtension(**options: Any) -> ApimapExtension:  # noqa: N802  (Python-Markdown's name)
    """Makes the extension for Python-Markdown, which finds it by its module's name."""
    return ApimapExtension(**options)
