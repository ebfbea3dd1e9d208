"""Conditions in Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from generator.model.when import CALL, FORWARD, Test, When


def words(when: When) -> str:
    """Returns the condition as it reads before “时”: “传入 `out`，或 `affine` 为 `False`”."""
    first, *others = alternatives(when)
    return first + "".join(glued("，或", other) for other in others)


_FEW = 2
"""How many alternatives are named."""


def few_words(when: When) -> str:
    """Returns the first alternatives of a condition, and how many more there are."""
    more = len(when.clauses) - _FEW
    said = words(When(when.clauses[:_FEW]))
    return f"{said}（另有 {more} 种情形）" if more > 0 else said


def alternatives(when: When) -> tuple[str, ...]:
    """Returns the clauses, one of which suffices: “传入 `out`”, “`affine` 为 `False`”."""
    return tuple(_joined(clause) for clause in when.clauses)


def moment(when: When) -> str:
    """Returns the condition with “时”, and a space before it where code precedes: “`affine` 为 `False` 时”."""
    return glued(words(when), "时")


def assumption(test: Test) -> str:
    """Returns what is assumed where a test is taken not to hold: “假定 `input` 与 `other` 的 dtype 相同”."""
    return glued("假定", _say(test, holds=False))


def is_of_class(said: str) -> bool:
    """Tells whether an assumption is about the class of an argument: it may be harmful, whatever the data is.

    That a Tensor is no parameter is not told: few are, where that is asked.
    """
    return said.endswith(f" {_OBJECT}") or (_HOLDS_NONE in said and not said.endswith(_PARAMETER))


def is_of_dtype(said: str) -> bool:
    """Tells whether an assumption is about the device because the code shows a dtype that Paddle refuses on a CPU."""
    return said.startswith(f"{ELSEWHERE}：")


ELSEWHERE = "假定不在 CPU 上运行"
_OBJECT = "的对象"
_HOLDS_NONE = "不是也不含"
_PARAMETER = "`torch.nn.Parameter`"
"""Words of assumptions about classes, which no others have."""


def assumptions(tests: Sequence[Test]) -> dict[str, tuple[Test, ...]]:
    """Returns what is assumed where none of the tests holds, each sentence with its tests.

    “Neither fewer nor more dimensions” is one sentence.
    """
    found: dict[str, tuple[Test, ...]] = {}
    for test in tests:
        bounds = [replace(test, value=(comparison, *test.value[1:])) for comparison in ("lt", "gt")]
        if test.op == "ndim" and not test.other and set(bounds).issubset(tests):
            found[glued("假定", _say(replace(test, value=("is", *test.value[1:]))))] = tuple(bounds)
        else:
            found[assumption(test)] = (test,)
    return found


def _joined(clause: Sequence[Test]) -> str:
    first, *others = (_say(test) for test in clause)
    # A comma, where one of them has an “或” of its own.
    link = "，且" if any("或" in said for said in (first, *others)) else "且"
    for said in others:
        first = glued(first, link, said)
    return first


def glued(*parts: str) -> str:
    """Returns the parts after each other, with a space between code or Latin and Chinese."""
    text = parts[0]
    for part in parts[1:]:
        spaced = part[0] != "，" and (text[-1].isascii() or part[0].isascii())
        text += f"{' ' if spaced else ''}{part}"
    return text


def _one_of(items: Sequence[str]) -> str:
    """Returns alternatives in words: `a`、`b` 或 `c`."""
    if len(items) == 1:
        return items[0]
    return glued(_listed(items[:-1]), "或", items[-1])


def _all_of(items: Sequence[str]) -> str:
    """Returns a conjunction in words: `a`、`b` 与 `c`."""
    if len(items) == 1:
        return items[0]
    return glued(_listed(items[:-1]), "与", items[-1])


def _listed(items: Sequence[str]) -> str:
    return "、".join(items)


def _code(text: str) -> str:
    """Returns a value or a name as code: Python's own classes as they are written."""
    return f"`{text.removeprefix('builtins.')}`"


def _say(test: Test, *, holds: bool = True) -> str:
    if test.subject == CALL:
        return _say_of_call(test, holds=holds)
    later = test.subject.startswith(FORWARD)
    name = _code(test.subject.removeprefix(FORWARD))
    if test.op in {"passed", "omitted"}:
        passed = "传入" if (test.op == "passed") == holds else "未传入"
        return f"调用 `forward` 时{passed} {name}" if later else f"{passed} {name}"
    is_of_several = test.op == "empty" and test.subject in _SEVERAL
    said = (_any_empty if is_of_several else _SAYINGS[test.op])(test.value, holds=holds)
    return glued(f"`forward` 的 {name}" if later else name, said)


def _say_of_call(test: Test, *, holds: bool) -> str:
    value = test.value
    if test.op == "same_dtype":
        return _say_same_dtype(list(map(_code, value[1:])), same=(value[0] == "yes") == holds)
    if test.op == "result":
        done = {
            "used": "用到返回值",
            "unpacked": "解包返回值",
            "indexed": "以下标取返回值的一项",
            "whole": "把返回值作为整体使用",
            "next": "把返回值传给 `next`",
            "as_tuple": "把返回值用在只能是元组的地方",
            "beyond_optimizer": "把返回值用于优化器之外",
            "beyond_saving": "把返回值用于保存与装入之外",
            "by_groups": "读写各组的学习率",
            "beyond_cast": "把返回值用于转换 dtype 之外",
            "beyond_with": "把返回值留到以后才用于 `with`",
            "refloated": "把返回值又变为浮点数",
            "changed": "原位改动返回值",
            "forward_changed": "原位改动 `forward` 的返回值",
            "decorator": "把返回值用作装饰器",
            "of_generator": "用来装饰生成器",
            "of_descriptor": "写在 `property`、`staticmethod` 或 `classmethod` 的上面",
            "of_recursive": "用来装饰调用自己的函数",
            "beside_new": "写在有 `__new__` 的类中",
            "without_len": "派生没有定义 `__len__` 的类",
            "added": "以 `+` 连接数据集",
            "changing_hook": "在 `no_grad` 之外以 hook 原位修改梯度",
            "set_false": "给它赋值 `False`",
        }[str(value)]
        return f"{'' if holds else '不'}{done}"
    if test.op == "data":
        return str(value) if holds else f"没有这样的情形：{value}"
    if test.op == "writes":
        return f"代码里{'' if holds else '没有'}写有 `{value}`"
    if test.op == "default_dtype":
        return f"{'改过' if (value == 'yes') == holds else '未改过'}默认的 dtype"
    return f"{'在' if holds else '不在'} {_one_of([name.upper().replace('CUDA', 'GPU') for name in value])} 上运行"


def _say_same_dtype(names: list[str], *, same: bool) -> str:
    if len(names) == 1:
        return f"{names[0]} 中各 Tensor 的 dtype {'相同' if same else '不全相同'}"
    other = "不同" if len(names) == 2 else "不全相同"  # noqa: PLR2004  (two of them)
    return f"{_all_of(names)} 的 dtype {'相同' if same else other}"


_Value = str | tuple[str, ...]


class _Saying(Protocol):
    """Says a test's value after its subject."""

    def __call__(self, value: _Value, *, holds: bool) -> str: ...


_KINDS = {
    "number": "数",
    "bool": "布尔值",
    "str": "字符串",
    "none": "`None`",
    "tensor": "Tensor",
    "sequence": "列表或元组",
    "mapping": "字典",
    "callable": "可调用对象",
    "iterator": "迭代器",
    "file": "打开的文件",
    "path": "`pathlib` 的路径",
    "range": "`range`",
    "shape": "形状",
    "numpy": "NumPy 的数组或数",
}
_DTYPE_CLASSES = {"int": "整数类型", "float": "浮点类型", "complex": "复数类型", "bool": "`bool`"}
_SEVERAL = frozenset({"tensors"})
"""Parameters for a sequence of Tensors: what is empty is any of these, not the sequence."""
_CONTENTS = {
    "nan": "`nan`",
    "inf": "无穷",
    "minus_inf": "`-inf`",
    "lowest": "绝对值很大的负数（如 `-1e9`、`-inf`）",
    "fraction": "非整数",
    "zero": "零",
    "one": "1",
    "negative": "负数",
}
_BOUNDS = {"lt": ("小于", "不小于"), "le": ("不大于", "大于"), "gt": ("大于", "不大于"), "ge": ("不小于", "小于")}
"""How a comparison reads where it holds, and where it does not."""


def _one(value: _Value) -> str:
    assert isinstance(value, str)
    return value


def _is(value: _Value, *, holds: bool) -> str:
    return f"{'为' if holds else '不为'} {_code(_one(value))}"


def _in(value: _Value, *, holds: bool) -> str:
    values = [_code(item) for item in value]
    return f"为 {_one_of(values)}" if holds else _not_in(value, holds=True)


def _not_in(value: _Value, *, holds: bool) -> str:
    values = [_code(item) for item in value]
    if not holds:
        return _in(value, holds=True)
    return f"不为 {values[0]}" if len(values) == 1 else f"不是 {_listed(values)} 之一"


def _comparison(op: str) -> _Saying:
    def say(value: _Value, *, holds: bool) -> str:
        return f"{_BOUNDS[op][not holds]} `{_one(value)}`"

    return say


def _kind(value: _Value, *, holds: bool) -> str:
    return glued("是" if holds else "不是", _one_of([_KINDS[item] for item in value]))


def _items(value: _Value, *, holds: bool) -> str:
    return glued("中有" if holds else "中没有", _one_of([_KINDS[item] for item in value]))


def _other_keys(value: _Value, *, holds: bool) -> str:
    return glued("的字典有" if holds else "的字典没有", _all_of([_code(item) for item in value]), "之外的键")


def _dtype(value: _Value, *, holds: bool) -> str:
    found = _one_of([_DTYPE_CLASSES.get(item, _code(item)) for item in value])
    return glued("的 dtype", "为" if holds else "不为", found)


def _ndim(value: _Value, *, holds: bool) -> str:
    comparison, number = tuple(value)
    if comparison == "is":
        return f"{'为' if holds else '不为'} {number} 维"
    bound = number if number.isdecimal() else f"{_code(number)} 的"
    return f"的维数{_BOUNDS[comparison][not holds]} {bound}"


def _length(value: _Value, *, holds: bool) -> str:
    comparison, number = tuple(value)
    if comparison == "is":
        return f"{'有' if holds else '不是'} {number} 项"
    return f"的项数{_BOUNDS[comparison][not holds]} {number}"


def _empty(value: _Value, *, holds: bool) -> str:
    return "为空" if (value == "yes") == holds else "不为空"


def _any_empty(value: _Value, *, holds: bool) -> str:
    return "中有空的 Tensor" if (value == "yes") == holds else "中没有空的 Tensor"


def _has(value: _Value, *, holds: bool) -> str:
    return glued("含有" if holds else "不含", _one_of([_CONTENTS[item] for item in value]))


def _holds(value: _Value, *, holds: bool) -> str:
    return glued("是或含有" if holds else _HOLDS_NONE, _one_of([_code(item) for item in value]))


def _class(value: _Value, *, holds: bool) -> str:
    classes = _one_of([_code(item.rpartition(".")[2]) for item in value])
    return glued("是" if holds else "不是", classes, _OBJECT)


def _grad(value: _Value, *, holds: bool) -> str:
    # No gradient is computed either of what needs one, where a backward pass is asked for those of others.
    return {"yes": ("不需要梯度", "需要梯度"), "no": ("求梯度", "不求梯度")}[str(value)][holds]


def _view(value: _Value, *, holds: bool) -> str:
    return "是另一个 Tensor 的视图" if (value == "yes") == holds else "不是另一个 Tensor 的视图"


def _gradient(value: _Value, *, holds: bool) -> str:
    return f"{'是' if (value == 'yes') == holds else '不是'} `no_grad` 之外的 `x.grad`"


_SAYINGS: dict[str, _Saying] = {
    "is": _is,
    "in": _in,
    "not_in": _not_in,
    **{op: _comparison(op) for op in _BOUNDS},
    "kind": _kind,
    "items": _items,
    "other_keys": _other_keys,
    "dtype": _dtype,
    "ndim": _ndim,
    "length": _length,
    "empty": _empty,
    "has": _has,
    "holds": _holds,
    "class": _class,
    "grad": _grad,
    "view": _view,
    "gradient": _gradient,
}
