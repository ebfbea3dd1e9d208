"""Cuts Markdown into a flat list of blocks with their lines: headings, code, tables, rules, HTML and text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from markdown_it import MarkdownIt

from generator.importing.fences import close_fences

_LOOSE_HEADING = re.compile(r" {0,3}(#{2,5})(?=[^#\s])(.*)")
_LIST_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)、])\s+\S")
_DELIMITER = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*")
_BARS = 3
"""The least number of bars in a row of two cells."""


class BlockKind(StrEnum):
    """The kind of a block."""

    HEADING = "heading"
    CODE = "code"
    TABLE = "table"
    RULE = "rule"
    HTML = "html"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Block:
    """One block. ``line`` is the number of its first line in the file; ``lines`` are its lines as they stand there.

    ``level`` is a heading's; ``language`` is a code block's; ``loose`` marks a heading without a space behind its
    marks. The lines of a code block are its content, whose first stands at ``line + 1``.
    """

    kind: BlockKind
    line: int
    lines: tuple[str, ...]
    level: int = 0
    language: str = ""
    loose: bool = False

    @property
    def text(self) -> str:
        """A heading's text; the lines of any other block as one text."""
        return self.lines[0] if self.kind is BlockKind.HEADING else "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class Blocks:
    """A document's blocks, its lines, and the numbers of the lines that open an unclosed fence."""

    blocks: tuple[Block, ...]
    lines: tuple[str, ...]
    unclosed: tuple[int, ...]


def read_blocks(text: str) -> Blocks:
    """Cuts a document into blocks. Lists, quotations and indented code, which they do not use, count as text.

    What markdown-it is not asked to do here (inline markup, tables) is done where the parts are read, because a
    broken table must be read too.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    mended = close_fences(lines)
    found: list[Block] = []
    tokens = _parser().parse("\n".join(mended.lines))
    for index, token in enumerate(tokens):
        if token.map is None:
            continue
        start, end = token.map
        number = mended.numbers[start]
        if token.type == "heading_open":
            found.append(Block(BlockKind.HEADING, number, (tokens[index + 1].content,), level=int(token.tag[1])))
        elif token.type == "fence":
            content = token.content.split("\n")[:-1]
            found.append(Block(BlockKind.CODE, number, tuple(content), language=token.info.strip()))
        elif token.type == "hr":
            found.append(Block(BlockKind.RULE, number, (mended.lines[start],)))
        elif token.type == "html_block":
            found.append(Block(BlockKind.HTML, number, tuple(mended.lines[start:end])))
        elif token.type == "paragraph_open":
            found.extend(_text_blocks(mended.lines[start:end], number))
    return Blocks(tuple(found), tuple(lines), mended.unclosed)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    parser.disable(["list", "blockquote", "code", "lheading", "reference", "inline", "text_join"])
    return parser


def _text_blocks(lines: Sequence[str], number: int) -> Iterator[Block]:
    """Yields the parts of a paragraph: tables, headings without a space, items of lists, and the remaining text."""
    start = 0
    while start < len(lines):
        end = _end_of_part(lines, start)
        loose = _LOOSE_HEADING.match(lines[start])
        if loose:
            yield Block(
                BlockKind.HEADING, number + start, (loose.group(2).strip(),), level=len(loose.group(1)), loose=True
            )
        elif _is_row(lines[start]) or (end - start > 1 and _DELIMITER.fullmatch(lines[start + 1])):
            yield Block(BlockKind.TABLE, number + start, tuple(lines[start:end]))
        else:
            yield Block(BlockKind.TEXT, number + start, tuple(lines[start:end]))
        start = end


def _end_of_part(lines: Sequence[str], start: int) -> int:
    if _LOOSE_HEADING.match(lines[start]):
        return start + 1
    end = start + 1
    if _is_row(lines[start]):
        while end < len(lines) and "|" in lines[end] and not _LOOSE_HEADING.match(lines[end]):
            end += 1
        return end
    if end < len(lines) and "|" in lines[start] and _DELIMITER.fullmatch(lines[end]):
        while end < len(lines) and "|" in lines[end]:
            end += 1
        return end
    while end < len(lines) and not (
        _is_row(lines[end]) or _LOOSE_HEADING.match(lines[end]) or _LIST_ITEM.match(lines[end])
    ):
        end += 1
    return end


def _is_row(line: str) -> bool:
    """Tells whether a line begins a table; a line with two bars may hold an absolute value."""
    return line.lstrip().startswith("|") and line.count("|") >= _BARS


def is_delimiter(line: str) -> bool:
    """Tells whether a line separates a table's header from its rows."""
    return _DELIMITER.fullmatch(line) is not None
