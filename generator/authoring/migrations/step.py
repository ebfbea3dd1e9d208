"""The base class of migrations, and the application of one to a record's text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.catalog.index import Libraries
from generator.lint.edit_text import edit_document
from generator.model.finding import Edit, Loc
from generator.storage.yaml_file import RecordSource, build_record
from generator.storage.yaml_text import Document


@dataclass(frozen=True, slots=True)
class Change:
    """What a migration does to one place of a record; without edits, a person has to, for the reason in ``words``."""

    loc: Loc
    words: str
    edits: tuple[Edit, ...] = ()


class Migration(ABC):
    """One step. It must find nothing to do in its own result."""

    number: int
    title: str
    """What it does, in Chinese, without a full stop."""

    @abstractmethod
    def changes(self, source: RecordSource, libraries: Libraries) -> Iterator[Change]:
        """Finds what the step does to a record, and what it leaves to people."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """One record before and after a migration, what was done and what is left, with their places before."""

    before: RecordSource
    after: RecordSource
    done: tuple[Change, ...]
    left: tuple[Change, ...]


def migrate_record(source: RecordSource, changes: Sequence[Change]) -> Migrated:
    """Applies changes to a record's text; one that no text can show is left to people."""
    document = source.document
    done: list[Change] = []
    left: list[Change] = []
    for change in changes:
        after = _edited(document, change.edits) if change.edits else None
        document = after or document
        (done if after is not None else left).append(change)
    return Migrated(source, build_record(document) if done else source, tuple(done), tuple(left))


def _edited(document: Document, edits: Sequence[Edit]) -> Document | None:
    current: Document | None = document
    for edit in edits:
        current = edit_document(current, edit) if current is not None else None
    return current
