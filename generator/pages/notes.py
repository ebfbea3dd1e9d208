"""The page 迁移经验: every migration note by theme, with its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.evidence import SnippetResult
from generator.model.family import Family
from generator.model.finding import Finding
from generator.model.migration_note import HOLDS_NAMES, Holds, MigrationNote, NoteCheck, Theme, expects_difference
from generator.model.status import Outcome
from generator.pages import markdown
from generator.pages.addresses import page_link
from generator.pages.difference import ShownFinding, both_sides, shown_finding
from generator.pages.verification import Badge, status_badge
from generator.storage.yaml_file import ModelSource

_OUTCOME_NAMES = {Outcome.PASSED: "已证明", Outcome.SKIPPED: "没有运行"}


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """One piece of code with what it proves and what came of it."""

    title: str
    result: str
    code: str


@dataclass(frozen=True, slots=True)
class ShownNote:
    """One note; every string is ready to stand in the Markdown file, ``holds`` and ``anchor`` in an attribute."""

    anchor: str
    title: str
    holds: Holds
    holds_name: str
    badge: Badge | None
    surprise: str
    today: str
    advice: str
    apis: tuple[str, ...]
    checks: tuple[ShownCheck, ...]


@dataclass(frozen=True, slots=True)
class NotesPage:
    """Everything that ``notes.md.j2`` prints."""

    themes: tuple[tuple[str, tuple[ShownNote, ...]], ...]
    counts: tuple[tuple[str, int], ...]
    findings: tuple[ShownFinding, ...]


def notes_page(catalog: Catalog, findings: Sequence[Finding]) -> NotesPage:
    """All notes under their themes, by number; ``findings`` are those of any file."""
    files = {source.file for source in catalog.notes}
    notes = [(source, source.model) for source in catalog.by_note.values() if source.model is not None]
    themes = (
        (theme.value, tuple(_shown(catalog, source, note) for source, note in notes if note.theme is theme))
        for theme in Theme
    )
    numbers = Counter(note.holds for _, note in notes)
    return NotesPage(
        tuple((title, shown) for title, shown in themes if shown),
        tuple((HOLDS_NAMES[holds], numbers[holds]) for holds in Holds if numbers[holds]),
        tuple(shown_finding(finding) for finding in findings if finding.file in files),
    )


def _shown(catalog: Catalog, source: ModelSource[MigrationNote], note: MigrationNote) -> ShownNote:
    return ShownNote(
        anchor=markdown.attribute(source.stem),
        title=markdown.inline(note.title),
        holds=note.holds,
        holds_name=HOLDS_NAMES[note.holds],
        badge=status_badge(catalog, note),
        surprise=markdown.paragraph(note.surprise),
        today=markdown.inline(note.today),
        advice=markdown.inline(note.advice),
        apis=tuple(_api(catalog, api) for api in note.apis),
        checks=tuple(shown_checks(catalog, note)),
    )


def _api(catalog: Catalog, api: str) -> str:
    """The API, linked to the page that speaks of it, be it under another name."""
    source = catalog.source_of(api)
    if source is None or source.record is None or not source.record.category.has_page:
        return markdown.code(api)
    return page_link(catalog, source.record.torch, api)


def shown_checks(catalog: Catalog, proven: MigrationNote | Family) -> Iterator[ShownCheck]:
    """The code of a note or a family, each with what became of it."""
    evidence = catalog.evidence.get(proven.key)
    current = evidence is not None and evidence.is_current(proven, catalog.settings.versions)
    results = {result.at: result for result in evidence.results} if evidence is not None and current else {}
    for loc, check in proven.snippets():
        result = results.get(".".join(map(str, loc)))
        yield ShownCheck(markdown.inline(check.title), markdown.inline(_result(check, result)), both_sides(check))


def _result(check: NoteCheck, result: SnippetResult | None) -> str:
    """Whether the code proved what its title says, and by what difference."""
    if result is None:
        return "应当两边不同，尚未验证" if expects_difference(check) else "应当两边相同，尚未验证"
    name = _OUTCOME_NAMES.get(result.outcome, "没有得到证明")
    return f"{name}：{result.message.rstrip('。')}" if result.message else name
