"""The box that opens a difference page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from html_tree import of_class, read_body, text_of
from samples import catalog_of, rendered, sampled_sources, shipped_catalog

from generator.catalog.catalog import Catalog
from generator.model.call_verdict import CallVerdict
from generator.model.evidence import ConvertedOutcome, ConvertedResult, DropIn, Evidence, SnippetResult
from generator.model.evidence import tested_digest as digest
from generator.model.status import Outcome
from generator.publishing.views.answer import MOST_WARNINGS, AnswerView
from generator.publishing.views.difference import DifferenceView, difference_view
from generator.publishing.views.lists import Neighbours
from generator.publishing.views.prose import plain

RECORD = """\
torch: torch.f
paddle: paddle.g
category: 参数不一致
parameters:
  - {torch: input, paddle: input, note: 输入。}
  - {torch: dim, paddle: axis, note: 维度。}
  - {torch: p, paddle: p, note: 概率。, default: {torch: "1", paddle: "2"}, set: "1"}
  - {torch: out, paddle: out, note: 结果。, differs: {usage: 不支持 float64}, rewrite: unsupported, when: {out: passed}}
  - {paddle: keep, note: 保留。, set: "False"}
remarks:
  - {note: 初始值取自另一个分布。, effect: init}
  - 说的是别的事。
  - 说的是第二件别的事。
checks:
  - given: {x: "float32[2]"}
    torch: y = torch.f(x, dim=1)
    paddle: y = paddle.g(x, axis=1, keep=False)
    usual: true
"""


def answered(text: str = RECORD, *, moved: bool = False, kind: str = "改参数") -> DifferenceView:
    """The page of a record whose one check passed."""
    catalog: Catalog = catalog_of(text)
    record = catalog.sources[0].record
    assert record is not None
    result = SnippetResult(
        "checks.0", Outcome.PASSED, converted=ConvertedResult(ConvertedOutcome.PASSED, kind), moved=moved
    )
    evidence = Evidence(record.torch, digest(record), {}, "2026-11-22", (result,), DropIn(None))
    catalog = replace(catalog, evidence={record.torch: evidence})
    return difference_view(catalog, catalog.sources[0], (), Neighbours())


def box(view: DifferenceView) -> AnswerView:
    """The box at the top."""
    assert view.mappings[0].answer is not None
    return view.mappings[0].answer


def test_it_says_what_the_call_takes() -> None:
    """The effort comes with the arguments to add and to rename, as the two calls have them."""
    answer = box(answered())
    assert answer.effort is CallVerdict.ARGUMENTS
    assert answer.torch == "y = torch.f(x, dim=1)"
    assert [way.code for way in answer.ways] == ["y = paddle.g(x, axis=1, keep=False)"]
    assert plain(answer.words) == "要加 keep=False，参数名改为 axis。"


def test_how_it_is_done_is_no_warning() -> None:
    """Without a counterpart the answer says how it is done instead; what else is to be known stays a warning."""
    text = """\
torch: torch.f
category: 组合替代实现
remarks:
  - 分两步求。
  - 别的事。
checks:
  - given: {x: "float32[2]"}
    torch: y = torch.f(x)
    paddle: y = paddle.g(paddle.h(x))
    usual: true
"""
    answer = box(answered(text))
    assert plain(answer.words) == "分两步求。"
    assert [plain(warning.text) for warning in answer.warnings] == ["别的事。"]
    assert plain(box(answered(text, kind="改写")).words).startswith("没有一个 API 与它等价")


def test_both_ways_are_shown_where_both_were_run() -> None:
    """Where the prefix is enough, that code comes first, and the record's own after it."""
    answer = box(answered(moved=True))
    assert answer.effort is CallVerdict.RENAMED
    assert [way.code for way in answer.ways] == ["y = paddle.f(x, dim=1)", "y = paddle.g(x, axis=1, keep=False)"]


def test_category_and_effort_are_reconciled() -> None:
    """A category that tells of differences beside a call that has none is explained, with the arguments that matter."""
    said = plain(box(answered(moved=True)).both)
    assert said.startswith("分类“参数不一致”说的是两边的签名与含义")
    assert "用到 p、out 时才要改" in said
    assert box(answered()).both == ()
    passed = RECORD.replace("torch.f(x, dim=1)", "torch.f(x, 1, 1.0)")
    assert "碰到下表写明的情形时才要改" in plain(box(answered(passed, moved=True)).both)


def test_at_most_three_warnings_the_silent_ones_first() -> None:
    """Initial values and defaults, which no error message tells, come before what some calls alone meet."""
    warnings = box(answered()).warnings
    assert len(warnings) == MOST_WARNINGS
    assert [warning.about for warning in warnings] == ["初始值", "默认值", ""]
    assert warnings[1].anchor == "t-p"


def test_rows_without_a_difference_are_folded_and_all_there() -> None:
    """The rows that differ stand in one table, the others in another behind their number."""
    view = answered()
    (mapping,) = view.mappings
    assert [row.torch for row in mapping.same] == ["input"]
    assert {*mapping.differing, *mapping.same} == set(mapping.rows)


def test_sentence_over_the_table_says_the_consequence() -> None:
    """It names what has to be done, and does not announce a table."""
    (mapping,) = answered().mappings
    said = plain(mapping.consequence)
    assert "如下" not in said
    assert said.startswith("keep=False 要由 Paddle 一侧传入；p 的默认值不同")


def test_code_of_an_unverified_call_says_why() -> None:
    """Where nothing ran, the box says so, with the reason."""
    text = RECORD.replace("    usual: true\n", "    usual: true\n    skip: 需要 GPU。\n")
    catalog = catalog_of(text)
    answer = box(difference_view(catalog, catalog.sources[0], (), Neighbours()))
    assert answer.effort is CallVerdict.UNVERIFIED
    assert "需要 GPU" in plain(answer.words)


@pytest.mark.parametrize("page", ["api/torch.f.md"])
def test_body_opens_with_the_box_and_markdown_has_none(page: str) -> None:
    """The box stands before everything but the title; effort is the first chip; the Markdown is the spec's."""
    made = rendered(catalog_of(RECORD))[page]
    root = read_body(made.body)
    (title,) = root.iter("h1")
    assert text_of(title[0]) == "未验证"
    assert list(root).index(of_class(root, "apimap-answer")[0]) == list(root).index(title) + 1
    assert "未验证" not in made.markdown.partition("<!--")[0].partition("\n")[0]


def test_every_shipped_page_has_an_answer() -> None:
    """Each mapping of each record that has a page opens with code of both sides."""
    catalog = shipped_catalog()
    lacking = [
        source.stem
        for source in sampled_sources()
        for mapping in difference_view(catalog, source, (), Neighbours()).mappings
        if mapping.answer is None or not mapping.answer.torch or not mapping.answer.ways
    ]
    assert lacking == []
