"""Formats findings as annotations on a pull request and as the table of the step's summary."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from generator.model.finding import Finding, Severity

SHOWN = 10
"""Annotations of one level that GitHub shows for one step; it silently drops the rest."""

_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_SUMMARY_ROWS = 500
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})
_CELL = str.maketrans({"|": "\\|", "\n": " ", "\r": " ", "<": "&lt;", ">": "&gt;"})
_FILE = str.maketrans({"|": "\\|", "\n": " ", "\r": " ", "`": "'"})


def annotate(findings: Sequence[Finding], changed: Collection[str]) -> Iterator[str]:
    """Yields workflow commands: findings in changed files first, ten of each level, then the count of the rest."""
    by_change = sorted(findings, key=lambda finding: finding.file not in changed)
    for severity in Severity:
        level = [finding for finding in by_change if finding.severity is severity]
        yield from (_annotation(finding) for finding in level[:SHOWN])
        if len(level) > SHOWN:
            name = "错误" if severity is Severity.ERROR else "警告"
            yield f"另有 {len(level) - SHOWN} 个{name}没有显示为批注；全部列在本步骤的摘要中，或在本地运行 apimap lint。"


def _annotation(finding: Finding) -> str:
    span = finding.span
    place = f"file={finding.file.translate(_PROPERTY)},line={span.line},endLine={span.end_line}"
    if span.line == span.end_line:  # GitHub takes columns only within one line
        place += f",col={span.column},endColumn={span.end_column}"
    text = f"{finding.message}\n{finding.hint}".strip().translate(_DATA)
    return f"::{finding.severity} {place},title={finding.code}::{text}"


def step_summary(findings: Sequence[Finding]) -> str:
    """Returns a Markdown table of all findings, for the step's summary page."""
    if not findings:
        return "apimap lint：没有问题。\n"
    lines = [f"apimap lint：{len(findings)} 个问题", "", "| 位置 | 规则 | 问题 | 怎么改 |", "| --- | --- | --- | --- |"]
    for finding in findings[:_SUMMARY_ROWS]:
        message, hint = (text.translate(_CELL) for text in (finding.message, finding.hint))
        lines.append(f"| `{finding.file.translate(_FILE)}:{finding.span.line}` | {finding.code} | {message} | {hint} |")
    if len(findings) > _SUMMARY_ROWS:
        lines += ["", f"另有 {len(findings) - _SUMMARY_ROWS} 个问题没有列出。"]
    return "\n".join(lines) + "\n"


ChangedLines = Mapping[str, Sequence[range]]
"""The changed files, each with the lines that a comment can stand at: those of the diff, its context among them."""


def changed_lines(environment: Mapping[str, str], folder: Path) -> ChangedLines:
    """Returns the files that differ from the base of the pull request; none where git fails.

    The base is ``APIMAP_BASE``, or the branch that GitHub names in ``GITHUB_BASE_REF``.
    """
    branch = environment.get("GITHUB_BASE_REF")
    base = environment.get("APIMAP_BASE") or (f"origin/{branch}" if branch else "")
    if not base or base.startswith("-"):
        return {}
    options = ("--no-color", "--no-ext-diff", "--no-renames", "--diff-filter=d", "--relative", "-U3")
    command = ["git", "-c", "core.quotePath=false", "diff", *options, f"{base}...HEAD", "--"]
    try:
        result = subprocess.run(command, cwd=folder, capture_output=True, timeout=30, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return read_diff(result.stdout.decode("utf-8", "replace")) if result.returncode == 0 else {}


def read_diff(diff: str) -> ChangedLines:
    """Returns the files of a unified diff with their lines in it, as they are numbered after the change."""
    found: dict[str, list[range]] = {}
    file, left = "", 0
    for line in diff.split("\n"):
        if left:  # inside of a hunk, where a line may look like a header
            left -= not line.startswith(("-", "\\"))
        elif line.startswith("+++ "):
            file = line[4:].rstrip("\t").removeprefix("b/")
            found[file] = []
        elif match := _HUNK.match(line):
            start, left = int(match[1]), int(match[2] or 1)
            found[file].append(range(start, start + left))
    return found
