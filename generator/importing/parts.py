"""Defines the parts of a difference document, as blocks: the result of ``outline``, read by ``assemble``."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.importing.blocks import Block
from generator.importing.headings import ApiHeading, Title
from generator.model.document_defect import Kind


@dataclass(frozen=True, slots=True)
class Fault:
    """A defect of a block."""

    kind: Kind
    block: Block
    values: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class SidePart:
    """One library's heading, and the code block under it."""

    heading: Block
    api: ApiHeading
    signature: Block | None = None


@dataclass(slots=True)
class ExamplePart:
    """A code block under 转写示例, the heading above it, and the text right before it."""

    heading: Block | None
    texts: list[Block]
    code: Block


@dataclass(slots=True)
class MappingPart:
    """One pair of APIs with its content. ``texts`` is the paragraph below the signatures, if there is one."""

    title: str = ""
    torch: SidePart | None = None
    paddle: SidePart | None = None
    texts: list[Block] = field(default_factory=list)
    remarks: list[Block] = field(default_factory=list)
    tables: list[Block] = field(default_factory=list)
    examples: list[ExamplePart] = field(default_factory=list)
    table_heading: Block | None = None
    example_heading: Block | None = None
    types: frozenset[str] = frozenset()
    """The parameters whose type differs, from the comment on our own pages."""


@dataclass(slots=True)
class DocumentParts:
    """A whole document. ``intro`` is the text between the title and the first API."""

    title: Title | None = None
    title_block: Block | None = None
    intro: list[Block] = field(default_factory=list)
    mappings: list[MappingPart] = field(default_factory=list)
    aliases: tuple[str, ...] = ()
    exemptions: list[dict[str, str]] = field(default_factory=list)
    related: tuple[str, ...] = ()
    faults: list[Fault] = field(default_factory=list)
