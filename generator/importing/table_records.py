"""Converts the entries of a mapping table to records, as far as possible."""

from __future__ import annotations

import re
from typing import Any

from generator.importing.headings import is_api
from generator.importing.mapping_table import Entry, EntryKind
from generator.model import category as categories
from generator.model.category import Category
from generator.model.defect import Defect
from generator.model.document_defect import TableKind
from generator.model.record import Record
from generator.model.vocabulary import find_term

_LACKS = re.compile(r"未定义\s*`(?P<name>\w+)`\s*参数(?:代表|表示)?(?P<meaning>[^，。`]*)")
_OBSOLETE = re.compile(r"PyTorch\s*存在废弃参数(?P<names>[^，。]*)")
_REMARKS: tuple[tuple[str, Category], ...] = (
    ("组合实现", categories.COMPOSED),
    ("参数不一致", categories.PARAMETERS_DIFFER),
    ("未定义", categories.TORCH_HAS_MORE),
    ("废弃参数", categories.TORCH_HAS_MORE),
    ("参数名不一致", categories.RENAMED),
    ("功能一致", categories.IDENTICAL),
)
"""The texts that old tables have in place of a category; the first one in the remark counts."""


def record_of(entry: Entry) -> tuple[Record | None, tuple[Defect, ...]]:
    """Returns the record of one entry, and the defects where the table is incomplete.

    The remark is kept word for word: as the reason where Paddle has no such feature, else as the summary.
    """
    if not is_api(entry.torch) or entry.kind in {EntryKind.ALIAS, EntryKind.DEVELOPING}:
        return None, ()
    if entry.kind is EntryKind.MISSING:
        data: dict[str, Any] = {"torch": entry.torch, "category": categories.MISSING, "reason": entry.remark or None}
        return Record.model_validate({**data, "links": _links(entry)}), ()
    category = _named(entry.category) if entry.category else _category(entry)
    open_questions: tuple[Defect, ...] = ()
    if category is None:
        values = {"text": entry.torch, "remark": entry.category or entry.remark}
        open_questions = (Defect(TableKind.CATEGORY_UNSAID.value, entry.span, values),)
    rows = [{"torch": name, "note": meaning} for name, meaning in _rows(entry.remark)]
    data = {
        "torch": entry.torch,
        "paddle": entry.paddle if is_api(entry.paddle) else None,
        "category": category or (categories.PARAMETERS_DIFFER if is_api(entry.paddle) else categories.COMPOSED),
        "summary": entry.remark or None,
        "parameters": rows,
        "links": _links(entry),
    }
    return Record.model_validate(data), open_questions


def _named(text: str) -> Category | None:
    """Returns the category that a name of any vocabulary stands for, or None where it says none of ours."""
    term = find_term(text)
    return term.categories[0] if term is not None and term.categories else None


def _category(entry: Entry) -> Category | None:
    return next((category for words, category in _REMARKS if words in entry.remark), None)


def _rows(remark: str) -> list[tuple[str, str]]:
    """Returns the torch parameters that a remark names as missing in Paddle."""
    found = [(match.group("name"), match.group("meaning").strip()) for match in _LACKS.finditer(remark)]
    for match in _OBSOLETE.finditer(remark):
        found += [(name, "已弃用") for name in re.findall(r"`(\w+)`", match.group("names"))]
    return [(name, f"{meaning}。" if meaning else "") for name, meaning in found]


def _links(entry: Entry) -> dict[str, str] | None:
    links = {side: url for side, url in entry.links.items() if re.fullmatch(r"https?://\S+", url)}
    if not is_api(entry.paddle):
        links.pop("paddle", None)
    return links or None
