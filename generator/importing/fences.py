"""Closes unclosed code fences, so that the rest of a document is not read as code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_STRUCTURE = re.compile(r" {0,3}#{2,4}\s*(?:[\[［【]|参数映射|转写示例)")
"""Lines that no code block contains: the headings of the document's sections."""
_BLOCK = re.compile(rf"{_STRUCTURE.pattern}| {{0,3}}#{{4}}\s+\S| {{0,3}}\|.*\|.*\|")
"""Lines that a code block most likely does not contain: headings of level four, and rows of tables."""


@dataclass(frozen=True, slots=True)
class MendedLines:
    """The lines with every fence closed; ``numbers[i]`` is the number of line ``i`` in the file, from 1.

    ``unclosed`` are the numbers of the lines that open a fence nobody closed.
    """

    lines: list[str]
    numbers: list[int]
    unclosed: tuple[int, ...] = ()


@dataclass(slots=True)
class _Open:
    """An open fence: its mark, its line's index, and the index of the first line inside that cannot be code."""

    mark: str
    index: int
    cut: int | None = None
    structure: bool = False


@dataclass(slots=True)
class _Scan:
    """The result of one pass: the closing marks to insert by line, and the lines that open an unclosed fence."""

    cuts: dict[int, str] = field(default_factory=dict)
    unclosed: list[int] = field(default_factory=list)
    swallowed: bool = False
    """Whether a closed fence contains a heading of a section."""


def close_fences(lines: Sequence[str]) -> MendedLines:
    """Closes fences that are never closed before the first line that cannot be code.

    A fence counts as unclosed where another one with a language opens inside it, or the document ends. If it ends
    inside one, an earlier fence may have taken a later one's opening for its own end: then headings end code too.
    """
    if not any("```" in line or "~~~" in line for line in lines):
        return MendedLines(list(lines), list(range(1, len(lines) + 1)))
    scan = _scan(lines, strict=False)
    if scan.unclosed and scan.swallowed:
        scan = _scan(lines, strict=True)
    mended: list[str] = []
    numbers: list[int] = []
    for index in range(len(lines) + 1):
        if index in scan.cuts:
            mended.append(scan.cuts[index])
            numbers.append(index)
        if index < len(lines):
            mended.append(lines[index])
            numbers.append(index + 1)
    return MendedLines(mended, numbers, tuple(index + 1 for index in scan.unclosed))


def _scan(lines: Sequence[str], *, strict: bool) -> _Scan:
    """Follows the fences. With ``strict``, a fence that contains a section's heading does not count as closed."""
    scan = _Scan()
    fence: _Open | None = None
    for index, line in enumerate(lines):
        match = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if fence is None:
            if match is not None and not ("`" in match.group(2) and match.group(1)[0] == "`"):
                fence = _Open(match.group(1), index)
            continue
        if match is None:
            _look_for_structure(fence, index, line)
        elif _opens_inside(match, fence) or (strict and fence.structure and _closes(match, fence)):
            _give_up(scan, fence, index)
            fence = _Open(match.group(1), index)
        elif _closes(match, fence):
            scan.swallowed |= fence.structure
            fence = None
    if fence is not None:
        _give_up(scan, fence, len(lines))
    return scan


def _look_for_structure(fence: _Open, index: int, line: str) -> None:
    if fence.cut is None and _BLOCK.match(line):
        fence.cut = index
    fence.structure = fence.structure or _STRUCTURE.match(line) is not None


def _opens_inside(match: re.Match[str], fence: _Open) -> bool:
    """Tells whether a mark inside a fence opens another one of the same kind, followed by a language."""
    return match.group(1) == fence.mark and re.fullmatch(r"\s*\w+\s*", match.group(2)) is not None


def _closes(match: re.Match[str], fence: _Open) -> bool:
    return match.group(1).startswith(fence.mark) and not match.group(2).strip()


def _give_up(scan: _Scan, fence: _Open, end: int) -> None:
    scan.cuts[fence.cut if fence.cut is not None else end] = fence.mark
    scan.unclosed.append(fence.index)
