"""A page's HTML without the indentation and empty lines that templates leave: a fifth of a page."""

from __future__ import annotations

import re

_AS_IT_IS = re.compile(r"(<(?:pre|textarea|script|style)\b.*?</(?:pre|textarea|script|style)>)", re.DOTALL)
"""Elements in which a space or a line break means something."""
_BREAK = re.compile(r"\n\s+")


def minified(html: str) -> str:
    """Returns the HTML with redundant line breaks, and spaces after them, reduced to one line break. Idempotent."""
    parts = _AS_IT_IS.split(html)
    parts[::2] = [_BREAK.sub("\n", part) for part in parts[::2]]
    return "".join(parts)
