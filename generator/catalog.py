"""The catalogue: all records of a project folder, its settings, what the libraries offer, and what was verified."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.evidence_file import EvidenceError, read_evidence
from generator.inventory_file import read_inventory
from generator.model.evidence import Evidence, Status, Testable, evidence_status, is_drop_in
from generator.model.finding import Span
from generator.model.inventory import ApiEntry, Inventory
from generator.model.migration_note import MigrationNote
from generator.model.record import Record
from generator.model.settings import Section, Settings
from generator.model.topics import Topics
from generator.yaml_data import UnusualError, read_data
from generator.yaml_file import ModelSource, RecordSource, build_record, read_model, read_record, validate
from generator.yaml_text import MAX_BYTES, Defect, Document, read_document

DATA = "mapping_data"
SETTINGS = f"{DATA}/catalog.yml"
RECORDS = f"{DATA}/records"
INVENTORY = f"{DATA}/inventory"
NOTES = f"{DATA}/notes"
TOPICS = f"{DATA}/topics.yml"


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

    @property
    def other_sources(self) -> tuple[ModelSource[MigrationNote] | ModelSource[Topics], ...]:
        """The files beside the records that lint examines too: notes and topics."""
        return (*self.notes, *((self.topics,) if self.topics is not None else ()))

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


def load_catalog(root: Path, spread: Spread | None = None) -> Catalog:
    """Reads the project folder ``root``. A record that cannot be read is kept as a source with its defects.

    ``spread`` divides the reading among processes.

    Raises:
        CatalogError: there is no ``mapping_data``, or its ``catalog.yml``, an inventory or the evidence cannot be used.
    """
    if not (root / RECORDS).is_dir():
        raise CatalogError(f"{root / RECORDS} 不存在：请在项目根目录中运行，或用 --root 指定含有 {DATA}/ 的目录。")
    settings = _load_settings(root / SETTINGS)
    inventories = _load_inventories(root / INVENTORY, settings)
    try:
        evidence = read_evidence(root)
    except EvidenceError as error:
        raise CatalogError(str(error)) from error
    notes = tuple(read_model(MigrationNote, path) for path in sorted((root / NOTES).glob("*.y*ml")))
    topics = read_model(Topics, root / TOPICS) if (root / TOPICS).exists() else None
    return Catalog(settings, tuple(read_sources(root, spread)), inventories, evidence, notes, topics)


_Raw = tuple[Path, bytes, Any]
"""A record file, its bytes, and its data where that could be read simply."""

Spread = Callable[[Callable[[Sequence[Path]], list[_Raw]], Sequence[Path]], list[_Raw]]
"""How the reading of many files is divided among processes."""


def read_sources(root: Path, spread: Spread | None = None) -> Iterator[RecordSource]:
    """Every record file below ``root``, read, in the order of their paths."""
    paths = sorted((root / RECORDS).rglob("*.y*ml"))
    if spread is None:
        yield from (read_source(path) for path in paths)
        return
    for path, raw, data in sorted(spread(_read_raw, paths), key=lambda item: item[0]):
        known = build_record(read_document(path.as_posix(), raw, data)) if data is not None else None
        yield known or read_source(path)


def _read_raw(paths: Sequence[Path]) -> list[_Raw]:
    """What takes long in reading files, and can be handed from one process to another."""
    return [(path, *_raw_and_data(path)) for path in paths]


def _raw_and_data(path: Path) -> tuple[bytes, Any]:
    """A file's bytes and data; no data where anything is unusual, which ``read_source`` then looks into."""
    try:
        raw = path.read_bytes()
        return raw, read_data(raw.decode("utf-8-sig")) if len(raw) <= MAX_BYTES else None
    except (OSError, UnicodeDecodeError, UnusualError):
        return b"", None


def read_source(path: Path) -> RecordSource:
    """One record file, read. A file that cannot be opened is a source with a defect."""
    try:
        return read_record(path.as_posix(), path.read_bytes())
    except OSError as error:
        defect = Defect("unreadable", Span(), {"problem": error.strerror or str(error)})
        return RecordSource(Document(path.as_posix(), ""), None, (defect,))


def _load_settings(path: Path) -> Settings:
    try:
        document = read_document(path.as_posix(), path.read_bytes())
    except OSError as error:
        raise CatalogError(f"无法读取 {path}：{error.strerror}。该文件声明版本、链接规则与总表的各节。") from error
    settings, defects = (None, document.defects) if document.defects else validate(Settings, document)
    if settings is None:
        lines = (f"{path}:{defect.span.line}:{defect.span.column} {_describe(defect)}" for defect in defects)
        raise CatalogError("\n".join(lines))
    return settings


def _describe(defect: Defect) -> str:
    key = ".".join(str(part) for part in defect.loc)
    return f"{key} {defect.values.get('problem', defect.kind)}".strip()


def _load_inventories(folder: Path, settings: Settings) -> dict[str, Inventory]:
    found: dict[str, Inventory] = {}
    for library, version in settings.versions.items():
        path = folder / f"{library}-{version}.txt"
        if path.exists():
            try:
                found[library] = read_inventory(path)
            except (OSError, ValueError) as error:
                raise CatalogError(f"无法使用 {path}：{error}。可用 apimap inventory 重新生成。") from error
    return found
