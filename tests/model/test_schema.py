from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from samples import REPOSITORY

from generator.model.category import CATEGORIES
from generator.model.schema import FILE, dump_schema, record_schema

RECORDS = sorted((REPOSITORY / "mapping_data/records").rglob("*.yml"))
TYPES = {
    "string": str,
    "object": dict,
    "array": list,
    "boolean": bool,
    "number": (int, float),
    "integer": int,
    "null": type(None),
}


def errors(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "") -> list[str]:  # noqa: C901, PLR0912  (a branch a keyword)
    """What draft 07 finds wrong; only the keywords that our schema uses are known, and others fail."""
    found: list[str] = []
    for keyword, rule in schema.items():
        match keyword:
            case "$ref":
                found += errors(value, root["definitions"][rule.rpartition("/")[2]], root, place)
            case "anyOf":
                if all(errors(value, option, root, place) for option in rule):
                    found.append(f"{place}: none of {rule}")
            case "type":
                names = [rule] if isinstance(rule, str) else rule
                if isinstance(value, str) and "number" in names and re.fullmatch(r"\d+(\.\d+)?e-?\d+", value):
                    continue  # YAML 1.2, which editors speak, reads 1e-5 as the number it is
                if not any(isinstance(value, TYPES[name]) for name in names):
                    found.append(f"{place}: {value!r} is no {names}")
            case "enum":
                found += [] if value in rule else [f"{place}: {value!r} not in {rule}"]
            case "pattern":
                found += [] if not isinstance(value, str) or re.search(rule, value) else [f"{place}: {value!r}"]
            case "minLength":
                found += [] if not isinstance(value, str) or len(value) >= rule else [f"{place}: empty"]
            case "exclusiveMinimum" | "minimum":
                low = isinstance(value, int | float) and (value < rule or (value == rule and keyword != "minimum"))
                found += [f"{place}: {value} is too small"] if low else []
            case "required":
                found += [f"{place}: {key} is missing" for key in rule if key not in value]
            case "properties":
                for key in value if isinstance(value, dict) else ():
                    found += errors(value[key], rule[key], root, f"{place}.{key}") if key in rule else []
            case "additionalProperties":
                known = schema.get("properties", {})
                if rule is False:
                    found += [f"{place}: unknown key {key}" for key in value if key not in known]
            case "items":
                for index, item in enumerate(value if isinstance(value, list) else ()):
                    found += errors(item, rule, root, f"{place}[{index}]")
            case _:
                assert keyword in WORDS, keyword
    return found


WORDS = {"description", "title", "examples", "definitions", "$schema", "$comment", "markdownEnumDescriptions"}
"""Keywords that say something to people and forbid nothing."""


def test_committed_schema_is_fresh() -> None:
    """The committed file is what the models give today."""
    assert (REPOSITORY / FILE).read_text(encoding="utf-8") == dump_schema()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_shipped_record_is_valid(path: Any) -> None:
    """An editor underlines nothing in a shipped record."""
    schema = record_schema()
    assert errors(yaml.safe_load(path.read_text(encoding="utf-8")), schema, schema) == []


@pytest.mark.parametrize(
    "change",
    [{"padle": "paddle.abs"}, {"category": "8"}, {"parameters": "无"}, {"torch": "torch/abs"}, {"context": "是"}],
)
def test_editor_underlines_what_lint_refuses(change: dict[str, Any]) -> None:
    """Unknown keys, wrong types and names outside the lists are errors in the editor too."""
    schema = record_schema()
    example = json.loads(dump_schema())["examples"][0]
    assert errors(example, schema, schema) == []
    assert errors({**example, **change}, schema, schema)


def test_every_category_is_offered_with_its_meaning() -> None:
    """Completion offers the names we print, each with what it means."""
    category = record_schema()["properties"]["category"]
    assert category["enum"] == [one.name for one in CATEGORIES]
    assert len(category["markdownEnumDescriptions"]) == len(CATEGORIES)


def test_every_property_is_described() -> None:
    """Hovering over any key of a record shows what it is for."""
    assert all("description" in value for value in record_schema()["properties"].values())
