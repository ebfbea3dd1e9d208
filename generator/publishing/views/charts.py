"""Bar charts as data; ``page.html.j2`` draws them as inline SVG, without scripts, in the style sheet's colours.

A part is told by its pattern and its number, never by its colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HATCHED = frozenset({"missing", "unproven"})
"""Kinds of parts that are drawn with a pattern."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a bar. ``kind`` is its class in the style sheet: ``documented``, ``missing``, ``1.2``."""

    kind: str
    number: int

    @property
    def is_hatched(self) -> bool:
        """Whether it is drawn with a pattern."""
        return self.kind in HATCHED


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what it is about, what stands at its end, and its parts from left to right."""

    label: str
    value: str
    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(part.number for part in self.parts)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart. ``name`` is its id on the page; ``whole`` is what a full bar stands for, or 0: each its own parts."""

    name: str
    title: str
    description: str
    bars: tuple[Bar, ...]
    whole: int = 0

    @property
    def is_hatched(self) -> bool:
        """Whether a part of it is drawn with a pattern."""
        return any(part.is_hatched and part.number for bar in self.bars for part in bar.parts)


def described(bars: Sequence[Bar]) -> str:
    """Returns the bars in words, for a description."""
    return "；".join(f"{bar.label} {bar.value}" for bar in bars) + "。"
