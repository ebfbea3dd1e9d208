"""Finds the known word closest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Returns the known word closest to ``word``, or an empty string where none is similar (0 to 1) enough."""
    from difflib import get_close_matches  # slow to import, and needed only where something is misspelt

    matches = get_close_matches(word.casefold(), {name.casefold(): name for name in known}, n=1, cutoff=cutoff)
    return next((name for name in known if matches and name.casefold() == matches[0]), "")
