"""Reads plain data from ordinary YAML text without places, several times faster than with them."""

from __future__ import annotations

from typing import Any

import yaml
from yaml.events import (
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

try:
    from yaml.cyaml import CParser  # type: ignore[attr-defined]
except ImportError:  # a PyYAML built without libyaml has no fast way
    CParser = None  # type: ignore[assignment,misc]

MAX_DEPTH = 50
"""Deepest nesting that is read; a record has eight levels."""

NULL = frozenset({"", "~", "null", "Null", "NULL"})
"""Plain scalars without a value."""


class UnusualError(Exception):
    """The text must be read with places: it has a fault, a tag, an alias or a repeated key."""


def read_data(text: str) -> Any:
    """Reads the data of a text with one ordinary document.

    Raises:
        UnusualError: it has none, or there is no fast parser; ``yaml_positions`` finds the reason.
    """
    if CParser is None:
        raise UnusualError
    try:
        return _Builder(text).document()
    except yaml.YAMLError as error:
        raise UnusualError from error


class _Builder:
    """Builds data from the parser's events; raises ``UnusualError`` at an unexpected one."""

    __slots__ = ("_next",)

    def __init__(self, text: str) -> None:
        self._next = CParser(text).get_event

    def document(self) -> Any:
        self._expect(StreamStartEvent)
        self._expect(DocumentStartEvent)
        data = self._value(self._next(), 0)
        self._expect(DocumentEndEvent)
        self._expect(StreamEndEvent)
        return data

    def _expect(self, kind: type[yaml.Event]) -> None:
        if type(self._next()) is not kind:
            raise UnusualError

    def _value(self, event: Any, depth: int) -> Any:
        kind = type(event)
        if kind is ScalarEvent:
            value = event.value
            if event.tag is not None or event.anchor is not None:
                raise UnusualError
            return None if value in NULL and not event.style else value
        if depth >= MAX_DEPTH or event.anchor is not None or kind not in _COLLECTIONS or event.tag is not None:
            raise UnusualError
        return self._mapping(depth + 1) if kind is MappingStartEvent else self._sequence(depth + 1)

    def _sequence(self, depth: int) -> list[Any]:
        data: list[Any] = []
        following = self._next
        while type(event := following()) is not SequenceEndEvent:
            data.append(self._value(event, depth))
        return data

    def _mapping(self, depth: int) -> dict[str, Any]:
        data: dict[str, Any] = {}
        following = self._next
        while type(event := following()) is not MappingEndEvent:
            if type(event) is not ScalarEvent or event.value in data or event.tag is not None:
                raise UnusualError
            data[event.value] = self._value(following(), depth)
        return data


_COLLECTIONS = frozenset({MappingStartEvent, SequenceStartEvent})
