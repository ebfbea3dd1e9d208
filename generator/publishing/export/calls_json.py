"""``calls.json``: what the catalogue knows of calls, for programs that decide and convert them."""

from __future__ import annotations

import json
from typing import Any

from generator.calls.knowledge.compile import compile_answer, compile_names
from generator.catalog.catalog import Catalog
from generator.model.record import Record
from generator.publishing.export.export_context import Exporting
from generator.publishing.export.shape import RecordData
from generator.storage.yaml_file import RecordSource


def dump(exporting: Exporting) -> str:
    """Returns the whole text, an answer a line."""
    catalog = exporting.catalog
    names = catalog.kept(__name__, (), lambda: _compact(compile_names(catalog)).removesuffix("}"))
    answers = ",\n".join(exporting.parts(__name__))
    return f'{names},"answers":{{\n{answers}\n}}}}\n'


def part(catalog: Catalog, _source: RecordSource, record: Record, _data: RecordData) -> str:
    """Returns the answer of a record."""
    return f"{_compact(record.torch)}:{_compact(compile_answer(catalog, record))}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
