"""``mapping.csv``: the master table for spreadsheets, a line for each record and alias."""

from __future__ import annotations

import csv
import io

from generator.catalog.catalog import Catalog
from generator.model.record import Record
from generator.model.vocabulary import ALIAS
from generator.publishing.export.export_context import Exporting
from generator.publishing.export.shape import RecordData
from generator.storage.yaml_file import RecordSource

MARK = "\ufeff"
"""Without a byte-order mark Excel takes a file for GBK on a Chinese Windows, and shows no Chinese."""
COLUMNS = (
    "torch",
    "alias_of",
    "paddle",
    "number",
    "category",
    "status",
    "drop_in",
    "reason",
    "page",
    "torch_url",
    "paddle_url",
    "public_category",
    "effort",
)
_BETWEEN = " ; "
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def dump(exporting: Exporting) -> str:
    """Returns the whole text: the byte-order mark, the names of the columns, and the lines of all records."""
    return MARK + _line(COLUMNS) + "".join(exporting.parts(__name__))


def part(catalog: Catalog, _source: RecordSource, _record: Record, data: RecordData) -> str:
    """Returns the lines of a record and its aliases. Several counterparts are joined by `` ; `` in one cell."""
    urls = {mapping.paddle: mapping.paddle_url for mapping in reversed(data.mappings)}
    common = (
        _BETWEEN.join(data.paddle),
        data.number,
        data.category,
        data.verification.status.value,
        "true" if data.verification.drop_in else "false",
        _text(data.reason or ""),
        data.page,
    )
    paddle_url = _BETWEEN.join(urls[api] or "" for api in data.paddle)
    own = _line(
        (data.torch, "", *common, data.mappings[0].torch_url or "", paddle_url, data.public_category, data.effort)
    )
    return own + "".join(
        _line((alias, data.torch, *common, catalog.settings.address(alias), paddle_url, ALIAS.name, data.effort))
        for alias in data.aliases
    )


def _line(cells: tuple[str, ...]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow(cells)
    return buffer.getvalue()


def _text(text: str) -> str:
    """Returns free text on one line, which no spreadsheet takes for a formula."""
    line = " ".join(text.split())
    return f"'{line}" if line.startswith(_FORMULA) else line
