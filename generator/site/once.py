"""While many pages are made: what MkDocs and Pygments work out anew for every page and every block is worked out once.

Nothing of it depends on the page. A test compares the pages with those that are made without this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

import markdown  # type: ignore[import-untyped]
import mkdocs.structure.pages
import pymdownx.highlight  # type: ignore[import-untyped]
from mkdocs.structure.pages import _RawHTMLPreprocessor
from mkdocs.utils import get_build_date
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

_ANCHOR_NAME = re.compile(r"\b(?:id|name)\s*=", re.IGNORECASE)
"""What an attribute that names an anchor looks like; code may look so too."""

_find_anchors = _RawHTMLPreprocessor.run


def _find_named_anchors(preprocessor: _RawHTMLPreprocessor, lines: list[str]) -> list[str]:
    if _ANCHOR_NAME.search("\n".join(lines)):
        return _find_anchors(preprocessor, lines)
    preprocessor.present_anchor_ids = set()
    return lines


@contextmanager
def set_up_once() -> Iterator[None]:
    """Within it, one converter with its extensions serves all pages, one style sheet and lexer all blocks of code.

    And a page in which nothing can name an anchor is not parsed for the anchors in its HTML.
    """
    make_converter, make_styles = markdown.Markdown, HtmlFormatter._create_stylesheet  # noqa: SLF001  (it has no other)
    converters: dict[str, Any] = {}
    styles: dict[tuple[Any, str], tuple[Any, Any]] = {}

    def converter(**options: Any) -> Any:
        key = repr(options)
        if key not in converters:
            converters[key] = make_converter(**options)
        return converters[key].reset()

    def create_styles(formatter: Any) -> None:
        key = (formatter.style, formatter.classprefix)
        if key not in styles:
            make_styles(formatter)
            styles[key] = (formatter.ttype2class, formatter.class2style)
        formatter.ttype2class, formatter.class2style = styles[key]

    with ExitStack() as stack:
        stack.enter_context(_replaced(_RawHTMLPreprocessor, "run", _find_named_anchors))
        stack.enter_context(_replaced(markdown, "Markdown", converter))
        stack.enter_context(_replaced(HtmlFormatter, "_create_stylesheet", create_styles))
        lexer = cache(pymdownx.highlight.get_lexer_by_name)
        stack.enter_context(_replaced(pymdownx.highlight, "get_lexer_by_name", lexer))
        stack.enter_context(_replaced(mkdocs.structure.pages, "get_build_date", cache(get_build_date)))
        yield


@contextmanager
def _replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Within it, ``owner`` has another value under this name; ``unittest.mock`` takes 20 ms to import."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)
