from __future__ import annotations

import json

import pytest
from export_samples import catalog_of, data_of, exporting, shipped_files, verified_abs
from jsonschema import Draft202012Validator
from samples import ABS, DROPOUT, MakeCatalog
from sampling import sample

from generator.publishing.export import data_json, schema
from generator.publishing.export.schema import data_schema
from generator.publishing.export.shape import Data

VALIDATOR = Draft202012Validator(data_schema())


def test_schema_is_one() -> None:
    """The file keeps to the draft that it names."""
    assert data_schema()["$schema"] == Draft202012Validator.META_SCHEMA["$schema"]
    Draft202012Validator.check_schema(data_schema())


def test_shipped_data_is_valid() -> None:
    """The data of this repository keeps to the schema that is published beside it."""
    data = json.loads(shipped_files()["data.json"])
    for name in ("records", "unanswered"):
        data[name] = dict(sample(list(data[name].items()), 100))
    assert list(VALIDATOR.iter_errors(data)) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("_meta", "format"), "1"),
        (("records", "torch.abs", "category"), "8"),
        (("records", "torch.abs", "extra"), 1),
        (("records", "torch.abs", "mappings"), None),
        (("records", "torch.abs", "verification", "status"), "fine"),
    ],
)
def test_schema_refuses_what_is_wrong(path: tuple[str, ...], value: object) -> None:
    """The schema says more than that there is an object."""
    data = data_of(verified_abs())
    assert VALIDATOR.is_valid(data)
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    assert not VALIDATOR.is_valid(data)


def test_joined_text_is_what_the_shape_writes() -> None:
    """Joining the records' own texts gives the same data as the shape as a whole, key for key."""
    data = json.loads(shipped_files()["data.json"])
    assert Data.model_validate(data).model_dump(mode="json") == data


def test_counts_are_those_of_the_records() -> None:
    """The numbers in ``_meta`` are those that counting the records gives, categories without records included."""
    data = json.loads(shipped_files()["data.json"])
    counts, records = data["_meta"]["counts"], list(data["records"].values())
    assert counts["records"] == len(records)
    assert counts["aliases"] == len(data["aliases"])
    assert counts["drop_in"] == sum(record["verification"]["drop_in"] for record in records)
    for name, number in counts["categories"].items():
        assert number == sum(record["category"] == name for record in records)
    for name, number in counts["statuses"].items():
        assert number == sum(record["verification"]["status"] == name for record in records)
    assert [one["name"] for one in data["categories"]] == list(counts["categories"])
    assert data_of(verified_abs())["_meta"]["counts"]["categories"]["功能缺失"] == 0


def test_same_input_gives_the_same_bytes(make_catalog: MakeCatalog) -> None:
    """No clock is in it: the date is that of the newest evidence, and none where there is none."""
    first = data_json.dump(exporting(verified_abs()))
    assert first == data_json.dump(exporting(verified_abs()))
    assert json.loads(first)["_meta"]["date"] == "2026-11-01"
    assert data_of(make_catalog({}))["_meta"]["date"] is None


def test_site_is_named_where_it_is_known() -> None:
    """The address that pages are relative to stands in the file, if the build knew it."""
    assert data_of(verified_abs())["_meta"]["site"] is None
    assert data_of(verified_abs(), "https://example.org/map/")["_meta"]["site"] == "https://example.org/map/"


def test_alias_leads_to_its_record_and_never_hides_one() -> None:
    """An alias is found by its name; a name that has a record is not also an alias."""
    other = "torch: torch.absolute\npaddle: paddle.abs\ncategory: 无参数\n"
    assert data_of(catalog_of(ABS, DROPOUT))["aliases"] == {"torch.absolute": "torch.abs"}
    assert data_of(catalog_of(ABS, other))["aliases"] == {}


def test_each_record_stands_on_its_line() -> None:
    """Two versions of the file can be compared line by line."""
    text = data_json.dump(exporting(verified_abs()))
    (line,) = (line for line in text.splitlines() if line.startswith('"torch.abs":{'))
    assert json.loads(line.partition(":")[2])["torch"] == "torch.abs"


def test_family_lists_its_members() -> None:
    """A whole module is there with each member's full name on either side."""
    families = json.loads(shipped_files()["data.json"])["families"]
    members = families["torchvision.models"]["members"]
    assert ("torchvision.models.resnet18", "paddle.vision.models.resnet18", None) in [
        (member["torch"], member["paddle"], member["remark"]) for member in members
    ]
    assert any(member["paddle"] is None for member in members)
    assert any(member["remark"] for member in members)


def test_constants_are_listed_with_what_they_become() -> None:
    """An expression, what stands for an assignment, or the reason why there is none."""
    constants = json.loads(shipped_files()["data.json"])["constants"]
    assert constants["torch.float32"] == {
        "torch": "torch.float32",
        "answer": "常数",
        "paddle": "paddle.float32",
        "assign": None,
        "note": None,
        "reason": None,
        "page": "constants/#torch.float32",
    }
    assert constants["torch.backends.cudnn.deterministic"]["assign"].endswith("{value}}})")
    assert constants["torch.channels_last"]["paddle"] is None
    assert "data_format" in constants["torch.channels_last"]["reason"]


def test_schema_speaks_chinese_and_describes_every_key() -> None:
    """Each key says in Chinese what it is; no docstring of ours stands in it."""
    whole = data_schema()
    parts = [whole, *(part for part in whole["$defs"].values() if "properties" in part)]
    assert all(
        field["description"][0] >= "一" or field["description"][0].isascii()
        for part in parts
        for field in part["properties"].values()
    )
    assert all(part["required"] == list(part["properties"]) for part in parts)
    assert "What all parts share" not in schema.dump()
    assert all("description" not in part for part in whole["$defs"].values())
