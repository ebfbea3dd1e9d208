"""Which examples and checks are not run, and for what reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog, tested_part


@dataclass(frozen=True, slots=True)
class Skipped:
    """A piece of code that is not run: where it stands, and the reason that is written there."""

    key: str
    file: str
    line: int
    at: str
    reason: str


def skipped_snippets(catalog: Catalog) -> Iterator[Skipped]:
    """Every skipped example and check of records, notes and families, in the order of their keys."""
    for key, source in sorted(catalog.tested.items()):
        tested = tested_part(source)
        for loc, snippet in tested.snippets() if tested is not None else ():
            if snippet.skip:
                yield Skipped(key, source.file, source.span(loc).line, ".".join(map(str, loc)), snippet.skip)
