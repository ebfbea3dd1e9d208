"""A page's HTML without what nobody sees: the indentation and empty lines that templates leave are a fifth of a page."""

from __future__ import annotations

import re

_AS_IT_IS = re.compile(r"(<(?:pre|textarea|script|style)\b.*?</(?:pre|textarea|script|style)>)", re.DOTALL)
"""Elements in which a space or a line break means something."""
_BREAK = re.compile(r"\n\s+")


class Squeezed(str):
    """HTML that is squeezed already."""

    __slots__ = ()


def squeezed(html: str) -> str:
    """The HTML with one line break where several, or spaces after one, say no more. To do it twice changes nothing."""
    if isinstance(html, Squeezed):
        return html
    parts = _AS_IT_IS.split(html)
    parts[::2] = [_BREAK.sub("\n", part) for part in parts[::2]]
    return "".join(parts)
