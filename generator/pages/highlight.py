"""Code → HTML in the colours of the theme, by Pygments' lexers and its short names of classes."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.token import STANDARD_TYPES  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

from generator.pages.html import escape

_PLAIN = frozenset({"n", "p", "w", ""})
"""Names, punctuation and white space have the colour of the code itself: without elements pages are a good deal smaller."""


@lru_cache(maxsize=4096)
def highlight(code: str, language: str = "python") -> Markup:
    """The code as HTML; in a language that nobody knows, as plain text."""
    lexer = _lexer(language)
    if lexer is None:
        return Markup(f"{escape(code)}\n")  # noqa: S704  (escaped)
    parts: list[str] = []
    kind, text = "", ""
    for token, value in lexer.get_tokens(code):
        style = _style(token) if value != "." else ""
        if style == kind:
            text += value
        else:
            parts.append(_span(kind, text))
            kind, text = style, value
    return Markup("".join((*parts, _span(kind, text))))  # noqa: S704  (escaped)


def _span(kind: str, text: str) -> str:
    return f'<span class="{kind}">{escape(text)}</span>' if kind else escape(text)


@cache
def _lexer(language: str) -> Any:
    try:
        return get_lexer_by_name(language or "text")
    except ClassNotFound:
        return None


@cache
def _style(token: Any) -> str:
    """The class of a token's type or of the nearest type above it; none for what is not marked."""
    while token not in STANDARD_TYPES:
        token = token.parent
    style = str(STANDARD_TYPES[token])
    return "" if style in _PLAIN else style
