"""Lists the examples and checks that are not run, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog, tested_part


@dataclass(frozen=True, slots=True)
class Skipped:
    """A piece of code that is not run, its place, and the reason that the file gives."""

    key: str
    file: str
    line: int
    at: str
    reason: str


def skipped_snippets(catalog: Catalog) -> Iterator[Skipped]:
    """Yields every skipped example and check of records, notes and families, in the order of their keys."""
    for key, source in sorted(catalog.tested.items()):
        tested = tested_part(source)
        for loc, snippet in tested.snippets() if tested is not None else ():
            if snippet.skip:
                yield Skipped(key, source.file, source.span(loc).line, ".".join(map(str, loc)), snippet.skip)
