"""The migration notes and topics that are shipped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from samples import shipped_catalog

from generator.catalog.catalog import Catalog
from generator.model.migration_note import MigrationNote
from generator.model.status import Outcome, Status
from generator.model.topics import Entry, EntryKind

NUMBER_OF_NOTES = 53
NAMES = Path(__file__).parent / "data/topics/names.txt"


@pytest.fixture(scope="module")
def shipped() -> Catalog:
    """The catalogue of this repository."""
    return shipped_catalog()


def notes(catalog: Catalog) -> list[MigrationNote]:
    """All notes that can be read."""
    return [source.model for source in catalog.notes if source.model is not None]


def entries(catalog: Catalog) -> list[Entry]:
    """All lines of all topics."""
    assert catalog.topics is not None
    assert catalog.topics.model is not None
    return [entry for topic in catalog.topics.model.topics for entry in topic.entries]


def test_every_experience_has_one_note(shipped: Catalog) -> None:
    """Each number is there once, and each file can be read."""
    assert len(shipped.notes) == NUMBER_OF_NOTES
    assert sorted(note.number for note in notes(shipped)) == list(range(1, NUMBER_OF_NOTES + 1))


def test_note_files_have_names_that_are_anchors(shipped: Catalog) -> None:
    """A file's name is part of an address: lower case, digits and hyphens."""
    assert [source.stem for source in shipped.notes if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", source.stem)] == []


def test_notes_name_apis_that_exist(shipped: Catalog) -> None:
    """A note is found from an API's page only if the name is right."""
    assert [api for note in notes(shipped) for api in note.apis if shipped.entry(api) is None] == []


def test_notes_are_proven(shipped: Catalog) -> None:
    """Every check of a note passed on the pinned versions, or the note says that it cannot be checked."""
    for note in notes(shipped):
        assert shipped.status(note) in {Status.VERIFIED, Status.NOTHING}, note.title
    proven = [shipped.evidence[note.key] for note in notes(shipped) if note.checks]
    assert {evidence.outcome for evidence in proven} == {Outcome.PASSED}


def test_every_common_function_has_a_line(shipped: Catalog) -> None:
    """Each name that readers look for is in a topic."""
    wanted = {line for line in NAMES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")}
    assert wanted == {entry.api for entry in entries(shipped)}


def test_every_api_in_the_topics_has_a_record(shipped: Catalog) -> None:
    """Counterpart and category come from the record."""
    apis = {entry.api for entry in entries(shipped) if entry.kind is EntryKind.API}
    assert {api for api in apis if shipped.source_of(api) is None} == set()


def test_topics_name_apis_that_exist(shipped: Catalog) -> None:
    """All but third-party tools are in the inventory of torch or torchvision."""
    own = {entry.api for entry in entries(shipped) if entry.kind is not EntryKind.TOOL}
    assert [api for api in sorted(own) if shipped.entry(api) is None] == []


def test_meanings_are_sentences(shipped: Catalog) -> None:
    """Every meaning and remark ends with a full stop."""
    texts = [text for entry in entries(shipped) for text in (entry.meaning, entry.remark) if text]
    assert [text for text in texts if not text.endswith("。")] == []
