"""Defects of a text, which prevent that it is read as a record, document or other model."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.model.finding import Loc, Span


@dataclass(frozen=True, slots=True)
class Defect:
    """A fault of a text that prevents that it is read in full.

    ``kind`` names it; a ``DefectRule`` in ``generator.lint.rules`` has the words for it.
    """

    kind: str
    span: Span
    values: dict[str, str] = field(default_factory=dict)
    loc: Loc = ()
