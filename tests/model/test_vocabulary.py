from __future__ import annotations

from typing import Any

import pytest

from generator.importing.document import read_difference_document
from generator.lint.rules.samples import GOOD_DOCUMENT
from generator.model import category as categories
from generator.model.category import CATEGORIES
from generator.model.record import Record
from generator.model.vocabulary import ALIAS, NAMES_OF_2024, NAMES_OF_2025, REMOVABLE, VOCABULARIES, find_term

SAME = {"torch": "input", "paddle": "x"}
ROW = {"torch": "dim", "paddle": "axis"}
TYPE = {"torch": "f", "paddle": "f", "differs": {"type": "不同"}, "rewrite": "drop"}


def record(**fields: Any) -> Record:
    """A record of ``torch.linalg.x`` with ``paddle.linalg.x`` as counterpart."""
    base = {"torch": "torch.linalg.x", "paddle": "paddle.linalg.x", "category": "无参数"}
    return Record.model_validate({**base, **fields})


@pytest.mark.parametrize(
    ("fields", "of_2024", "of_2025"),
    [
        ({}, "无参数", "API 完全一致"),
        ({"paddle": "paddle.x"}, "无参数", "仅 API 调用方式不一致"),
        ({"torch": "torch.Tensor.x", "paddle": "paddle.Tensor.x"}, "无参数", "API 完全一致"),
        ({"torch": "torchvision.x", "paddle": "paddle.vision.x"}, "无参数", "仅 API 调用方式不一致"),
        ({"category": "参数完全一致", "parameters": [{"torch": "x", "paddle": "x"}]}, "参数完全一致", "API 完全一致"),
        ({"category": "仅参数名不一致", "parameters": [ROW]}, "仅参数名不一致", "仅参数名不一致"),
        ({"category": "参数不一致", "parameters": [SAME, TYPE]}, "输入参数类型不一致", "输入参数类型不一致"),
        (
            {"category": "参数不一致", "parameters": [{"returns": "不同", "rewrite": "drop"}]},
            "返回参数类型不一致",
            "返回参数类型不一致",
        ),
        (
            {"category": "用法不同：涉及上下文修改", "context": True, "parameters": [ROW, TYPE]},
            "涉及上下文修改",
            "输入参数类型不一致",
        ),
        (
            {"category": "用法不同：涉及上下文修改", "context": True, "parameters": [ROW]},
            "涉及上下文修改",
            "仅参数名不一致",
        ),
        (
            {
                "category": "用法不同：涉及上下文修改",
                "context": True,
                "paddle": None,
                "examples": [{"torch": "a", "paddle": "b"}],
            },
            "涉及上下文修改",
            "组合替代实现",
        ),
        ({"category": "对应 API 不在主框架", "paddle": "paddlenlp.x"}, "对应 API 不在主框架", "组合替代实现"),
        ({"category": "功能缺失", "paddle": None, "reason": "没有。"}, "功能缺失", "功能缺失"),
    ],
)
def test_each_edition_names_a_record(fields: dict[str, Any], of_2024: str, of_2025: str) -> None:
    """A record has one name in each edition, by its category, its first difference, and the counterpart's name."""
    assert NAMES_OF_2024.name_of(record(**fields)) == of_2024
    assert NAMES_OF_2025.name_of(record(**fields)) == of_2025


def test_editions_are_complete() -> None:
    """Twelve names and two more, and thirteen; what stands in both means the same."""
    assert len(NAMES_OF_2024.terms) == 12 + 2
    assert len(NAMES_OF_2025.terms) == 13
    for edition in VOCABULARIES:
        assert all(find_term(term.name) == term for term in edition.terms)


@pytest.mark.parametrize(
    "text", [*(one.name for one in CATEGORIES), "仅API调用方式不一致", "ＡＰＩ 别名", "Paddle参数更多"]
)
def test_names_are_found_in_any_spelling(text: str) -> None:
    """Our names and all public ones are known, whatever their width and white space."""
    assert find_term(text) is not None


def test_other_texts_are_no_names() -> None:
    """What no edition uses is None, and two public names say nothing of a category."""
    assert find_term("基本一致") is None
    assert find_term("可删除") is REMOVABLE
    assert find_term("API 别名") is ALIAS
    assert not REMOVABLE.categories
    assert not ALIAS.categories


@pytest.mark.parametrize(
    ("name", "end", "category"),
    [
        ("API 完全一致", "", categories.IDENTICAL),
        ("仅 API 调用方式不一致", "### 参数映射", categories.NO_PARAMETERS),
        ("参数默认值不一致", "", categories.DEFAULTS_DIFFER),
        ("返回参数类型不一致", "", categories.PARAMETERS_DIFFER),
    ],
)
def test_documents_of_every_edition_are_read(name: str, end: str, category: categories.Category) -> None:
    """A title in the words of any edition gives our category; of two, the rows decide."""
    text = GOOD_DOCUMENT.replace(title_of(GOOD_DOCUMENT), name)
    text = text.partition(end)[0] if end else text
    source = read_difference_document("torch.abs.md", text.encode())
    assert source.record is not None
    assert source.record.category is category


def title_of(text: str) -> str:
    """The category in a document's title."""
    return text[text.index("[") + 1 : text.index("]")].strip()
