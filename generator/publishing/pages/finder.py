"""The finder's list: every name that may be searched for, as compact JSON that the browser loads when needed.

``records`` holds a list for each record and each member of a family: ``[torch, paddle, category, status, drop-in,
aliases, page, effort]``, without the empty values at its end. Several names stand in one string with spaces between
them; category and status are indices into ``categories`` and ``statuses``, effort one into ``efforts``, of which the
first is that of members of a family, whose calls were not examined one by one; the page is named where it is not the
API's name. A category says whether its APIs have pages of their own, or which page lists them instead of that of what
is missing.

``pages`` holds the notes, topics and rules: ``[kind, title, address, other words that it is found by]``; ``paddle`` the
names that no record maps to but that have a page, such as one that shadows a name of torch: ``[name, address]``.

Names that no record answers are in a second file of the same format, which is loaded after the first: ``modules`` holds
each page's module with its entries, ``[name below the module, likely counterpart, ground, other names, the answered
name of the same object, the recorded API of the same name]``. The ground is an index into ``grounds``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from generator.catalog.catalog import Catalog
from generator.catalog.unanswered.counterpart import Ground
from generator.catalog.unanswered.entries import Unanswered, by_page, weak_grounds
from generator.model.call_verdict import EFFORTS
from generator.model.category import CATEGORIES
from generator.model.family import Family
from generator.model.status import Status
from generator.publishing.views import notes, rules, topics
from generator.publishing.views.constants import CONSTANT
from generator.publishing.views.lists import FAMILY
from generator.publishing.views.page import headings
from generator.publishing.views.paths import CONSTANTS, folder_of, paddle_path, page_path
from generator.publishing.views.prose import plain
from generator.publishing.views.statuses import STATUS_NAMES
from generator.publishing.views.unanswered import UNANSWERED, said_ground
from generator.storage.yaml_file import ModelSource

VERSION = 1
"""Rises when what stands in the file changes its meaning; ``finder/names.js`` reads this version."""

_STATUSES = list(Status)
_GROUNDS = list(Ground)
_FAMILY = len(CATEGORIES)
"""Members of a family stand after the categories, in one of their own; constants after them."""
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+")


def finder_list(catalog: Catalog, generated: str) -> str:
    """Returns the whole file. The same records give the same bytes; ``generated`` marks it as a generated file."""
    categories: list[Any] = [[category.number, category.name, category.has_page] for category in CATEGORIES]
    constants = ["constant", CONSTANT, CONSTANTS.removesuffix(".md")]
    head = {
        "generated": generated,
        "version": VERSION,
        "categories": [*categories, ["family", FAMILY, True], constants],
        "efforts": [["", ""], *([effort.key, str(effort)] for effort in EFFORTS)],
        "statuses": [[status.value, STATUS_NAMES[status]] for status in _STATUSES],
    }
    members = (row for source in catalog.families for row in _members(catalog, source))
    rows = [*_records(catalog), *members, *_constants(catalog)]
    parts = {"records": rows, "pages": _pages(catalog), "paddle": _paddle_names(catalog)}
    lists = (f'"{key}": [\n{_lines(map(_shortened, part))}\n]' for key, part in parts.items())
    return f"{json.dumps(head, ensure_ascii=False)[:-1]}, {', '.join(lists)}}}\n"


def _lines(rows: Iterable[Any]) -> str:
    return ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)


def _pages(catalog: Catalog) -> Iterator[list[str]]:
    """Yields the sections of the pages that are about something else than one API."""
    words = {source.stem: note.surprise for source in catalog.notes if (note := source.model) is not None}
    views = (
        ("经验", notes.notes_page(catalog, ())),
        ("速查", topics.topics_page(catalog, ())),
        ("规则", rules.rules_page()),
    )
    for kind, view in views:
        for heading in headings(view.blocks):
            if heading.level > 1:
                address = f"{folder_of(view.path)}#{heading.anchor}"
                yield [kind, plain(heading.text), address, words.get(heading.anchor, "")]


def _paddle_names(catalog: Catalog) -> Iterator[list[str]]:
    """Yields the names that shadow one of torch, and the other short names of counterparts, as ``paddle.nn.Layer``."""
    stems = catalog.paddle_stems
    others = {name: api for api in stems for name in _other_names(catalog, api) if name not in stems}
    for name, api in sorted({**others, **{shadow: shadow for shadow in catalog.shadows}}.items()):
        yield [name, folder_of(paddle_path(stems[api]))]


def _other_names(catalog: Catalog, api: str) -> Iterator[str]:
    entry = catalog.entry(api)
    canonical = (entry.alias_of or entry.name) if entry is not None else api
    for name in (canonical, *catalog.aliases_of(canonical)):
        if name != api and name.count(".") <= api.count("."):
            yield name


def _records(catalog: Catalog) -> Iterator[list[Any]]:
    for record in catalog.records():
        yield [
            record.torch,
            " ".join(record.paddle_apis),
            CATEGORIES.index(record.category),
            _STATUSES.index(catalog.status(record)),
            int(catalog.is_drop_in(record)),
            " ".join(catalog.other_names(record)),
            _page(page_path(catalog.by_api[record.torch]), record.torch),
            1 + EFFORTS.index(catalog.effort(record)),
        ]


def _members(catalog: Catalog, source: ModelSource[Family]) -> Iterator[list[Any]]:
    """Yields the module and its members, whose page is the family's; members that only Paddle has are left out."""
    if (family := source.model) is None:
        return
    status, page = _STATUSES.index(catalog.status(family)), page_path(source)
    yield [family.torch, family.paddle, _FAMILY, status, 0, "", _page(page, family.torch)]
    for torch, paddle in (pair for group in family.groups for pair in group.members()):
        if torch is not None and (api := f"{family.torch}.{torch}") not in catalog.by_api:
            counterpart = f"{family.paddle}.{paddle}" if paddle else ""
            yield [api, counterpart, _FAMILY, status, 0, "", _page(page, api)]


def _constants(catalog: Catalog) -> Iterator[list[Any]]:
    """Yields the constants without a record and the names in their replacements; a string has no name."""
    status = _STATUSES.index(Status.NOTHING)
    for name, constant in catalog.settings.constants.items():
        if name not in catalog.by_api:
            paddle = " ".join(dict.fromkeys(_NAME.findall(constant.expression)))
            yield [name, paddle, _FAMILY + 1, status, 0, "", ""]


def unanswered_list(catalog: Catalog, generated: str) -> str:
    """Returns the second file: every name that no record answers."""
    weak = weak_grounds(catalog)
    head = {
        "generated": generated,
        "version": VERSION,
        "mark": UNANSWERED,
        "grounds": [said_ground(one, weak=one in weak) for one in _GROUNDS],
    }
    rows = (
        [module, [_shortened(_guess(one, module)) for one in entries]] for module, entries in by_page(catalog).items()
    )
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "modules": [\n{_lines(rows)}\n]}}\n'


def _guess(one: Unanswered, module: str) -> list[Any]:
    found = one.guess
    return [
        one.name.removeprefix(f"{module}."),
        found.entry.name if found is not None else "",
        _GROUNDS.index(found.ground) if found is not None else 0,
        " ".join(one.others),
        one.same_as,
        one.see,
    ]


def _page(path: str, api: str) -> str:
    """Returns the page's name where that is not the API's: on some disks two names that differ by case are one."""
    stem = PurePosixPath(path).name.removesuffix(".md")
    return stem if stem != api else ""


def _shortened(row: list[Any]) -> list[Any]:
    length = max((index for index, value in enumerate(row) if value), default=0)
    return row[: length + 1]
