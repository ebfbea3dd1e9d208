"""The names of parameters in the cells of a row."""

from __future__ import annotations

import re
from functools import lru_cache

NAME = re.compile(r"\*{0,2}[A-Za-z_]\w*", re.ASCII)
"""A parameter's name as it is written in a row."""

_BETWEEN = re.compile(r"\s*[,，、/]\s*|\s+[和与或]\s+")
_KEYWORDS_SLIP = re.compile(r"\*(\w*(?:kwargs|kargs|kwds|keywords)|kw)", re.ASCII)


@lru_cache(maxsize=8192)
def names_in(cell: str | None) -> tuple[str, ...]:
    """Returns the parameters that a cell names, without stars: one, or several in a row that PAR016 wants divided."""
    if cell is None:
        return ()
    parts = [part.strip("` ") for part in _BETWEEN.split(cell)]
    several = len(parts) > 1 and all(NAME.fullmatch(part) for part in parts)
    return tuple(part.lstrip("*") for part in parts) if several else (cell.lstrip("*"),)


def with_right_stars(name: str) -> str:
    """Adds the second star to a name with one that, like ``kwargs``, stands for keyword arguments.

    All such names in the pinned libraries, more than a thousand, have two stars.
    """
    return f"*{name}" if _KEYWORDS_SLIP.fullmatch(name) else name
