"""The list of what Paddle has not: the master table's rows in category 7, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from generator.model.category import MISSING
from generator.pages.table import ShownSection


def missing_sections(sections: Iterable[ShownSection]) -> tuple[ShownSection, ...]:
    """The master table's sections with the rows of category 7 alone; a section without any is left out."""
    shown = (
        replace(section, rows=tuple(row for row in section.rows if row.category == MISSING.name))
        for section in sections
    )
    return tuple(section for section in shown if section.rows)
