"""``objects.inv``: a Sphinx inventory, by which other documentation links to a page by the API's name.

Source: Sphinx, ``sphinx/util/inventory.py``, format version 2: four lines of text, then lines compressed with zlib,
each ``name domain:type priority address title``; ``-`` stands for a title that is the name.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator

from generator.catalog.catalog import Catalog
from generator.model.inventory import ApiKind
from generator.model.record import Record
from generator.publishing.export.export_context import Exporting
from generator.publishing.export.shape import RecordData
from generator.publishing.views.paths import folder_of, page_path
from generator.storage.yaml_file import RecordSource

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


def part(catalog: Catalog, _source: RecordSource, _record: Record, data: RecordData) -> str:
    """Returns the lines of a record and its aliases; an alias leads to the record's page."""
    return "".join(_line(catalog, api, data.page) for api in (data.torch, *data.aliases))


def family_lines(catalog: Catalog, recorded: Collection[str]) -> Iterator[str]:
    """Yields the lines of families: the module and each member without a record refer to the family's page.

    ``recorded`` are the names of records and aliases, which lead to pages of their own.
    """
    for source in catalog.by_family.values():
        family = source.model
        assert family is not None
        names = (f"{family.torch}.{torch}" for group in family.groups for torch, _ in group.members() if torch)
        for api in (family.torch, *names):
            if api not in recorded:
                yield _line(catalog, api, folder_of(page_path(source)))


def _line(catalog: Catalog, api: str, page: str) -> str:
    entry = catalog.entry(api)
    kind = _TYPES[entry.kind] if entry is not None else _UNKNOWN
    return f"{api} {kind} {_PRIORITY} {page} -\n"


def dump(exporting: Exporting) -> bytes:
    """Returns the whole inventory; its version is that of torch, whose names it holds."""
    catalog = exporting.catalog
    recorded = {name for record in exporting.exported for name in (record.api, *record.aliases)}
    lines = (*exporting.parts(__name__), *family_lines(catalog, recorded))
    head = (
        "# Sphinx inventory version 2\n"
        f"# Project: {PROJECT}\n"
        f"# Version: {catalog.settings.versions.get('torch', '')}\n"
        "# The remainder of this file is compressed using zlib.\n"
    )
    return head.encode() + zlib.compress("".join(lines).encode(), 9)
