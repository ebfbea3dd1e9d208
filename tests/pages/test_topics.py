from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from samples import ABS, REPOSITORY, MakeCatalog, path_of

from generator.lint.run import lint_catalog
from generator.model.topics import Topics
from generator.pages.render import render_pages
from generator.pages.templates import template_folders
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


def page(make_catalog: MakeCatalog, tmp_path: Path, text: str = TOPICS) -> str:
    """The page of these topics."""
    path = tmp_path / "topics.yml"
    path.write_text(text, encoding="utf-8")
    catalog = replace(make_catalog({path_of(ABS): ABS}), topics=read_model(Topics, path))
    return render_pages(catalog, lint_catalog(catalog), template_folders(REPOSITORY))["topics.md"]


def test_counterpart_and_category_come_from_the_record(make_catalog: MakeCatalog, tmp_path: Path) -> None:
    """By name or by alias; the remark links to the record's page."""
    lines = page(make_catalog, tmp_path).splitlines()
    own, alias = (line for line in lines if "求绝对值。" in line)
    for line in (own, alias):
        assert "[paddle.abs](" in line
        assert "| 仅参数名不一致 |" in line
    assert own.endswith("| [差异对比](api/torch.abs.md)，尚未验证 |")
    assert alias.endswith("| [torch.abs](api/torch.abs.md) 的别名 |")


def test_what_has_no_record_says_so(make_catalog: MakeCatalog, tmp_path: Path) -> None:
    """An API without a record is told as such; a module has its kind and its remark."""
    text = page(make_catalog, tmp_path)
    assert "| torch.nothing | 什么也不做。 | - | - | 尚无记录 |" in text
    assert "| torch.jit | 编译。 | - | 模块 | 见 `paddle.jit`。 |" in text


def test_broken_topics_are_shown_on_the_page(make_catalog: MakeCatalog, tmp_path: Path) -> None:
    """The findings of a file that cannot be read stand on its page."""
    assert "topics.yml:4:15" in page(make_catalog, tmp_path, TOPICS.replace("{api: torch.abs,", "{api: torch/abs,"))
