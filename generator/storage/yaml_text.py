"""Reads the bytes of a YAML file as text, plain data and defects."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from generator.model.defect import Defect
from generator.model.finding import Span
from generator.storage.file_bytes import MAX_TEXT
from generator.storage.yaml_data import UnusualError, read_data
from generator.storage.yaml_positions import EventReader, Places, RefusedError
from generator.storage.yaml_typos import find_cause


@dataclass(frozen=True, slots=True)
class Document:
    """A text, its plain data (strings, lists, dicts, None), and its defects.

    Every scalar is the text in the file: ``no``, ``on`` and ``1.10`` are not converted.
    """

    file: str
    text: str
    data: Any = None
    places: Places = field(default_factory=Places)
    defects: tuple[Defect, ...] = ()


def read_document(file: str, raw: bytes) -> Document:
    """Reads one YAML document. Never raises: faults become defects.

    Anchors, aliases and custom tags are refused: a record needs none, and aliases can expand exponentially.
    """
    if len(raw) > MAX_TEXT:
        return Document(
            file,
            "",
            defects=(Defect("too-large", Span(), {"size": f"{len(raw) / 1e3:.0f}", "limit": f"{MAX_TEXT / 1e3:.0f}"}),),
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Document(file, "", defects=(_encoding_defect(raw, error),))
    try:
        return Document(file, text, read_data(text), Places.of_text(text))
    except UnusualError:
        reader = EventReader(text)
    try:
        data = reader.read()
    except yaml.YAMLError as error:
        return Document(file, text, defects=(_syntax_defect(text, error),))
    except RefusedError as refusal:
        return Document(file, text, defects=(refusal.defect,))
    return Document(file, text, data, reader.places, tuple(reader.defects))


def _encoding_defect(raw: bytes, error: UnicodeDecodeError) -> Defect:
    before = raw[: error.start]
    line = before.count(b"\n") + 1
    column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
    try:
        raw.decode("gb18030")
        guess = "GBK"
    except UnicodeDecodeError:
        guess = ""
    return Defect("encoding", Span(line, column, line, column + 1), {"guess": guess})


def _syntax_defect(text: str, error: yaml.YAMLError) -> Defect:
    mark = getattr(error, "problem_mark", None)
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error)
    if mark is not None:
        line, column = mark.line + 1, mark.column + 1
    else:
        line, column = _control_character(text)
    values = {"problem": problem}
    if (tab := _tab_in_indentation(text, line)) is not None:
        return Defect("tab", Span(*tab, tab[0], tab[1] + 1))
    if (cause := find_cause(text, line)) is not None:
        return cause
    kind = "control-character" if "control characters" in problem or "special characters" in problem else "syntax"
    return Defect(kind, Span(line, column, line, column + 1), values)


def _tab_in_indentation(text: str, line: int) -> tuple[int, int] | None:
    """Finds the tab that indents the line of the parser's error, or one of the two lines before it."""
    lines = text.split("\n")
    for number in range(line, max(line - 2, 0), -1):
        if number <= len(lines) and (match := re.match(r" *(\t)", lines[number - 1])):
            return number, match.start(1) + 1
    return None


def _control_character(text: str) -> tuple[int, int]:
    match = re.search(r"[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    before = text[: match.start()] if match else ""
    return before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
