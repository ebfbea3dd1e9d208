"""Findings: message, place, hint and edits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Loc = tuple[str | int, ...]
"""The path of a value inside a record: ``("parameters", 3, "note")``; ``()`` is the record itself."""


class Severity(StrEnum):
    """An error prevents that a record is merged (R2); a warning requires a review."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of a text file. Lines and columns count from 1, in characters; the end is exclusive."""

    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1


@dataclass(frozen=True, slots=True)
class Put:
    """Gives the key, or the item of a list, at ``loc`` a value: text, or a small mapping of texts.

    A key that is not there is added last, and so is the item at the index after the last one.
    """

    loc: Loc
    value: str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Remove:
    """Removes the key, or the item of a list, at ``loc`` with its content."""

    loc: Loc


@dataclass(frozen=True, slots=True)
class Reorder:
    """Puts the items of the list at ``loc`` into another order: ``order[0]`` is the index of the new first one."""

    loc: Loc
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rename:
    """Renames the key at ``loc`` and keeps its value."""

    loc: Loc
    key: str


Edit = Put | Remove | Reorder | Rename
"""One change of a record, by places in its data and not in its text."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault that a rule found in a record, before its line is looked up."""

    loc: Loc
    message: str
    hint: str = ""
    edits: tuple[Edit, ...] = ()
    at_key: bool = False
    """Whether the key at ``loc`` is meant and not its value."""
    part: tuple[int, int] | None = None
    """The characters of the value at ``loc`` that are meant, counted from 0, the end exclusive; None for all."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem with its place. The fields are those of ``apimap lint --format json``."""

    file: str
    span: Span
    code: str
    severity: Severity
    message: str
    hint: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def fixable(self) -> bool:
        """Whether ``apimap lint --fix`` mends it."""
        return bool(self.edits)

    @property
    def sort_key(self) -> tuple[str, Span, str]:
        """The order of findings: by file, then by place."""
        return (self.file, self.span, self.code)

    def as_json(self) -> dict[str, object]:
        """Returns the finding as the JSON object that the command line documents."""
        return {
            "file": self.file,
            "line": self.span.line,
            "column": self.span.column,
            "end_line": self.span.end_line,
            "end_column": self.span.end_column,
            "code": self.code,
            "severity": str(self.severity),
            "message": self.message,
            "hint": self.hint,
            "fixable": self.fixable,
        }
