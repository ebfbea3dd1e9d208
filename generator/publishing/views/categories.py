"""A page for each category: what it means, how to convert, one example of ours, and the APIs in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from generator.catalog.catalog import Catalog
from generator.model import category as known
from generator.model.category import CATEGORIES, Category, Need
from generator.model.record import Record, Snippet
from generator.model.relation import Relation
from generator.publishing.views import page, paths
from generator.publishing.views.links import page_link
from generator.publishing.views.lists import SOURCE, Entry, by_name, entries, filter_form, list_table
from generator.publishing.views.prose import Link, Place, Strong, compose, read_prose

ADVICE = {
    known.NO_PARAMETERS: "把 PyTorch 的名称换成 Paddle 的名称。",
    known.IDENTICAL: "把 PyTorch 的名称换成 Paddle 的名称，参数原样保留。",
    known.RENAMED: "更换 API 的名称。以位置传参的调用不必再改；以关键字传参的，参数名也要换成 Paddle 的。",
    known.PADDLE_HAS_MORE: "更换 API 的名称，参数改名的一并更换。Paddle 多出的参数看备注：写着“保持默认即可”的不用管，"
    "写明取值的要传入，结果才与 PyTorch 相同。",
    known.DEFAULTS_DIFFER: "更换 API 的名称。原来的代码没有传入默认值不同的参数时，按备注传入 PyTorch 的默认值。",
    known.TORCH_HAS_MORE: "先看代码有没有用到 Paddle 不支持的参数。没有用到的，更换名称即可；用到的，"
    "备注写着“可直接删除”就删去，写着“需要转写”就照转写示例改写。",
    known.PARAMETERS_DIFFER: "先看代码有没有用到备注中写明不同的参数或返回值。没有用到的，更换名称即可；用到的，照转写示例改写。",
    known.COMPOSED: "用转写示例中的几行代码代替原来的一次调用；用得多的，可以写成一个函数。",
    known.CONTEXT: "只改这一行不够：照转写示例，把创建它、使用它的代码一起修改。",
    known.OUTSIDE: "安装差异页面中写明的库，换用其中的 API，差别见转写示例。",
    known.MISSING: "没有可以照搬的写法。备注说明缺少的是什么，由此判断能否改用别的做法，或者去掉这一部分。",
}
"""How code of each category is converted."""

_RELATION = {
    known.RENAMED: Relation.RENAMED,
    known.PADDLE_HAS_MORE: Relation.PADDLE_ONLY,
    known.DEFAULTS_DIFFER: Relation.DEFAULT,
}
"""The rows that a category of one kind of row is about."""


def category_pages(catalog: Catalog) -> Iterator[page.PageView]:
    """Yields a page for each category in the order of the spec, also for one that has no API yet."""
    found = _by_category(catalog)
    for category in CATEGORIES:
        yield _page(catalog, category, sorted(found[category], key=by_name))


def _by_category(catalog: Catalog) -> defaultdict[Category, list[Entry]]:
    found: defaultdict[Category, list[Entry]] = defaultdict(list)
    for entry in entries(catalog):
        if entry.category is not None:
            found[entry.category].append(entry)
    return found


def categories_page(catalog: Catalog) -> page.PageView:
    """Returns the overview: what each category means, and how many APIs are in it."""
    found = _by_category(catalog)
    rows = (
        page.row(
            category.number,
            Link(category.name, Place(paths.category_path(category.number))),
            read_prose(category.meaning),
            str(len(found[category])),
        )
        for category in CATEGORIES
    )
    blocks = (
        page.title("按分类查 API"),
        page.paragraph(
            "分类说明把调用换成 Paddle 的要做多少事：1 类改名称，2、3 类看参数，4、5 类改写代码，6 类换用别的库，7 类没有对应"
            "功能。编号越大，要做的越多；几类都符合时，取编号大的。"
        ),
        page.Table(("编号", "映射分类", "含义", "数量"), tuple(rows)),
        page.paragraph("判断的依据与每一类页面的写法，见[格式规范](format.md)。"),
    )
    return page.PageView(paths.CATEGORIES, SOURCE, blocks)


def _page(catalog: Catalog, category: Category, shown: list[Entry]) -> page.PageView:
    others = f"其他分类见[按分类查 API]({paths.CATEGORIES})。"
    blocks: list[page.Block] = [
        page.title(f"{category.number} {category.name}"),
        page.paragraph(read_prose(category.meaning)),
        page.paragraph(Strong("怎样转换："), read_prose(ADVICE[category])),
    ]
    if (example := _example(catalog, category)) is not None:
        verified, api, snippet = example
        words = "（已在两个库上运行，结果一致）：" if verified else "："
        blocks += [page.paragraph("例如 ", page_link(catalog, api), words), page.pair_of(snippet)]
    blocks.append(page.Heading(2, compose("这一类的 API"), searched=False))
    if shown:
        blocks += [
            page.paragraph(f"共 {len(shown)} 个。{others}"),
            filter_form(shown, "effort", "module", "status", "dropin"),
            list_table(shown, has_counterpart=category.counterpart is not Need.NEVER),
        ]
    else:
        blocks.append(page.paragraph(f"目前没有。{others}"))
    return page.PageView(paths.category_path(category.number), SOURCE, tuple(blocks))


def _example(catalog: Catalog, category: Category) -> tuple[bool, str, Snippet] | None:
    """Returns the shortest code of a record that shows what the category is about, verified if possible, or None."""
    candidates = [
        (not verified, _silence(record, snippet), len(snippet.torch + snippet.paddle), record.torch, snippet)
        for record in catalog.records()
        if record.category is category and category.has_page
        for verified in [catalog.has_passed(record)]
        for snippet in _published(record)
    ]
    if not candidates:
        return None
    unverified, _, _, api, snippet = min(candidates, key=lambda candidate: candidate[:4])
    return not unverified, api, snippet


def _published(record: Record) -> Iterator[Snippet]:
    """Yields the code that the record's own page shows."""
    for _, mapping in record.mappings():
        yield from mapping.checks if record.category.examples is Need.NEVER else mapping.examples


def _silence(record: Record, snippet: Snippet) -> int:
    """Returns how little the code shows of what the category is about; 0 is best.

    It is shown by a name, a keyword that only Paddle is given, or other code. 1 shows at least that more than the
    prefix changes.
    """
    if record.category <= known.IDENTICAL:
        return 0 if "torch." in snippet.torch else 1
    relation = _RELATION.get(record.category)
    names = [row.paddle for _, row in record.rows() if row.relation is relation]
    if any(f"{name}=" in snippet.paddle and f"{name}=" not in snippet.torch for name in names):
        return 0
    differs = snippet.torch.replace("torch", "paddle") != snippet.paddle
    return 2 - differs - (relation is None)
