"""Findings: what is wrong, where, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Loc = tuple[str | int, ...]
"""The way to a value inside a record: ``("parameters", 3, "note")``; ``()`` is the record itself."""


class Severity(StrEnum):
    """An error keeps a record from being merged (R2); a warning asks for a second look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a text file. Lines and columns count from 1, in characters; the end is exclusive."""

    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1


@dataclass(frozen=True, slots=True)
class Edit:
    """One change that mends a record, said in terms of the record and not of its text.

    ``value`` is the new text of the scalar at ``loc``; None removes the key with its value.
    """

    loc: Loc
    value: str | None


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule found in a record, before anybody knows on which line that stands."""

    loc: Loc
    message: str
    hint: str = ""
    edits: tuple[Edit, ...] = ()
    at_key: bool = False
    """Whether the key at ``loc`` is meant and not its value."""


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
        """Findings are shown by file, then by place."""
        return (self.file, self.span, self.code)

    def as_json(self) -> dict[str, object]:
        """The finding as the JSON object that the command line documents."""
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
