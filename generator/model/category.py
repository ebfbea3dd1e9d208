"""The closed list of categories, as data: a new category is a new row here and no new branch elsewhere."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering


class Need(StrEnum):
    """Whether a category has a part of the difference page."""

    NEVER = "never"
    OPTIONAL = "optional"
    REQUIRED = "required"


class DifferenceKind(StrEnum):
    """How a category-3 API differs (R9); exports need it, because the public documents have one category for each."""

    USAGE = "usage"
    TYPE = "type"
    RETURN = "return"


DETAILS_FOLLOW = "，具体如下："


@total_ordering
@dataclass(frozen=True, slots=True)
class Category:
    """One category of the format spec.

    Categories compare by ``priority``: of those that apply to a record, the highest is its category (R7, R15).
    The spec's sentence is ``statement`` with ``lead_in``, the words that lead to what stands below it.
    """

    number: str
    name: str
    priority: int
    meaning: str
    spellings: tuple[str, ...] = ()
    counterpart: Need = Need.REQUIRED
    table: Need = Need.REQUIRED
    examples: Need = Need.NEVER
    has_page: bool = True
    statement: str = ""
    lead_in: str = DETAILS_FOLLOW

    def __lt__(self, other: Category) -> bool:
        return self.priority < other.priority

    def __str__(self) -> str:
        return self.name

    @property
    def summary(self) -> str:
        """The spec's sentence for its mappings; empty where it has none."""
        return self.statement and self.statement + self.lead_in

    @property
    def family(self) -> str:
        """The number before the dot: ``"1"`` for each of the five sub-cases of category 1."""
        return self.number.split(".")[0]


NO_PARAMETERS = Category(
    number="1.1",
    name="无参数",
    priority=0,
    meaning="两边都没有参数，直接换用即可。",
    table=Need.NEVER,
    statement="两者功能一致，无参数",
    lead_in="。",
)
IDENTICAL = Category(
    number="1.2",
    name="参数完全一致",
    priority=1,
    meaning="参数的名称、次序、默认值与用法都一致，只需更换 API 名称。",
    statement="两者功能一致，参数完全一致",
)
RENAMED = Category(
    number="1.3",
    name="仅参数名不一致",
    priority=2,
    meaning="参数用法一致，只有名称不同；以关键字传参时需要改名。",
    statement="两者功能一致且参数用法一致，仅参数名不一致",
)
PADDLE_HAS_MORE = Category(
    number="1.4",
    name="仅 paddle 参数更多",
    priority=3,
    meaning="PyTorch 的参数 Paddle 都支持，Paddle 另有更多参数。",
    spellings=("paddle 参数更多",),
    statement="Paddle 相比 PyTorch 支持更多其他参数",
)
DEFAULTS_DIFFER = Category(
    number="1.5",
    name="仅参数默认值不一致",
    priority=4,
    meaning="参数用法一致，但有参数的默认值不同，需要显式传入。",
    spellings=("参数默认值不一致",),
    statement="两者功能一致且参数用法一致，仅参数默认值不一致",
)
TORCH_HAS_MORE = Category(
    number="2",
    name="torch 参数更多",
    priority=5,
    meaning="PyTorch 有 Paddle 不支持的参数，用到时需要转写。",
    examples=Need.OPTIONAL,
    statement="PyTorch 相比 Paddle 支持更多其他参数",
)
PARAMETERS_DIFFER = Category(
    number="3",
    name="参数不一致",
    priority=6,
    meaning="有参数的类型、用法或返回值与 PyTorch 不同，用到时需要转写。",
    spellings=("输入参数用法不一致", "输入参数类型不一致", "返回参数类型不一致"),
    examples=Need.OPTIONAL,
    statement="PyTorch 与 Paddle 的参数用法不同",
)
COMPOSED = Category(
    number="4",
    name="组合替代实现",
    priority=7,
    meaning="没有可直接对应的 API，可以用几个 API 组合实现。",
    counterpart=Need.NEVER,
    table=Need.NEVER,
    examples=Need.REQUIRED,
    statement="Paddle 目前无对应 API，可使用如下代码组合替代实现",
    lead_in="：",
)
CONTEXT = Category(
    number="5",
    name="用法不同：涉及上下文修改",
    priority=8,
    meaning="设计思路不同，除了调用本身，还要修改上下文中的代码。",
    spellings=("涉及上下文修改",),
    counterpart=Need.OPTIONAL,
    table=Need.OPTIONAL,
    examples=Need.REQUIRED,
    statement="其中 PyTorch 与 Paddle 对该 API 的设计思路与用法不同，需要分析上下文并联动修改",
    lead_in="：",
)
OUTSIDE = Category(
    number="6",
    name="对应 API 不在主框架",
    priority=9,
    meaning="对应的 API 不在 paddle 中，而在另外的库里。",
    table=Need.OPTIONAL,
    examples=Need.REQUIRED,
    statement="Paddle 主框架中无对应 API，可使用其他库中的如下 API 替代实现",
    lead_in="：",
)
MISSING = Category(
    number="7",
    name="功能缺失",
    priority=10,
    meaning="Paddle 目前没有该功能，只在映射总表中列出。",
    counterpart=Need.NEVER,
    table=Need.NEVER,
    has_page=False,
)

CATEGORIES: tuple[Category, ...] = (
    NO_PARAMETERS,
    IDENTICAL,
    RENAMED,
    PADDLE_HAS_MORE,
    DEFAULTS_DIFFER,
    TORCH_HAS_MORE,
    PARAMETERS_DIFFER,
    COMPOSED,
    CONTEXT,
    OUTSIDE,
    MISSING,
)

MAIN_FRAMEWORK = "paddle"
"""Top-level package whose APIs are "in the main framework" (R13)."""

_WHITE_SPACE = re.compile(r"\s+")


def spelling_key(text: str) -> str:
    """Returns a spelling with width, white space and letter case folded."""
    return _WHITE_SPACE.sub("", unicodedata.normalize("NFKC", text)).casefold()


_BY_SPELLING = {
    spelling_key(spelling): category for category in CATEGORIES for spelling in (category.name, *category.spellings)
}


def find_category(text: str) -> Category | None:
    """Returns the category that ``text`` names in any accepted spelling, or None. Source: format-rules, R4."""
    return _BY_SPELLING.get(spelling_key(text))
