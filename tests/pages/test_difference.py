from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from samples import ABS, DROPOUT, MAX, REPOSITORY, MakeCatalog, path_of

from generator.lint.run import lint_catalog
from generator.model.finding import Finding, Severity, Span
from generator.pages.difference import shown_finding
from generator.pages.render import render_pages
from generator.pages.summary import summarize
from generator.pages.templates import template_folders

PADDLE_DOCS = "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle"


def page(make_catalog: MakeCatalog, text: str, *others: str) -> str:
    """The page of a record text, rendered among others."""
    catalog = make_catalog({path_of(record): record for record in (text, *others)})
    pages = render_pages(catalog, lint_catalog(catalog), template_folders(REPOSITORY))
    return pages[f"api/{path_of(text).rpartition('/')[2].removesuffix('.yml')}.md"]


def test_page_has_the_headings_of_public_documents_in_order(make_catalog: MakeCatalog) -> None:
    """Title, both APIs, table and examples stand in the order and at the levels that public tools read."""
    headings = [
        line for line in page(make_catalog, DROPOUT, ABS).splitlines() if line.startswith("#") and "写法" not in line
    ]
    assert headings == [
        "## [ torch 参数更多 ] torch.nn.functional.dropout",
        "### [torch.nn.functional.dropout](https://pytorch.org/docs/stable/generated/torch.nn.functional.dropout.html)",
        f"### [paddle.nn.functional.dropout]({PADDLE_DOCS}/nn/functional/dropout_cn.html#dropout)",
        "### 参数映射",
        "### 转写示例",
        "#### inplace：是否原位操作",
    ]


def test_title_is_the_first_line(make_catalog: MakeCatalog) -> None:
    """The file follows the format spec to the letter: nothing stands before the title (R3)."""
    assert page(make_catalog, DROPOUT).startswith("## [ torch 参数更多 ] torch.nn.functional.dropout\n")


def test_table_has_the_columns_and_phrases_of_the_spec(make_catalog: MakeCatalog) -> None:
    """Columns as R23 has them, ``-`` for a missing side, and the mandated phrase in each note."""
    lines = page(make_catalog, DROPOUT).splitlines()
    start = lines.index("| PyTorch | PaddlePaddle | 备注 |")
    assert lines[start + 2 : start + 5] == [
        "| input | x | 表示输入的 Tensor，仅参数名不一致。 |",
        "| inplace | - | 表示是否原位操作，Paddle 无此参数，需要转写。 |",
        "| - | axis | 指定丢弃所沿的轴，PyTorch 无此参数，Paddle 保持默认即可。 |",
    ]


def test_example_shows_both_sides(make_catalog: MakeCatalog) -> None:
    """An example has the PyTorch code, then the Paddle code, each under its comment (R38)."""
    assert (
        "# PyTorch 写法\ny = torch.nn.functional.dropout(x, inplace=True)\n\n"
        "# Paddle 写法\ny = paddle.nn.functional.dropout(x)\n```"
    ) in page(make_catalog, DROPOUT)


def test_category_without_table_has_none(make_catalog: MakeCatalog) -> None:
    """无参数 has neither table nor examples, and shows the calls that are run in a folded block (R25, R26)."""
    text = "torch: torch.f\npaddle: paddle.f\ncategory: 无参数\nchecks:\n  - {torch: y = torch.f(), paddle: y = paddle.f()}\n"
    shown = page(make_catalog, text)
    assert "两者功能一致，无参数。" in shown
    assert "###" not in shown.partition("两者功能一致")[2]
    assert '<details class="apimap-check" data-status="missing" markdown="1">' in shown
    assert "y = paddle.f()" in shown


@pytest.mark.parametrize(
    ("rewrite", "sentence"), [("unsupported", "Paddle 暂无转写方式。"), ("drop", "上述参数可直接删除，无需转写。")]
)
def test_page_without_examples_says_why(make_catalog: MakeCatalog, rewrite: str, sentence: str) -> None:
    """Where nothing is to be rewritten the page says so instead of an example (R33)."""
    text = DROPOUT[: DROPOUT.index("examples")].replace("rewrite: example", f"rewrite: {rewrite}")
    assert f"### 转写示例\n\n{sentence}\n" in page(make_catalog, text)


def test_broken_record_shows_its_findings_on_its_own_page(make_catalog: MakeCatalog) -> None:
    """A record with a fault is shown with the fault above it, and a file without a record with the fault alone."""
    wrong = page(make_catalog, DROPOUT.replace("torch 参数更多", "参数不一致"))
    assert 'class="apimap-error"' in wrong
    assert "CAT002" in wrong
    assert "### 参数映射" in wrong
    catalog = make_catalog({"torch/torch.bad.yml": "torch: [\n", path_of(ABS): ABS})
    pages = render_pages(catalog, lint_catalog(catalog), template_folders(REPOSITORY))
    assert "YML001" in pages["api/torch.bad.md"]
    assert "apimap-error" not in pages["api/torch.abs.md"]


def test_finding_does_not_tell_where_the_project_lies() -> None:
    """A published page names the file as the repository does, wherever it was built."""
    finding = Finding(
        "/home/somebody/map/mapping_data/records/torch/torch.f.yml", Span(2, 3, 2, 4), "X1", Severity.ERROR, ""
    )
    assert shown_finding(finding).place == "mapping_data/records/torch/torch.f.yml:2:3"


def test_missing_feature_has_no_page(make_catalog: MakeCatalog) -> None:
    """功能缺失 stands in the master table only (R14)."""
    text = "torch: torch.nothing\ncategory: 功能缺失\nreason: Paddle 没有它。\n"
    catalog = make_catalog({path_of(text): text})
    pages = render_pages(catalog, lint_catalog(catalog), template_folders(REPOSITORY))
    assert not any(path.startswith("api/") for path in pages)
    assert "| 功能缺失 | Paddle 没有它。 |" in pages["pytorch_api_mapping_cn.md"]


def test_overloads_are_separate_blocks_with_their_own_summary(make_catalog: MakeCatalog) -> None:
    """Each overload has its headings, its table, and the sentence of its own category."""
    shown = page(make_catalog, MAX)
    assert shown.count("### [torch.max]") == 2
    assert shown.count("### [paddle.max]") == 2
    assert "仅参数名不一致，具体如下：" in shown
    assert "PyTorch 与 Paddle 的返回值不同，具体如下：" in shown
    assert "| 返回值 | 返回值 | PyTorch 返回值与索引，Paddle 只返回值，暂无转写方式。 |" in shown


def test_summary_of_differences_names_the_parameters(make_catalog: MakeCatalog) -> None:
    """A category-3 summary names what differs, in backticks (R21, R22)."""
    text = """\
torch: torch.transpose
paddle: paddle.transpose
category: 参数不一致
parameters:
  - {torch: dim0, paddle: perm, note: 表示一个轴。, differs: {usage: 不同}, rewrite: unsupported}
  - {torch: dim1, paddle: perm, note: 表示一个轴。, differs: {usage: 不同}, rewrite: unsupported}
"""
    record = make_catalog({path_of(text): text}).sources[0].record
    assert record is not None
    assert (
        summarize(record, record.category)
        == "PyTorch 的 `dim0`、`dim1` 参数与 Paddle 的 `perm` 参数用法不同，具体如下："
    )


def test_related_api_links_to_its_page_or_stands_alone(make_catalog: MakeCatalog) -> None:
    """A related API with a page is a link; one that nobody recorded is its name."""
    assert "相关：[torch.abs](torch.abs.md)" in page(make_catalog, DROPOUT, ABS)
    assert "相关：`torch.abs`" in page(make_catalog, DROPOUT)


def test_links_to_edit_and_report_know_the_page(make_catalog: MakeCatalog) -> None:
    """With a repository, a page leads to its own file and to a report that names the APIs and the versions."""
    catalog = make_catalog({path_of(ABS): ABS})
    settings = catalog.settings.model_copy(update={"repository": "https://example.org/map"})
    shown = render_pages(replace(catalog, settings=settings), (), template_folders(REPOSITORY))["api/torch.abs.md"]
    edit, report = re.findall(r"\]\((https://example.org/[^)]*)\)", shown)
    assert edit == "https://example.org/map/edit/main/mapping_data/records/torch/torch.abs.yml"
    fields = parse_qs(urlsplit(report).query)
    assert fields["title"] == ["torch.abs："]
    for known in ("torch.abs", "paddle.abs", "torch 2.13.0", "paddle 3.3.1"):
        assert known in fields["body"][0]


def test_links_to_edit_and_report_need_a_repository(make_catalog: MakeCatalog) -> None:
    """Without a repository a page offers no link that leads nowhere."""
    assert "报告错误" not in page(make_catalog, ABS)
