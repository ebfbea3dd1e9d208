from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given as for_all
from strategies import WHEN

from generator.model.when import When, parse_when
from generator.model.when_words import assumption, assumptions, moment, words

SAYINGS: dict[str, tuple[Any, str, str]] = {
    "passed": ({"out": "passed"}, "传入 `out`", "假定未传入 `out`"),
    "omitted": ({"out": "omitted"}, "未传入 `out`", "假定传入 `out`"),
    "later": ({"forward.x": "passed"}, "调用 `forward` 时传入 `x`", "假定调用 `forward` 时未传入 `x`"),
    "is": ({"a": {"is": "False"}}, "`a` 为 `False`", "假定 `a` 不为 `False`"),
    "is a class of Python": ({"a": {"is": "builtins.int"}}, "`a` 为 `int`", "假定 `a` 不为 `int`"),
    "in": ({"a": {"in": ["1", "2", "3"]}}, "`a` 为 `1`、`2` 或 `3`", "假定 `a` 不是 `1`、`2`、`3` 之一"),
    "not in": ({"a": {"not_in": ["1", "2"]}}, "`a` 不是 `1`、`2` 之一", "假定 `a` 为 `1` 或 `2`"),
    "lt": ({"a": {"lt": "0"}}, "`a` 小于 `0`", "假定 `a` 不小于 `0`"),
    "ge": ({"a": {"ge": "0"}}, "`a` 不小于 `0`", "假定 `a` 小于 `0`"),
    "kind": (
        {"a": {"kind": ["number", "tensor"]}},
        "`a` 是数或 Tensor",
        "假定 `a` 不是数或 Tensor",
    ),
    "items": ({"a": {"items": "tensor"}}, "`a` 中有 Tensor", "假定 `a` 中没有 Tensor"),
    "other keys": (
        {"a": {"other_keys": ["p", "q"]}},
        "`a` 的字典有 `p` 与 `q` 之外的键",
        "假定 `a` 的字典没有 `p` 与 `q` 之外的键",
    ),
    "dtype": (
        {"a": {"dtype": ["int", "float16"]}},
        "`a` 的 dtype 为整数类型或 `float16`",
        "假定 `a` 的 dtype 不为整数类型或 `float16`",
    ),
    "ndim": ({"a": {"ndim": "0"}}, "`a` 为 0 维", "假定 `a` 不为 0 维"),
    "dimensions": ({"a": {"ndim": {"gt": "2"}}}, "`a` 的维数大于 2", "假定 `a` 的维数不大于 2"),
    "dimensions of another": ({"a": {"ndim": {"lt": "b"}}}, "`a` 的维数小于 `b` 的", "假定 `a` 的维数不小于 `b` 的"),
    "empty": ({"a": {"empty": "yes"}}, "`a` 为空", "假定 `a` 不为空"),
    "empty item": ({"tensors": {"empty": "yes"}}, "`tensors` 中有空的 Tensor", "假定 `tensors` 中没有空的 Tensor"),
    "has": ({"a": {"has": ["nan", "negative"]}}, "`a` 含有 `nan` 或负数", "假定 `a` 不含 `nan` 或负数"),
    "grad": ({"a": {"grad": "yes"}}, "`a` 需要梯度", "假定 `a` 不需要梯度"),
    "no grad": ({"a": {"grad": "no"}}, "`a` 不求梯度", "假定 `a` 求梯度"),
    "view": ({"a": {"view": "yes"}}, "`a` 是另一个 Tensor 的视图", "假定 `a` 不是另一个 Tensor 的视图"),
    "gradient": (
        {"a": {"gradient": "yes"}},
        "`a` 是 `no_grad` 之外的 `x.grad`",
        "假定 `a` 不是 `no_grad` 之外的 `x.grad`",
    ),
    "same dtype": (
        {"call": {"same_dtype": ["input", "other"], "is": "no"}},
        "`input` 与 `other` 的 dtype 不同",
        "假定 `input` 与 `other` 的 dtype 相同",
    ),
    "three dtypes": (
        {"call": {"same_dtype": ["a", "b", "c"], "is": "no"}},
        "`a`、`b` 与 `c` 的 dtype 不全相同",
        "假定 `a`、`b` 与 `c` 的 dtype 相同",
    ),
    "used": ({"call": {"result": "used"}}, "用到返回值", "假定不用到返回值"),
    "unpacked": ({"call": {"result": "unpacked"}}, "解包返回值", "假定不解包返回值"),
    "what the text writes": ({"call": {"writes": "-100"}}, "代码里写有 `-100`", "假定代码里没有写有 `-100`"),
    "default dtype": ({"call": {"default_dtype": "yes"}}, "改过默认的 dtype", "假定未改过默认的 dtype"),
    "bound by another": ({"a": {"lt": "b"}}, "`a` 小于 `b`", "假定 `a` 不小于 `b`"),
    "range": ({"a": {"kind": "range"}}, "`a` 是 `range`", "假定 `a` 不是 `range`"),
    "data": ({"call": {"data": "图像小于 `a`"}}, "图像小于 `a`", "假定没有这样的情形：图像小于 `a`"),
    "device": ({"call": {"device": "cuda"}}, "在 GPU 上运行", "假定不在 GPU 上运行"),
}


@pytest.mark.parametrize("case", SAYINGS)
def test_each_test_reads_naturally(case: str) -> None:
    """A test has its words, and so has the assumption that it does not hold."""
    raw, said, assumed = SAYINGS[case]
    when = parse_when(raw)
    assert words(when) == said
    assert assumption(when.tests[0]) == assumed


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"a": {"is": "1"}, "b": "passed"}, "`a` 为 `1` 且传入 `b` 时"),
        ({"b": "passed", "a": {"is": "1"}}, "传入 `b` 且 `a` 为 `1` 时"),
        ([{"a": "passed"}, {"b": {"empty": "yes"}}], "传入 `a`，或 `b` 为空时"),
        ({"a": {"in": ["1", "2"]}, "b": "passed"}, "`a` 为 `1` 或 `2`，且传入 `b` 时"),
        ({"a": {"kind": "tensor"}}, "`a` 是 Tensor 时"),
    ],
)
def test_several_tests_are_one_clause_of_a_sentence(raw: Any, said: str) -> None:
    """And, or and “时” join the tests, with a comma where “或” would mislead and spaces beside code."""
    assert moment(parse_when(raw)) == said


def test_neither_fewer_nor_more_dimensions_is_one_sentence() -> None:
    """Two bounds that leave one number of dimensions are said as that number; other tests keep their own sentences."""
    when = parse_when([{"a": {"ndim": {"lt": "3"}}}, {"a": {"ndim": {"gt": "3"}}}, {"a": {"empty": "yes"}}])
    assert list(assumptions(when.tests)) == ["假定 `a` 为 3 维", "假定 `a` 不为空"]


@for_all(WHEN)
def test_code_and_chinese_are_apart(when: When) -> None:
    """A space stands between code or Latin and Chinese, and never two of them."""
    text = re.sub(r"`[^`]*`", "`", moment(when))
    assert not re.search(r"[\u4e00-\u9fff][`A-Za-z0-9]|[`A-Za-z0-9][\u4e00-\u9fff]", text)
