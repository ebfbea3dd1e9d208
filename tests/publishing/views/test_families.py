from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from html_tree import read_body, table_rows, text_of
from samples import ABS, catalog_of, rendered

from generator.lint.run import lint_catalog
from generator.model.family import Family
from generator.model.settings import Section, Selection
from generator.publishing.pages.rendered import RenderedPage
from generator.storage.yaml_file import read_model

FAMILY = """\
torch: torchvision.models
paddle: paddle.vision.models
title: torchvision.models 系列模型
intro: 多数同名。
links: {torch: 'https://example.org/models.html'}
differences:
  - {title: 权重, torch: f(weights=None), paddle: f(pretrained=False), remark: 默认都不用。}
groups:
  - {title: 同名, remark: 一样。, both: [resnet18]}
  - {title: 改名, remark: 不一样。, renamed: [{torch: vgg11_bn, paddle: vgg11, remark: 传入 `batch_norm=True`。}]}
  - {title: 缺失, remark: 没有。, torch: [vit_b_16]}
checks:
  - {title: 结果相同, torch: y = 1, paddle: y = 1}
"""
VISION = Section(title="视觉类", intro="视觉。", select=(Selection(prefix="torchvision."),))


def pages(folder: Path, text: str = FAMILY) -> dict[str, RenderedPage]:
    """The pages of a catalogue with this family."""
    path = folder / "torchvision.models.yml"
    path.write_text(text, encoding="utf-8")
    made = catalog_of(ABS)
    versions = {**made.settings.versions, "torchvision": "0.28.0"}
    settings = made.settings.model_copy(update={"versions": versions, "sections": (*made.settings.sections, VISION)})
    catalog = replace(made, settings=settings, families=(read_model(Family, path),))
    return rendered(catalog, lint_catalog(catalog))


def test_page_tells_every_member(tmp_path: Path) -> None:
    """Members that are renamed stand in a table, the others in a line, and the code says what became of it."""
    page = pages(tmp_path)["api/torchvision.models.md"].markdown
    assert "\n# torchvision.models 系列模型\n" in page
    assert "\n`resnet18`\n" in page
    assert "| `vgg11_bn` | `vgg11` | 传入 `batch_norm=True`。 |" in page
    assert "\n`vit_b_16`\n" in page
    assert "f(pretrained=False)" in page
    assert "### 结果相同\n\n应当两边相同，尚未验证。" in page


def test_body_tells_every_member(tmp_path: Path) -> None:
    """The body has the same members in the same groups, and both sides of each piece of code."""
    body = read_body(pages(tmp_path)["api/torchvision.models.md"].body)
    assert table_rows(body) == [["vgg11_bn", "vgg11", "传入 batch_norm=True。"]]
    assert [text_of(it) for it in body.findall("p") if len(it) and text_of(it[0]) == text_of(it)] == [
        "resnet18",
        "vit_b_16",
    ]
    sides = [(it.get("data-side"), text_of(it.find(".//code"))) for it in body.iter("figure")]
    assert sides == [
        ("torch", "f(weights=None)\n"),
        ("paddle", "f(pretrained=False)\n"),
        ("torch", "y = 1\n"),
        ("paddle", "y = 1\n"),
    ]


def test_family_stands_in_the_master_table(tmp_path: Path) -> None:
    """Its row links both modules and the page, and says what was verified."""
    table = pages(tmp_path)["pytorch_api_mapping_cn.md"].markdown
    (row,) = (line for line in table.splitlines() if "系列模型" in line)
    assert "[torchvision.models 系列模型](https://example.org/models.html)" in row
    assert "| 系列 |" in row
    assert "[对应关系](api/torchvision.models.md)，尚未验证" in row


def test_broken_family_shows_its_findings(tmp_path: Path) -> None:
    """A file that cannot be read has a page with what is wrong."""
    page = pages(tmp_path, FAMILY.replace("groups:", "group:"))["api/torchvision.models.md"].markdown
    assert "apimap-error" in page
    assert "torchvision.models.yml:8:1" in page
