"""YAML text → plain data, with the line and column of every key and value, in one parse."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml

from generator.model.finding import Loc, Span
from generator.yaml_data import MAX_DEPTH, NULL, UnusualError, read_data

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # a PyYAML built without libyaml is ten times slower, and still right
    from yaml import SafeLoader as Loader  # type: ignore[assignment]

MAX_BYTES = 1_000_000
"""Largest file that is read; the longest record anybody wrote by hand has 30 kB."""


@dataclass(frozen=True, slots=True)
class Defect:
    """Something that keeps a text from being read as what it should be.

    ``kind`` names it; a rule of the YML family turns it into words (``generator.rules``).
    """

    kind: str
    span: Span
    values: dict[str, str] = field(default_factory=dict)
    loc: Loc = ()


@dataclass(slots=True)
class Places:
    """Where the keys and values of a document stand in its text."""

    keys: dict[Loc, Span] = field(default_factory=dict)
    values: dict[Loc, Span] = field(default_factory=dict)

    @classmethod
    def of_text(cls, text: str) -> Places:
        """The places of an ordinary YAML text, looked for when the first of them is asked for: mostly never."""
        return _LaterPlaces(text)

    def find(self, loc: Loc, *, at_key: bool = False) -> Span:
        """The place of ``loc``, or of the nearest parent that the text has."""
        for length in range(len(loc), -1, -1):
            spans = self.keys if at_key and length == len(loc) else self.values
            if (span := spans.get(loc[:length])) is not None:
                return span
        return Span()


class _LaterPlaces(Places):
    """Places that are read from the text a second time, in the rare case that somebody wants to know them."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:  # the fields stay unset, and __getattr__ fills them
        self._text = text

    def __getattr__(self, name: str) -> Any:
        if name not in {"keys", "values"}:
            raise AttributeError(name)
        reader = _EventReader(self._text)
        reader.read()
        self.keys, self.values = reader.places.keys, reader.places.values
        return getattr(self, name)


@dataclass(frozen=True, slots=True)
class Document:
    """A text, the plain data in it (strings, lists, dicts, None), and what was wrong with it.

    Every scalar is the text that stands in the file: ``no``, ``on`` and ``1.10`` are not turned into something else.
    """

    file: str
    text: str
    data: Any = None
    places: Places = field(default_factory=Places)
    defects: tuple[Defect, ...] = ()


def read_document(file: str, raw: bytes) -> Document:
    """Reads one YAML document. Never raises: what cannot be read is a defect.

    Anchors, aliases and custom tags are refused: a record has no use for them, and an alias can explode.
    """
    if len(raw) > MAX_BYTES:
        return Document(file, "", defects=(Defect("too-large", Span(), {"size": f"{len(raw) / 1e6:.1f}"}),))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Document(file, "", defects=(_encoding_defect(raw, error),))
    try:
        return Document(file, text, read_data(text), Places.of_text(text))
    except UnusualError:
        reader = _EventReader(text)
    try:
        data = reader.read()
    except yaml.YAMLError as error:
        return Document(file, text, defects=(_syntax_defect(text, error),))
    except _RefusedError as refusal:
        return Document(file, text, defects=(refusal.defect,))
    return Document(file, text, data, reader.places, tuple(reader.defects))


class _RefusedError(Exception):
    """The text is YAML that is not worth reading to its end."""

    def __init__(self, defect: Defect) -> None:
        super().__init__(defect.kind)
        self.defect = defect


class _EventReader:
    """Builds plain data from the parser's events, and notes places and defects on the way.

    Events instead of ``yaml.compose``: its recursion ends the process on deep nesting, and it resolves types that
    are not wanted here.
    """

    def __init__(self, text: str) -> None:
        self.places = Places()
        self.defects: list[Defect] = []
        self._events = yaml.parse(text, Loader=Loader)
        self._depth = 0

    def read(self) -> Any:
        """The data of the one document in the text."""
        data: Any = None
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _RefusedError(Defect("several-documents", _span(event)))
                data = self._value(next(self._events), ())
        if not documents:
            raise _RefusedError(Defect("empty", Span()))
        return data

    def _value(self, event: yaml.Event, loc: Loc) -> Any:
        span = _span(event)
        self.places.values[loc] = span
        if isinstance(event, yaml.ScalarEvent):
            self._refuse_tag(event.tag, span, loc)
            return None if not event.style and event.value in NULL else event.value
        if isinstance(event, yaml.AliasEvent):
            self.defects.append(Defect("alias", span, {"name": event.anchor or ""}, loc))
            return None
        if not isinstance(event, yaml.CollectionStartEvent):
            raise TypeError(f"unexpected YAML event {event!r}")  # pragma: no cover - the parser's grammar forbids it
        self._refuse_tag(event.tag, span, loc)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise _RefusedError(Defect("too-deep", span, {"limit": str(MAX_DEPTH)}))
        data = self._mapping(loc) if isinstance(event, yaml.MappingStartEvent) else self._sequence(loc)
        self._depth -= 1
        return data

    def _sequence(self, loc: Loc) -> list[Any]:
        data: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            data.append(self._value(event, (*loc, len(data))))
        self._close(event, loc)
        return data

    def _mapping(self, loc: Loc) -> dict[str, Any]:
        data: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            span = _span(event)
            if not isinstance(event, yaml.ScalarEvent):
                self.defects.append(Defect("key-not-text", span, loc=loc))
                self._skip(event)
                self._skip(next(self._events))
                continue
            key = event.value
            if key in data:
                first = self.places.keys[(*loc, key)].line
                self.defects.append(Defect("duplicate-key", span, {"key": key, "first": str(first)}, (*loc, key)))
                self._skip(next(self._events))
                continue
            self.places.keys[(*loc, key)] = span
            data[key] = self._value(next(self._events), (*loc, key))
        self._close(event, loc)
        return data

    def _skip(self, event: yaml.Event) -> None:
        depth = 0
        while True:
            if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                depth += 1
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                depth -= 1
            if depth == 0:
                return
            event = next(self._events)

    def _close(self, event: yaml.Event, loc: Loc) -> None:
        start, end = self.places.values[loc], event.end_mark
        assert end is not None
        self.places.values[loc] = Span(start.line, start.column, end.line + 1, end.column + 1)

    def _refuse_tag(self, tag: str | None, span: Span, loc: Loc) -> None:
        if tag is not None:
            self.defects.append(Defect("tag", span, {"tag": tag}, loc))


def _span(event: yaml.Event) -> Span:
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None  # PyYAML's types allow events without marks; its parsers never make one
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


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
    kind = "control-character" if "control characters" in problem or "special characters" in problem else "syntax"
    return Defect(kind, Span(line, column, line, column + 1), values)


def _tab_in_indentation(text: str, line: int) -> tuple[int, int] | None:
    """The tab that indents the line a parser stumbled on, or one of the two lines before it."""
    lines = text.split("\n")
    for number in range(line, max(line - 2, 0), -1):
        if number <= len(lines) and (match := re.match(r" *(\t)", lines[number - 1])):
            return number, match.start(1) + 1
    return None


def _control_character(text: str) -> tuple[int, int]:
    match = re.search(r"[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    before = text[: match.start()] if match else ""
    return before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known word that ``word`` most likely means, or an empty string where none is alike (0 to 1) enough."""
    from difflib import get_close_matches  # slow to import, and needed only where something is misspelt

    matches = get_close_matches(word.casefold(), {name.casefold(): name for name in known}, n=1, cutoff=cutoff)
    return next((name for name in known if matches and name.casefold() == matches[0]), "")
