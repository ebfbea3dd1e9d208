"""What a rule looks at: a record with its source, what the libraries offer, and the parts that many rules ask for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from generator.catalog.index import Libraries
from generator.model.finding import Loc
from generator.model.note import NoteReading, may_hold_phrases, read_note
from generator.model.parameter import ParameterRow
from generator.model.record import Example, Record, Snippet
from generator.model.record import Mapping as ApiMapping
from generator.rules.code import Code, parse_together
from generator.rules.sides import Sides, compared_sides
from generator.storage.yaml_file import RecordSource

PROSE_BREAK = "\ue001"
"""Stands between the texts of a record where all of them are searched at once, and at both ends."""

SIDES = ("torch", "paddle")

Prose = tuple[Loc, str]
"""A text that people wrote for people, with its place."""


class Texts(ABC):
    """The texts of a file, of whatever kind: all that a rule of typography looks at."""

    @property
    @abstractmethod
    def prose(self) -> tuple[Prose, ...]:
        """Every text that is not empty, with its place."""

    @cached_property
    def all_prose(self) -> str:
        """All prose in one string, a mark before, between and behind: what is not in it is in none of its parts."""
        return PROSE_BREAK.join(("", *(text for _, text in self.prose), ""))


@dataclass(frozen=True)
class OtherTexts(Texts):
    """The texts of a file that holds no record: a migration note, or the topics."""

    found: tuple[Prose, ...]

    @cached_property
    def prose(self) -> tuple[Prose, ...]:
        """Every text that is not empty, with its place."""
        return tuple(prose for prose in self.found if prose[1])


@dataclass(frozen=True)
class Subject(Texts):
    """One record under examination. Each part is gathered once, however many rules ask."""

    libraries: Libraries
    source: RecordSource
    record: Record

    @cached_property
    def mappings(self) -> tuple[tuple[Loc, ApiMapping], ...]:
        """The overloads, or the record itself."""
        return tuple(self.record.mappings())

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys that are written anywhere in the record, its overloads and its rows."""
        parts = [self.record.model_fields_set, *(mapping.model_fields_set for _, mapping in self.mappings)]
        return frozenset().union(*parts, *(row.model_fields_set for _, row in self.rows))

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
        """The rows whose notes hold mandated phrases, with what they say."""
        if not may_hold_phrases(self.all_prose):
            return ()
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
    def all_code(self) -> Mapping[str, str]:
        """All code of either side in one string, by ``torch`` and ``paddle``: what is not in it is in no snippet."""
        return {side: "\n".join(getattr(snippet, side) for _, snippet in self.snippets) for side in SIDES}

    @cached_property
    def all_code_parses(self) -> bool:
        """Whether all code is known to be Python; False where that has to be found out for each snippet."""
        return parse_together(getattr(snippet, side) for _, snippet in self.snippets for side in SIDES)

    @cached_property
    def codes(self) -> tuple[tuple[Loc, Snippet, Code], ...]:
        """Both sides of every snippet; the place ends with the side, ``torch`` or ``paddle``."""
        return tuple(
            ((*loc, side), snippet, self.code_of(snippet, side)) for loc, snippet in self.snippets for side in SIDES
        )

    def code_of(self, snippet: Snippet, side: str) -> Code:
        """One side of a snippet."""
        code = Code(getattr(snippet, side))
        if self.all_code_parses:
            code.known_to_parse()
        return code

    @cached_property
    def compared(self) -> tuple[tuple[Loc, ApiMapping, Sides], ...]:
        """Each mapping to one Paddle API with both signatures; empty where nobody knows either."""
        known = self.libraries.inventories or "signatures" in self.keys
        return tuple(compared_sides(self.libraries, self.record)) if known else ()

    @cached_property
    def is_yaml(self) -> bool:
        """Whether the record was read from YAML, and not from a Markdown document."""
        return not self.source.file.endswith(".md")

    @cached_property
    def prose(self) -> tuple[Prose, ...]:
        """Notes, titles, summaries, remarks and reasons."""
        return tuple(prose for prose in self._prose() if prose[1])

    def _prose(self) -> Iterator[Prose]:
        record = self.record
        for loc, mapping in self.mappings:
            yield (*loc, "summary"), mapping.summary or ""
            yield (*loc, "title"), getattr(mapping, "title", None) or ""
            for index, remark in enumerate(mapping.remarks):
                yield (*loc, "remarks", index), "" if remark.lstrip().startswith("```") else remark
        for loc, row in self.rows:
            yield (*loc, "note"), row.note
            if row.differs is not None:
                yield (*loc, "differs", row.differs.kind.value), row.differs.words
            yield (*loc, "returns"), row.returns or ""
        for loc, example in self.examples:
            yield (*loc, "title"), example.title
            yield (*loc, "case"), example.case or ""
        for loc, snippet in self.snippets:
            yield (*loc, "skip"), snippet.skip or ""
        yield ("reason",), record.reason or ""
        yield ("intro",), record.intro or ""
        for index, exemption in enumerate(record.exempt):
            yield ("exempt", index, "reason"), exemption.reason
