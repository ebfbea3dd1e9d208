"""Findings → what a person or a program reads."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from generator.model.finding import Finding, Severity, Span

_LINE_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_WIDEST = 110
"""Most columns of a source line that are shown; the rest is left out around the place."""

_COLOURS = {Severity.ERROR: "\x1b[31m", Severity.WARNING: "\x1b[33m"}
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def format_text(findings: Sequence[Finding], texts: Mapping[str, str]) -> Iterator[str]:
    """By file, one block a finding: place, code and message, the line with what is meant underlined, the hint.

    Coloured for a terminal; whoever prints it elsewhere takes the escape sequences out.
    """
    for number, (file, group) in enumerate(groupby(findings, key=lambda finding: finding.file)):
        if number:
            yield ""
        lines = _LINE_BREAK.split(texts.get(file, ""))
        for finding in group:
            yield from _block(finding, lines)


def _block(finding: Finding, lines: Sequence[str]) -> Iterator[str]:
    span, colour = finding.span, _COLOURS[finding.severity]
    fixable = "（可用 --fix 修正）" if finding.fixable else ""
    place = f"{finding.file}:{span.line}:{span.column}"
    yield f"{_BOLD}{place}{_PLAIN} {colour}{finding.code}{_PLAIN} {finding.message}{_DIM}{fixable}{_PLAIN}"
    if span.line <= len(lines) and lines[span.line - 1].strip():
        line, underline = _excerpt(lines[span.line - 1], span)
        number = str(span.line)
        yield f"{_DIM}    {number} |{_PLAIN} {line}"
        yield f"{_DIM}    {' ' * len(number)} |{_PLAIN} {colour}{underline}{_PLAIN}"
    if finding.hint:
        yield f"    → {finding.hint}"


def _excerpt(line: str, span: Span) -> tuple[str, str]:
    """The part of a line around a span, and what underlines it: a wide character is two columns."""
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    before = 0
    if _columns(line) > _WIDEST:
        before = max(0, min(start - _WIDEST // 4, len(line) - _WIDEST // 2))
        line = ("…" if before else "") + line[before : before + _WIDEST * 2 // 3] + "…"
        start, end = start - before + bool(before), min(end - before + bool(before), len(line) - 1)
    line = "".join(" " if character == "\t" or not character.isprintable() else character for character in line)
    return line, " " * _columns(line[:start]) + "^" * max(1, _columns(line[start:end]))


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def format_json(findings: Sequence[Finding], texts: Mapping[str, str]) -> Iterator[str]:  # noqa: ARG001  (one shape for all formats)
    """A JSON list of objects and nothing else."""
    yield json.dumps([finding.as_json() for finding in findings], ensure_ascii=False, indent=2)


def summary(findings: Sequence[Finding], count: int, counted: str = "条记录") -> str:
    """One line that counts: what was examined, findings, files with findings, and what ``--fix`` would mend."""
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
"""Findings and the texts of their files by name → lines to print."""
