from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.importing.document import read_difference_document
from generator.lint.rules.registry import defect_rule
from generator.lint.rules.samples import GOOD_DOCUMENT
from generator.model.category import CONTEXT
from generator.model.record import MOST
from generator.model.relation import Rewrite
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


def test_long_table_keeps_all_its_rows_or_is_a_finding() -> None:
    """Every row that a record has room for is read, in order; a table of ten thousand is one finding, and at once."""
    rows = [f"| a{i} | a{i} | 表示第 {i} 个。 |\n" for i in range(10_000)]
    record = read(GOOD_DOCUMENT + "".join(rows[: MOST - 1])).record
    assert record is not None
    assert [row.torch for row in record.parameters] == ["input", *(f"a{i}" for i in range(MOST - 1))]
    too_long = read(GOOD_DOCUMENT + "".join(rows))
    assert too_long.record is None
    assert [defect.kind for defect in too_long.defects] == ["too_long"]


def test_fence_inside_a_longer_fence_is_code() -> None:
    """A fence of four marks holds one of three, and ends where it ends."""
    code = "````python\n# PyTorch 写法\ny = '''\n```python\n'''\n\n# Paddle 写法\ny = 1\n````\n"
    source = read(f"{GOOD_DOCUMENT}\n### 转写示例\n\n#### input：输入\n\n{code}")
    assert source.record is not None
    assert source.record.examples[0].torch == "y = '''\n```python\n'''"
    assert not source.defects


def test_each_condition_of_a_cell_keeps_its_own_rewriting() -> None:
    """Of two conditions with a rewriting each, the row has the last; the first still says its own in words."""
    note = "表示随机数。PyTorch 传入列表，Paddle 传入 float，如果相同，需要转写，如果不同，暂无转写方式。"
    (row,) = read(GOOD_DOCUMENT.replace("表示输入的 Tensor，仅参数名不一致。", note)).record.parameters  # type: ignore[union-attr]
    assert row.rewrite is Rewrite.UNSUPPORTED
    assert row.differs is not None
    assert row.differs.words == "PyTorch 传入列表，Paddle 传入 float，如果相同，需要转写，如果不同"


def test_two_phrases_of_one_rewriting_are_one() -> None:
    """What two neighbouring phrases say together is the row's, and stays in no text."""
    note = "表示布局，Paddle 无此参数，一般对网络训练结果影响不大，可直接删除。"
    text = GOOD_DOCUMENT.replace("| x | 表示输入的 Tensor，仅参数名不一致。", f"| - | {note}")
    (row,) = read(text).record.parameters  # type: ignore[union-attr]
    assert (row.note, row.rewrite) == ("表示布局。", Rewrite.DROP)


def test_heading_of_an_example_without_code_is_kept_and_told() -> None:
    """A fourth-level heading that no code follows is a remark with a finding on its line, wherever it stands."""
    code = "```python\n# PyTorch 写法\ny = 1\n\n# Paddle 写法\ny = 1\n```\n"
    text = f"{GOOD_DOCUMENT}\n### 转写示例\n\n#### 甲\n\n略。\n\n#### 乙：其二\n\n{code}\n#### 丙\n"
    source = read(text)
    assert source.record is not None
    assert [example.title for example in source.record.examples] == ["乙：其二"]
    assert source.record.remarks == ("甲", "略。", "丙")
    lines = text.split("\n")
    assert [lines[defect.span.line - 1] for defect in source.defects] == ["#### 甲", "#### 丙"]


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


@pytest.mark.parametrize(
    ("example", "category"),
    [
        ("", "功能缺失"),
        (
            "\n### 转写示例\n\n#### 省去\n\n```python\n# PyTorch 写法\ny = torch.sync(x)\n\n# Paddle 写法\ny = x\n```\n",
            "组合替代实现",
        ),
    ],
)
def test_what_can_be_left_out_is_a_composition_where_an_example_shows_how(example: str, category: str) -> None:
    """The public documents' 可删除 is a category of theirs, and no finding."""
    source = read(f"## [ 可删除 ] torch.sync\n\n### torch.sync\n\n可以直接删除。\n{example}", "docs/torch.sync.md")
    assert source.record is not None
    assert source.record.category.name == category
    assert "category_unknown" not in {defect.kind for defect in source.defects}


def test_category_five_needs_its_context() -> None:
    """The category that is about the code around a call says so in the record."""
    record = read(GOOD_DOCUMENT.replace("[ 仅参数名不一致 ]", "[ 涉及上下文修改 ]")).record
    assert record is not None
    assert record.category is CONTEXT
    assert record.context
