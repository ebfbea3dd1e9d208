"""The catalogue: all records of a project folder, its settings, inventories and evidence."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar, cast

from generator.catalog.files import (
    UnusableError,
    read_earlier,
    read_glossary,
    read_inventories,
    read_promises,
    read_settings,
    read_source,
    read_uses,
)
from generator.catalog.forms import FormSource, form_sources
from generator.catalog.paddle_names import shadows_of, stems_of
from generator.catalog.repository import find_repository
from generator.model.call_verdict import CallVerdict
from generator.model.constant import Constant
from generator.model.demand import Demand
from generator.model.effort import effort_of
from generator.model.evidence import AttributeFact, Evidence, Testable, evidence_status
from generator.model.family import Family
from generator.model.glossary import Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.mark import mark_of
from generator.model.migration_note import MigrationNote
from generator.model.promises import Promises
from generator.model.record import Record
from generator.model.release import OnReleases, Release
from generator.model.sample_result import FactName, Samples, State
from generator.model.settings import Section, Settings
from generator.model.status import Status
from generator.model.topics import Topics
from generator.model.variation import Untold, Variation
from generator.storage.demand_file import DEMAND
from generator.storage.evidence_file import EVIDENCE, read_evidence
from generator.storage.file_bytes import RefusedFileError, check_folder
from generator.storage.json_lines import LinesError
from generator.storage.previous_categories import PreviousCategoriesError, read_previous_categories
from generator.storage.release_file import RELEASES, read_releases
from generator.storage.sample_file import FACTS, read_samples
from generator.storage.variation_file import VARIATIONS, read_variations
from generator.storage.yaml_file import ModelSource, RecordSource, read_model

DATA = "mapping_data"
SETTINGS = f"{DATA}/catalog.yml"
RECORDS = f"{DATA}/records"
INVENTORY = f"{DATA}/inventory"
NOTES = f"{DATA}/notes"
TOPICS = f"{DATA}/topics.yml"
GLOSSARY = f"{DATA}/glossary.yml"
FAMILIES = f"{DATA}/families"

Made = TypeVar("Made")

TestedSource = RecordSource | ModelSource[MigrationNote] | ModelSource[Family]
"""A file that may hold code to run."""
OtherSource = ModelSource[MigrationNote] | ModelSource[Family] | ModelSource[Topics]
"""A file of notes, topics or a family."""


class CatalogError(UnusableError):
    """The project folder cannot be read at all."""


@dataclass(frozen=True)
class Catalog:
    """The content of a project folder, built by ``load_catalog`` from files, and by tests from text."""

    settings: Settings
    sources: tuple[RecordSource, ...]
    inventories: Mapping[str, Inventory] = field(default_factory=dict)
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    notes: tuple[ModelSource[MigrationNote], ...] = ()
    topics: ModelSource[Topics] | None = None
    families: tuple[ModelSource[Family], ...] = ()
    settings_source: ModelSource[Settings] | None = None
    """The file of the settings, where they were read from one."""
    root: Path | None = None
    """The project folder, where it was read from one; no file outside of it is read for it."""
    variations: Mapping[str, Variation] = field(default_factory=dict)
    facts: Mapping[str, Samples] = field(default_factory=dict)
    """What others' samples showed of torch's names, recorded or not."""
    on_releases: Mapping[str, OnReleases] = field(default_factory=dict)
    """What the records' code gives on other releases of the libraries, by torch API."""
    earlier: Mapping[Release, Inventory] = field(default_factory=dict)
    """The inventories of these releases."""
    previous_categories: Mapping[str, str] = field(default_factory=dict)
    """The categories of the last release where they were others, by torch API."""
    demand: Demand = field(default_factory=Demand)
    glossary: Glossary = field(default_factory=Glossary)
    promises: Promises = field(default_factory=Promises)
    known_forms: dict[str, tuple[RecordSource, tuple[FormSource, ...]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """The forms of each file that were derived, which are the same objects as long as the file's source is."""
    beside_records: dict[str, tuple[tuple[object, ...], object]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """What ``kept`` returned, with what it was made of; kept when only records change."""

    @cached_property
    def record_sources(self) -> tuple[RecordSource, ...]:
        """The source of each file's record, followed by those of its forms."""
        return tuple(one for source in self.sources for one in (source, *self._forms(source)))

    def _forms(self, source: RecordSource) -> tuple[FormSource, ...]:
        if source.record is None or not source.record.forms:
            return ()
        known = self.known_forms.get(source.file)
        if known is None or known[0] is not source:
            known = self.known_forms[source.file] = source, tuple(form_sources(source, self.entry))
        return known[1]

    @cached_property
    def by_api(self) -> Mapping[str, RecordSource]:
        """The source of each recorded torch API; of two for the same API the first by path counts."""
        found: dict[str, RecordSource] = {}
        for source in self.record_sources:
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
        """Returns the source of an API, by its own name or as an alias."""
        return self.by_api.get(api) or self.by_alias.get(api)

    @cached_property
    def family_of(self) -> Mapping[str, ModelSource[Family]]:
        """The family that answers a name: a module, or a member that has no record of its own."""
        found: dict[str, ModelSource[Family]] = {}
        for source in self.by_family.values():
            assert source.model is not None
            for name in source.model.torch_names():
                if self.source_of(name) is None:
                    found.setdefault(name, source)
        return found

    @cached_property
    def answered(self) -> frozenset[str]:
        """Every torch name with an answer: by a record, as an alias, by a family, or as a constant."""
        return frozenset({*self.by_api, *self.by_alias, *self.family_of, *self.settings.constants})

    def constant_of(self, name: str) -> Constant | None:
        """Returns the constant of this name, of another name of the same object, or whose value has this member.

        ``torch.__version__.split`` belongs to the value of ``torch.__version__``.
        """
        entry, owner = self.entry(name), self.entry(name.rpartition(".")[0])
        found = (entry, owner if owner is not None and owner.kind is ApiKind.CONSTANT else None)
        names = (name, *(path for each in found if each is not None for path in (each.name, each.alias_of)))
        return next((self.settings.constants[each] for each in names if each in self.settings.constants), None)

    def records(self) -> Iterator[Record]:
        """Yields each API's record, by name."""
        for api in sorted(self.by_api, key=str.casefold):
            record = self.by_api[api].record
            assert record is not None
            yield record

    @cached_property
    def shadows(self) -> Mapping[str, Record]:
        """The Paddle APIs that are called like a torch API and are not its counterpart, each with that API's record."""
        return shadows_of(self.records(), self.entry)

    @cached_property
    def paddle_stems(self) -> Mapping[str, str]:
        """The Paddle APIs that have a page, each with the name of the page."""
        return stems_of({*(api for record in self.records() for api in record.paddle_apis), *self.shadows})

    def aliases_of(self, api: str) -> Sequence[str]:
        """Returns the other public names of an API, by the inventories."""
        return [name for inventory in self.inventories.values() for name in inventory.aliases.get(api, ())]

    def other_names(self, record: Record) -> tuple[str, ...]:
        """Returns a record's aliases, and unrecorded names of the same objects: ``torch.nn.modules.Linear``."""
        found = dict.fromkeys(record.aliases)
        for name in (record.torch, *record.aliases):
            entry = self.entry(name)
            canonical = (entry.alias_of or entry.name) if entry is not None else name
            found |= dict.fromkeys(
                each for each in (canonical, *self.aliases_of(canonical)) if each not in self.answered
            )
        return tuple(found)

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
        """The source of everything that may have evidence, by the key of that."""
        return {**self.by_api, **self.by_note, **self.by_family}

    def tested_as(self, name: str) -> tuple[TestedSource, ...]:
        """Returns what a command's argument names: a key, alias or file. A record includes its forms."""
        found = self.tested.get(name) or self.by_alias.get(name)
        if isinstance(found, FormSource):
            return (found,)
        return self._of_file.get(os.path.realpath(name if found is None else found.file), ())

    @cached_property
    def _of_file(self) -> Mapping[str, tuple[TestedSource, ...]]:
        """What each file holds; ``Path.resolve`` would fail in a loop of links."""
        found: dict[str, tuple[TestedSource, ...]] = {}
        sources: tuple[TestedSource, ...] = (*self.record_sources, *self.notes, *self.families)
        for source in sources:
            path = os.path.realpath(source.file)
            found[path] = (*found.get(path, ()), source)
        return found

    @property
    def other_sources(self) -> tuple[OtherSource, ...]:
        """The other files that lint examines: notes, families and topics."""
        return (*self.notes, *self.families, *((self.topics,) if self.topics is not None else ()))

    @property
    def all_sources(self) -> tuple[RecordSource | OtherSource | ModelSource[Settings], ...]:
        """Every file that lint may report."""
        settings = (self.settings_source,) if self.settings_source is not None else ()
        return (*self.sources, *self.other_sources, *settings)

    def notes_on(self, apis: Collection[str]) -> Iterator[ModelSource[MigrationNote]]:
        """Yields the migration notes about one of these APIs."""
        for source in self.by_note.values():
            if source.model is not None and not set(source.model.apis).isdisjoint(apis):
                yield source

    def entry(self, api: str) -> ApiEntry | None:
        """Returns the inventory's entry of an API of any library, for the pinned version."""
        inventory = self.inventories.get(api.partition(".")[0])
        return inventory.find(api) if inventory is not None else None

    @property
    def releases(self) -> tuple[Release, ...]:
        """The earlier releases that records are compared with, the newest of each library first."""
        return tuple(
            Release(library, version)
            for library, versions in self.settings.earlier.items()
            for version in reversed(versions)
        )

    def status(self, tested: Testable) -> Status:
        """Returns the mark of verification, for this content and the pinned versions."""
        evidence, versions = self.evidence.get(tested.key), self.settings.versions
        return self.once("status", tested, lambda: mark_of(evidence, self.untold(tested), tested, versions))

    def once(self, what: str, tested: Testable, make: Callable[[], Made]) -> Made:
        """Returns the result of ``make`` for a record, cached by the record object, as every list needs all of them."""
        known = self._made.get((what, tested.key))
        if known is None or known[0] is not tested:
            known = self._made[what, tested.key] = tested, make()
        return cast("Made", known[1])

    def kept(self, what: str, made_of: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Returns the result of ``make``, cached while ``made_of``, and all that is no record, stay the same."""
        known = self.beside_records.get(what)
        if known is None or known[0] != made_of:
            known = self.beside_records[what] = made_of, make()
        return cast("Made", known[1])

    @cached_property
    def _made(self) -> dict[tuple[str, str], tuple[Testable, object]]:
        return {}

    def efforts(self, record: Record) -> tuple[CallVerdict, ...]:
        """Returns the effort of each of a record's mappings, in its order, by current evidence."""
        evidence = None if self.status(record) is Status.STALE else self.evidence.get(record.torch)
        return self.once(
            "efforts", record, lambda: tuple(effort_of(record, *each, evidence) for each in record.mappings())
        )

    def effort(self, record: Record) -> CallVerdict:
        """Returns the effort of a record: that of its first mapping, which is the most used of several."""
        return self.efforts(record)[0]

    def evidence_status(self, tested: Testable) -> Status | None:
        """Returns what the evidence says of this content; None in a project that has no evidence at all."""
        if not self.evidence:
            return None
        return evidence_status(self.evidence.get(tested.key), tested, self.settings.versions)

    def lacks_variation(self, record: Record) -> bool:
        """Tells whether a record has code to run that was not varied as it is."""
        return self.variation(record) is None and any(record.equivalents())

    def has_passed(self, tested: Testable) -> bool:
        """Tells whether all of its own code was run, with the same result on both sides, whatever other inputs show."""
        return evidence_status(self.evidence.get(tested.key), tested, self.settings.versions) is Status.VERIFIED

    def variation(self, tested: Testable) -> Variation | None:
        """Returns what derived inputs showed; None where that is not known of this content and the pinned versions."""
        found = self.variations.get(tested.key)
        if found is None or not isinstance(tested, Record):
            return None
        versions = self.settings.versions
        return found if self.once("variation", tested, lambda: found.is_current(tested, versions)) else None

    def untold(self, tested: Testable) -> tuple[Untold, ...]:
        """Returns the untold differences that current runs found on inputs other than the code's own."""
        sources = (self.variation(tested), self.samples_of(tested) if isinstance(tested, Record) else None)
        return tuple(one for found in sources if found is not None for one in found.untold)

    def is_drop_in(self, record: Record) -> bool:
        """Tells whether current evidence shows that changing the prefix is enough, and no sample disproves it."""
        found = self.samples_of(record)
        is_disproved = found is not None and found.fact(FactName.PREFIX).state is State.FAILS
        evidence = self.current_evidence(record)
        return not is_disproved and evidence is not None and evidence.drop_in.holds is True

    def held_facts(self, record: Record) -> tuple[FactName, ...]:
        """Returns which of the three facts hold for a record's API; the prefix has to hold in its own code as well."""
        found = self.samples_of(record)
        return tuple(
            name
            for name in FactName
            if (
                self.is_drop_in(record)
                if name is FactName.PREFIX
                else found is not None and found.fact(name).state is State.HOLDS
            )
        )

    def samples_of(self, record: Record) -> Samples | None:
        """Returns what others' samples showed of a record's API, where that is of its rows and the pinned versions."""
        found, versions = self.facts.get(record.torch), self.settings.versions
        if found is None:
            return None
        return found if self.once("samples", record, lambda: found.is_current(record, versions)) else None

    def current_evidence(self, record: Record) -> Evidence | None:
        """Returns the record's evidence, where that is of this content and the pinned versions."""
        found, versions = self.evidence.get(record.torch), self.settings.versions
        if found is None:
            return None
        return found if self.once("evidence", record, lambda: found.is_current(record, versions)) else None

    def attributes(self, record: Record) -> Mapping[str, AttributeFact]:
        """Returns the measured attributes of a recorded class that have no record; empty where they are not current."""
        found, entry = self.current_evidence(record), self.entry(record.torch)
        owners = (record.torch, *(entry.bases if entry is not None else ()))
        return {
            name: fact
            for name, fact in (found.attributes.items() if found is not None else ())
            if not any(f"{owner}.{name}" in self.by_api for owner in owners)
        }

    def previous_category(self, record: Record) -> str | None:
        """Returns the category of the last release, where it was another one."""
        previous = self.previous_categories.get(record.torch)
        return previous if previous != record.category.name else None

    def sections_of(self, api: str) -> tuple[Section, ...]:
        """Returns the master table's sections that ``api`` falls in: exactly one, if all is right."""
        return self.settings.sections_of(api)


def tested_part(source: TestedSource) -> Testable | None:
    """Returns the content of a file to verify; None where the file could not be read."""
    return source.record if isinstance(source, RecordSource) else source.model


def load_catalog(root: Path, *, results: bool = True) -> Catalog:
    """Reads the project folder ``root``. A record that cannot be read is kept as a source with its defects.

    Without ``results``, the evidence, variations, facts and what other releases give are left out: a damaged file of
    them does not keep anybody from making it anew.

    Raises:
        CatalogError: there is no ``mapping_data``, or its ``catalog.yml``, an inventory or the results cannot be used.
    """
    return replace(
        load_without_records(root, results=results),
        sources=tuple(read_source(path, root) for path in record_paths(root)),
    )


def load_without_records(root: Path, *, results: bool = True) -> Catalog:
    """Reads all of the project folder ``root`` but the records; ``results`` as for ``load_catalog``.

    Raises:
        CatalogError: as ``load_catalog``.
    """
    if not (root / RECORDS).is_dir():
        raise CatalogError(
            f"{root / RECORDS} 不存在：请在项目根目录中运行，或用 --root 指定含有 {DATA}/ 的目录；要新建一个，用 apimap init DIR。"
        )
    try:
        for folder in (DATA, RECORDS, INVENTORY, EVIDENCE, VARIATIONS, FACTS, RELEASES, NOTES, FAMILIES):
            check_folder(root / folder, root)
        settings, settings_source = read_settings(root / SETTINGS, root)
        inventories = read_inventories(root / INVENTORY, settings, root)
        evidence = read_evidence(root) if results else {}
        variations = read_variations(root) if results else {}
        facts = read_samples(root) if results else {}
        on_releases = read_releases(root) if results else {}
        earlier = read_earlier(root / INVENTORY, settings, root) if results else {}
        demand = read_uses(root / DEMAND, root)
        glossary = read_glossary(root / GLOSSARY, root)
        previous = read_previous_categories(root)
        promises = read_promises(root)
    except RefusedFileError as error:
        raise CatalogError(f"无法读取 {error.filename}：{error}。{error.hint}") from error
    except UnusableError as error:
        raise CatalogError(str(error), error.file, error.defects) from error
    except (LinesError, PreviousCategoriesError) as error:
        raise CatalogError(str(error)) from error
    notes = tuple(read_model(MigrationNote, path, root) for path in sorted((root / NOTES).glob("*.y*ml")))
    topics = read_model(Topics, root / TOPICS, root) if os.path.lexists(root / TOPICS) else None
    families = tuple(read_model(Family, path, root) for path in sorted((root / FAMILIES).glob("*.y*ml")))
    if settings.repository is None:
        settings = settings.model_copy(update={"repository": find_repository(root, os.environ)})
    return Catalog(
        settings=settings,
        sources=(),
        inventories=inventories,
        evidence=evidence,
        variations=variations,
        facts=facts,
        on_releases=on_releases,
        earlier=earlier,
        previous_categories=previous,
        demand=demand,
        glossary=glossary,
        promises=promises,
        notes=notes,
        topics=topics,
        families=families,
        settings_source=settings_source,
        root=root,
    )


def record_paths(root: Path) -> list[Path]:
    """Returns every record file of a project folder, in the order in which they are shown."""
    return list(map(Path, record_files(root)))


_DEEPEST = 8
"""The most nested folders below the records; records are in the first, and ``os.walk`` recurses."""


def record_files(root: Path) -> list[str]:
    """Returns the same as text with slashes, as sources name files; thousands of ``Path`` objects would be slow."""
    found: list[tuple[list[str], str]] = []
    top = os.fspath(root / RECORDS).count(os.sep)
    for folder, folders, names in os.walk(root / RECORDS):  # ``rglob`` takes several times as long
        place = folder.replace(os.sep, "/")
        parts = place.split("/")
        files = [name for name in (*folders, *names) if name.endswith((".yml", ".yaml"))]
        deep = folder.count(os.sep) - top >= _DEEPEST
        # A folder that is not walked is reported like a record, since the records below it are not checked.
        files += [name for name in folders if name not in files and (deep or Path(folder, name).is_symlink())]
        if deep:
            folders.clear()
        found += [([*parts, name], f"{place}/{name}") for name in files]
    return [file for _, file in sorted(found)]
