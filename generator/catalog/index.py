"""The index of files by recorded API, for rules about a record among all others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from generator.model.demand import Demand
from generator.model.evidence import Testable
from generator.model.finding import Loc
from generator.model.inventory import ApiEntry, Inventory
from generator.model.record import Exemption, Record
from generator.model.settings import Settings
from generator.model.status import Status
from generator.model.variation import Variation
from generator.storage.yaml_file import RecordSource


class Libraries(Protocol):
    """What the rules about one record may use beside it; no other record, so that records are examined in any order."""

    @property
    def settings(self) -> Settings:
        """The project's settings."""

    @property
    def inventories(self) -> Mapping[str, Inventory]:
        """The inventory of each library, by its name."""

    @property
    def demand(self) -> Demand:
        """How often real code uses each torch name."""

    @property
    def variations(self) -> Mapping[str, Variation]:
        """What the records' code showed on other inputs, by API."""

    def entry(self, api: str) -> ApiEntry | None:
        """Returns the inventory's entry of an API of any library, for the pinned version."""

    def evidence_status(self, tested: Testable) -> Status | None:
        """Returns what the evidence says of this content; None in a project that has no evidence at all."""

    def lacks_variation(self, record: Record) -> bool:
        """Tells whether a record has code to run that was not varied as it is."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The part of a record that other records need: its file and APIs; ``torch`` is empty where nothing was read."""

    file: str
    torch: str = ""
    aliases: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    exempt: tuple[Exemption, ...] = ()
    forms: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each form's name and its aliases."""

    @classmethod
    def of(cls, source: RecordSource) -> Outline:
        """Returns the outline of a file as it was read."""
        record = source.record
        if record is None:
            return cls(source.file)
        forms = tuple((form.torch, form.aliases) for form in record.forms)
        return cls(source.file, record.torch, record.aliases, record.related, record.exempt, forms)

    @property
    def names(self) -> Iterator[tuple[Loc, str]]:
        """Every name that the file answers, with its place: the API, its forms, and the aliases of both."""
        yield ("torch",), self.torch
        yield from ((("aliases", position), alias) for position, alias in enumerate(self.aliases))
        for index, (form, aliases) in enumerate(self.forms):
            yield ("forms", index, "torch"), form
            yield from ((("forms", index, "aliases", position), alias) for position, alias in enumerate(aliases))

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return self.file.rpartition("/")[2].rpartition(".")[0]

    @property
    def name(self) -> str:
        """The part of the API's name after the last dot."""
        return self.torch.rpartition(".")[2]


@dataclass(frozen=True)
class Index:
    """The outlines of all files, by path."""

    libraries: Libraries
    outlines: tuple[Outline, ...]

    @cached_property
    def by_api(self) -> Mapping[str, Outline]:
        """The file of each recorded torch API; of two for the same API the first by path counts."""
        found: dict[str, Outline] = {}
        for outline in self.outlines:
            if outline.torch:
                found.setdefault(outline.torch, outline)
        return found

    @cached_property
    def by_other_name(self) -> Mapping[str, tuple[Outline, Loc]]:
        """The file that has a name as a form or an alias, and where; of two such files the first by path counts."""
        found: dict[str, tuple[Outline, Loc]] = {}
        for outline in self.by_api.values():
            for loc, name in outline.names:
                if len(loc) > 1:
                    found.setdefault(name, (outline, loc))
        return found

    @cached_property
    def uses(self) -> Mapping[str, int]:
        """How often real code uses each torch name that it uses at all."""
        return {use.name: use.uses for use in self.libraries.demand}

    def records(self, api: str) -> bool:
        """Tells whether some record is about an API, by its own name, as a form or as an alias."""
        return api in self.by_api or api in self.by_other_name
