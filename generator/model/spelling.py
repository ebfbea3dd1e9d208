"""Finds the known word closest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Returns the known word closest to ``word``, or an empty string where none is similar (0 to 1) enough.

    Of words that differ in case alone, the one that is written like ``word``.
    """
    from difflib import (  # slow to import, and needed only where something is misspelt
        SequenceMatcher,
        get_close_matches,
    )

    names = list(known)
    matches = get_close_matches(word.casefold(), {name.casefold() for name in names}, n=1, cutoff=cutoff)
    found = [name for name in names if matches and name.casefold() == matches[0]]
    return max(found, key=lambda name: SequenceMatcher(None, word, name).ratio(), default="")
