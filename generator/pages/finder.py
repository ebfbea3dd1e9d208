"""The finder's list: every name that somebody may look for, as compact JSON that the browser loads when it is needed.

``records`` holds a list for each record and each member of a family: ``[torch, paddle, category, status, drop-in,
aliases, page]``, without the empty values at its end. Several names stand in one string with spaces between them;
category and status are positions in ``categories`` and ``statuses``; the page is named where it is not the API's name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from generator.catalog.catalog import Catalog
from generator.model.category import CATEGORIES
from generator.model.family import Family
from generator.model.status import Status
from generator.storage.yaml_file import ModelSource
from generator.views.lists import FAMILY
from generator.views.paths import family_path, page_path
from generator.views.statuses import STATUS_NAMES

VERSION = 1
"""Rises when what stands in the file changes its meaning; ``finder/names.js`` reads this version."""

_STATUSES = list(Status)
_FAMILY = len(CATEGORIES)
"""Members of a family stand after the categories, in one of their own."""


def finder_list(catalog: Catalog, generated: str) -> str:
    """The whole file. The same records give the same bytes; ``generated`` marks it as a generated file."""
    categories: list[Any] = [[category.number, category.name, category.has_page] for category in CATEGORIES]
    head = {
        "generated": generated,
        "version": VERSION,
        "categories": [*categories, ["family", FAMILY, True]],
        "statuses": [[status.value, STATUS_NAMES[status]] for status in _STATUSES],
    }
    rows = [*_records(catalog), *(row for source in catalog.families for row in _members(catalog, source))]
    lines = ",\n".join(json.dumps(_shortened(row), ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "records": [\n{lines}\n]}}\n'


def _records(catalog: Catalog) -> Iterator[list[Any]]:
    for record in catalog.records():
        yield [
            record.torch,
            " ".join(record.paddle_apis),
            CATEGORIES.index(record.category),
            _STATUSES.index(catalog.status(record)),
            int(catalog.is_drop_in(record)),
            " ".join(record.aliases),
            _page(page_path(catalog.by_api[record.torch]), record.torch),
        ]


def _members(catalog: Catalog, source: ModelSource[Family]) -> Iterator[list[Any]]:
    """The module and its members, whose page is that of the family; what only Paddle has is looked for by no name."""
    if (family := source.model) is None:
        return
    status, page = _STATUSES.index(catalog.status(family)), family_path(source)
    yield [family.torch, family.paddle, _FAMILY, status, 0, "", _page(page, family.torch)]
    for torch, paddle in (pair for group in family.groups for pair in group.members()):
        if torch is not None and (api := f"{family.torch}.{torch}") not in catalog.by_api:
            counterpart = f"{family.paddle}.{paddle}" if paddle else ""
            yield [api, counterpart, _FAMILY, status, 0, "", _page(page, api)]


def _page(path: str, api: str) -> str:
    """The page's name where that is not the API's: on some disks two names that differ by case are one."""
    stem = PurePosixPath(path).name.removesuffix(".md")
    return stem if stem != api else ""


def _shortened(row: list[Any]) -> list[Any]:
    length = max((index for index, value in enumerate(row) if value), default=0)
    return row[: length + 1]
