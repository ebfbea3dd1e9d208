from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.importing.document import read_difference_document
from generator.model.category import CONTEXT
from generator.rules.doc import GOOD_DOCUMENT
from generator.rules.registry import defect_rule
from generator.storage.yaml_dump import dump_record
from generator.storage.yaml_file import RecordSource, read_record

CASES = sorted((Path(__file__).parents[1] / "data/importing").glob("*.md"))


def read(text: str, file: str = "docs/torch.abs.md") -> RecordSource:
    """A document read from text."""
    return read_difference_document(file, text.encode())


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_document_becomes_the_record_beside_it(case: Path) -> None:
    """A document gives the record in the file of the same name, and the findings in the comments of that file."""
    expected = case.with_suffix(".yml").read_text(encoding="utf-8")
    source = read_difference_document("document.md", case.read_bytes())
    found = sorted((defect.span.line, defect_rule(defect.kind).code) for defect in source.defects)
    assert source.record is not None
    assert dump_record(source.record) == dump_record(read_record("x.yml", expected.encode()).record)  # type: ignore[arg-type]
    assert found == [(int(line), code) for line, code in re.findall(r"^# (\d+) (\w+)$", expected, re.MULTILINE)]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("byte-order mark", lambda text: "\ufeff" + text),
        ("CRLF", lambda text: text.replace("\n", "\r\n")),
        ("old Mac line ends", lambda text: text.replace("\n", "\r")),
        ("Paddle as the column's name", lambda text: text.replace("| PaddlePaddle |", "| Paddle |")),
        ("indented", lambda text: text.replace("\n| input", "\n    | input")),
        ("no blank lines", lambda text: text.replace("\n\n", "\n")),
        ("rows without outer bars", lambda text: text.replace("| input", "input").replace("不一致。 |", "不一致。")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_other_ways_to_write_the_same_give_the_same_record(name: str, change: object) -> None:
    """Encodings and spacings that do not change what a document says change nothing in its record."""
    assert callable(change), name
    source = read(change(GOOD_DOCUMENT))
    assert source.record == read(GOOD_DOCUMENT).record
    assert not source.defects


def test_every_field_knows_its_line() -> None:
    """Rules report Markdown lines: each field of the record has its place in the document."""
    source = read(GOOD_DOCUMENT)
    lines = GOOD_DOCUMENT.split("\n")

    def text_at(*loc: str | int) -> str:
        span = source.span(loc)
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]

    assert text_at("torch") == "torch.abs"
    assert text_at("category") == "仅参数名不一致"
    assert text_at("paddle").startswith("[paddle.abs](https://")
    assert text_at("parameters", 0, "torch") == "input"
    assert text_at("parameters", 0, "paddle") == "x"
    assert text_at("parameters", 0, "note") == "表示输入的 Tensor，仅参数名不一致。"
    assert text_at("signatures", "torch") == "torch.abs(input)"
    assert text_at("summary").startswith("两者功能一致")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "DOC001"),
        (b" \n\t\n", "DOC001"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "DOC001"),
        ("## [ 无参数 ] torch.abs 中文".encode("gbk"), "DOC001"),
        (b"x" * 10_000_000, "DOC001"),
        ("今天\n".encode(), "DOC002"),
    ],
    ids=["empty", "blank", "binary", "gbk", "10 MB line", "prose"],
)
def test_what_is_no_document_is_said_to_be_none(raw: bytes, code: str) -> None:
    """Empty, binary, huge and foreign files give no record, and one finding that says what they are."""
    source = read_difference_document("docs/x.md", raw)
    assert source.record is None
    assert [defect_rule(defect.kind).code for defect in source.defects] == [code]


def test_long_line_inside_a_document_is_read() -> None:
    """A line of a megabyte is a line."""
    source = read(GOOD_DOCUMENT.replace("表示输入的 Tensor", "表示输入" * 250_000))
    assert source.record is not None
    assert len(source.record.parameters[0].note) > 1_000_000


def test_table_of_ten_thousand_rows_keeps_them_all() -> None:
    """Every row of a long table is read, in order."""
    rows = "".join(f"| a{i} | a{i} | 表示第 {i} 个。 |\n" for i in range(10_000))
    record = read(GOOD_DOCUMENT + rows).record
    assert record is not None
    assert [row.torch for row in record.parameters] == ["input", *(f"a{i}" for i in range(10_000))]


def test_fence_inside_a_longer_fence_is_code() -> None:
    """A fence of four marks holds one of three, and ends where it ends."""
    code = "````python\n# PyTorch 写法\ny = '''\n```python\n'''\n\n# Paddle 写法\ny = 1\n````\n"
    source = read(f"{GOOD_DOCUMENT}\n### 转写示例\n\n#### input：输入\n\n{code}")
    assert source.record is not None
    assert source.record.examples[0].torch == "y = '''\n```python\n'''"
    assert not source.defects


def test_path_in_the_title_is_no_name() -> None:
    """A title with ``../`` in it gives no record of that name."""
    source = read(GOOD_DOCUMENT.replace("] torch.abs", "] ../../torch.abs"))
    assert source.record is not None
    assert source.record.torch == "torch.abs"
    hopeless = read(GOOD_DOCUMENT.replace("] torch.abs", "] ../../etc").replace("[torch.abs]", "[../../etc]"))
    assert hopeless.record is None


def test_unknown_category_is_reported_and_the_rest_is_read() -> None:
    """A category outside the list does not hide the rows."""
    source = read(GOOD_DOCUMENT.replace("仅参数名不一致 ]", "可有可无 ]"))
    assert [defect_rule(defect.kind).code for defect in source.defects] == ["CAT001"]
    assert source.record is not None
    assert source.record.parameters


def test_category_five_needs_its_context() -> None:
    """The category that is about the code around a call says so in the record."""
    record = read(GOOD_DOCUMENT.replace("[ 仅参数名不一致 ]", "[ 涉及上下文修改 ]")).record
    assert record is not None
    assert record.category is CONTEXT
    assert record.context
