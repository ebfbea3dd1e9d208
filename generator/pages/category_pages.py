"""A page for each category: what it means, how to convert, one example of ours, and the APIs in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model import category as known
from generator.model.category import CATEGORIES, Category, Need
from generator.model.record import Record, Snippet
from generator.model.relation import Relation
from generator.model.status import Status
from generator.pages import markdown
from generator.pages.addresses import page_link
from generator.pages.difference import both_sides
from generator.pages.paths import CATEGORY_FOLDER
from generator.pages.table import Row, table_rows

INDEX = f"{CATEGORY_FOLDER}/index.md"
_UP = "../"

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


@dataclass(frozen=True, slots=True)
class ShownExample:
    """Code of one record, the link to its page, and whether it was run on both sides."""

    api: str
    code: str
    verified: bool


@dataclass(frozen=True, slots=True)
class CategoryPage:
    """Everything that ``category.md.j2`` prints."""

    path: str
    number: str
    name: str
    meaning: str
    advice: str
    example: ShownExample | None
    has_counterpart: bool
    rows: tuple[Row, ...]


def category_pages(catalog: Catalog) -> tuple[CategoryPage, ...]:
    """A page for each category in the order of the spec, also for one that has no API yet."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for row in table_rows(catalog, _UP):
        rows[row.category].append(row)
    return tuple(
        CategoryPage(
            path=f"{CATEGORY_FOLDER}/{category.number}.md",
            number=category.number,
            name=category.name,
            meaning=markdown.paragraph(category.meaning),
            advice=markdown.paragraph(ADVICE[category]),
            example=_example(catalog, category),
            has_counterpart=category.counterpart is not Need.NEVER,
            rows=tuple(sorted(rows[category.name], key=lambda row: (row.api.casefold(), row.api))),
        )
        for category in CATEGORIES
    )


def _example(catalog: Catalog, category: Category) -> ShownExample | None:
    """The shortest code of a verified record that shows what the category is about."""
    candidates = [
        (not verified, _silence(record, snippet), len(snippet.torch + snippet.paddle), record.torch, snippet)
        for record in catalog.records()
        if record.category is category
        for verified in [catalog.status(record) is Status.VERIFIED]
        for snippet in _published(record)
    ]
    if not candidates:
        return None
    unverified, _, _, api, snippet = min(candidates, key=lambda candidate: candidate[:4])
    return ShownExample(page_link(catalog, api, up=_UP), both_sides(snippet), not unverified)


def _published(record: Record) -> Iterator[Snippet]:
    """The code that the record's own page shows."""
    for _, mapping in record.mappings():
        yield from mapping.checks if record.category.examples is Need.NEVER else mapping.examples


def _silence(record: Record, snippet: Snippet) -> int:
    """How little the code shows of what the category is about: a name, a parameter that Paddle alone is given, other code.

    0 is best; 1 shows at least that more than the prefix changes.
    """
    if record.category <= known.IDENTICAL:
        return 0 if "torch." in snippet.torch else 1
    relation = _RELATION.get(record.category)
    names = [row.paddle for _, row in record.rows() if row.relation is relation]
    if any(f"{name}=" in snippet.paddle and f"{name}=" not in snippet.torch for name in names):
        return 0
    differs = snippet.torch.replace("torch", "paddle") != snippet.paddle
    return 2 - differs - (relation is None)
