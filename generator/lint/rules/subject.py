"""The argument of a rule's check: a record with its source, the libraries, and the parts that several rules use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from pydantic import BaseModel

from generator.catalog.index import Libraries
from generator.lint.rules.code import Code, code_of
from generator.lint.rules.compared_signatures import Sides, compared_sides
from generator.model.finding import Loc
from generator.model.note import NoteReading, read_note
from generator.model.parameter import ParameterRow
from generator.model.record import Example, Record, Snippet
from generator.model.record import Mapping as ApiMapping
from generator.model.texts import texts_of
from generator.storage.yaml_file import RecordSource

SIDES = ("torch", "paddle")

Prose = tuple[Loc, str]
"""A text for readers, with its place."""


class Texts(ABC):
    """The texts of a file of any kind, which the rules of typography check."""

    @property
    @abstractmethod
    def prose(self) -> tuple[Prose, ...]:
        """Every text that is not empty, with its place."""


@dataclass(frozen=True)
class OtherTexts(Texts):
    """The texts of a file without a record: a migration note, a family, the topics or the settings."""

    model: BaseModel

    @cached_property
    def prose(self) -> tuple[Prose, ...]:
        """Every text that is not empty, with its place."""
        return tuple(texts_of(self.model))


@dataclass(frozen=True)
class Subject(Texts):
    """One record under check. Each part is computed once and shared by the rules."""

    libraries: Libraries
    source: RecordSource
    record: Record

    @cached_property
    def mappings(self) -> tuple[tuple[Loc, ApiMapping], ...]:
        """The overloads, or the record itself."""
        return tuple(self.record.mappings())

    @cached_property
    def rows(self) -> tuple[tuple[Loc, ParameterRow], ...]:
        """Every parameter row."""
        return tuple(
            ((*loc, "parameters", index), row)
            for loc, mapping in self.mappings
            for index, row in enumerate(mapping.parameters)
        )

    @cached_property
    def readings(self) -> tuple[tuple[Loc, ParameterRow, NoteReading], ...]:
        """The rows whose notes hold mandated phrases, with the parsed notes."""
        read = ((loc, row, read_note(row.note)) for loc, row in self.rows)
        return tuple(item for item in read if item[2].phrases)

    @cached_property
    def examples(self) -> tuple[tuple[Loc, Example], ...]:
        """Every 转写示例."""
        return tuple(
            ((*loc, "examples", index), example)
            for loc, mapping in self.mappings
            for index, example in enumerate(mapping.examples)
        )

    @cached_property
    def snippets(self) -> tuple[tuple[Loc, Snippet], ...]:
        """Every 转写示例 and every check."""
        checks = (
            ((*loc, "checks", index), check)
            for loc, mapping in self.mappings
            for index, check in enumerate(mapping.checks)
        )
        return (*self.examples, *checks)

    @cached_property
    def codes(self) -> tuple[tuple[Loc, Snippet, Code], ...]:
        """Both sides of every snippet; the place ends with the side, ``torch`` or ``paddle``."""
        return tuple(
            ((*loc, side), snippet, code_of(getattr(snippet, side))) for loc, snippet in self.snippets for side in SIDES
        )

    @cached_property
    def compared(self) -> tuple[tuple[Loc, ApiMapping, Sides], ...]:
        """Each mapping to one Paddle API with both signatures; empty where neither is known."""
        return tuple(compared_sides(self.libraries, self.record))

    @cached_property
    def is_yaml(self) -> bool:
        """Whether the record was read from YAML, and not from a Markdown document."""
        return not self.source.file.endswith(".md")

    @cached_property
    def prose(self) -> tuple[Prose, ...]:
        """Notes, titles, summaries, remarks and reasons."""
        return tuple(texts_of(self.record))
