"""Mends findings that have one right answer, by changing only the text that they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from generator.catalog.catalog import Catalog
from generator.lint.edit_text import edit_document
from generator.model.finding import Edit, Finding, Loc, Remove, Reorder
from generator.storage.yaml_file import RecordSource, read_record
from generator.storage.yaml_text import Document

MAX_ROUNDS = 20
"""Most rounds of mending; each may uncover findings for the next. More would mean that two rules disagree."""

Linter = Callable[[Catalog], list[Finding]]


@dataclass(frozen=True, slots=True)
class Fixed:
    """The catalogue after mending, its findings, the sources that changed, and what was found before."""

    catalog: Catalog
    findings: list[Finding]
    changed: tuple[RecordSource, ...]
    before: list[Finding]


def fix_catalog(catalog: Catalog, lint: Linter) -> Fixed:
    """Mends until nothing more can be mended; the findings that are left are not fixable."""
    originals = {source.file: source for source in catalog.sources}
    findings = before = lint(catalog)
    for _ in range(MAX_ROUNDS):
        by_file: defaultdict[str, list[Finding]] = defaultdict(list)
        for finding in findings:
            by_file[finding.file].append(finding)
        sources = tuple(_fixed(source, by_file[source.file]) for source in catalog.sources)
        if all(new is old for new, old in zip(sources, catalog.sources, strict=True)):
            break
        catalog = replace(catalog, sources=sources)
        findings = lint(catalog)
    changed = tuple(source for source in catalog.sources if source is not originals[source.file])
    return Fixed(catalog, [replace(finding, edits=()) for finding in findings], changed, before)


def _fixed(source: RecordSource, findings: Sequence[Finding]) -> RecordSource:
    fixable = [finding for finding in findings if finding.fixable]
    text = fix_text(source.document, fixable) if fixable else source.document.text
    return source if text == source.document.text else read_record(source.file, text.encode())


def fix_text(document: Document, findings: Iterable[Finding]) -> str:
    """Returns the document's text with the findings' edits applied; all else stays byte for byte.

    A finding is mended whole or not at all. Of two about the same place the first is mended; the next round decides
    about the other.
    """
    taken: set[Loc] = set()
    for finding in sorted(findings, key=_order):
        locs = {edit.loc for edit in finding.edits}
        if any(_overlap(loc, other) for loc in locs for other in taken):
            continue
        after = _apply_all(document, finding.edits)
        if after is not None:
            document = after
            taken |= locs
    return document.text


def _apply_all(document: Document, edits: Sequence[Edit]) -> Document | None:
    current: Document | None = document
    for edit in edits:
        current = edit_document(current, edit) if current is not None else None
    return current


def _order(finding: Finding) -> tuple[int, tuple[int, ...]]:
    """Returns the sort key: edits that move other places come last, from the end of the file to its beginning."""
    moving = [edit for edit in finding.edits if isinstance(edit, Remove | Reorder)]
    if not moving:
        return 0, ()
    return 1, (-finding.span.line, -finding.span.column)


def _overlap(loc: Loc, other: Loc) -> bool:
    """Tells whether one of the places lies inside the other."""
    shorter = min(len(loc), len(other))
    return loc[:shorter] == other[:shorter]
