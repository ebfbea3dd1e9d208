from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator
from samples import REPOSITORY
from sampling import sample

from generator.model.category import CATEGORIES
from generator.model.schema import FILE, dump_schema, record_schema

RECORDS = sorted((REPOSITORY / "mapping_data/records").rglob("*.yml"))
VALIDATOR = Draft7Validator(record_schema())


class EditorLoader(yaml.SafeLoader):
    """YAML 1.2, which editors speak, reads 1e-5 as the number it is; PyYAML, of YAML 1.1, reads it as text."""


EditorLoader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"\d+(\.\d*)?e[-+]?\d+$"), list("0123456789"))


def read_as_editors_do(path: Path) -> Any:
    """A record file's data."""
    return yaml.load(path.read_text(encoding="utf-8"), EditorLoader)  # noqa: S506  (a SafeLoader)


def test_committed_schema_is_fresh() -> None:
    """The committed file is what the models give today."""
    assert (REPOSITORY / FILE).read_text(encoding="utf-8") == dump_schema()


def test_schema_is_one() -> None:
    """The file keeps to the draft that it names."""
    assert record_schema()["$schema"] == Draft7Validator.META_SCHEMA["$schema"]
    Draft7Validator.check_schema(record_schema())


def test_shipped_records_are_valid() -> None:
    """An editor underlines nothing in a shipped record."""
    assert RECORDS
    underlined = {
        path.stem: errors
        for path in sample(RECORDS, 100)
        if (errors := [error.message for error in VALIDATOR.iter_errors(read_as_editors_do(path))])
    }
    assert underlined == {}


@pytest.mark.parametrize(
    "change",
    [{"padle": "paddle.abs"}, {"category": "8"}, {"parameters": "无"}, {"torch": "torch/abs"}, {"context": "是"}],
)
def test_editor_underlines_what_lint_refuses(change: dict[str, Any]) -> None:
    """Unknown keys, wrong types and names outside the lists are errors in the editor too."""
    example = json.loads(dump_schema())["examples"][0]
    assert VALIDATOR.is_valid(example)
    assert not VALIDATOR.is_valid({**example, **change})


def test_every_category_is_offered_with_its_meaning() -> None:
    """Completion offers the names we print, each with what it means."""
    category = record_schema()["properties"]["category"]
    assert category["enum"] == [one.name for one in CATEGORIES]
    assert len(category["markdownEnumDescriptions"]) == len(CATEGORIES)


def test_every_property_is_described() -> None:
    """Hovering over any key of a record shows what it is for."""
    assert all("description" in value for value in record_schema()["properties"].values())
