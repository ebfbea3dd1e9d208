from __future__ import annotations

import pytest

from generator.importing.mapping_table import EntryKind, is_mapping_table, read_mapping_table
from generator.importing.table_records import record_of
from generator.lint.rules.samples import GOOD_DOCUMENT, GOOD_TABLE
from generator.model import category as categories
from generator.model.category import Category
from generator.model.document_defect import TableKind

MASTER = """\
# 映射表

## <span id="id1">torch.XX API 映射列表</span>

| 序号 | Pytorch 最新 release | Paddle develop | 映射关系分类 | 备注 |
| ----- | ----------- | ----------------- | ----------- | ------- |
| REFERENCE-MAPPING-TABLE(`torch.`, max_depth=1) |
| ALIAS-REFERENCE-ITEM(`torch.absolute`, `torch.abs`) |
| NOT-IMPLEMENTED-ITEM(`torch.nothing`, https://pytorch.org/docs/stable/generated/torch.nothing.html, 可新增，成本低) |
| IN-DEVELOPMENT-PATTERN(`torch.soon`, https://pytorch.org/docs/stable/generated/torch.soon.html#torch-soon) |
"""


def test_every_row_comes_out_with_its_links() -> None:
    """A row gives its APIs, their addresses, the remark and the section it stands in."""
    table = read_mapping_table("table.md", GOOD_TABLE.encode())
    assert not table.defects
    (entry,) = table.entries
    assert (entry.torch, entry.paddle, entry.remark) == ("torch.ones", "paddle.ones", "功能一致")
    assert entry.links["torch"].endswith("/torch.ones.html")
    assert entry.section == "基础操作类 API 映射列表"
    assert entry.span.line == 5


def test_items_of_the_master_table_are_read() -> None:
    """The master table's items name sections, aliases, missing APIs and those still to be written."""
    table = read_mapping_table("table.md", MASTER.encode())
    assert [(section.title, section.prefix, section.depth) for section in table.sections] == [
        ("torch.XX API 映射列表", "torch.", 1)
    ]
    assert [entry.kind for entry in table.entries] == [EntryKind.ALIAS, EntryKind.MISSING, EntryKind.DEVELOPING]
    alias, missing, soon = table.entries
    assert (alias.torch, alias.paddle) == ("torch.absolute", "torch.abs")
    record, _ = record_of(missing)
    assert record is not None
    assert record.category is categories.MISSING
    assert record.reason == "可新增，成本低"
    assert record_of(soon) == (None, ())


@pytest.mark.parametrize(
    ("remark", "category"),
    [
        ("功能一致", categories.IDENTICAL),
        ("功能一致，参数名不一致", categories.RENAMED),
        ("功能一致，[参数不一致](https://example.org/x.md)", categories.PARAMETERS_DIFFER),
        ("功能一致，参数名不一致，PaddlePaddle 未定义`out`参数代表输出 Tensor", categories.TORCH_HAS_MORE),
        ("[组合实现](https://example.org/x.md)", categories.COMPOSED),
    ],
)
def test_remark_tells_the_category(remark: str, category: Category) -> None:
    """The old tables say in words what later ones say in a column, and the words are kept."""
    table = read_mapping_table("table.md", GOOD_TABLE.replace("功能一致", remark).encode())
    record, questions = record_of(table.entries[0])
    assert record is not None
    assert record.category is category
    assert record.summary == remark
    assert questions == ()


def test_remark_that_tells_nothing_is_reported() -> None:
    """A row that only points to another document does not pretend to know its category."""
    table = read_mapping_table("table.md", GOOD_TABLE.replace("功能一致", "[差异对比](torch.ones.md)").encode())
    _, questions = record_of(table.entries[0])
    assert [defect.kind for defect in questions] == [TableKind.CATEGORY_UNSAID]


def test_missing_parameters_become_rows() -> None:
    """Parameters that a remark names as missing or obsolete are rows."""
    remark = "功能一致，PaddlePaddle 未定义`out`参数代表输出 Tensor，PyTorch 存在废弃参数`a`和`b`。"
    record, _ = record_of(read_mapping_table("t.md", GOOD_TABLE.replace("功能一致", remark).encode()).entries[0])
    assert record is not None
    assert [(row.torch, row.note) for row in record.parameters] == [
        ("out", "输出 Tensor。"),
        ("a", "已弃用。"),
        ("b", "已弃用。"),
    ]


def test_documents_and_tables_are_told_apart() -> None:
    """A difference document has a table too, and is none."""
    assert is_mapping_table(GOOD_TABLE.encode())
    assert is_mapping_table(MASTER.encode())
    assert not is_mapping_table(GOOD_DOCUMENT.encode())
