from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from json_schema import errors
from samples import REPOSITORY

from generator.model.category import CATEGORIES
from generator.model.schema import FILE, dump_schema, record_schema

RECORDS = sorted((REPOSITORY / "mapping_data/records").rglob("*.yml"))


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
