"""Category names of the public documents: one vocabulary for each of their editions, as data.

The site keeps the spec's categories (``category.py``); imports read these names, and exports write them. Source: the
format page of PaddlePaddle/docs, ``pytorch_api_mapping_format_cn.md``, of December 2024 and of September 2025.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.model import category as categories
from generator.model.category import MAIN_FRAMEWORK, Category, DifferenceKind, find_category, spelling_key
from generator.model.derive import derive_category, difference_kind
from generator.model.record import Record


@dataclass(frozen=True, slots=True)
class Term:
    """One name, and what it says of a record.

    ``categories`` are those of ours that it may stand for, the usual one first; none where it is not about a record.
    ``kind`` narrows category 3. ``same_call`` says whether the counterpart is called by torch's own name below
    ``paddle``; None where the name does not tell.
    """

    name: str
    categories: tuple[Category, ...] = ()
    kind: DifferenceKind | None = None
    same_call: bool | None = None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names of one edition; of several that fit a record, the first is taken."""

    edition: str
    terms: tuple[Term, ...]

    def name_of(self, record: Record) -> str:
        """Returns the name that this edition gives to a record.

        An edition without a name for a change of context, or for a counterpart in another package, sorts the record
        by what else it says.
        """
        named = {category for term in self.terms for category in term.categories}
        category = record.category if record.category in named else _without_context(record)
        kind = (difference_kind(record) or DifferenceKind.USAGE) if category is categories.PARAMETERS_DIFFER else None
        same_call = record.paddle_apis == (_same_name(record.torch),)
        return next(
            term.name
            for term in self.terms
            if category in term.categories and term.kind is kind and term.same_call in {None, same_call}
        )


def _without_context(record: Record) -> Category:
    """Returns the category of the content, where nothing but calls counted; a package of its own is a composition."""
    found = derive_category(record.model_copy(update={"context": False})).category
    return categories.COMPOSED if found in {categories.OUTSIDE, categories.CONTEXT} else found


def _same_name(torch: str) -> str:
    return f"{MAIN_FRAMEWORK}.{torch.partition('.')[2]}"


_COMMON = (
    Term("仅参数名不一致", (categories.RENAMED,)),
    Term("paddle 参数更多", (categories.PADDLE_HAS_MORE,)),
    Term("参数默认值不一致", (categories.DEFAULTS_DIFFER,)),
    Term("torch 参数更多", (categories.TORCH_HAS_MORE,)),
    Term("输入参数用法不一致", (categories.PARAMETERS_DIFFER,), DifferenceKind.USAGE),
    Term("输入参数类型不一致", (categories.PARAMETERS_DIFFER,), DifferenceKind.TYPE),
    Term("返回参数类型不一致", (categories.PARAMETERS_DIFFER,), DifferenceKind.RETURN),
    Term("组合替代实现", (categories.COMPOSED,)),
    Term("功能缺失", (categories.MISSING,)),
)

REMOVABLE = Term("可删除")
"""The call can be left out: how is for an example to show, so that the name alone makes no record."""
ALIAS = Term("API 别名")
"""Another name of an API that has its own entry."""

NAMES_OF_2024 = Vocabulary(
    "2024",
    (
        Term("无参数", (categories.NO_PARAMETERS,)),
        Term("参数完全一致", (categories.IDENTICAL,)),
        *_COMMON,
        Term("涉及上下文修改", (categories.CONTEXT,)),
        Term("对应 API 不在主框架", (categories.OUTSIDE,)),
        REMOVABLE,
    ),
)
"""The twelve of December 2024, and the two that its documents and checker still used."""

NAMES_OF_2025 = Vocabulary(
    "2025",
    (
        Term("API 完全一致", (categories.IDENTICAL, categories.NO_PARAMETERS), same_call=True),
        Term("仅 API 调用方式不一致", (categories.IDENTICAL, categories.NO_PARAMETERS), same_call=False),
        *_COMMON,
        REMOVABLE,
        ALIAS,
    ),
)
"""The thirteen since September 2025."""

VOCABULARIES = (NAMES_OF_2024, NAMES_OF_2025)

_BY_SPELLING = {spelling_key(term.name): term for edition in VOCABULARIES for term in edition.terms}


def find_term(text: str) -> Term | None:
    """Returns what ``text`` says in any edition or in ours, or None; width, white space and case do not count."""
    known = _BY_SPELLING.get(spelling_key(text))
    if known is not None:
        return known
    category = find_category(text)
    return Term(category.name, (category,)) if category is not None else None
