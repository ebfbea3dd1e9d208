"""The form above the lists of a page: where it stands, and which controls it has."""

from __future__ import annotations

import re

import markdown
import pytest

from generator.pages.list_form import with_form

MASTER = """
# 映射表

说明。

| 类别 | 数量 |
| --- | --- |
| 甲 | 1 |

## 甲

| 序号 | PyTorch API | PaddlePaddle API | 映射分类 | 备注 |
| --- | --- | --- | --- | --- |
| 1 | torch.abs | paddle.abs | 参数完全一致 | 两边一致，已验证，可直接替换前缀 |

## 乙

| 序号 | PyTorch API | PaddlePaddle API | 映射分类 | 备注 |
| --- | --- | --- | --- | --- |
| 1 | torch.add | paddle.add | 参数不一致 | 用法不同，部分未运行 |
"""
PADDLE = MASTER.replace("PyTorch API | PaddlePaddle API", "PaddlePaddle API | PyTorch API")
ONE = MASTER[: MASTER.index("## 乙")].replace("| 类别 | 数量 |\n| --- | --- |\n| 甲 | 1 |\n", "")
BARE = f"# 甲\n\n## 乙\n\n{MASTER.partition('## 甲')[2]}"
UNHEADED = "\n\n正文。\n\n".join("| 序号 | 名称 |\n| --- | --- |\n| 1 | torch.abs |" for _ in range(2))
RULES = """
说明。

| 规则 | 说明 | 族 | 可修正 |
| --- | --- | --- | --- |
| A | 甲 | 乙 | 可修正 |
"""


def html(text: str) -> str:
    """A text as Python-Markdown converts it."""
    return str(markdown.markdown(text, extensions=["tables"]))


@pytest.mark.parametrize(
    ("text", "names", "following"),
    [
        (
            MASTER,
            ["text", "section", "module", "category", "status", "dropin"],
            "<table>\n<thead>\n<tr>\n<th>类别</th>",
        ),
        (PADDLE, ["text", "module", "category", "status", "dropin"], "<table>\n<thead>\n<tr>\n<th>类别</th>"),
        (ONE, ["text", "module", "category", "dropin"], "<table>\n<thead>\n<tr>\n<th>序号</th>"),
        (BARE, ["text", "section", "module", "category", "status", "dropin"], "<h2>乙</h2>"),
        (UNHEADED, ["text", "module"], "<table>\n<thead>\n<tr>\n<th>序号</th>"),
        (RULES, ["text", "family", "fixable"], "<table>\n<thead>\n<tr>\n<th>规则</th>"),
    ],
)
def test_form_has_what_the_lists_can_be_filtered_by(text: str, names: list[str], following: str) -> None:
    """It stands before an overview or the only list, with a control for each column or word that tells rows apart."""
    page = with_form(html(text))
    assert re.findall(r'name="(\w+)"', page) == names
    assert page.partition("</form>\n")[2].startswith(following)


@pytest.mark.parametrize("text", [MASTER, PADDLE, ONE, BARE, UNHEADED, RULES])
def test_form_is_all_that_is_added(text: str) -> None:
    """The rest of the page is as it was, and a second time adds nothing."""
    page = with_form(html(text))
    assert re.sub(r"<form.*?</form>\n", "", page, flags=re.DOTALL) == html(text)
    assert with_form(page) == page


def test_page_without_lists_has_no_form() -> None:
    """A table of another kind is not filtered."""
    text = html("| PyTorch | 含义 |\n| --- | --- |\n| torch.abs | 绝对值 |\n")
    assert with_form(text) == text
