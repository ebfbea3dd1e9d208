"""Reads one difference document: Markdown text → record, with the line and column of every field."""

from __future__ import annotations

from pathlib import PurePosixPath

from generator.importing.assemble import assemble
from generator.importing.blocks import read_blocks
from generator.importing.draft import Draft
from generator.importing.headings import is_api
from generator.importing.kinds import Kind
from generator.importing.outline import outline
from generator.model.finding import Span
from generator.yaml_file import RecordSource, build_record
from generator.yaml_text import Defect, Document, Places

MAX_BYTES = 4_000_000
"""Largest document that is read; the longest in the public collections has 60 kB, their master table 200 kB."""

_CASE_SUFFIXES = ("__upper", "__lower", "-lowercase", "-uppercase")
"""Endings of file names that tell apart two APIs whose names differ only by case."""


def read_difference_document(file: str, raw: bytes) -> RecordSource:
    """Reads a difference document. Never raises: what cannot be read is a defect with its place.

    The record holds what the document says; ``document.places`` knows where each field stands in the Markdown, so that
    the rules of records report Markdown lines. Byte-order marks, CRLF, full-width brackets, escaped underscores,
    unclosed fences and broken tables are read.
    """
    text, defect = decode(raw)
    if defect is not None:
        return RecordSource(Document(file, "", defects=(defect,)), None, (defect,))
    blocks = read_blocks(text)
    draft = Draft()
    for line in blocks.unclosed:
        draft.defect(Kind.FENCE_UNCLOSED, Span(line, 1, line, len(blocks.lines[line - 1]) + 1))
    parts = outline(blocks)
    if parts.title_block is None and not parts.mappings:
        draft.defect(Kind.NO_TITLE, Span(), {"text": blocks.lines[0].strip()[:60]})
        return RecordSource(Document(file, text, defects=tuple(draft.defects)), None, tuple(draft.defects))
    assemble(parts, draft)
    _check_file_name(file, draft)
    draft.places.setdefault((), draft.places.get(("torch",), Span()))
    places = Places(draft.places, draft.places)
    return build_record(Document(file, text, draft.data, places, tuple(draft.defects)))


def decode(raw: bytes) -> tuple[str, Defect | None]:
    """The text of a Markdown file, or what keeps it from being read."""
    if len(raw) > MAX_BYTES:
        size = {"size": f"{len(raw) / 1e6:.1f}", "limit": f"{MAX_BYTES / 1e6:.0f}"}
        return "", Defect(Kind.TOO_LARGE.value, Span(), size)
    if b"\x00" in raw:
        return "", Defect(Kind.BINARY.value, Span())
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "", Defect(Kind.BINARY.value, Span())
    return text, None if text.strip() else Defect(Kind.EMPTY.value, Span())


def _check_file_name(file: str, draft: Draft) -> None:
    """Compares the file's name with the API in the title; a suffix may tell apart names that differ by case."""
    stem = PurePosixPath(file).stem
    for suffix in _CASE_SUFFIXES:
        stem = stem.removesuffix(suffix)
    api = draft.data.get("torch", "")
    if is_api(stem) and is_api(api) and stem != api:
        draft.defect(Kind.FILE_DISAGREES, draft.places["torch",], {"api": api, "stem": stem})
