"""Tests of what lint says to somebody who types Chinese: the cause, where it stands, and nothing that only follows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from known_signatures import INVENTORIES

from generator.lint.rules.registry import CODES, HELD_BACK
from generator.lint.run import lint_catalog
from tests.samples import catalog_of

RECORD = """\
torch: torch.abs
paddle: paddle.abs
category: torch 参数更多
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: out, note: 表示输出的 Tensor。, rewrite: drop}
checks:
  - given: {x: "float32[3]"}
    torch: y = torch.abs(input=x)
    paddle: y = paddle.abs(x=x)
"""


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("category: ", "category：", "3:9", "这里是全角的“：”"),
        ("torch: torch.abs", "torch：torch.abs", "1:6", "这里是全角的“：”"),
        ("  - {torch: input,", "  - {torch： input,", "5:6", "`torch： input` 里是全角冒号"),
        ("{torch: input, paddle", "{torch: input，paddle", "5:18", "这里是全角的“，”"),
        ("Tensor。}\n  - {", "Tensor。｝\n  - {", "5:50", "这里是全角的“｝”"),
        ("  - {torch: input", "  - ｛torch: input", "5:5", "这里是全角的“｛”"),
        ("checks:\n  - given", "checks:\n\u3000 - given", "8:1", "这里是全角的“\u3000”"),
        ("note: 表示输入的 Tensor。}", "note: “x: y”}", "5:37", "这里是全角的““”"),
        ("paddle: paddle.abs\n", "  paddle: paddle.abs\n", "2:1", "`paddle` 比上一行的键多缩进了 2 格"),
        ("category: ", "category:", "3:9", "冒号后面缺少空格"),
        ("{torch: input, paddle", "{torch:input, paddle", "5:6", "`torch:input` 的冒号后面缺少空格"),
        ("{torch: input, paddle", "{torch：input, paddle", "5:6", "`torch：input` 里是全角冒号"),
        ("输入的 Tensor。}", "输入的 Tensor,形状不限。}", "5:50", "它前面的值在半角逗号处被截断了"),
    ],
)
def test_cause_is_named_where_it_stands(old: str, new: str, place: str, says: str) -> None:
    """The first finding names the character and its place, not where the parser stopped."""
    assert old in RECORD
    found = lint_catalog(catalog_of(RECORD.replace(old, new, 1)))
    finding = next(finding for finding in found if finding.code.startswith("YML"))
    assert f"{finding.span.line}:{finding.span.column}" == place
    assert says in finding.message


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("torch.abs", "torch.abss", {"API002"}),
        ("category: torch 参数更多", "category: 参数完全一致", {"CAT002"}),
        ("输入的 Tensor。}", "输入的 Tensor,形状不限。}", {"YML006"}),
    ],
)
def test_what_only_follows_is_kept_back(old: str, new: str, codes: set[str]) -> None:
    """One mistake is one kind of finding: the record without it has none of those that it brings along."""
    clean, found = (
        {finding.code for finding in lint_catalog(replace(catalog_of(text), inventories=INVENTORIES))}
        for text in (RECORD, RECORD.replace(old, new))
    )
    assert found - clean == codes


def test_codes_are_those_of_rules() -> None:
    """Both sides of the table are rules, and none holds itself back."""
    for code, causes in HELD_BACK.items():
        assert {code, *causes} <= CODES
        assert code not in causes
