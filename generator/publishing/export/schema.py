"""``data.schema.json``: the JSON Schema of ``data.json``, made from the shape."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from generator.publishing.export.export_context import Exporting
from generator.publishing.export.shape import FORMAT, Data

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def data_schema() -> dict[str, Any]:
    """Returns the schema, in draft 2020-12. Its ``$defs`` hold ``RecordData``, the shape of each record's own file."""
    schema = Data.model_json_schema(mode="serialization")
    definitions = {name: _without_docstring(part) for name, part in schema.pop("$defs").items()}
    return {
        "$comment": "由 apimap export schema 生成。",
        "$schema": _DRAFT,
        "title": f"PyTorch 到 PaddlePaddle 的 API 映射数据，格式 {FORMAT}",
        "description": "data.json 的全部内容。键总是都在：没有值的为 null、空列表或空对象。",
        **_without_docstring(schema),
        "$defs": definitions,
    }


def dump(_: Exporting | None = None) -> str:
    """Returns the text of the schema file."""
    return _text()


@cache
def _text() -> str:
    return json.dumps(data_schema(), ensure_ascii=False, indent=2) + "\n"


def _without_docstring(part: dict[str, Any]) -> dict[str, Any]:
    """Returns a class's part of the schema without Python's docstring and the titles derived from names."""
    kept = {key: value for key, value in part.items() if key not in {"title", "description"}}
    fields = {name: {k: v for k, v in one.items() if k != "title"} for name, one in part.get("properties", {}).items()}
    return {**kept, "properties": fields} if fields else kept
