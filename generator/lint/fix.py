"""Mends what has one right answer, by changing only the stretch of text that a finding is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.model.finding import Edit, Finding, Loc, Span
from generator.yaml_text import Document, read_document

_LINE_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
"""What the YAML parser counts as the end of a line."""

_PLAIN = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^,\[\]{}:#\n]|:(?=\S))*(?<!\s)")
"""Text that may stand unquoted in block and flow style alike."""


def fix_text(document: Document, findings: Iterable[Finding]) -> str:
    """The document's text with every edit of the findings made; all else stays byte for byte.

    An edit that would change more than its own value is left out: the text is read again after each.
    """
    for edit in _edits(findings):
        text = _apply(document, edit)
        if text is not None:
            document = read_document(document.file, text.encode())
    return document.text


def _edits(findings: Iterable[Finding]) -> Iterator[Edit]:
    seen: set[Loc] = set()
    for finding in findings:
        for edit in finding.edits:
            if edit.loc not in seen:
                seen.add(edit.loc)
                yield edit


def _apply(document: Document, edit: Edit) -> str | None:
    """The text after one edit, or None where the text cannot be edited safely."""
    if edit.loc not in document.places.values:
        return None
    offsets = _Offsets(document.text)
    if edit.value is None:
        start, end = _extent_of_key(document, offsets, edit.loc)
        text = document.text[:start] + document.text[end:]
    else:
        start, end = offsets.of(document.places.values[edit.loc])
        text = document.text[:start] + _scalar(document.text[start:end], edit.value) + document.text[end:]
    after = read_document(document.file, text.encode())
    return text if not after.defects and after.data == _changed(document.data, edit) else None


def _scalar(old: str, value: str) -> str:
    """The new value in the quotes that the old one had, or in those it needs."""
    if old.startswith('"'):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if old.startswith("'") or not _PLAIN.fullmatch(value):
        return "'" + value.replace("'", "''") + "'"
    return value


def _extent_of_key(document: Document, offsets: _Offsets, loc: Loc) -> tuple[int, int]:
    """From a key's first character to what follows its value: whole lines in block style, one comma in flow style."""
    text = document.text
    start = offsets.of(document.places.keys[loc])[0]
    end = offsets.of(document.places.values[loc])[1]
    line_start = text.rfind("\n", 0, start) + 1
    if not text[line_start:start].strip():
        following = text.find("\n", end - 1 if text[end - 1 : end] == "\n" else end)
        return line_start, len(text) if following < 0 else following + 1
    if (comma := re.match(r"\s*,\s*", text[end:])) is not None:
        return start, end + comma.end()
    comma_before = re.search(r",\s*$", text[:start])
    return (comma_before.start() if comma_before else start), end


def _changed(data: object, edit: Edit) -> object:
    """The data that the text should hold after an edit."""
    if not edit.loc:
        return edit.value
    first, rest = edit.loc[0], edit.loc[1:]
    inner = Edit(rest, edit.value)
    if isinstance(data, dict):
        if not rest and edit.value is None:
            return {key: value for key, value in data.items() if key != first}
        return {key: _changed(value, inner) if key == first else value for key, value in data.items()}
    if isinstance(data, list):
        return [_changed(value, inner) if index == first else value for index, value in enumerate(data)]
    return data


class _Offsets:
    """Line and column → index into the text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]

    def of(self, span: Span) -> tuple[int, int]:
        """The indices of a span's first character and of the one behind its last."""
        return self._starts[span.line - 1] + span.column - 1, self._starts[span.end_line - 1] + span.end_column - 1
