from __future__ import annotations

import pytest
from samples import catalog_of, shipped_catalog

from generator.model.derive import own_category
from generator.publishing.views.summary import summarize

TRANSPOSE = """\
torch: torch.transpose
paddle: paddle.transpose
category: 参数不一致
parameters:
  - {torch: dim0, paddle: perm, note: 表示一个轴。, differs: {usage: 不同}, rewrite: unsupported}
  - {torch: dim1, paddle: perm, note: 表示一个轴。, differs: {usage: 不同}, rewrite: unsupported}
"""


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("", "PyTorch 的 `dim0`、`dim1` 参数与 Paddle 的 `perm` 参数用法不同，具体如下："),
        (
            "  - {torch: x, note: 表示值。, differs: {type: 不同}, rewrite: unsupported}\n",
            "PyTorch 的 `dim0`、`dim1` 参数与 Paddle 的 `perm` 参数用法不同，PyTorch 的 `x` 参数与 Paddle类型不同，具体如下：",
        ),
        (
            "  - {returns: 不同, rewrite: unsupported}\n",
            "PyTorch 的 `dim0`、`dim1` 参数与 Paddle 的 `perm` 参数用法不同，返回值不同，具体如下：",
        ),
        ("summary: 自己写的：\n", "自己写的："),
    ],
)
def test_summary_of_differences_names_what_differs(more: str, sentence: str) -> None:
    """A category-3 summary names the parameters in backticks, by kind of difference (R21, R22); the record's own wins."""
    (source,) = catalog_of(TRANSPOSE + more).sources
    assert source.record is not None
    assert summarize(source.record, source.record.category) == sentence


def test_sentences_over_a_table_end_as_their_category_says() -> None:
    """What a record says itself above a table of parameters ends with the lead-in of its category, which readers' pages leave out."""
    over_tables = [
        (own_category(record, mapping), mapping.summary)
        for record in shipped_catalog().records()
        for _, mapping in record.mappings()
        if mapping.summary is not None and mapping.parameters
    ]
    assert over_tables
    assert [said for category, said in over_tables if not said.endswith(category.lead_in)] == []
