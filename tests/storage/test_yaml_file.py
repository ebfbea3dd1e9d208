from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from strategies import RECORD

from generator.model.record import Record
from generator.storage.yaml_dump import dump_record
from generator.storage.yaml_file import read_record

RECORD_TEXT = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
"""


@given(RECORD)
def test_record_to_text_and_back_is_the_same_record(record: Record) -> None:
    """Canonical text says exactly the record it was made from."""
    source = read_record("f.yml", dump_record(record).encode())
    assert source.defects == ()
    assert source.record == record


@given(RECORD)
def test_canonical_text_is_canonical(record: Record) -> None:
    """Writing what was read from canonical text gives the same text."""
    text = dump_record(record)
    again = read_record("f.yml", text.encode()).record
    assert again is not None
    assert dump_record(again) == text


@given(RECORD)
def test_other_yaml_readers_see_text_too(record: Record) -> None:
    """In canonical text a value that YAML 1.1 would mistake for a number or a boolean is quoted."""
    source = read_record("f.yml", dump_record(record).encode())
    assert _without_booleans(yaml.safe_load(source.document.text)) == _without_booleans(source.document.data)


def _without_booleans(data: object) -> object:
    if isinstance(data, dict):
        return {
            key: _without_booleans(value) for key, value in data.items() if key not in {"context", "random", "block"}
        }
    return [_without_booleans(item) for item in data] if isinstance(data, list) else data


@pytest.mark.parametrize(
    ("old", "new", "kind", "line", "column"),
    [
        ("paddle: paddle", "padle: paddle", "extra_forbidden", 2, 1),
        ("note:", "notes:", "extra_forbidden", 5, 31),
        ("仅参数名不一致", "8", "category_unknown", 3, 11),
        ("torch: input, paddle: x, ", "", "row_without_side", 5, 5),
        ("torch.abs", "../../etc/passwd", "string_pattern_mismatch", 1, 8),
        ("paddle.abs", "[paddle.abs]", "string_type", 2, 9),
        ("category: 仅参数名不一致\n", "", "missing", 1, 1),
    ],
)
def test_defect_stands_at_its_value(old: str, new: str, kind: str, line: int, column: int) -> None:
    """What the model refuses is reported where it stands in the text."""
    (defect,) = read_record("f.yml", RECORD_TEXT.replace(old, new, 1).encode()).defects
    assert (defect.kind, defect.span.line, defect.span.column) == (kind, line, column)


def test_misspelt_key_and_category_hide_nothing_else() -> None:
    """A record with a misspelt key and an unknown category is still read, with both reported."""
    text = RECORD_TEXT.replace("note:", "notes:").replace("仅参数名不一致", "名字不同")
    source = read_record("f.yml", text.encode())
    assert {defect.kind for defect in source.defects} == {"extra_forbidden", "category_unknown"}
    assert source.record is not None
    assert source.record.category.name == "仅参数名不一致"


@pytest.mark.parametrize("text", ["- a\n- b\n", "just text\n", "", "[]\n"])
def test_text_that_is_no_mapping_is_no_record(text: str) -> None:
    """A file that holds something else gives one defect and no record."""
    source = read_record("f.yml", text.encode())
    assert source.record is None
    assert [defect.kind for defect in source.defects] in (["empty"], ["not-a-mapping"])
