from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from html_tree import read_body, table_rows
from samples import ABS, catalog_of, rendered

from generator.lint.run import lint_catalog
from generator.model.topics import Topics
from generator.publishing.pages.rendered import RenderedPage
from generator.storage.yaml_file import read_model

TOPICS = """\
topics:
  - title: 主题
    entries:
      - {api: torch.abs, meaning: 求绝对值。}
      - {api: torch.absolute, meaning: 求绝对值。}
      - {api: torch.nothing, meaning: 什么也不做。}
      - {api: torch.jit, kind: module, meaning: 编译。, remark: 见 `paddle.jit`。}
"""


def page(tmp_path: Path, text: str = TOPICS) -> RenderedPage:
    """The page of these topics."""
    path = tmp_path / "topics.yml"
    path.write_text(text, encoding="utf-8")
    catalog = replace(catalog_of(ABS), topics=read_model(Topics, path))
    return rendered(catalog, lint_catalog(catalog))["topics.md"]


def test_counterpart_and_category_come_from_the_record(tmp_path: Path) -> None:
    """By name or by alias; the remark links to the record's page."""
    lines = page(tmp_path).markdown.splitlines()
    own, alias = (line for line in lines if "求绝对值。" in line)
    for line in (own, alias):
        assert "[paddle.abs](" in line
        assert "| 仅参数名不一致 |" in line
    assert own.endswith("| [差异对比](api/torch.abs.md)，尚未验证 |")
    assert alias.endswith("| [torch.abs](api/torch.abs.md) 的别名 |")


def test_what_has_no_record_says_so(tmp_path: Path) -> None:
    """An API without a record is told as such; a module has its kind and its remark."""
    text = page(tmp_path).markdown
    assert "| torch.nothing | 什么也不做。 | - | - | 尚无记录 |" in text
    assert "| torch.jit | 编译。 | - | 模块 | 见 `paddle.jit`。 |" in text


def test_body_has_a_row_for_each_function(tmp_path: Path) -> None:
    """Name, meaning, counterpart, category and remark stand in the row of each function, in the topic's order."""
    assert table_rows(read_body(page(tmp_path).body), "apimap-topics") == [
        ["torch.abs", "求绝对值。", "paddle.abs", "未验证仅参数名不一致", "差异对比，尚未验证"],
        ["torch.absolute", "求绝对值。", "paddle.abs", "未验证仅参数名不一致", "torch.abs 的别名"],
        ["torch.nothing", "什么也不做。", "-", "-", "尚无记录"],
        ["torch.jit", "编译。", "-", "模块", "见 paddle.jit。"],
    ]


def test_broken_topics_are_shown_on_the_page(tmp_path: Path) -> None:
    """The findings of a file that cannot be read stand on its page."""
    assert "topics.yml:4:15" in page(tmp_path, TOPICS.replace("{api: torch.abs,", "{api: torch/abs,")).markdown
