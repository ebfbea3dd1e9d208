"""Bar charts as inline SVG, drawn when a page is rendered: no script, no image file, and colours of the style sheet.

Widths are percentages and heights are pixels, so that a chart fills a phone as it fills a desktop and its text keeps
its size. A part is told by its pattern and its number, never by its colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pages import markdown

_ROW, _BAR, _TEXT = 34, 10, 13
"""Heights in pixels: of a bar with its label, of the bar, and of the label's base line."""
_HATCHED = frozenset({"missing", "unproven"})


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of a bar. ``kind`` is what the style sheet knows it by: ``documented``, ``missing``, ``1.2``."""

    kind: str
    number: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what it is about, what stands at its end, and its parts from left to right."""

    label: str
    value: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart. ``name`` is its id on the page; ``whole`` is what a full bar stands for, or 0: each its own parts."""

    name: str
    title: str
    description: str
    bars: tuple[Bar, ...]
    whole: int = 0


def draw(chart: Chart) -> str:
    """The chart as one line of SVG, with its title and description for those who do not see it."""
    name = chart.name
    rows = "".join(_bar(bar, index * _ROW, chart.whole, name) for index, bar in enumerate(chart.bars))
    return (
        f'<svg class="apimap-chart" role="img" aria-labelledby="{name}-title {name}-text" width="100%" '
        f'height="{len(chart.bars) * _ROW}"><title id="{name}-title">{markdown.attribute(chart.title)}</title>'
        f'<desc id="{name}-text">{markdown.attribute(chart.description)}</desc>{_hatching(chart)}{rows}</svg>'
    )


def described(bars: Sequence[Bar]) -> str:
    """The bars in words, for a description."""
    return "；".join(f"{bar.label} {bar.value}" for bar in bars) + "。"


def _hatching(chart: Chart) -> str:
    """The pattern of what is hatched; ids are those of the whole page, so that each chart has its own."""
    if not any(part.kind in _HATCHED and part.number for bar in chart.bars for part in bar.parts):
        return ""
    return (
        f'<defs><pattern id="{chart.name}-hatch" width="5" height="5" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect class="apimap-hatch" width="2.5" height="5"/></pattern></defs>'
    )


def _bar(bar: Bar, top: int, whole: int, name: str) -> str:
    total = whole or sum(part.number for part in bar.parts) or 1
    shown, start = "", 0.0
    for part in bar.parts:
        width = 100 * part.number / total
        if part.number:
            fill = f' fill="url(#{name}-hatch)"' if part.kind in _HATCHED else ""
            shown += (
                f'<rect data-part="{part.kind}"{fill} x="{start:.2f}%" y="{top + _TEXT + 5}" '
                f'width="{width:.2f}%" height="{_BAR}"/>'
            )
        start += width
    return (
        f'<text x="0" y="{top + _TEXT}">{markdown.attribute(bar.label)}</text>'
        f'<text class="apimap-value" x="100%" y="{top + _TEXT}" text-anchor="end">{markdown.attribute(bar.value)}</text>'
        f'<rect class="apimap-track" x="0" y="{top + _TEXT + 5}" width="100%" height="{_BAR}"/>{shown}'
    )
