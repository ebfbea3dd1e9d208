"""What tests are built from: small records, catalogues made from text, and project folders."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from sampling import sample

from generator.catalog.catalog import RECORDS, Catalog, load_catalog
from generator.importing.document import read_difference_document
from generator.model.finding import Finding
from generator.model.settings import LinkRule, Section, Selection, Settings
from generator.publishing.pages.registry import PAGES, Page
from generator.publishing.pages.render import RecordPages
from generator.publishing.pages.rendered import PageRenderer, RenderedPage
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.views.page import PageView
from generator.publishing.views.paths import page_path
from generator.storage.record_path import record_path
from generator.storage.yaml_file import RecordSource, read_record

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


class Pages(Mapping[str, RenderedPage]):
    """Every generated page of a catalogue by its path, from the shipped templates; each is rendered when it is asked for."""

    def __init__(self, catalog: Catalog, findings: Sequence[Finding] = ()) -> None:
        self._catalog, self._findings = catalog, findings
        self._renderer, self._records = PageRenderer(template_folders(REPOSITORY)), RecordPages.of(catalog, findings)
        self.sources = {page_path(source): source for source in self._records.sources()}
        self._others = {path: page for page in PAGES for path in page.paths(catalog)}
        self._views: dict[Page, dict[str, PageView]] = {}
        self._rendered: dict[str, RenderedPage] = {}

    def __getitem__(self, path: str) -> RenderedPage:
        if path not in self._rendered:
            self._rendered[path] = self._render(path)
        return self._rendered[path]

    def _render(self, path: str) -> RenderedPage:
        if path in self.sources:
            return self._records.render(self.sources[path], self._renderer)
        kind = self._others[path]
        if kind not in self._views:
            self._views[kind] = {view.path: view for view in kind.views(self._catalog, self._findings)}
        return self._renderer.page(self._views[kind][path])

    def __iter__(self) -> Iterator[str]:
        return iter(self.sources | self._others)

    def __len__(self) -> int:
        return len(self.sources | self._others)

    def sample(self) -> dict[str, RenderedPage]:
        """Some pages of each kind, or at night all of them."""
        kinds: defaultdict[str, list[str]] = defaultdict(list)
        for path, source in self.sources.items():
            kinds[source.record.category.name if source.record is not None else ""].append(path)
        for path, page in self._others.items():
            kinds[page.pattern if page.pattern.endswith("*.md") else "single"].append(path)
        return {path: self[path] for paths in kinds.values() for path in sample(paths, OF_EACH_KIND)}


OF_EACH_KIND = 8
"""How many pages of a kind are looked at by day."""


def rendered(catalog: Catalog, findings: Sequence[Finding] = ()) -> Mapping[str, RenderedPage]:
    """Every generated page of a catalogue by its path, from the shipped templates."""
    return Pages(catalog, findings)


@cache
def shipped_catalog() -> Catalog:
    """The shipped catalogue."""
    return load_catalog(REPOSITORY)


@cache
def rendered_catalog() -> Pages:
    """Every page of the shipped catalogue by its path."""
    return Pages(shipped_catalog())


@cache
def sampled_pages() -> Mapping[str, RenderedPage]:
    """Shipped pages of each kind by path: some that change every day, or at night all of them."""
    return rendered_catalog().sample()


def sampled_sources() -> list[RecordSource]:
    """The shipped records whose pages are among those."""
    sources = rendered_catalog().sources
    return [sources[path] for path in sampled_pages() if path in sources]


def pages_of(catalog: Catalog, sources: Sequence[RecordSource]) -> list[RenderedPage]:
    """The pages of some records of a catalogue."""
    pages = rendered_catalog() if catalog is shipped_catalog() else Pages(catalog)
    return [pages[page_path(source)] for source in sources]


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


BY_HAND = {
    "contributing.md": "# 贡献指南\n\n[格式](format.md)\n",
    "data.md": "# 数据与接口\n\n文件。\n",
    "format.md": "# 格式规范\n\n## 分类\n\n各类。\n",
    "scan.md": "# 转换项目\n\n```bash\napimap scan\n```\n",
}
"""The pages of a small project that are written by hand; MkDocs takes a third of a build for the shipped ones."""


class Project:
    """A project folder with the shipped settings and templates, and records and pages of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.records = root / RECORDS
        self.pages = root / "site_src"
        (root / "mapping_data").mkdir()
        for name in ("mapping_data/catalog.yml", "mkdocs.yml"):
            shutil.copy(REPOSITORY / name, root / name)
        # The theme has to be the project's own; the templates of pages are the shipped ones, compiled once a process.
        shutil.copytree(REPOSITORY / "templates/theme", root / "templates/theme")
        generated = shutil.ignore_patterns("finder.json", "unanswered.json")
        shutil.copytree(REPOSITORY / "site_src/assets", self.pages / "assets", ignore=generated)
        for name, text in BY_HAND.items():
            (self.pages / name).write_text(text, encoding="utf-8")
        self.add(ABS)
        self.add(DROPOUT)

    def add(self, text: str | bytes, path: str = "") -> Path:
        """Writes a record file, where its API belongs unless ``path`` says otherwise."""
        file = self.records / (path or path_of(text if isinstance(text, str) else ""))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def template(self, name: str) -> Path:
        """A template of the project's own, in place of the shipped one."""
        return Path(shutil.copy(REPOSITORY / "templates" / name, self.root / "templates" / name))

    def page(self, name: str) -> str:
        """A generated page's text."""
        return (self.pages / name).read_text(encoding="utf-8")
