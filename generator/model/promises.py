"""What the last release of the data promised to keep: keys, names, addresses and anchors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Promises:
    """The promises of a release; one without a version was never made.

    ``commit`` is the one that it was made from, and ``format`` that of ``data.json``, whose keys and closed values are
    ``keys`` (``records.*.torch``). ``names`` are all torch names with an answer, each of which has the address
    ``api/NAME/``; ``pages`` are the other addresses, and ``anchors`` the headings of pages that are cited
    (``notes/#dtype``).
    """

    version: str = ""
    commit: str = ""
    format: str = ""
    keys: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()
    anchors: frozenset[str] = frozenset()
