"""What a rule looks at: a record with its source and its catalogue, and the parts that many rules ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from generator.catalog import Catalog
from generator.model.finding import Loc
from generator.model.parameter import ParameterRow
from generator.model.record import Example, Mapping, Record, Snippet
from generator.rules.code import Code, check_together
from generator.rules.sides import Sides, compared_sides
from generator.yaml_file import RecordSource

Prose = tuple[Loc, str]
"""A text that people wrote for people, with its place."""


@dataclass(frozen=True)
class Subject:
    """One record under examination. Each part is gathered once, however many rules ask."""

    catalog: Catalog
    source: RecordSource
    record: Record

    @cached_property
    def mappings(self) -> tuple[tuple[Loc, Mapping], ...]:
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
        codes = tuple(
            ((*loc, side), snippet, Code(getattr(snippet, side)))
            for loc, snippet in self.snippets
            for side in ("torch", "paddle")
        )
        check_together(code for _, _, code in codes)
        return codes

    def sides_of(self, snippet: Snippet) -> tuple[Code, Code]:
        """The torch side and the Paddle side of one of the record's snippets."""
        return self._code_of[id(snippet), "torch"], self._code_of[id(snippet), "paddle"]

    @cached_property
    def _code_of(self) -> dict[tuple[int, object], Code]:
        return {(id(snippet), loc[-1]): code for loc, snippet, code in self.codes}

    @cached_property
    def compared(self) -> tuple[tuple[Loc, Mapping, Sides], ...]:
        """Each one-to-one mapping with both signatures; empty where the inventory knows neither."""
        return tuple(compared_sides(self.catalog, self.record)) if self.catalog.inventories else ()

    @cached_property
    def is_yaml(self) -> bool:
        """Whether the record was read from YAML, and not from a Markdown document."""
        return not self.source.file.endswith(".md")

    @cached_property
    def prose(self) -> tuple[Prose, ...]:
        """Notes, titles, summaries and reasons."""
        return tuple(prose for prose in self._prose() if prose[1])

    @cached_property
    def all_prose(self) -> str:
        """All prose in one string: what is not in it is in none of its parts."""
        return "\n".join(text for _, text in self.prose)

    def _prose(self) -> Iterator[Prose]:
        record = self.record
        for loc, mapping in self.mappings:
            yield (*loc, "summary"), mapping.summary or ""
            yield (*loc, "title"), getattr(mapping, "title", None) or ""
        for loc, row in self.rows:
            yield (*loc, "note"), row.note
            if row.differs is not None:
                yield (*loc, "differs", row.differs.kind.value), row.differs.words
            yield (*loc, "returns"), row.returns or ""
        for loc, example in self.examples:
            yield (*loc, "title"), example.title
        for loc, snippet in self.snippets:
            yield (*loc, "skip"), snippet.skip or ""
        yield ("reason",), record.reason or ""
        for index, exemption in enumerate(record.exempt):
            yield ("exempt", index, "reason"), exemption.reason
