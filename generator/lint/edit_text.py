"""Applies one edit of a record to the text of its file; all else stays byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from generator.lint.yaml_offsets import Layout
from generator.model.finding import Edit, Loc, Put, Remove, Rename, Reorder
from generator.storage.yaml_text import Document, read_document

_PLAIN = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^,\[\]{}:#\n]|:(?=\S))*(?<!\s)")
"""Text that needs no quotes in block and flow style alike."""

_YAML_LINE_BREAKS = {0x85: "\\x85", 0x2028: "\\u2028", 0x2029: "\\u2029", 0xFEFF: "\\ufeff", 0x7F: "\\x7f"}


def edit_document(document: Document, edit: Edit) -> Document | None:
    """Returns the document after the edit; None where no text has exactly the edited data.

    Every candidate text is parsed, and taken only if its data is the edited data.
    """
    try:
        expected = _changed(document.data, edit)
        for text in _candidates(Layout(document), edit):
            after = read_document(document.file, text.encode())
            if after.data == expected and _kinds(after) == _kinds(document):
                return after
    except (KeyError, IndexError, TypeError):
        return None
    return None


def _kinds(document: Document) -> list[str]:
    return [defect.kind for defect in document.defects]


def _candidates(layout: Layout, edit: Edit) -> Iterator[str]:
    """Yields texts that may be the result of the edit, the plainest first."""
    match edit:
        case Rename(loc, key):
            yield layout.replaced(*layout.key_extent(loc), key)
        case Reorder(loc, order):
            yield layout.reordered(loc, order)
        case Remove(loc):
            yield layout.without(_whole(layout.document.data, loc))
        case Put(loc, value) if loc in layout.document.places.values:
            start, end = layout.value_extent(loc)
            old = layout.text[start:end]
            for scalar in _scalars(layout, old, value):
                yield layout.replaced(start, end, scalar)
        case Put((*parent, int()), value):
            for scalar in _scalars(layout, "", value):
                yield layout.with_item(tuple(parent), scalar)
        case Put(loc, value):
            for scalar in _scalars(layout, "", value):
                yield layout.with_key(loc[:-1], f"{loc[-1]}: {scalar}")


def _scalars(layout: Layout, old: str, value: str | Mapping[str, str]) -> Iterator[str]:
    """Yields spellings of a value, beginning with the quotes of the old one."""
    if isinstance(value, Mapping):
        yield "{" + ", ".join(f"{_word(key)}: {_word(text)}" for key, text in value.items()) + "}"
        return
    if old[:1] == "|" and "\n" in value:
        yield layout.literal(old, value)
    elif "\n" not in value:
        if old[:1] == '"':
            yield _double(value)
        if old[:1] not in "\"'" or not old:
            yield from (value,) if _PLAIN.fullmatch(value) else ()
        yield _single(value) + layout.line_end_of(old)
    yield _double(value) + layout.line_end_of(old)


_WORD = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)\Z)[a-z_]+")
"""Text that every reader of YAML takes for text."""


def _word(value: str) -> str:
    """Returns a key or a value of a small mapping, in quotes unless it is a plain word."""
    is_chinese = not value.isascii() and _PLAIN.fullmatch(value)
    return value if is_chinese or _WORD.fullmatch(value) else _single(value)


def _single(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _double(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).translate(_YAML_LINE_BREAKS)


def _whole(data: Any, loc: Loc) -> Loc:
    """Returns the place to remove for ``loc``: the whole list where it is the only item."""
    if isinstance(loc[-1], int) and len(_at(data, loc[:-1])) == 1:
        return loc[:-1]
    return loc


def _at(data: Any, loc: Loc) -> Any:
    for part in loc:
        data = data[part]
    return data


def _changed(data: Any, edit: Edit) -> Any:
    """Returns the data after an edit.

    Raises:
        KeyError, IndexError, TypeError: there is no such place.
    """
    loc = _whole(data, edit.loc) if isinstance(edit, Remove) else edit.loc
    if isinstance(edit, Reorder):
        items = _at(data, loc)
        return _with(data, loc, [items[index] for index in edit.order])
    parent, last = _at(data, loc[:-1]), loc[-1]
    if isinstance(edit, Put):
        value = edit.value if isinstance(edit.value, str) else dict(edit.value)
        inside: Any = {**parent, last: value} if isinstance(parent, dict) else _replaced(parent, last, [value])
    elif isinstance(edit, Rename):
        inside = {(edit.key if key == last else key): value for key, value in parent.items()}
    elif isinstance(parent, dict):
        inside = {key: value for key, value in parent.items() if key != last}
    else:
        inside = _replaced(parent, last, [])
    return _with(data, loc[:-1], inside)


def _replaced(items: list[Any], index: str | int, new: list[Any]) -> list[Any]:
    assert isinstance(index, int)
    return [*items[:index], *new, *items[index + 1 :]]


def _with(data: Any, loc: Loc, value: Any) -> Any:
    """Returns the data with another value at ``loc``."""
    if not loc:
        return value
    inner = _with(data[loc[0]], loc[1:], value)
    return {**data, loc[0]: inner} if isinstance(data, dict) else _replaced(data, loc[0], [inner])
