"""Reads plain data from YAML text with the line and column of every key and value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml

from generator.model.defect import Defect
from generator.model.finding import Loc, Span
from generator.storage.yaml_data import MAX_DEPTH, NULL

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # a PyYAML built without libyaml is ten times slower, and still right
    from yaml import SafeLoader as Loader  # type: ignore[assignment]


@dataclass(slots=True)
class Places:
    """The places of a document's keys and values in its text."""

    keys: dict[Loc, Span] = field(default_factory=dict)
    values: dict[Loc, Span] = field(default_factory=dict)

    @classmethod
    def of_text(cls, text: str) -> Places:
        """Returns the places of an ordinary YAML text, computed on first use, which is rare."""
        return _LaterPlaces(text)

    def find(self, loc: Loc, *, at_key: bool = False) -> Span:
        """Returns the place of ``loc``, or of the nearest parent that the text has."""
        for length in range(len(loc), -1, -1):
            spans = self.keys if at_key and length == len(loc) else self.values
            if (span := spans.get(loc[:length])) is not None:
                return span
        return Span()


class _LaterPlaces(Places):
    """Places that are read from the text a second time, on first use."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:  # the fields stay unset, and __getattr__ fills them
        self._text = text

    def __getattr__(self, name: str) -> Any:
        if name not in {"keys", "values"}:
            raise AttributeError(name)
        reader = EventReader(self._text)
        reader.read()
        self.keys, self.values = reader.places.keys, reader.places.values
        return getattr(self, name)


class RefusedError(Exception):
    """Reading of the YAML text is given up before its end."""

    def __init__(self, defect: Defect) -> None:
        super().__init__(defect.kind)
        self.defect = defect


class EventReader:
    """Builds plain data from the parser's events, with places and defects.

    Events instead of ``yaml.compose``: its recursion ends the process on deep nesting, and it resolves types that
    are not wanted here.
    """

    def __init__(self, text: str) -> None:
        self.places = Places()
        self.defects: list[Defect] = []
        self._events = yaml.parse(text, Loader=Loader)
        self._depth = 0

    def read(self) -> Any:
        """Returns the data of the one document in the text."""
        data: Any = None
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise RefusedError(Defect("several-documents", _span(event)))
                data = self._value(next(self._events), ())
        if not documents:
            raise RefusedError(Defect("empty", Span()))
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
            raise RefusedError(Defect("too-deep", span, {"limit": str(MAX_DEPTH)}))
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
