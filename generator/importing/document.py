"""Reads one difference document: Markdown text → record, with the line and column of every field."""

from __future__ import annotations

from pathlib import PurePosixPath

from generator.importing.assemble import assemble
from generator.importing.blocks import read_blocks
from generator.importing.decoding import decode
from generator.importing.draft import Draft
from generator.importing.headings import is_api
from generator.importing.mapping_table import is_mapping_table, read_mapping_table
from generator.importing.outline import outline
from generator.importing.table_records import record_of
from generator.model.document_defect import Kind
from generator.model.finding import Span
from generator.storage.record_path import CASE_ENDINGS
from generator.storage.yaml_file import RecordSource, build_record
from generator.storage.yaml_positions import Places
from generator.storage.yaml_text import Document


def read_difference_document(file: str, raw: bytes) -> RecordSource:
    """Reads a difference document. Never raises: what cannot be read is a defect with its place.

    The record holds what the document says; ``document.places`` knows where each field stands in the Markdown, so that
    the rules of records report Markdown lines. Byte-order marks, CRLF, full-width brackets, escaped underscores,
    unclosed fences and broken tables are read. A mapping table has no record, and its defects are told.
    """
    if is_mapping_table(raw):
        return _table_source(file, raw)
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


def _table_source(file: str, raw: bytes) -> RecordSource:
    table = read_mapping_table(file, raw)
    questions = (defect for entry in table.entries for defect in record_of(entry)[1])
    defects = (*table.defects, *questions)
    return RecordSource(Document(file, table.text, defects=defects), None, defects)


def _check_file_name(file: str, draft: Draft) -> None:
    """Compares the file's name with the API in the title; a suffix may distinguish names that differ by case."""
    stem = PurePosixPath(file).stem
    for suffix in CASE_ENDINGS:
        stem = stem.removesuffix(suffix)
    api = draft.data.get("torch", "")
    if is_api(stem) and is_api(api) and stem != api:
        draft.defect(Kind.FILE_DISAGREES, draft.places["torch",], {"api": api, "stem": stem})
