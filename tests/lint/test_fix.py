from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_signatures import INVENTORIES
from samples import SETTINGS, make_catalog, path_of

from generator.catalog.catalog import RECORDS, Catalog
from generator.lint.fix import fix_catalog
from generator.lint.run import lint_catalog
from generator.storage.yaml_file import read_record

CLEAN = """\
# 开头的注释
torch: torch.add   # 行尾的注释
paddle:   paddle.add
category: torch 参数更多
parameters:
  - {torch: input,  paddle: x, note: 表示第一个输入。}   # 第一行
  # 属于 other 的注释
  - torch: other
    paddle: y
    note: "表示第二个输入。"

  - {torch: alpha, note: '表示系数。', rewrite: unsupported}
  - {torch: out, paddle: out, note: 表示存放结果的 Tensor。}
checks:
  - given: {x: "float32[2]", y: "float32[2]", z: "float32[2]"}
    torch: torch.add(input=x, other=y, out=z)
    paddle: paddle.add(x=x, y=y, out=z)
    usual: true
"""
FAULTS = (
    ("表示第一个输入。", "表示第一个输入，仅参数名不一致。"),
    ("表示第一个输入。", "表示第一个输入"),
    ('"表示第二个输入。"', '"表示第二个输入, 可以是标量 "'),
    ('"表示第二个输入。"', ">-\n      表示第二个\n      输入。。"),
    ("'表示系数。', rewrite: unsupported", "'表示系数，Paddle 无此参数，暂无转写方式。'"),
    ("category: torch 参数更多", "category: torch参数更多"),
    ("category: torch 参数更多", "category: 仅参数名不一致"),
    ("checks:", "aliases: []\nchecks:"),
    ("checks:", "context: false  # 不必写\nchecks:"),
    ("parameters:\n", "parameters:\n  - {paddle: name, note: 表示名称。, set: default}\n"),
    ("checks:", "exempt:\n  - {code: TXT003, reason: 照录原文。}\nchecks:"),
    ("checks:", "related: [torch.add, torch.neg]\nchecks:"),
    ("input=x", "input=x"),
)


def lint(catalog: Catalog) -> list:  # type: ignore[type-arg]
    """The findings with the signatures of a few APIs."""
    return lint_catalog(replace(catalog, inventories=INVENTORIES))


def fixed(text: str) -> str:
    """The text after mending all that can be mended."""
    catalog = make_catalog({path_of("torch: torch.add\n"): text.encode()})
    result = fix_catalog(catalog, lint)
    assert not any(finding.fixable for finding in result.findings)
    return result.catalog.sources[0].document.text


def test_clean_text_stays_byte_for_byte() -> None:
    """What has no finding is not touched."""
    assert fixed(CLEAN) == CLEAN


@given(
    faults=st.sets(st.integers(0, len(FAULTS) - 1), max_size=6),
    line_end=st.sampled_from(["\n", "\r\n"]),
    ended=st.booleans(),
)
def test_faults_are_mended_and_nothing_else_changes(faults: set[int], line_end: str, *, ended: bool) -> None:
    """Mending leaves nothing that can be mended, does nothing the second time, and keeps every other line."""
    text = CLEAN
    for index in sorted(faults):
        text = text.replace(*FAULTS[index], 1)
    if not ended:
        text = text.rstrip("\n")
    mended = fixed(text.replace("\n", line_end))
    assert fixed(mended) == mended
    assert mended.count("\n") == mended.count(line_end)
    kept = [line for line in text.splitlines() if line in CLEAN.splitlines() and not line.startswith("category")]
    left = mended.splitlines()
    assert [line for line in left if line in kept] == [line for line in kept if line in left]
    assert [line for line in kept if line not in left and "category" not in line] == []


@pytest.mark.parametrize("style", ["flow", "block"])
def test_rows_move_with_their_comments(style: str) -> None:
    """Reordering moves whole rows, the comments above them with them, and keeps every character."""
    row = "  - {torch: out, paddle: out, note: 表示存放结果的 Tensor。}\n"
    if style == "block":
        row = "  - torch: out\n    paddle: out\n    note: 表示存放结果的 Tensor。\n"
    ordered = CLEAN.replace("  - {torch: out, paddle: out, note: 表示存放结果的 Tensor。}\n", "  # 关于 out\n" + row)
    moved = ordered.replace("  # 关于 out\n" + row, "").replace("parameters:\n", "parameters:\n  # 关于 out\n" + row)
    assert fixed(moved) == ordered


def test_finding_that_cannot_be_mended_here_is_not_called_fixable() -> None:
    """Where a text cannot be edited without changing more, the finding says so by not being fixable."""
    text = CLEAN.replace("note: 表示第一个输入。", "note: !!str 表示第一个输入")
    result = fix_catalog(make_catalog({path_of("torch: torch.add\n"): text.encode()}), lint)
    assert "PAR002" in {finding.code for finding in result.findings}
    assert not any(finding.fixable for finding in result.findings)


def test_markdown_is_never_edited() -> None:
    """A finding in a Markdown document has no edits: they would speak of YAML."""
    source = read_record(f"{RECORDS}/a.md", CLEAN.replace("表示第一个输入。", "表示第一个输入").encode())
    findings = lint_catalog(Catalog(SETTINGS, (source,)))
    assert "PAR002" in {finding.code for finding in findings}
    assert not any(finding.fixable for finding in findings)
