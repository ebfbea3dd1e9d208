from __future__ import annotations

from dataclasses import replace

import pytest
from known_signatures import INVENTORIES
from samples import make_catalog, path_of

from generator.lint.run import lint_catalog
from generator.model.finding import Finding

ROI = """\
torch: torch.roi
paddle: paddle.roi
category: 参数不一致
signatures: {torch: "torch.roi(input, boxes)", paddle: "paddle.roi(x, boxes, boxes_num)"}
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: boxes, paddle: "boxes, boxes_num", note: 表示框的坐标。, differs: {usage: Paddle 另写每张图的框数}, rewrite: example}
examples:
  - parameter: boxes
    title: 框的坐标
    given: {x: "float32[2]", y: "float32[2]"}
    torch: z = torch.roi(x, y)
    paddle: z = paddle.roi(x, y, 1)
"""
SWAP = """\
torch: torch.swap
paddle: paddle.swap
category: 参数不一致
signatures: {torch: "torch.swap(input, dim0, dim1)", paddle: "paddle.swap(x, perm)"}
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: "dim0、dim1", paddle: perm, note: 表示交换的两维。, differs: {usage: Paddle 写出全部维度的次序}, rewrite: example}
examples:
  - parameter: [dim0, dim1]
    title: 交换的两维
    given: {x: "float32[2, 3]"}
    torch: z = torch.swap(x, 0, 1)
    paddle: z = paddle.swap(x, [1, 0])
"""
OPTIONS = """\
torch: torch.options
paddle: paddle.options
category: 参数完全一致
signatures: {torch: "torch.options(*kwargs)", paddle: "paddle.options(*kwargs)"}
parameters:
  - {torch: beams, paddle: beams, note: 表示束的个数。}
  - {torch: penalty, paddle: penalty, note: 表示惩罚的系数。}
"""


def findings_of(text: str) -> list[Finding]:
    """The findings about rows and signatures."""
    catalog = replace(make_catalog({path_of(text): text}), inventories=INVENTORIES)
    return [finding for finding in lint_catalog(catalog) if finding.code[:3] in {"PAR", "SIG", "EXA", "REC"}]


@pytest.mark.parametrize(
    ("text", "names", "rows"),
    [
        (ROI, "boxes、boxes_num", "`boxes` 对 `boxes`；`boxes_num` 单独一行"),
        (SWAP, "dim0、dim1", "`dim0` 对 `perm`；`dim1` 对 `perm`"),
    ],
)
def test_row_of_several_parameters_has_one_finding(text: str, names: str, rows: str) -> None:
    """It says how many parameters the row names, and what the rows in its place are."""
    (finding,) = findings_of(text)
    assert finding.code == "PAR016"
    assert finding.message == f"一行写了 2 个参数：{names}"
    assert rows in finding.hint


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (ROI, 'boxes, paddle: "boxes, boxes_num"', "boxes, paddle: boxes"),
        (SWAP, '"dim0、dim1"', "dim0"),
    ],
)
def test_rows_that_the_hint_asks_for_are_right(text: str, old: str, new: str) -> None:
    """Whoever divides the row as the hint says is done with it."""
    row = next(line for line in text.split("\n") if old in line)
    rest = {
        ROI: "  - {paddle: boxes_num, note: 表示每张图的框数。, set: 每张图的框数}",
        SWAP: row.replace(old, "dim1"),
    }[text]
    assert findings_of(text.replace(row, f"{row.replace(old, new)}\n{rest}")) == []


def test_unknown_name_among_several_is_still_found() -> None:
    """A name in such a row that the signature does not have is one finding more, about that name alone."""
    codes = {
        finding.code: finding.message
        for finding in findings_of(ROI.replace('boxes, boxes_num", note', 'boxes, shapes", note'))
    }
    assert codes["SIG002"] == "Paddle 的签名里没有参数 `shapes`"
    assert codes["SIG001"] == "Paddle 的参数 `boxes_num` 没有写进参数映射"


def test_missing_star_is_the_only_finding() -> None:
    """``*kwargs`` in a signature is named as the cause, and no keyword is said to be unknown because of it."""
    findings = findings_of(OPTIONS)
    assert [finding.code for finding in findings] == ["SIG007", "SIG007"]
    assert {finding.message for finding in findings} == {"签名里的 `*kwargs` 少了一个星号"}
    assert findings_of(OPTIONS.replace("*kwargs", "**kwargs")) == []
