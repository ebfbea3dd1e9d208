"""Formats findings as text for a terminal and as JSON."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from generator.lint.spans import LINE_BREAK
from generator.model.finding import Finding, Severity, Span

_WIDEST = 110
"""Most columns of a source line that are shown around the place of a finding."""

_COLOURS = {Severity.ERROR: "\x1b[31m", Severity.WARNING: "\x1b[33m"}
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"

_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Characters that end a line, move the cursor, change the direction of text or are invisible."""
_COMMAND = re.compile(r"^\s*::|##(?=\[|vso\[)")
"""The start of a line that is a command to GitHub, and what is one anywhere in a line to GitHub and Azure."""


def one_line(text: str) -> str:
    """Escapes a file's text or name for a log, where it stays on one line and is no command to the CI system."""
    if text.isprintable() and "::" not in text and "##" not in text:
        return text
    text = _UNSHOWN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
    return _COMMAND.sub(lambda match: f"{match[0][:-1]}\\{match[0][-1]}", text)


def format_text(findings: Sequence[Finding], texts: Mapping[str, str]) -> Iterator[str]:
    """Yields one block per finding, by file: place, code and message, the underlined source line, the hint.

    Coloured for a terminal; elsewhere the caller removes the escape sequences.
    """
    for number, (file, group) in enumerate(groupby(findings, key=lambda finding: finding.file)):
        if number:
            yield ""
        lines = LINE_BREAK.split(texts.get(file, ""))
        for finding in group:
            yield from _block(finding, lines)


def _block(finding: Finding, lines: Sequence[str]) -> Iterator[str]:
    span, colour = finding.span, _COLOURS[finding.severity]
    fixable = "（可用 --fix 修正）" if finding.fixable else ""
    place = one_line(f"{finding.file}:{span.line}:{span.column}")
    yield f"{_BOLD}{place}{_PLAIN} {colour}{finding.code}{_PLAIN} {one_line(finding.message)}{_DIM}{fixable}{_PLAIN}"
    if span.line <= len(lines) and lines[span.line - 1].strip():
        line, underline = _excerpt(lines[span.line - 1], span)
        number = str(span.line)
        yield f"{_DIM}    {number} |{_PLAIN} {line}"
        yield f"{_DIM}    {' ' * len(number)} |{_PLAIN} {colour}{underline}{_PLAIN}"
    if finding.hint:
        yield f"    → {one_line(finding.hint)}"


def _excerpt(line: str, span: Span) -> tuple[str, str]:
    """Returns the part of a line around a span, and its underline; a wide character is two columns."""
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    before = 0
    if columns_of(line[: _WIDEST + 1]) > _WIDEST:
        before = max(0, min(start - _WIDEST // 4, len(line) - _WIDEST // 2))
        line = ("…" if before else "") + line[before : before + _WIDEST * 2 // 3] + "…"
        start, end = start - before + bool(before), min(end - before + bool(before), len(line) - 1)
    line = "".join(character if character.isprintable() else " " for character in line).replace("##", "# ")
    return line, " " * columns_of(line[:start]) + "^" * max(1, columns_of(line[start:end]))


def columns_of(text: str) -> int:
    """Returns the width of a text in the columns of a terminal: a wide character takes two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def format_json(findings: Sequence[Finding], texts: Mapping[str, str]) -> Iterator[str]:  # noqa: ARG001  (one shape for all formats)
    """Yields a JSON list of objects and nothing else."""
    yield json.dumps([finding.as_json() for finding in findings], ensure_ascii=False, indent=2)


def summary(findings: Sequence[Finding], count: int, counted: str = "条记录") -> str:
    """Returns one line of counts: examined files, findings, files with findings, fixable findings."""
    if not findings:
        return f"检查了 {count} {counted}，没有问题。"
    files = len({finding.file for finding in findings})
    warnings = sum(finding.severity is Severity.WARNING for finding in findings)
    fixable = sum(finding.fixable for finding in findings)
    parts = [f"{len(findings) - warnings} 个错误、{warnings} 个警告"] if warnings else []
    parts += [f"{fixable} 个可用 --fix 修正"] if fixable else []
    tail = f"（{'；'.join(parts)}）" if parts else ""
    return f"检查了 {count} {counted}：{files} 个文件中有 {len(findings)} 个问题{tail}。"


Formatter = Callable[[Sequence[Finding], Mapping[str, str]], Iterator[str]]
"""Takes findings and the texts of their files by name; yields lines to print."""
