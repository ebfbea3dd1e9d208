"""The catalogue: all records of a project folder, its settings, what the libraries offer, and what was verified."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from generator.catalog.files import UnusableError, read_inventories, read_settings, read_source
from generator.model.evidence import Evidence, Testable, evidence_status, is_drop_in
from generator.model.family import Family
from generator.model.inventory import ApiEntry, Inventory
from generator.model.migration_note import MigrationNote
from generator.model.record import Record
from generator.model.settings import Section, Settings
from generator.model.status import Status
from generator.model.topics import Topics
from generator.storage.evidence_file import EvidenceError, read_evidence
from generator.storage.yaml_file import ModelSource, RecordSource, read_model

DATA = "mapping_data"
SETTINGS = f"{DATA}/catalog.yml"
RECORDS = f"{DATA}/records"
INVENTORY = f"{DATA}/inventory"
NOTES = f"{DATA}/notes"
TOPICS = f"{DATA}/topics.yml"
FAMILIES = f"{DATA}/families"

TestedSource = RecordSource | ModelSource[MigrationNote] | ModelSource[Family]
"""A file that may hold code to run."""
OtherSource = ModelSource[MigrationNote] | ModelSource[Family] | ModelSource[Topics]
"""A file beside the records."""


class CatalogError(Exception):
    """The project folder cannot be read at all; the message says what, where and how to mend it."""


@dataclass(frozen=True)
class Catalog:
    """All that is known, in memory. Built by ``load_catalog`` from files, and by tests from text."""

    settings: Settings
    sources: tuple[RecordSource, ...]
    inventories: Mapping[str, Inventory] = field(default_factory=dict)
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    notes: tuple[ModelSource[MigrationNote], ...] = ()
    topics: ModelSource[Topics] | None = None
    families: tuple[ModelSource[Family], ...] = ()
    settings_source: ModelSource[Settings] | None = None
    """The file that the settings stand in, where they were read from one."""

    @cached_property
    def by_api(self) -> Mapping[str, RecordSource]:
        """The source of each recorded torch API; of two for the same API the first by path counts."""
        found: dict[str, RecordSource] = {}
        for source in self.sources:
            if source.record is not None:
                found.setdefault(source.record.torch, source)
        return found

    @cached_property
    def by_alias(self) -> Mapping[str, RecordSource]:
        """The source that names an alias."""
        found: dict[str, RecordSource] = {}
        for source in self.by_api.values():
            for alias in source.record.aliases if source.record else ():
                found.setdefault(alias, source)
        return found

    def source_of(self, api: str) -> RecordSource | None:
        """The source that speaks of an API, under its own name or as an alias."""
        return self.by_api.get(api) or self.by_alias.get(api)

    def records(self) -> Iterator[Record]:
        """Each API's record, by name."""
        for api in sorted(self.by_api, key=str.casefold):
            record = self.by_api[api].record
            assert record is not None
            yield record

    @cached_property
    def by_note(self) -> Mapping[str, ModelSource[MigrationNote]]:
        """The source of each migration note by its key, in the order of their numbers."""
        numbered = [(source.model.number, source) for source in self.notes if source.model is not None]
        found: dict[str, ModelSource[MigrationNote]] = {}
        for _, source in sorted(numbered, key=lambda item: item[0]):
            assert source.model is not None
            found.setdefault(source.model.key, source)
        return found

    @cached_property
    def by_family(self) -> Mapping[str, ModelSource[Family]]:
        """The source of each family by its torch module; of two for the same module the first by path counts."""
        found: dict[str, ModelSource[Family]] = {}
        for source in self.families:
            if source.model is not None:
                found.setdefault(source.model.key, source)
        return found

    @property
    def tested(self) -> dict[str, TestedSource]:
        """The source of everything that may have evidence, by what that is kept under."""
        return {**self.by_api, **self.by_note, **self.by_family}

    @property
    def other_sources(self) -> tuple[OtherSource, ...]:
        """The files beside the records that lint examines too: notes, families and topics."""
        return (*self.notes, *self.families, *((self.topics,) if self.topics is not None else ()))

    @property
    def all_sources(self) -> tuple[RecordSource | OtherSource | ModelSource[Settings], ...]:
        """Every file that lint may speak of."""
        settings = (self.settings_source,) if self.settings_source is not None else ()
        return (*self.sources, *self.other_sources, *settings)

    def notes_on(self, apis: Collection[str]) -> Iterator[ModelSource[MigrationNote]]:
        """The migration notes that touch one of these APIs."""
        for source in self.by_note.values():
            if source.model is not None and not set(source.model.apis).isdisjoint(apis):
                yield source

    def entry(self, api: str) -> ApiEntry | None:
        """What the inventory of the pinned version knows of an API of any library."""
        inventory = self.inventories.get(api.partition(".")[0])
        return inventory.find(api) if inventory is not None else None

    def status(self, tested: Testable) -> Status:
        """What a reader may rely on: what verification found, if it was of this content and these versions."""
        return evidence_status(self.evidence.get(tested.key), tested, self.settings.versions)

    def is_drop_in(self, record: Record) -> bool:
        """Whether changing the prefix is shown to be enough."""
        return is_drop_in(self.evidence.get(record.torch), record, self.settings.versions)

    def sections_of(self, api: str) -> tuple[Section, ...]:
        """The master table's sections that ``api`` falls in: exactly one, if all is right."""
        return self.settings.sections_of(api)


def tested_part(source: TestedSource) -> Testable | None:
    """What is in a file to be verified; None where the file could not be read."""
    return source.record if isinstance(source, RecordSource) else source.model


def load_catalog(root: Path) -> Catalog:
    """Reads the project folder ``root``. A record that cannot be read is kept as a source with its defects.

    Raises:
        CatalogError: there is no ``mapping_data``, or its ``catalog.yml``, an inventory or the evidence cannot be used.
    """
    return replace(load_surroundings(root), sources=tuple(map(read_source, record_paths(root))))


def load_surroundings(root: Path) -> Catalog:
    """All of the project folder ``root`` but the records.

    Raises:
        CatalogError: as ``load_catalog``.
    """
    if not (root / RECORDS).is_dir():
        raise CatalogError(f"{root / RECORDS} 不存在：请在项目根目录中运行，或用 --root 指定含有 {DATA}/ 的目录。")
    try:
        settings, settings_source = read_settings(root / SETTINGS)
        inventories = read_inventories(root / INVENTORY, settings)
        evidence = read_evidence(root)
    except (UnusableError, EvidenceError) as error:
        raise CatalogError(str(error)) from error
    notes = tuple(read_model(MigrationNote, path) for path in sorted((root / NOTES).glob("*.y*ml")))
    topics = read_model(Topics, root / TOPICS) if (root / TOPICS).exists() else None
    families = tuple(read_model(Family, path) for path in sorted((root / FAMILIES).glob("*.y*ml")))
    return Catalog(settings, (), inventories, evidence, notes, topics, families, settings_source)


def record_paths(root: Path) -> list[Path]:
    """Every record file of a project folder, in the order in which they are shown."""
    return list(map(Path, record_files(root)))


def record_files(root: Path) -> list[str]:
    """The same as text with slashes, as a source names its file; thousands of ``Path`` take their time."""
    found: list[tuple[list[str], str]] = []
    for folder, folders, names in os.walk(root / RECORDS):  # ``rglob`` takes several times as long
        place = folder.replace(os.sep, "/")
        parts = place.split("/")
        found += [
            ([*parts, name], f"{place}/{name}") for name in (*folders, *names) if name.endswith((".yml", ".yaml"))
        ]
    return [file for _, file in sorted(found)]
