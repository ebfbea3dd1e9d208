from __future__ import annotations

import json
import re
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest
from html_tree import has_class, of_class, read_body, table_rows, text_of
from samples import ABS, DROPOUT, MAX, catalog_of, make_catalog, path_of, rendered, sampled_pages

from generator.lint.run import lint_catalog
from generator.publishing.pages.rendered import RenderedPage
from generator.publishing.views.paths import TABLE

PADDLE_DOCS = "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle"


def page(text: str, *others: str) -> RenderedPage:
    """The page of a record text, rendered among others."""
    catalog = catalog_of(text, *others)
    return rendered(catalog, lint_catalog(catalog))[f"api/{path_of(text).rpartition('/')[2].removesuffix('.yml')}.md"]


def body(text: str, *others: str) -> Element:
    """The body of that page."""
    return read_body(page(text, *others).body)


@pytest.fixture(scope="module")
def shipped() -> dict[str, RenderedPage]:
    """Shipped difference pages."""
    pages = {path: it for path, it in sampled_pages().items() if "full_title" in it.meta}
    assert pages
    return pages


def test_page_has_the_headings_of_public_documents_in_order() -> None:
    """Title, both APIs, table and examples stand in the order and at the levels that public tools read."""
    lines = page(DROPOUT, ABS).markdown.splitlines()
    assert [line for line in lines if line.startswith(("##", "# [")) and "写法" not in line] == [
        "## [ torch 参数更多 ] torch.nn.functional.dropout",
        "### [torch.nn.functional.dropout](https://pytorch.org/docs/stable/generated/torch.nn.functional.dropout.html)",
        f"### [paddle.nn.functional.dropout]({PADDLE_DOCS}/nn/functional/dropout_cn.html#dropout)",
        "### 参数映射",
        "### 转写示例",
        "#### inplace：是否原位操作",
    ]


def test_title_is_the_first_line() -> None:
    """The file follows the format spec to the letter: nothing stands before the title (R3)."""
    assert page(DROPOUT).markdown.startswith("## [ torch 参数更多 ] torch.nn.functional.dropout\n")


def test_table_has_the_columns_and_phrases_of_the_spec() -> None:
    """Columns as R23 has them, ``-`` for a missing side, and the mandated phrase in each note."""
    lines = page(DROPOUT).markdown.splitlines()
    start = lines.index("| PyTorch | PaddlePaddle | 备注 |")
    assert lines[start + 2 : start + 5] == [
        "| input | x | 表示输入的 Tensor，仅参数名不一致。 |",
        "| inplace | - | 表示是否原位操作，Paddle 无此参数，需要转写。 |",
        "| - | axis | 指定丢弃所沿的轴，PyTorch 无此参数，Paddle 保持默认即可。 |",
    ]


def test_body_has_the_table_with_relations() -> None:
    """The body has the same rows and says the relation of each in words, not by colour alone."""
    root = body(DROPOUT)
    assert table_rows(root) == [
        ["input", "改名", "x", "表示输入的 Tensor，仅参数名不一致。"],
        ["inplace", "仅 PyTorch", "-", "表示是否原位操作，Paddle 无此参数，需要转写。"],
        ["-", "仅 Paddle", "axis", "指定丢弃所沿的轴，PyTorch 无此参数，Paddle 保持默认即可。"],
    ]
    rows = [(it.get("id"), it.get("data-relation")) for it in root.iter("tr") if it.get("id")]
    assert rows == [("t-input", "renamed"), ("t-inplace", "torch-only"), ("p-axis", "paddle-only")]


def test_rewrite_is_a_link_to_its_example() -> None:
    """需要转写 leads to the heading of the example."""
    root = body(DROPOUT)
    (link,) = (it for it in root.iter("a") if text_of(it) == "需要转写")
    (heading,) = (it for it in root.iter("h3") if f"#{it.get('id')}" == link.get("href"))
    assert text_of(heading).startswith("inplace：是否原位操作")


def test_example_shows_both_sides() -> None:
    """An example has the PyTorch code, then the Paddle code, each under its comment and that of its inputs (R38)."""
    assert (
        "# PyTorch 写法\n# x: float32[2]\ny = torch.nn.functional.dropout(x, inplace=True)\n\n"
        "# Paddle 写法\n# x: float32[2]\ny = paddle.nn.functional.dropout(x)\n```"
    ) in page(DROPOUT).markdown


@pytest.mark.parametrize("paddle", ["y = paddle.nn.functional.dropout(x)", "x = 1\n# Paddle 写法\ny = 2"])
def test_each_side_is_a_block_of_its_own(paddle: str) -> None:
    """In the body each side holds its inputs, that side's code and nothing else, even if the code has the words between."""
    text = DROPOUT.replace(
        "paddle: y = paddle.nn.functional.dropout(x)", f"paddle: {json.dumps(paddle, ensure_ascii=False)}"
    )
    (pair,) = [it for it in body(text).findall("div") if has_class(it, "apimap-pair")]
    sides = [(it.get("data-side"), text_of(it.find(".//code"))) for it in of_class(pair, "apimap-code")]
    torch = "y = torch.nn.functional.dropout(x, inplace=True)"
    assert sides == [("torch", f"# x: float32[2]\n{torch}\n"), ("paddle", f"# x: float32[2]\n{paddle}\n")]


def test_signature_marks_lead_to_their_rows() -> None:
    """Each mark in a signature is a link to the row of its parameter, with the relation of that row."""
    signatures = "signatures: {torch: 'torch.abs(input, out=None)', paddle: 'paddle.abs(x)'}\n"
    root = body(ABS + signatures)
    marks = [(it.get("href"), it.get("data-relation"), text_of(it)) for it in of_class(root, "apimap-mark")]
    assert marks == [("#t-input", "renamed", "input"), ("#t-input", "renamed", "x")]
    assert [text_of(it) for it in of_class(root, "apimap-signature")] == ["torch.abs(input, out=None)", "paddle.abs(x)"]


def test_long_signature_has_a_parameter_a_line() -> None:
    """Where one side needs several lines both have them, so that they compare at a glance."""
    long = "torch.abs(" + ", ".join(f"parameter_{number}=None" for number in range(6)) + ")"
    root = body(ABS + f"signatures: {{torch: '{long}', paddle: paddle.abs(x)}}\n")
    assert len(of_class(root, "apimap-line")) == (6 + 1) + (1 + 1)


def test_category_without_table_has_none() -> None:
    """无参数 has neither table nor examples, and shows the calls that are run in a folded block (R25, R26)."""
    text = "torch: torch.f\npaddle: paddle.f\ncategory: 无参数\nchecks:\n  - {torch: y = torch.f(), paddle: y = paddle.f()}\n"
    shown = page(text).markdown
    assert "两者功能一致，无参数。" in shown
    assert "###" not in shown.partition("两者功能一致")[2]
    assert '<details class="apimap-check" data-status="missing" markdown="1">' in shown
    (details,) = of_class(body(text), "apimap-check")
    assert details.get("data-status") == "missing"
    assert [text_of(code) for code in details.iter("code")] == ["y = torch.f()\n", "y = paddle.f()\n"]


def test_broken_record_shows_its_findings_on_its_own_page() -> None:
    """A record with a fault is shown with the fault above it, and a file without a record with the fault alone."""
    wrong = page(DROPOUT.replace("torch 参数更多", "参数不一致"))
    assert "### 参数映射" in wrong.markdown
    (box,) = of_class(read_body(wrong.body), "apimap-error")
    assert "CAT002" in text_of(box)
    assert 'class="apimap-error"' in wrong.markdown
    catalog = make_catalog({"torch/torch.bad.yml": "torch: [\n", path_of(ABS): ABS})
    pages = rendered(catalog, lint_catalog(catalog))
    assert "YML001" in pages["api/torch.bad.md"].markdown
    (box,) = of_class(read_body(pages["api/torch.bad.md"].body), "apimap-error")
    assert "YML001" in text_of(box)
    assert "apimap-error" not in pages["api/torch.abs.md"].body


def test_missing_feature_has_no_page() -> None:
    """功能缺失 stands in the master table only (R14)."""
    pages = rendered(catalog_of("torch: torch.nothing\ncategory: 功能缺失\nreason: Paddle 没有它。\n"))
    assert not any(path.startswith("api/") for path in pages)
    assert "| 功能缺失 | Paddle 没有它。 |" in pages[TABLE].markdown


def test_overloads_are_separate_blocks() -> None:
    """Each overload has its title, its headings one level below, and its table, in both renderings."""
    shown = page(MAX)
    assert shown.markdown.count("### [torch.max]") == shown.markdown.count("### [paddle.max]") == 2
    assert "**用法 2**：指定 `dim`" in shown.markdown
    assert "| 返回值 | 返回值 | PyTorch 返回值与索引，Paddle 只返回值，暂无转写方式。 |" in shown.markdown
    root = read_body(shown.body)
    assert [text_of(it).rstrip("¶") for it in root.iter("h2")] == ["用法 1：整个 Tensor", "用法 2：指定 dim"]
    assert [text_of(it).rstrip("¶") for it in root.iter("h3")] == [
        *(["torch.max", "paddle.max", "参数映射"] * 2),
        "转写示例",
    ]
    assert len(of_class(root, "apimap-parameters")) == 2


def test_long_parameter_may_break_after_an_underscore() -> None:
    """On a phone a name breaks where a reader would break it; a short one has room."""
    shown = page(ABS.replace("torch: input", "torch: multiprocessing_context_of")).body
    assert '<td role="cell">multiprocessing_<wbr>context_<wbr>of</td>' in shown
    assert '<td role="cell">x</td>' in shown


def test_foot_leads_to_the_neighbours() -> None:
    """The pages before and after are links that say so to programs too."""
    found = {
        api: [(it.get("rel"), it.get("href"), text_of(it)) for it in body(text, other).iter("a") if it.get("rel")]
        for api, text, other in (("abs", ABS, DROPOUT), ("dropout", DROPOUT, ABS))
    }
    assert found == {
        "abs": [("next", "../torch.nn.functional.dropout/", "下一个 torch.nn.functional.dropout")],
        "dropout": [("prev", "../torch.abs/", "上一个 torch.abs")],
    }


def test_outline_is_in_order(shipped: dict[str, RenderedPage]) -> None:
    """Each page has one title, no heading is more than one level below the one before, and the contents are those."""
    for path, it in shipped.items():
        headings = [element for element in read_body(it.body).iter() if re.fullmatch(r"h\d", element.tag)]
        levels = [int(element.tag[1]) for element in headings]
        assert levels.count(1) == 1, path
        assert all(after <= before + 1 for before, after in pairwise(levels)), path
        assert tuple(element.get("id") for element in headings) == it.anchors, path
