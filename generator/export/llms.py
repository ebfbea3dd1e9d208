"""``llms.txt``: what a language model reads first; it tells where the Markdown of every page stands.

Source: the llms.txt proposal: a title, a summary, details without headings, then lists of links under second headings, of
which those under ``Optional`` can be left out. The single records are not listed: the file stays small enough to be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from generator.export.paths import DOCS_MAPPINGS, MAPPING, SCHEMA
from generator.export.places import markdown_path
from generator.model.status import Status
from generator.pages.paths import (
    ALIASES,
    CATEGORY_FOLDER,
    FOLDER,
    HOME,
    MISSING,
    NOTES,
    PADDLE_TABLE,
    TABLE,
    TOPICS,
    VERIFICATION,
)

if TYPE_CHECKING:  # a build that finds nothing changed adds its pages to what was said before
    from generator.export.shape import CountData

NAME = "PyTorch → Paddle API 映射"
_TITLE = re.compile(r"^#{1,2} +(.+?)\s*$", re.MULTILINE)
_FENCED = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1", re.MULTILINE | re.DOTALL)

_LISTS = {
    TABLE: "全部 API 与别名，每行有对应的 Paddle API、分类与验证状态",
    PADDLE_TABLE: "由 Paddle 的名称查 PyTorch 的名称",
    MISSING: "Paddle 没有对应功能的 API，与各自的原因",
    ALIASES: "PyTorch 同一函数的其他名称",
}
_READING = {
    NOTES: "按名称逐个替换之外要留意的地方，多数附有在两个库上运行过的证明",
    TOPICS: "按主题列出的常用函数",
    VERIFICATION: "哪些记录在两个库上运行过，结果如何",
}
_DATA = {
    "data.json": "全部记录，一个 JSON 文件",
    SCHEMA: "data.json 的 JSON Schema",
    MAPPING: "映射总表，CSV",
    DOCS_MAPPINGS: "公开的映射文档检查工具所写、转换工具所读的格式",
}


def llms_txt(counts: CountData, versions: Mapping[str, str], pages: Mapping[str, str], site: str = "") -> str:
    """The file's text, of generated pages. ``pages`` are pages by path; ``site`` stands before each address, if it is known."""
    base = _base(site)
    said = "，".join(f"{library} {version}" for library, version in versions.items())
    summary = (
        f"PyTorch API 与 PaddlePaddle API 的对应关系、参数差异与转写示例，共 {counts.records} 条记录；"
        f"针对 {said}，其中 {counts.statuses.get(Status.VERIFIED, 0)} 条的代码在两个库上实际运行过，结果一致。"
    )
    details = (
        f"每个 PyTorch API 有一页，Markdown 在 `{base}{FOLDER}/API 全名/index.html.md`，"
        f"数据在 `{base}{FOLDER}/API 全名/record.json`，例如 `{base}{FOLDER}/torch.abs/index.html.md`。"
        "其他各页的 Markdown 同样在该页地址之后加 `index.html.md`。别名没有自己的 Markdown，先在别名表中查出记录的名称。"
    )
    categories = sorted(path for path in pages if path.startswith(f"{CATEGORY_FOLDER}/"))
    sections = (
        _section("列表", _pages(base, pages, _LISTS.items())),
        _section("按分类", _pages(base, pages, ((path, "") for path in categories))),
        _section("说明", _pages(base, pages, _READING.items())),
        _section("数据", (f"- [{path}]({base}{path}): {words}" for path, words in _DATA.items())),
    )
    return f"# {NAME}\n\n> {summary}\n\n{details}\n{''.join(sections)}"


def with_others(text: str, pages: Mapping[str, str], site: str = "") -> str:
    """The text with those of the site's pages that it does not name yet, single records aside, as what can be left out."""
    named = {HOME, *_LISTS, *_READING}
    folders = (f"{FOLDER}/", f"{CATEGORY_FOLDER}/")
    rest = sorted(path for path in pages if path.endswith(".md") and path not in named and not path.startswith(folders))
    return text + _section("Optional", _pages(_base(site), pages, ((path, "") for path in rest)))


def _base(site: str) -> str:
    return f"{site.rstrip('/')}/" if site else ""


def _section(heading: str, items: Iterable[str]) -> str:
    lines = "".join(f"{item}\n" for item in items)
    return f"\n## {heading}\n\n{lines}" if lines else ""


def _pages(base: str, pages: Mapping[str, str], items: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A link to the Markdown of each page that there is."""
    for path, words in items:
        if path in pages:
            link = f"- [{_title(path, pages[path])}]({base}{markdown_path(path)})"
            yield f"{link}: {words}" if words else link


@lru_cache(maxsize=128)  # the lists are long, and with every edit of a record all pages are asked for again
def _title(path: str, markdown: str) -> str:
    """The page's first heading, as plain text."""
    heading = _TITLE.search(_FENCED.sub("", markdown))
    return re.sub(r"[\[\]`\\]", "", heading[1]).strip() if heading is not None else path
