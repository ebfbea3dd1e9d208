"""Generates the JSON Schema of a record from the models, for editors."""

from __future__ import annotations

import json
from typing import Any

from generator.model.category import CATEGORIES
from generator.model.record import Record

FILE = "mapping_data/record.schema.json"
"""The schema's path below the project's root."""

_DRAFT = "http://json-schema.org/draft-07/schema#"
"""The draft that the YAML language server supports best."""


def record_schema() -> dict[str, Any]:
    """Returns the schema of a record file, in draft 07.

    A record's scalars are the text in the file: where the model reads ``"true"``, an editor sees a boolean, so a
    text field accepts every scalar.
    """
    schema = Record.model_json_schema(mode="validation")
    definitions = {name: _adapted(part) for name, part in schema.pop("$defs").items()}
    record = _adapted(schema)
    category = record["properties"]["category"]
    category["enum"] = [category_.name for category_ in CATEGORIES]
    category["markdownEnumDescriptions"] = [f"第 {one.number} 类：{one.meaning}" for one in CATEGORIES]
    return {
        "$comment": "由 apimap schema 生成，请勿手改。",
        "$schema": _DRAFT,
        **record,
        "title": "PyTorch 到 PaddlePaddle 的一条 API 映射记录",
        "description": "一个 PyTorch API、与它对应的 Paddle API，以及两者的差别。",
        "definitions": definitions,
        "examples": [_EXAMPLE],
    }


def dump_schema() -> str:
    """Returns the text of the schema file."""
    return json.dumps(record_schema(), ensure_ascii=False, indent=2) + "\n"


def _adapted(part: Any) -> Any:
    """Converts references to draft 07, and lets text fields accept every scalar."""
    if isinstance(part, list):
        return [_adapted(item) for item in part]
    if not isinstance(part, dict):
        return part
    adapted = {
        key: _adapted(value)
        for key, value in part.items()
        if key not in {"title", "default"} or key in part.get("properties", {})
    }
    if isinstance(adapted.get("$ref"), str):
        adapted["$ref"] = adapted["$ref"].replace("#/$defs/", "#/definitions/")
    if adapted.get("type") == "string" and "enum" not in adapted and "pattern" not in adapted:
        adapted["type"] = ["string", "number", "boolean"]
    if "properties" in part:
        adapted["properties"] = {key: _adapted(value) for key, value in part["properties"].items()}
        for key, names in _ONE_OR_MANY.items():
            if key in adapted["properties"]:
                adapted["properties"][key] = {"anyOf": [adapted["properties"][key], names], **_words(part, key)}
    return adapted


_ONE_OR_MANY = {"parameter": {"type": "string"}, "compare": {"type": "string"}}
"""Lists of names that may also be a single name."""


def _words(part: dict[str, Any], key: str) -> dict[str, Any]:
    description = part["properties"][key].get("description")
    return {"description": description} if description else {}


_EXAMPLE = {
    "torch": "torch.abs",
    "paddle": "paddle.abs",
    "category": "仅参数名不一致",
    "parameters": [{"torch": "input", "paddle": "x", "note": "表示输入的 Tensor。"}],
    "checks": [{"given": {"x": "float32[2, 3]"}, "torch": "y = torch.abs(input=x)", "paddle": "y = paddle.abs(x=x)"}],
}
