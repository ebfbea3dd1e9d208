from __future__ import annotations

from itertools import combinations

import pytest

from generator.model.category import CATEGORIES, find_category
from generator.model.derive import derive_category, difference_kind
from generator.model.record import Record

ROWS = {
    "1.2": {"torch": "a", "paddle": "a"},
    "1.3": {"torch": "b", "paddle": "y"},
    "1.4": {"paddle": "c", "set": "default"},
    "1.5": {"torch": "d", "paddle": "d", "default": {"torch": "1", "paddle": "2"}},
    "2": {"torch": "e", "rewrite": "drop"},
    "3": {"torch": "f", "paddle": "f", "differs": {"usage": "不同"}, "rewrite": "unsupported"},
}


def record(**fields: object) -> Record:
    """A record with a counterpart, of whatever category."""
    return Record.model_validate({"torch": "torch.x", "paddle": "paddle.x", "category": "无参数", **fields})


@pytest.mark.parametrize(("first", "second"), list(combinations(sorted(ROWS), 2)))
def test_the_higher_of_two_relations_decides(first: str, second: str) -> None:
    """Whatever the order of the rows, the category of higher priority wins, and its row is named (R7, R8, R15)."""
    for order in ((first, second), (second, first)):
        derived = derive_category(record(parameters=[ROWS[number] for number in order]))
        assert derived.category.number == second
        assert derived.loc == ("parameters", order.index(second))


def test_no_rows_are_no_parameters() -> None:
    """A record with a counterpart and no rows is 无参数."""
    assert derive_category(record()).category.name == "无参数"


def test_more_on_both_sides_is_torch_has_more() -> None:
    """Extra parameters on both sides are torch 参数更多 (R8), and the reason names the torch parameter."""
    derived = derive_category(record(parameters=[ROWS["1.4"], ROWS["2"]]))
    assert (derived.category.name, derived.reason) == ("torch 参数更多", "`e` 没有对应的 Paddle 参数")


@pytest.mark.parametrize(
    ("fields", "number"),
    [
        ({"paddle": None}, "7"),
        ({"paddle": None, "examples": [{"torch": "a", "paddle": "b"}]}, "4"),
        ({"context": "true"}, "5"),
        ({"paddle": "paddlenlp.x"}, "6"),
        ({"paddle": "paddlenlp.x", "context": "true"}, "6"),
        ({"parameters": [{"returns": "不同", "rewrite": "unsupported"}]}, "3"),
    ],
)
def test_counterpart_and_context_decide(fields: dict[str, object], number: str) -> None:
    """Categories 3 to 7 follow from the counterpart, its package, the context and the return value (R9 to R14)."""
    assert derive_category(record(**fields)).category.number == number


def test_highest_overload_decides() -> None:
    """A record's category is the highest of its overloads', and the place says which."""
    overloads = [{"paddle": "paddle.x", "parameters": [ROWS[number]]} for number in ("1.3", "2", "1.4")]
    derived = derive_category(record(paddle=None, overloads=overloads))
    assert (derived.category.number, derived.loc) == ("2", ("overloads", 1, "parameters", 0))


@pytest.mark.parametrize(
    ("row", "kind"),
    [(ROWS["3"], "usage"), ({"returns": "不同"}, "return"), ({"torch": "f", "differs": {"type": "不同"}}, "type")],
)
def test_kind_of_difference_is_that_of_its_row(row: dict[str, object], kind: str) -> None:
    """Exports need to know how a category-3 record differs."""
    assert difference_kind(record(parameters=[row])) == kind


@pytest.mark.parametrize(
    ("spelling", "number"),
    [
        ("仅 Paddle 参数更多", "1.4"),
        ("paddle参数更多", "1.4"),
        (" 参数默认值不一致 ", "1.5"),
        ("用法不同:涉及上下文修改", "5"),
        ("返回参数类型不一致", "3"),
        ("对应API不在主框架", "6"),
    ],
)
def test_accepted_spellings(spelling: str, number: str) -> None:
    """Width, white space and letter case do not matter, and older names are understood (R4)."""
    category = find_category(spelling)
    assert category is not None
    assert category.number == number


@pytest.mark.parametrize("spelling", ["8", "", "1.4", "参数", "API 别名"])
def test_other_names_are_no_category(spelling: str) -> None:
    """The list is closed."""
    assert find_category(spelling) is None


def test_priorities_rise_in_the_order_of_the_list() -> None:
    """The list is in the order of the spec, and no two categories are equal."""
    priorities = [category.priority for category in CATEGORIES]
    assert priorities == sorted(set(priorities))
