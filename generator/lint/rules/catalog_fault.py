"""The words for what keeps a project folder from being read, a line for each fault of its settings."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.catalog import SETTINGS, CatalogError
from generator.lint.rules.registry import defect_rule
from generator.model.defect import Defect

_WITHOUT_RECORD = {"empty", "not-a-mapping"}
"""Kinds of defect whose hint elsewhere tells what a record has at least."""
_LEAST = (
    f"{SETTINGS} 至少要有 versions、links 与 sections：用 apimap init DIR 建立的文件夹里有一份完整的，"
    "最小的写法见它的 site_src/contributing.md。"
)


def fault_text(error: CatalogError) -> str:
    """Returns the message of an error: its own, or all defects with their places for a file that was read in part."""
    return "\n".join(_lines(error)) if error.defects else str(error)


def _lines(error: CatalogError) -> Iterator[str]:
    for defect in error.defects:
        if defect.kind == "too_short" and any(_is_inside(other, defect) for other in error.defects):
            continue  # a list has too few items since none of its items could be read
        message, hint = defect_rule(defect.kind).describe(defect)
        known = "" if defect.kind in _WITHOUT_RECORD else hint
        yield f"{error.file}:{defect.span.line}:{defect.span.column} {message}。{known}"
    if error.file.endswith(SETTINGS) and any(defect.kind in {*_WITHOUT_RECORD, "missing"} for defect in error.defects):
        yield _LEAST


def _is_inside(defect: Defect, outer: Defect) -> bool:
    return len(defect.loc) > len(outer.loc) and defect.loc[: len(outer.loc)] == outer.loc
