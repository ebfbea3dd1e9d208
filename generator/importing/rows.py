"""Converts one line of 参数映射 to a parameter row: phrases become keys, the remaining text the note."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.model.category import DifferenceKind
from generator.model.document_defect import Kind
from generator.model.note import NoteReading, read_note
from generator.model.phrases import FULL_STOP
from generator.model.relation import Rewrite

RETURN_VALUE = "返回值"
_NAMELESS = frozenset({"", "-", "--", "—", "–", "－", "无"})
_SEPARATORS = " \t，；。,;."


@dataclass(frozen=True, slots=True)
class RowReading:
    """A row as plain data, and the kinds of defects in its text."""

    data: dict[str, Any]
    faults: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class RowContext:
    """The information outside the table on which the meaning of a row depends.

    ``kind`` is how a differing row differs, as far as the title says it. ``defaults`` are the defaults in the two
    signatures by parameter name, torch's first.
    """

    kind: DifferenceKind = DifferenceKind.USAGE
    defaults: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})


def name_or_none(cell: str) -> str | None:
    """Returns a parameter's name, or None where a cell says that there is none."""
    return None if cell in _NAMELESS else cell


def read_row(torch: str | None, paddle: str | None, note: str, context: RowContext) -> RowReading:
    """Returns the row for a table's line. Source: R27 to R32.

    A phrase that fits the names on both sides becomes a key; one that contradicts them stays in the note, where a
    rule of the record finds it.
    """
    reading = read_note(note)
    ended = () if note.endswith(FULL_STOP) or not note else (Kind.NOTE_UNENDED,)
    if {torch, paddle} <= {RETURN_VALUE, None}:
        return RowReading(_returns(note, reading), ended)
    if torch == paddle and torch is not None and torch.endswith(RETURN_VALUE):
        named = f"{torch}：{note}"
        return RowReading(_returns(named, read_note(named)), ended)
    names = {name: value for name, value in (("torch", torch), ("paddle", paddle)) if value is not None}
    if torch is None:
        return _paddle_only(names, note, reading, context, ended)
    if paddle is None:
        return _torch_only(names, note, reading, ended)
    return _two_sided(names, note, reading, context, ended)


def _returns(note: str, reading: NoteReading) -> dict[str, Any]:
    words = _without(note, reading, frozenset({"rewrite"}))
    meaning, difference = split_meaning(words, first_sentence=True)
    if not difference:
        return {"torch": RETURN_VALUE, "paddle": RETURN_VALUE}
    return _clean({"note": meaning, "rewrite": reading.rewrite, "returns": difference})


def _paddle_only(
    names: dict[str, Any], note: str, reading: NoteReading, context: RowContext, ended: tuple[Kind, ...]
) -> RowReading:
    faults = () if reading.torch_lacks else (Kind.LACK_UNSAID,)
    if (differing := _differing(names, note, reading, context)) is not None:
        return RowReading(differing, (*faults, *ended))
    placed = {"torch_lacks"} | ({"set"} if reading.set is not None else set())
    meaning = _without(note, reading, frozenset(placed))
    data = _clean({**names, "note": meaning, "set": reading.set})
    return RowReading(data, (*faults, *(ended if meaning != note else ())))


def _differing(names: Mapping[str, str], note: str, reading: NoteReading, context: RowContext) -> dict[str, Any] | None:
    """Returns a row with ``differs`` and ``rewrite`` (R31); None where the note states no difference."""
    if reading.rewrite not in {Rewrite.EXAMPLE, Rewrite.UNSUPPORTED}:
        return None
    meaning, difference = split_meaning(_without(note, reading, frozenset({"rewrite"})))
    if not difference:
        return None
    differs = {context.kind.value: difference}
    return _clean({**names, "note": meaning, "rewrite": reading.rewrite, "differs": differs})


def _torch_only(names: dict[str, Any], note: str, reading: NoteReading, ended: tuple[Kind, ...]) -> RowReading:
    meaning = _without(note, reading, frozenset({"paddle_lacks", "rewrite"}))
    faults = () if reading.paddle_lacks else (Kind.LACK_UNSAID,)
    data = _clean({**names, "note": meaning, "rewrite": reading.rewrite})
    return RowReading(data, (*faults, *(ended if meaning != note else ())))


def _two_sided(
    names: dict[str, Any], note: str, reading: NoteReading, context: RowContext, ended: tuple[Kind, ...]
) -> RowReading:
    renamed = names["torch"] != names["paddle"]
    if (differing := _differing(names, note, reading, context)) is not None:
        return RowReading(differing, ended)
    default = _default(names, reading, context) if reading.default_differs else None
    placed = {"renamed"} if renamed else set()
    if default is not None:
        placed |= {"default_differs", "default", "set_alike", *(["set"] if reading.set is not None else [])}
    meaning = _without(note, reading, frozenset(placed))
    faults = (Kind.RENAMED_UNSAID,) if renamed and not reading.renamed and default is None else ()
    data = {**names, "note": meaning, "set": reading.set if default else None, "default": default}
    return RowReading(_clean(data), (*faults, *(ended if meaning != note else ())))


def _default(names: Mapping[str, str], reading: NoteReading, context: RowContext) -> dict[str, str] | None:
    """Returns the two defaults, from the note or from the document's signatures."""
    if reading.default is not None:
        return {"torch": reading.default.torch, "paddle": reading.default.paddle}
    torch, paddle = context.defaults
    pair = torch.get(names["torch"].lstrip("*")), paddle.get(names["paddle"].lstrip("*"))
    if pair[0] is None or pair[1] is None or pair[0] == pair[1]:
        return None
    return {"torch": pair[0], "paddle": pair[1]}


def _without(note: str, reading: NoteReading, placed: frozenset[str]) -> str:
    """Returns the note without the phrases that became keys."""
    pieces: list[str] = []
    end = 0
    conditional = _conditional(note, reading)
    for start, phrase in reading.phrases:
        if start not in conditional and _said(phrase, reading) & placed:
            pieces.append(note[end:start])
            end = start + len(phrase)
            while end < len(note) and note[end] in _SEPARATORS:
                end += 1
    if not end:
        return note
    left = "".join([*pieces, note[end:]]).strip(_SEPARATORS)
    return left + FULL_STOP if left else ""


def _conditional(note: str, reading: NoteReading) -> frozenset[int]:
    """Returns the offsets of the phrases about rewriting that apply only to a condition, since another follows.

    A row has one rewriting, which is the last one that its note speaks of.
    """
    rewriting = [
        (start, start + len(phrase)) for start, phrase in reading.phrases if "rewrite" in _said(phrase, reading)
    ]
    first = len(rewriting) - 1
    while first > 0 and not note[rewriting[first - 1][1] : rewriting[first][0]].strip(_SEPARATORS):
        first -= 1
    return frozenset(start for start, _ in rewriting[: max(first, 0)])


def _said(phrase: str, whole: NoteReading) -> set[str]:
    """Returns the fields of a reading that a single phrase fills, by name."""
    reading = read_note(phrase)
    said = {name for name in ("renamed", "torch_lacks", "paddle_lacks", "default_differs") if getattr(reading, name)}
    said |= {name for name in ("rewrite", "set") if getattr(reading, name) is not None}
    if not said and whole.default_differs:
        said = {"default", "set_alike"}
    return said


def with_difference(data: Mapping[str, Any], kind: DifferenceKind) -> dict[str, Any] | None:
    """Returns a two-sided row as one that differs if its note names both libraries; else None."""
    note = str(data.get("note", ""))
    two_sided = {"torch", "paddle"} <= data.keys() and not {"differs", "default"} & data.keys()
    if not two_sided or "torch" not in note.casefold() or "paddle" not in note.casefold():
        return None
    meaning, difference = split_meaning(note)
    return _clean({**data, "note": meaning, "differs": {kind.value: difference}})


def split_meaning(text: str, *, first_sentence: bool = False) -> tuple[str, str]:
    """Splits a note into meaning and difference, after the first sentence, else after the first clause.

    A text of one clause says how the parameter differs, and not what it means.
    """
    text = text.strip(_SEPARATORS)
    head, _, tail = text.partition(FULL_STOP)
    if not tail.strip(_SEPARATORS) and not first_sentence:
        head, _, tail = text.partition("，")
    tail = tail.strip(_SEPARATORS)
    return (head.strip(_SEPARATORS) + FULL_STOP, tail) if tail else ("", text)


def _clean(data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields that are not empty."""
    return {key: value for key, value in data.items() if value is not None and value != ""}
