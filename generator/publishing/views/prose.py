"""Running text as typed spans: what is code, what is a link and what is only text is decided here, once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.model.call_verdict import CallVerdict
from generator.model.category import Category

CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
"""Text between equal runs of backticks; its second group is the code."""
LINK = re.compile(r"\[([^\[\]<>`]+)\]\((https?://[^\s()<>\"']+)\)")
"""A Markdown link to an http address, the only one that the text of a record may hold."""
_PAGE_LINK = re.compile(r"\[([^\[\]]+)\]\(([\w/.-]+\.md)(?:\?([^\s()#]+))?(?:#([^\s()]+))?\)")
"""A Markdown link to a page of the site by its path below ``site_src/``, as our own texts hold it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the site by its Markdown path below ``site_src/``, and an anchor or a query in it."""

    page: str
    anchor: str = ""
    query: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Characters that mean nothing but themselves."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A code span."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Emphasised text."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a web address or to a page of the site; its text may hold code."""

    text: str | tuple[Text | Code, ...]
    to: str | Place


@dataclass(frozen=True, slots=True)
class Chip:
    """The name of a category, which leads to the category's page."""

    category: Category


@dataclass(frozen=True, slots=True)
class Effort:
    """What the usual call of an API takes. Only HTML prints it: the spec has no place for it."""

    effort: CallVerdict


@dataclass(frozen=True, slots=True)
class Name:
    """The name of an API with two link targets: our page ``to`` and its documentation ``out``, where they exist.

    In HTML the name leads to our page and a small mark leads out; in Markdown it leads out, as the spec has it.
    """

    text: str
    to: Place | None
    out: str


@dataclass(frozen=True, slots=True)
class Break:
    """A line break inside a table cell."""


Span = Text | Code | Strong | Link | Chip | Effort | Name | Break
Prose = tuple[Span, ...]


def read_prose(text: str) -> Prose:
    """Returns the spans of a record's text: folds white space, recognises code spans and links to http addresses."""
    text = " ".join(text.split())
    if "`" not in text and "](" not in text:
        return (Text(text),) if text else ()
    return tuple(_code_and_links(text))


def read_own(text: str) -> Prose:
    """Returns the spans of a text that is ours alone, as it stands: it may link to pages, ``[总表](table.md#名称)``."""
    return tuple(
        _split(text, _PAGE_LINK, lambda it: Link(it[1], Place(it[2], it[4] or "", it[3] or "")), _code_and_links)
    )


def _code_and_links(text: str) -> Iterator[Span]:
    return _split(text, CODE_SPAN, lambda it: Code(it[2].strip()), _links)


def _links(text: str) -> Iterator[Span]:
    return _split(text, LINK, lambda it: Link(it[1], it[2]), lambda between: (Text(between),))


def _split(
    text: str, pattern: re.Pattern[str], found: Callable[[re.Match[str]], Span], rest: Callable[[str], Iterable[Span]]
) -> Iterator[Span]:
    """Yields a span for each match of a pattern, and those of what stands between matches."""
    end = 0
    for match in pattern.finditer(text):
        if match.start() > end:
            yield from rest(text[end : match.start()])
        yield found(match)
        end = match.end()
    if end < len(text):
        yield from rest(text[end:])


def compose(*parts: str | Span | Prose) -> Prose:
    """Joins spans; a ``str`` is text as it is."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, str):
            spans += [Text(part)] if part else []
        elif isinstance(part, tuple):
            spans += part
        else:
            spans.append(part)
    return tuple(spans)


def join(separator: str | Span, items: Sequence[Span | Prose]) -> Prose:
    """Returns the items with a separator between them."""
    parts: list[str | Span | Prose] = []
    for item in items:
        parts += [separator, item] if parts else [item]
    return compose(*parts)


def codes(names: Iterable[str]) -> Prose:
    """Returns names as code, with a comma of lists between them."""
    return join("、", [Code(name) for name in names])


def plain(prose: Prose) -> str:
    """Returns the visible text of spans."""
    return "".join(_plain(span) for span in prose)


def _plain(span: Span) -> str:
    match span:
        case Chip(category):
            return category.name
        case Effort():
            return ""
        case Break():
            return " "
        case Link(text):
            return text if isinstance(text, str) else plain(text)
        case _:
            return span.text


def without_links(prose: Prose) -> tuple[Text | Code, ...]:
    """Returns the spans as the text of a link, which can hold no other link."""
    return tuple(span if isinstance(span, Text | Code) else Text(_plain(span)) for span in prose)
