"""The span of a problem in a file: that of the value, or of characters inside it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from generator.model.finding import Problem, Span
from generator.storage.yaml_file import ModelSource, RecordSource

Source = RecordSource | ModelSource[Any]

LINE_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
"""Line ends as the YAML parser counts them."""


def span_of(source: Source, problem: Problem) -> Span:
    """Returns the span of a problem; the whole value where its text differs from the file's, as in folded blocks."""
    span = source.span(problem.loc, at_key=problem.at_key)
    if problem.part is None:
        return span
    lines = _lines(source.document.text)[span.line - 1 : span.end_line]
    value = _value_at(source, problem)
    if not lines or not value:
        return span
    if span.line == span.end_line:
        return _in_line(lines[0], span, value, problem.part)
    return _in_block(lines, span, value, problem.part)


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    """Returns the lines of a text, which is split once for all its problems."""
    return LINE_BREAK.split(text)


def _value_at(source: Source, problem: Problem) -> str:
    data = source.document.data
    try:
        for part in problem.loc:
            data = data[part]
    except (KeyError, IndexError, TypeError):
        return ""
    return data if isinstance(data, str) else ""


def _in_line(line: str, span: Span, value: str, part: tuple[int, int]) -> Span:
    raw = line[span.column - 1 : span.end_column - 1]
    quote = 1 if raw[:1] in {"'", '"'} else 0
    if raw[quote : len(raw) - quote] != value:
        return span
    start = span.column + quote
    return Span(span.line, start + part[0], span.line, start + part[1])


def _in_block(lines: list[str], span: Span, value: str, part: tuple[int, int]) -> Span:
    """Returns the span inside a literal block, whose lines follow its ``|`` with equal indentation."""
    if lines[0][span.column - 1 : span.column] != "|":
        return span
    row = value.count("\n", 0, part[0])
    column = part[0] - (value.rfind("\n", 0, part[0]) + 1)
    first = value.split("\n", 1)[0]
    indent = len(lines[1]) - len(first) if len(lines) > 1 and first and lines[1].endswith(first) else -1
    if indent < 0:
        return span
    start = column + indent + 1
    width = min(part[1] - part[0], len(value.split("\n")[row]) - column)
    return Span(span.line + 1 + row, start, span.line + 1 + row, start + max(width, 1))
