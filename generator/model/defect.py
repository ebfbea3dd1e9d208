"""Defects: what keeps a text from being read as what it should be."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.model.finding import Loc, Span


@dataclass(frozen=True, slots=True)
class Defect:
    """Something that keeps a text from being read as what it should be.

    ``kind`` names it; a rule of the YML family turns it into words (``generator.rules``).
    """

    kind: str
    span: Span
    values: dict[str, str] = field(default_factory=dict)
    loc: Loc = ()
