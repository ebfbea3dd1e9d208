"""``objects.inv``: a Sphinx inventory, by which other documentation links to a page by the API's name.

Source: Sphinx, ``sphinx/util/inventory.py``, format version 2: four lines of text, then lines compressed with zlib, each
``name domain:type priority address title``; ``-`` stands for a title that is the name.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator

from generator.catalog.catalog import Catalog
from generator.export.places import folder_of
from generator.export.shape import RecordData
from generator.model.inventory import ApiKind
from generator.pages.families import family_path

PROJECT = "apimap"
_TYPES = {
    ApiKind.FUNCTION: "py:function",
    ApiKind.CLASS: "py:class",
    ApiKind.METHOD: "py:method",
    ApiKind.PROPERTY: "py:property",
    ApiKind.MODULE: "py:module",
    ApiKind.CONSTANT: "py:data",
}
_UNKNOWN = "py:function"
"""What an API is taken for that the inventories do not know: most APIs are functions."""
_PRIORITY = 1


def inventory_lines(catalog: Catalog, data: RecordData) -> str:
    """The lines of a record and its aliases; an alias leads to the record's page."""
    return "".join(_line(catalog, api, data.page) for api in (data.torch, *data.aliases))


def family_lines(catalog: Catalog, recorded: Collection[str]) -> Iterator[str]:
    """The lines of families: the module, and each member that has no record of its own, lead to the family's page.

    ``recorded`` are the names of records and aliases, which lead to pages of their own.
    """
    for source in catalog.by_family.values():
        family = source.model
        assert family is not None
        names = (f"{family.torch}.{torch}" for group in family.groups for torch, _ in group.members() if torch)
        for api in (family.torch, *names):
            if api not in recorded:
                yield _line(catalog, api, folder_of(family_path(source)))


def _line(catalog: Catalog, api: str, page: str) -> str:
    entry = catalog.entry(api)
    kind = _TYPES[entry.kind] if entry is not None else _UNKNOWN
    return f"{api} {kind} {_PRIORITY} {page} -\n"


def dump_inventory(lines: Iterable[str], version: str) -> bytes:
    """The whole inventory; ``version`` is that of the content."""
    head = (
        "# Sphinx inventory version 2\n"
        f"# Project: {PROJECT}\n"
        f"# Version: {version}\n"
        "# The remainder of this file is compressed using zlib.\n"
    )
    return head.encode() + zlib.compress("".join(lines).encode(), 9)
