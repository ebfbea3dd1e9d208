"""``llms.txt``: what a language model reads first; it tells where the Markdown of every page stands.

Source: the llms.txt proposal: a title, a summary, details without headings, then lists of links under second headings,
of which those under ``Optional`` can be left out. The single records are not listed: the file stays small enough to be
read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from generator.model.status import Status
from generator.publishing.export.data_json import count
from generator.publishing.export.export_context import Exporting
from generator.publishing.export.registry import EXPORTS
from generator.publishing.export.site_paths import markdown_path
from generator.publishing.views.paths import (
    ALIASES,
    CATEGORY_FOLDER,
    CONSTANTS,
    FOLDER,
    HOME,
    MISSING,
    NOTES,
    PADDLE_FOLDER,
    PADDLE_TABLE,
    TABLE,
    TOPICS,
    UNANSWERED,
    UNANSWERED_FOLDER,
    VERIFICATION,
    VERSIONS,
)

NAME = "PyTorch → Paddle API 映射"
_TITLE = re.compile(r"^#{1,2} +(.+?)\s*$", re.MULTILINE)
_FENCED = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1", re.MULTILINE | re.DOTALL)

_LISTS = {
    TABLE: "全部 API 与别名，每行有对应的 Paddle API、分类与验证状态",
    PADDLE_TABLE: "由 Paddle 的名称查 PyTorch 的名称",
    MISSING: "Paddle 没有对应功能的 API，与各自的原因",
    ALIASES: "PyTorch 同一函数的其他名称",
    CONSTANTS: "dtype、内存格式等常数与 torch.backends 中的开关在 Paddle 中怎么写",
    UNANSWERED: "还没有记录的名称，按模块列出；对应由程序猜出，没有人看过",
}
_READING = {
    NOTES: "按名称逐个替换之外要留意的地方，多数附有在两个库上运行过的证明",
    TOPICS: "按主题列出的常用函数",
    VERSIONS: "记录在较早的各个版本上如何，每个版本另有一页写明变了什么",
    VERIFICATION: "哪些记录在两个库上运行过，结果如何",
}
_BY_NAME = (f"{FOLDER}/", f"{PADDLE_FOLDER}/", f"{UNANSWERED_FOLDER}/")
"""The folders whose pages are found by the name of their API."""
_UNLISTED = {"objects-inv", "llms"}
"""What a language model cannot read, and this very file."""


def dump(exporting: Exporting) -> str:
    """Returns the file's text."""
    base, versions, titles = _base(exporting.site), exporting.catalog.settings.versions, exporting.titles
    counts = count(exporting.exported)
    said = "，".join(f"{library} {version}" for library, version in versions.items())
    statuses = counts.statuses
    summary = (
        f"PyTorch API 与 PaddlePaddle API 的对应关系、参数差异与转写示例，共 {counts.records} 条记录；"
        f"针对 {said}，其中 {statuses.get(Status.VERIFIED, 0)} 条的代码在两个库上实际运行过，结果一致，换了输入也没有未说明的差异；"
        f"{statuses.get(Status.UNTOLD, 0)} 条换了输入之后有未说明的差异。"
    )
    details = (
        f"每个 PyTorch API 有一页，Markdown 在 `{base}{FOLDER}/API 全名/index.html.md`，"
        f"数据在 `{base}{FOLDER}/API 全名/record.json`，例如 `{base}{FOLDER}/torch.abs/index.html.md`。"
        f"还没有记录的名称在 `{base}{UNANSWERED_FOLDER}/模块全名/index.html.md`，那里的对应是程序猜的。"
        f"由 Paddle 的名称来的，在 `{base}{PADDLE_FOLDER}/API 全名/index.html.md`。"
        "其他各页的 Markdown 同样在该页地址之后加 `index.html.md`。别名没有自己的 Markdown，它的 `record.json` 就是记录的，其中有记录的名称。"
    )
    categories = sorted(path for path in titles if path.startswith(f"{CATEGORY_FOLDER}/"))
    named = {HOME, *_LISTS, *_READING, *categories}
    others = sorted(path for path in titles if path not in named and not path.startswith(_BY_NAME))
    sections = (
        _section("列表", _pages(base, titles, _LISTS.items())),
        _section("按分类", _pages(base, titles, ((path, "") for path in categories))),
        _section("说明", _pages(base, titles, _READING.items())),
        _section("数据", (f"- [{it.path}]({base}{it.path}): {it.words}" for it in EXPORTS if it.name not in _UNLISTED)),
        _section("Optional", _pages(base, titles, ((path, "") for path in others))),
    )
    return f"# {NAME}\n\n> {summary}\n\n{details}\n{''.join(sections)}"


def title_of(path: str, markdown: str) -> str:
    """Returns the first heading of a page that is written by hand, as plain text."""
    heading = _TITLE.search(_FENCED.sub("", markdown))
    return re.sub(r"[\[\]`\\]", "", heading[1]).strip() if heading is not None else path


def _base(site: str) -> str:
    return f"{site.rstrip('/')}/" if site else ""


def _section(heading: str, items: Iterable[str]) -> str:
    lines = "".join(f"{item}\n" for item in items)
    return f"\n## {heading}\n\n{lines}" if lines else ""


def _pages(base: str, titles: Mapping[str, str], items: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yields a link to the Markdown of each page that there is."""
    for path, words in items:
        if path in titles:
            link = f"- [{titles[path]}]({base}{markdown_path(path)})"
            yield f"{link}: {words}" if words else link
