"""Code → HTML in the colours of the theme, by Pygments' lexers and its short names of classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup
from pygments.lexer import words  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]
from pygments.token import STANDARD_TYPES, Name, Punctuation, Text  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

from generator.publishing.pages.html import escape

_PLAIN = frozenset({"n", "p", "w", ""})
"""Names, punctuation and white space have the colour of the code itself and get no element: pages are smaller."""


@lru_cache(maxsize=4096)
def highlight(code: str, language: str = "python") -> Markup:
    """Returns the code as HTML; plain text in an unknown language."""
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


def _meaningful() -> Iterator[str]:
    """Yields the words that Pygments marks in Python code, wherever they stand."""
    yield from ("def", "class", "lazy", "from", "import", "match", "case", "type", "_", "self", "cls")
    yield from ("in", "is", "and", "or", "not", "Ellipsis", "NotImplemented")
    for state in ("keywords", "expr-keywords", "builtins", "magicfuncs", "magicvars"):
        for rule, *_ in PythonLexer.tokens[state]:
            yield from rule.words if isinstance(rule, words) else ()


class _QuickPythonLexer(PythonLexer):  # type: ignore[misc]
    """Pygments' lexer, which first looks for what most of the code is, and tries forty other rules on it otherwise."""

    _NAME = rf"(?!(?:{'|'.join(map(re.escape, _meaningful()))})\b)[A-Za-z_]\w*(?![\w\"'])"
    tokens = {  # noqa: RUF012  (read once, by the class's own class)
        **PythonLexer.tokens,
        "root": [
            (_NAME, Name),
            (r"\.(?!\d)|[,()\[\]]", Punctuation),
            (r"(?<=\S) +", Text),
            *PythonLexer.tokens["root"],
        ],
    }


@cache
def _lexer(language: str) -> Any:
    if language == "python":
        return _QuickPythonLexer()
    try:
        return get_lexer_by_name(language or "text")
    except ClassNotFound:
        return None


@cache
def _style(token: Any) -> str:
    """Returns the class of a token's type or of the nearest type above it; none for what is not marked."""
    while token not in STANDARD_TYPES:
        token = token.parent
    style = str(STANDARD_TYPES[token])
    return "" if style in _PLAIN else style
