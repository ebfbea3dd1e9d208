"""``docs-mappings.json``: the list that the checker of the public documents writes and conversion tools read.

Source: PaddlePaddle/docs ``tools/validate_mapping_files.py`` (``DiffMeta``) and PaConvert ``tools/validate_docs``, as
of December 2024. A key without a value is left out, as there: those tools do not expect null.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from generator.catalog.catalog import Catalog
from generator.model.record import Record
from generator.model.relation import Relation
from generator.model.signature import Signature
from generator.model.vocabulary import NAMES_OF_2024
from generator.publishing.export.export_context import Exporting
from generator.publishing.export.shape import MappingData, ParameterData, RecordData
from generator.publishing.views.paths import page_path
from generator.storage.yaml_file import RecordSource

_NONE, _RETURNED = "-", "返回值"


def dump(exporting: Exporting) -> str:
    """Returns the whole text, an entry a line."""
    return "[\n" + ",\n".join(filter(None, exporting.parts(__name__))) + "\n]\n"


def part(_catalog: Catalog, source: RecordSource, record: Record, data: RecordData) -> str:
    """Returns the record's entry as JSON on one line; empty where it has no difference document.

    There is none for what is missing. With several overloads, the entry has all signatures, but the counterpart and
    rows of the first counterpart only, as the format has room for one. The category is named as in the public documents
    of 2024.
    """
    if not record.category.has_page:
        return ""
    first = data.mappings[0]
    same = [mapping for mapping in data.mappings if mapping.paddle == first.paddle]
    entry = {
        "source_file": page_path(source),
        "src_api": record.torch,
        "mapping_type": NAMES_OF_2024.name_of(record),
        "src_api_url": first.torch_url,
        "src_signature": _signatures(mapping.torch_signature for mapping in data.mappings),
        "dst_api": first.paddle,
        "dst_api_url": first.paddle_url,
        "dst_signature": _signatures(mapping.paddle_signature for mapping in same),
        "args_mapping": list(_rows(same)),
    }
    return json.dumps({key: value for key, value in entry.items() if value}, ensure_ascii=False)


def _signatures(texts: Iterable[str | None]) -> list[dict[str, Any]]:
    return [_signature(text) for text in dict.fromkeys(texts) if text]


def _signature(text: str) -> dict[str, Any]:
    """Returns a signature as the public checker takes it apart; a name alone, as of a property, has no arguments."""
    try:
        parsed = Signature.parse(text)
    except ValueError:
        return {"api_name": text}
    parts = [part for part in parsed.parts() if part != "/"]
    split = (part.partition("=") for part in parts)
    args = [{"arg_name": name, "arg_type": None, "arg_default": default or None} for name, _, default in split]
    return {"api_name": text.partition("(")[0], "args": args}


def _rows(mappings: Iterable[MappingData]) -> Iterator[dict[str, str]]:
    seen: set[tuple[str, str]] = set()
    for row in (row for mapping in mappings for row in mapping.parameters):
        sides = _cells(row)
        if sides not in seen:
            seen.add(sides)
            yield {"src_arg": sides[0], "dst_arg": sides[1], "note": row.text}


def _cells(row: ParameterData) -> tuple[str, str]:
    if row.relation is Relation.RETURNS:
        return _RETURNED, _RETURNED
    return row.torch or _NONE, row.paddle or _NONE
