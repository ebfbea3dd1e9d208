"""Finds what an input method for Chinese, or a stray indentation, did to YAML that the parser refused.

libyaml complains where it stops, which is often the next line and never names a character of full width.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.model.defect import Defect
from generator.model.finding import Span

_KEY = r"[A-Za-z_][\w.]*"
_PATTERNS: tuple[tuple[str, str], ...] = (
    (rf"(?:^[ \u3000]*(?:-[ \u3000]*)?|[{{,，｛]\s*){_KEY}\s?(：)", ": "),
    (rf"(，)\s*{_KEY}\s*[:：]", ", "),
    (r"^\s*(?:-\s*)?(｛)|:\s*(｛)", "{"),
    (r"(｝)\s*$", "}"),
    (r"[:：]\s*(［)", "["),
    (r"(］)\s*[,，}｝]?\s*$", "]"),
    (r"[:：]\s*([“‘])", '"'),
    (r"^ *(\u3000)|: ?(\u3000)", " "),
)
"""A character of full width where YAML has a meaning for the other one, which stands beside the pattern."""
_REACH = 2
"""How many lines before the parser's complaint the cause may stand."""


def find_cause(text: str, line: int) -> Defect | None:
    """Returns the defect that explains a complaint about ``line`` (from 1), or None where nothing is recognised."""
    lines = text.split("\n")
    first = max(line - _REACH, 1)
    return next(
        (
            defect
            for number in range(first, min(line, len(lines)) + 1)
            for defect in (
                *_full_width(lines[number - 1], number),
                *_close(lines[number - 1], number),
                *_indented(lines, number),
            )
        ),
        None,
    )


def _full_width(line: str, number: int) -> Iterator[Defect]:
    found = ((match, instead) for pattern, instead in _PATTERNS for match in re.finditer(pattern, line))
    for match, instead in sorted(found, key=lambda pair: pair[0].start(pair[0].lastindex or 0)):
        start = match.start(match.lastindex or 0)
        values = {"character": line[start], "instead": instead}
        yield Defect("full-width", Span(number, start + 1, number, start + 2), values)


def _close(line: str, number: int) -> Iterator[Defect]:
    """Yields a colon that no space follows."""
    if (match := re.match(rf" *(?:- )?{_KEY} ?(:)(?=[^\s:/])", line)) is not None:
        yield Defect("colon-without-space", Span(number, match.start(1) + 1, number, match.end(1) + 1))


def _indented(lines: list[str], number: int) -> Iterator[Defect]:
    """Yields a key that is indented more than the one before it, which has a value already."""
    if number < len(("first", "second")):
        return
    key = re.match(rf"( *)({_KEY}):(?:\s|$)", lines[number - 1])
    before = re.match(rf"( *){_KEY}: *[^\s|>]", lines[number - 2])
    if key is not None and before is not None and len(key[1]) > len(before[1]):
        values = {"key": key[2], "more": str(len(key[1]) - len(before[1])), "spaces": str(len(before[1]))}
        yield Defect("indented-key", Span(number, 1, number, len(key[1]) + 1), values)
