"""What tests are built from: small records, catalogues made from text, and project folders."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from generator.catalog.catalog import RECORDS, Catalog, load_catalog
from generator.importing.document import read_difference_document
from generator.model.finding import Finding
from generator.model.settings import LinkRule, Section, Selection, Settings
from generator.pages.render import RecordPages, render_pages
from generator.pages.rendered import PageRenderer, RenderedPage
from generator.pages.template_folders import template_folders
from generator.storage.record_path import record_path
from generator.storage.yaml_file import read_record
from generator.views.paths import NOTES, TABLE, TOPICS, VERIFICATION, page_path

SETTINGS = Settings(
    versions={"torch": "2.13.0", "paddle": "3.3.1"},
    links=(
        LinkRule(prefix="torch.", url="https://pytorch.org/docs/stable/generated/{api}.html"),
        LinkRule(
            prefix="paddle.", url="https://www.paddlepaddle.org.cn/documentation/docs/zh/api/{path}_cn.html#{anchor}"
        ),
    ),
    sections=(
        Section(title="基础操作类", intro="基础操作。", select=(Selection(prefix="torch."),)),
        Section(title="组网类", intro="组网。", select=(Selection(prefix="torch.nn."),)),
    ),
)

MakeCatalog = Callable[[Mapping[str, str | bytes]], Catalog]


def make_catalog(files: Mapping[str, str | bytes]) -> Catalog:
    """Builds a catalogue from record texts by their paths below ``records/``; a path with ``.md`` holds Markdown."""
    sources = (
        (read_difference_document if path.endswith(".md") else read_record)(
            f"{RECORDS}/{path}", text.encode() if isinstance(text, str) else text
        )
        for path, text in sorted(files.items())
    )
    return Catalog(SETTINGS, tuple(sources))


def catalog_of(*texts: str) -> Catalog:
    """A catalogue of these records, each where its API belongs."""
    return make_catalog({path_of(text): text for text in texts})


def rendered(catalog: Catalog, findings: Sequence[Finding] = ()) -> dict[str, RenderedPage]:
    """Every generated page of a catalogue by its path, from the shipped templates."""
    return render_pages(catalog, findings, template_folders(REPOSITORY))


@cache
def shipped_catalog() -> Catalog:
    """The shipped catalogue."""
    return load_catalog(REPOSITORY)


@cache
def rendered_catalog() -> Mapping[str, RenderedPage]:
    """Every page of the shipped catalogue by its path."""
    return rendered(shipped_catalog())


def record_pages(catalog: Catalog) -> Mapping[str, RenderedPage]:
    """The page of each record that has one, by the name of its file."""
    if catalog is shipped_catalog():
        pages = rendered_catalog()
        return {source.stem: pages[page_path(source)] for source in RecordPages.of(catalog, ()).sources()}
    records, renderer = RecordPages.of(catalog, ()), PageRenderer(template_folders(REPOSITORY))
    return {source.stem: records.render(source, renderer) for source in records.sources()}


def path_of(text: str) -> str:
    """Where a record text belongs, by the API that its first line names; Markdown has its API in the title."""
    if text.startswith("## "):
        return f"docs/{text.partition(chr(10))[0].rpartition(' ')[2]}.md"
    api = text.partition("torch: ")[2].partition("\n")[0].strip()
    return record_path(api) if "." in api and "/" not in api else "torch/torch.unnamed.yml"


REPOSITORY = Path(__file__).parents[1]

ABS = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - given: {x: "float32[2]"}
    torch: y = torch.abs(input=x)
    paddle: y = paddle.abs(x=x)
    usual: true
aliases: [torch.absolute]
"""
DROPOUT = """\
torch: torch.nn.functional.dropout
paddle: paddle.nn.functional.dropout
category: torch 参数更多
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: inplace, note: 表示是否原位操作。, rewrite: example}
  - {paddle: axis, note: 指定丢弃所沿的轴。, set: default}
examples:
  - parameter: inplace
    title: 是否原位操作
    given: {x: "float32[2]"}
    torch: y = torch.nn.functional.dropout(x, inplace=True)
    paddle: y = paddle.nn.functional.dropout(x)
    usual: true
related: [torch.abs]
"""
MAX = """\
torch: torch.max
category: 参数不一致
overloads:
  - title: 整个 Tensor
    paddle: paddle.max
    parameters:
      - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - title: 指定 `dim`
    paddle: paddle.max
    parameters:
      - {torch: input, paddle: x, note: 表示输入的 Tensor。}
      - {returns: PyTorch 返回值与索引，Paddle 只返回值, rewrite: unsupported}
"""


class Project:
    """A project folder with the shipped settings and templates, and records of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.records = root / RECORDS
        self.pages = root / "site_src"
        (root / "mapping_data").mkdir()
        for name in ("mapping_data/catalog.yml", "mkdocs.yml"):
            shutil.copy(REPOSITORY / name, root / name)
        shutil.copytree(REPOSITORY / "templates", root / "templates")
        shutil.copytree(
            REPOSITORY / "site_src",
            self.pages,
            ignore=shutil.ignore_patterns("api", "unanswered", TABLE, VERIFICATION, NOTES, TOPICS),
        )
        self.add(ABS)
        self.add(DROPOUT)

    def add(self, text: str | bytes, path: str = "") -> Path:
        """Writes a record file, where its API belongs unless ``path`` says otherwise."""
        file = self.records / (path or path_of(text if isinstance(text, str) else ""))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def page(self, name: str) -> str:
        """A generated page's text."""
        return (self.pages / name).read_text(encoding="utf-8")
