"""Conditions under which a row of 参数映射 applies to a call: the grammar of ``when``.

===========  =====================================================================================================
when         one clause, or a list of clauses of which one must hold
clause       ``{subject: test, …}``, all of which must hold
subject      a torch parameter, ``forward.<parameter>``, or ``call``
test         ``passed``, ``omitted``, or ``{op: value, …}``, all of which must hold
===========  =====================================================================================================

====================================  ============================================================================
``is``                                a Python literal or a canonical dotted name: ``"False"``, ``"torch.float32"``
``in``, ``not_in``                    a list of them; several ``*args`` are a tuple
``lt``, ``le``, ``gt``, ``ge``        a number, or another torch parameter
``kind``                              one or several of ``KINDS``; a bool is no number; a shape is a sequence
``items``                             kinds, of which a sequence has at least one item; of ``*args``, one of several
``other_keys``                        one or several keys; a dictionary in the sequence has others than these
``length``                            a number of items of a sequence, or ``{lt, le, gt, ge: number}``
``passed``                            yes or no, where other tests of the same argument stand beside it
``dtype``                             names of dtypes, or the classes int, float, complex, bool
``ndim``                              a number of dimensions, or ``{lt, le, gt, ge: number}``, or of these another torch
                                      parameter; 0 is less than dimensions that are not known
``empty``, ``grad``                   yes or no; of a sequence, whether one of the Tensors in it is; where no
                                      gradients are recorded, ``grad`` holds neither way
``view``                              yes or no: whether it is written as a view of another Tensor, ``x.data`` or
                                      ``x[0]``
``gradient``                          yes or no: whether it is the gradient of a Tensor, ``x.grad``, outside of
                                      ``no_grad``; of a sequence, whether one of the Tensors in it is
``has``                               one or several of nan, inf, minus_inf, lowest (-1e3 or less, which masks),
                                      fraction, zero, one, negative, of which it has one
``holds``                             one or several classes of layers; the layer is of one of them, or has one inside
``class``                             one or several classes; the object is of one of them, or of one derived from it
``call: {same_dtype: […], is: …}``    whether these arguments have one dtype; those without a dtype do not count; of one
                                      argument, whether the Tensors in it have
``call: {result: …}``                 ``used``, ``unpacked``, ``indexed``: of which an item is asked for there and then;
                                      ``whole``: used, neither unpacked nor read by items;
                                      ``next``: passed to it; ``as_tuple``: used where a list will not do, as the key
                                      of a dictionary; ``beyond_optimizer``: for more than an optimizer or the
                                      clipping of gradients; ``beyond_saving``: for more than to be saved or loaded;
                                      ``by_groups``: an optimizer of whose groups the learning rates are read or set,
                                      other than by a factor; ``beyond_cast``: for more than
                                      the dtype of a Tensor's ``type``, or to compare it with another one's;
                                      ``beyond_with``: neither written in a ``with`` nor as a decorator;
                                      ``refloated``: made floats again; ``changed``: in place; ``forward_changed``:
                                      in place, what a later call of the layer gives; ``decorator``: of a function or
                                      class; ``of_generator``: of a generator; ``of_descriptor``: above ``property``,
                                      ``staticmethod`` or ``classmethod``; ``of_recursive``: of a function that calls
                                      itself; ``beside_new``: in a class that has a ``__new__``; ``without_len``: of a
                                      class derived from it that has no ``__len__``; ``added``: of a dataset, to
                                      another by ``+``
``call: {writes: …}``                 whether the text writes this negative integer anywhere, as a label to leave out,
                                      or this string of one word, as the name of an environment variable
``call: {default_dtype: …}``          yes where the program changed the default dtype
``call: {device: …}``                 cpu or cuda
``call: {data: …}``                   what no test can say of the data, in Chinese words that read before “时”
====================================  ============================================================================

Every list of a test's value is an or. All scalars are text, as ``generator.storage.yaml_data`` reads them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeGuard

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from generator.model.finding import Loc
from generator.model.given import DTYPES
from generator.model.when_value import read_value

CALL = "call"
"""The subject that is the call itself, and no argument."""
RECEIVER = "self"
"""The subject that is the object of a method."""
FORWARD = "forward."
"""The prefix of a subject that is an argument of the later call of a layer."""

KINDS = (
    "number",
    "bool",
    "str",
    "none",
    "tensor",
    "sequence",
    "mapping",
    "callable",
    "iterator",
    "file",
    "path",
    "range",
    "shape",
    "numpy",
)
DTYPE_CLASSES = ("int", "float", "complex", "bool")
CONTENTS = ("nan", "inf", "minus_inf", "lowest", "fraction", "zero", "one", "negative")
RESULTS = (
    "used",
    "unpacked",
    "indexed",
    "whole",
    "next",
    "as_tuple",
    "beyond_optimizer",
    "beyond_saving",
    "by_groups",
    "beyond_cast",
    "beyond_with",
    "refloated",
    "changed",
    "forward_changed",
    "decorator",
    "of_generator",
    "of_descriptor",
    "of_recursive",
    "beside_new",
    "without_len",
    "added",
    "changing_hook",
    "set_false",
)
DEVICES = ("cpu", "cuda")
BARE = ("passed", "omitted")
"""The tests that are no mapping."""
COMPARISONS = ("lt", "le", "gt", "ge")
COUNTS = ("ndim", "length")
"""The tests of a small number."""
STATES = ("empty", "grad", "view", "gradient")
"""The tests of a Tensor that are answered by yes or no."""

CLASS_OPS = frozenset({"holds", "class"})
"""The tests of the class of an argument: what they assume may be harmful on any data."""

_YES_NO = {"yes": "yes", "no": "no", "true": "yes", "false": "no"}
_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", re.ASCII)
_PARAMETER = re.compile(r"\*{0,2}[A-Za-z_]\w*", re.ASCII)


class About(StrEnum):
    """What decides a test."""

    SHAPE = "shape"
    """The text of the call: what is passed, a literal, the kind of an argument, what is done with the result."""
    DATA = "data"
    """Only the data or the state of the program at run time."""


_DATA_OPS = frozenset(
    {"dtype", "ndim", "empty", "has", "holds", "grad", "gradient", "same_dtype", "default_dtype", "device", "data"}
)


@dataclass(frozen=True, slots=True)
class Test:
    """One test of a subject.

    ``value`` is text in canonical form: empty for ``passed`` and ``omitted``; one text for ``is`` and comparisons; yes
    or no for ``STATES`` and ``default_dtype``; ``(comparison, number)`` for ``ndim`` and ``length``, where ``is`` is a
    comparison too, and of ``ndim`` a parameter may stand for the number; ``(yes or no, parameter, …)`` for
    ``same_dtype``; several texts for all else.
    """

    __test__ = False  # no class of tests for pytest

    subject: str
    op: str
    value: str | tuple[str, ...] = ""

    @property
    def about(self) -> About:
        """Whether the call's text decides it, or only data."""
        later = self.subject.startswith(FORWARD)
        return About.DATA if later or self.op in _DATA_OPS else About.SHAPE

    @property
    def subjects(self) -> tuple[str, ...]:
        """The torch parameters that it tests, ``forward.<parameter>`` among them."""
        if self.op == "same_dtype":
            return tuple(self.value[1:])
        if self.subject == CALL:
            return ()
        return (self.subject, self.other) if self.other else (self.subject,)

    @property
    def other(self) -> str:
        """The torch parameter that the subject is compared with; empty where it is a number."""
        if self.op != "ndim" and self.op not in COMPARISONS:
            return ""
        bound = self.value if isinstance(self.value, str) else self.value[1]
        return bound if bound.isidentifier() and bound not in {"inf", "nan"} else ""


class WhenError(ValueError):
    """A condition that cannot be read; ``loc`` is the path of the key inside it, ``hint`` says what belongs there."""

    def __init__(self, loc: Loc, value: object, hint: str) -> None:
        path = ".".join(str(part) for part in ("when", *loc))
        super().__init__(f"`{path}` 的值不对：{value}。{hint}")
        self.loc, self.value, self.hint = loc, value, hint


@dataclass(frozen=True, slots=True)
class When:
    """A condition: one of ``clauses`` holds, each of which is tests that all hold."""

    clauses: tuple[tuple[Test, ...], ...]

    @property
    def tests(self) -> tuple[Test, ...]:
        """Every test of every clause."""
        return tuple(test for clause in self.clauses for test in clause)

    def with_any(self, tests: Iterable[Test]) -> When:
        """Returns the part of the condition whose clauses have one of these tests."""
        asked = frozenset(tests)
        return When(tuple(clause for clause in self.clauses if not asked.isdisjoint(clause)))

    def narrows(self, other: When) -> bool:
        """Tells whether it is another condition and more: each of its clauses has all tests of one, and others."""
        given = [frozenset(clause) for clause in other.clauses]
        return all(any(one < frozenset(clause) for one in given) for clause in self.clauses)

    def without(self, absent: Container[str]) -> When:
        """Returns what is left of the condition where some ``call: {data: …}`` do not hold; it may never hold.

        ``gradient`` stands for ``{gradient: yes}`` among these, and a class for that an object is of it.
        """
        gone = {test for test in self.tests if _is_absent(test, absent)}
        left = When(tuple(clause for clause in self.clauses if gone.isdisjoint(clause))) if gone else self
        narrowed = {test: _narrowed(test, absent) for test in left.tests if test.op in CLASS_OPS}
        if all(test == other for test, other in narrowed.items()):
            return left
        return When(tuple(tuple(narrowed.get(test, test) for test in clause) for clause in left.clauses))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            _validated, serialization=core_schema.plain_serializer_function_ser_schema(write_when)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return when_schema()


def _is_absent(test: Test, absent: Container[str]) -> bool:
    """Tells whether a test does not hold where these conditions and classes are absent from a program."""
    if test.op in CLASS_OPS:
        return all(path in absent for path in test.value)
    return (test.value if test.op == "data" else test.op) in absent


def _narrowed(test: Test, absent: Container[str]) -> Test:
    """Returns a test of classes without those that are absent from a program."""
    return replace(test, value=tuple(path for path in test.value if path not in absent))


def _validated(raw: object) -> When:
    if isinstance(raw, When):
        return raw
    try:
        return parse_when(raw)
    except WhenError as error:
        problem = PydanticCustomError("when", "not a condition", {"hint": error.hint})
        line = {"type": problem, "loc": error.loc, "input": error.value}
        raise ValidationError.from_exception_data("when", [line]) from None  # type: ignore[list-item]


def parse_when(raw: object) -> When:
    """Reads a condition from YAML's data.

    Raises:
        WhenError: it does not follow the grammar.
    """
    if isinstance(raw, list | tuple):
        if not raw:
            raise WhenError((), raw, "写一组条件，或删去这个键。")
        return When(tuple(_clause(clause, (index,)) for index, clause in enumerate(raw)))
    return When((_clause(raw, ()),))


def _clause(raw: object, loc: Loc) -> tuple[Test, ...]:
    if not isinstance(raw, dict) or not raw:
        raise WhenError(
            loc, raw, '写“参数: 条件”，例如 `{out: passed}` 或 `{affine: {is: "False"}}`；几组之一成立用列表。'
        )
    return tuple(test for subject, rest in raw.items() for test in _tests(str(subject), rest, (*loc, str(subject))))


def _tests(subject: str, raw: object, loc: Loc) -> Iterator[Test]:
    if not _PARAMETER.fullmatch(subject.removeprefix(FORWARD)):
        raise WhenError(loc, subject, "键应是 PyTorch 参数名、`forward.参数名` 或 `call`。")
    if subject == CALL:
        yield from _call_tests(raw, loc)
    elif isinstance(raw, str) and raw in BARE:
        yield Test(subject, raw)
    elif isinstance(raw, dict) and raw:
        for op, value in raw.items():
            if op == "passed":
                yield Test(subject, "passed" if _yes_no(value, (*loc, "passed")) == "yes" else "omitted")
                continue
            read = _OPS.get(str(op))
            if read is None:
                raise WhenError((*loc, str(op)), op, f"可用的条件：{'、'.join((*_OPS, 'passed'))}。")
            yield from (Test(subject, str(op), found) for found in read(value, (*loc, str(op))))
    else:
        raise WhenError(loc, raw, "写 `passed`、`omitted`，或 `{is: …}` 这样的条件；值不能直接写在这里。")


def _call_tests(raw: object, loc: Loc) -> Iterator[Test]:
    if not isinstance(raw, dict) or not raw:
        raise WhenError(loc, raw, f"写 `{{条件: 值}}`，可用的有：{'、'.join(_CALL_OPS)}。")
    for op, value in raw.items():
        inner = (*loc, str(op))
        if op == "is":
            if "same_dtype" not in raw:
                raise WhenError(
                    inner, value, "`is` 只与 `same_dtype` 同用，例如 `{same_dtype: [input, other], is: no}`。"
                )
            continue
        read = _CALL_OPS.get(str(op))
        if read is None:
            raise WhenError(inner, op, f"`call` 可用的条件：{'、'.join(_CALL_OPS)}。")
        answer = (_yes_no(raw.get("is", "yes"), (*loc, "is")),) if op == "same_dtype" else ()
        for found in read(value, inner):
            yield Test(CALL, str(op), (*answer, *found) if answer else found)


_Read = Callable[[Any, Loc], tuple[str | tuple[str, ...], ...]]
"""Reads what stands at a key: one canonical value for each test that it makes."""


def _literal(raw: object, loc: Loc) -> str:
    if raw is None:
        return "None"
    if isinstance(raw, list | dict):
        raise WhenError(loc, raw, '写一个值，Python 的列表要加引号，例如 `"[1, 2]"`；几个值之一用 `in`。')
    try:
        return repr(read_value(str(raw)))
    except ValueError:
        hint = "写 Python 字面量或以点分隔的全名；字符串要带两层引号，例如 `\"'mean'\"`。"
        raise WhenError(loc, raw, hint) from None


def _is(raw: object, loc: Loc) -> tuple[str]:
    return (_literal(raw, loc),)


def _in(raw: object, loc: Loc) -> tuple[tuple[str, ...]]:
    if not isinstance(raw, list | tuple) or not raw:
        raise WhenError(loc, raw, "写一个列表，例如 `[\"'sum'\", \"'mean'\"]`。")
    return (tuple(_literal(item, (*loc, index)) for index, item in enumerate(raw)),)


def _number(raw: object, loc: Loc) -> tuple[str]:
    if _is_parameter(raw):
        return (raw,)
    text = _literal(raw, loc)
    value = read_value(text)
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        raise WhenError(loc, raw, "写一个数，或另一个参数的名称。")
    return (text,)


def _is_parameter(raw: object) -> TypeGuard[str]:
    """Tells whether a bound is the name of another parameter."""
    return isinstance(raw, str) and raw.isidentifier() and raw.lower() not in _NO_PARAMETER


_NO_PARAMETER = frozenset({"inf", "nan", "true", "false", "none", "null"})


def _counted(what: str, usual: str, *, of_others: bool = False) -> _Read:
    """Returns a reader of a small number, or of bounds for one; with ``of_others`` a bound may be a parameter."""

    def count(raw: object, loc: Loc) -> str:
        text = str(raw)
        if not re.fullmatch(r"\d{1,2}", text, re.ASCII):
            raise WhenError(loc, raw, f"写{what}，例如 `{usual}`，或 `{{ge: {usual}}}`。")
        return str(int(text))

    def read(raw: object, loc: Loc) -> tuple[tuple[str, str], ...]:
        if isinstance(raw, dict) and raw:
            for op in raw:
                if op not in COMPARISONS:
                    raise WhenError((*loc, str(op)), op, f"可用的比较：{'、'.join(COMPARISONS)}。")
            return tuple(
                (str(op), value if of_others and _is_parameter(value) else count(value, (*loc, str(op))))
                for op, value in raw.items()
            )
        return (("is", count(raw, loc)),)

    return read


def _words_of(*allowed: str) -> _Read:
    """Returns a reader of one or several of these words."""

    def read(raw: object, loc: Loc) -> tuple[tuple[str, ...]]:
        several = isinstance(raw, list | tuple)
        found = tuple(raw) if isinstance(raw, list | tuple) else ("none" if raw is None else raw,)
        for index, item in enumerate(found):
            if item not in allowed:
                raise WhenError((*loc, index) if several else loc, item, f"可用的值：{'、'.join(allowed)}。")
        if not found:
            raise WhenError(loc, raw, f"至少写一个：{'、'.join(allowed)}。")
        return (found,)

    return read


def _yes_no(raw: object, loc: Loc) -> str:
    text = _YES_NO.get(str(raw).lower())
    if text is None:
        raise WhenError(loc, raw, "写 `yes` 或 `no`。")
    return text


def _answer(raw: object, loc: Loc) -> tuple[str]:
    return (_yes_no(raw, loc),)


def _parameters(raw: object, loc: Loc) -> tuple[tuple[str, ...]]:
    found = tuple(raw) if isinstance(raw, list | tuple) else ()
    if not found or not all(isinstance(name, str) and _PARAMETER.fullmatch(name) for name in found):
        raise WhenError(loc, raw, "写参数名，例如 `[input, other]`；装着几个 Tensor 的一个参数写 `[tensors]`。")
    return (found,)


def _result(raw: object, loc: Loc) -> tuple[str]:
    if not isinstance(raw, str) or raw not in RESULTS:
        raise WhenError(loc, raw, f"可用的值：{'、'.join(RESULTS)}。")
    return (raw,)


def _integer_or_word(raw: object, loc: Loc) -> tuple[str]:
    if not re.fullmatch(r"-\d+|[A-Za-z_]\w*", str(raw), re.ASCII):
        raise WhenError(loc, raw, "写一个负整数，例如 `-100`，或字符串中的一个词，例如 `LOCAL_RANK`。")
    return (str(raw),)


def _keys(raw: object, loc: Loc) -> tuple[tuple[str, ...]]:
    found = tuple(raw) if isinstance(raw, list | tuple) else (raw,)
    if not found or not all(isinstance(key, str) and key.isidentifier() for key in found):
        raise WhenError(loc, raw, "写一个或几个键，例如 `[params, weight_decay]`。")
    return (found,)


def _classes(raw: object, loc: Loc) -> tuple[tuple[str, ...]]:
    found = tuple(raw) if isinstance(raw, list | tuple) else (raw,)
    if not found or not all(isinstance(path, str) and _PATH.fullmatch(path) for path in found):
        raise WhenError(loc, raw, "写类的全名，例如 `[torch.nn.LSTM, torch.nn.GRU]`。")
    return (found,)


def _said(raw: object, loc: Loc) -> tuple[str]:
    if not isinstance(raw, str) or not raw.strip() or raw.endswith("。"):
        raise WhenError(loc, raw, "以文字写出数据的情形，不带句号，例如“图像小于 `size`”。")
    return (raw.strip(),)


_OPS: dict[str, _Read] = {
    "is": _is,
    "in": _in,
    "not_in": _in,
    **dict.fromkeys(COMPARISONS, _number),
    "kind": _words_of(*KINDS),
    "items": _words_of(*KINDS),
    "other_keys": _keys,
    "dtype": _words_of(*dict.fromkeys((*DTYPE_CLASSES, *DTYPES))),
    "ndim": _counted("维数", "2", of_others=True),
    "length": _counted("项数", "1"),
    **dict.fromkeys(STATES, _answer),
    "has": _words_of(*CONTENTS),
    "holds": _classes,
    "class": _classes,
}
_CALL_OPS: dict[str, _Read] = {
    "same_dtype": _parameters,
    "result": _result,
    "writes": _integer_or_word,
    "default_dtype": _answer,
    "device": _words_of(*DEVICES),
    "data": _said,
}


def write_when(when: When) -> list[dict[str, Any]] | dict[str, Any]:
    """Returns the condition as YAML's data, which ``parse_when`` reads again; one word instead of a list of one."""
    clauses = [_written(clause) for clause in when.clauses]
    return clauses[0] if len(clauses) == 1 else clauses


def _written(clause: tuple[Test, ...]) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for test in clause:
        alone = sum(other.subject == test.subject for other in clause) == 1
        if test.op in BARE and alone:
            written[test.subject] = test.op
            continue
        ops = written.setdefault(test.subject, {})
        if test.op in BARE:
            ops["passed"] = "yes" if test.op == "passed" else "no"
        elif test.op == "same_dtype":
            ops |= {"same_dtype": list(test.value[1:]), "is": test.value[0]}
        elif test.op in COUNTS:
            comparison, number = tuple(test.value)
            ops[test.op] = number if comparison == "is" else {**ops.get(test.op, {}), comparison: number}
        elif isinstance(test.value, str):
            ops[test.op] = test.value
        else:
            single = len(test.value) == 1 and test.op not in {"in", "not_in"}
            ops[test.op] = test.value[0] if single else list(test.value)
    return written


def when_schema() -> dict[str, Any]:
    """Returns the JSON Schema of ``when``, with hints for editors."""

    def one_or_many(allowed: tuple[str, ...], description: str) -> dict[str, Any]:
        one = {"enum": list(allowed)}
        return {"anyOf": [one, {"type": "array", "minItems": 1, "items": one}], "description": description}

    def yes_no(description: str) -> dict[str, Any]:
        return {"enum": ["yes", "no", True, False], "description": description}

    def counted(description: str) -> dict[str, Any]:
        limits = {op: {**dimensions, "description": f"{words}这个数。"} for op, words in bounds.items()}
        ranged = {"type": "object", "minProperties": 1, "additionalProperties": False, "properties": limits}
        return {"anyOf": [dimensions, ranged], "description": description}

    literal: dict[str, Any] = {"type": ["string", "number", "boolean", "null"]}
    dimensions = {"type": ["integer", "string"]}
    number = {"type": ["number", "string"]}
    bounds = {"lt": "小于", "le": "不大于", "gt": "大于", "ge": "不小于"}
    dtypes = tuple(dict.fromkeys((*DTYPE_CLASSES, *DTYPES)))
    ops = {
        "is": {
            **literal,
            "description": '等于这个值：Python 字面量或全名，例如 `"False"`、`"\'mean\'"`、`torch.float32`。',
        },
        "in": {"type": "array", "minItems": 1, "items": literal, "description": "等于这些值之一。"},
        "not_in": {"type": "array", "minItems": 1, "items": literal, "description": "不等于其中任何一个。"},
        **{op: {**number, "description": f"{words}这个数，或另一个参数。"} for op, words in bounds.items()},
        "kind": one_or_many(KINDS, "实参的种类，一种或几种之一；bool 不算 number，shape（`x.shape`）也是 sequence。"),
        "items": one_or_many(KINDS, "列表或元组中至少有一项是这种（这几种之一）。"),
        "other_keys": {
            "anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "items": {"type": "string"}}],
            "description": "列表中的字典有这些键之外的键。",
        },
        "dtype": one_or_many(dtypes, "dtype，一个或几个之一；int、float、complex 各表示一类。"),
        "ndim": counted("Tensor 的维数，或维数的范围，例如 `{ge: 2}`，也可与另一个参数相比：`{lt: input}`。"),
        "length": counted("列表或元组的项数，或项数的范围，例如 `{ge: 2}`。"),
        "passed": yes_no("是否传入，用于同一参数还有别的条件时。"),
        "empty": yes_no("Tensor 是否没有元素。"),
        "has": one_or_many(
            CONTENTS,
            "Tensor 或数含有其中之一：nan、无穷、`-inf`、用来屏蔽的绝对值很大的负数（不大于 -1000，如 `-1e9`、`-inf`）、非整数、零、1、负数。",
        ),
        "holds": {
            "anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "items": {"type": "string"}}],
            "description": "网络层是这些类之一的，或里面有这样的层。",
        },
        "class": {
            "anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "items": {"type": "string"}}],
            "description": "是这些类之一（或由它派生的类）的对象。",
        },
        "grad": yes_no("Tensor 是否需要梯度；`no` 也包括只求别的输入的梯度。"),
        "view": yes_no("是否写成另一个 Tensor 的视图：`x.data`、`x.detach()`、`x[0]` 等。"),
        "gradient": yes_no("是否是 Tensor 的梯度（`x.grad`），又不在 `no_grad` 之内；列表中有一个是的也算。"),
    }
    call_ops = {
        "same_dtype": {
            "type": "array",
            "minItems": 1,
            "items": {"type": "string"},
            "description": "这些参数（或一个参数中的各 Tensor）的 dtype 是否相同；与 `is: yes` 或 `is: no` 同用。",
        },
        "is": yes_no("与 `same_dtype` 同用：dtype 是否相同。"),
        "result": {
            "enum": list(RESULTS),
            "description": "used 用到返回值，unpacked 把返回值解包到几个变量，indexed 当即以下标取其中一项，whole 用到而不只是解包、取其中一项或逐项读取，next 直接传给 `next`，"
            "as_tuple 用在只能是元组的地方，beyond_optimizer 不只交给优化器或梯度裁剪，beyond_saving 不只保存或装入，by_groups 读写优化器各组的学习率，beyond_cast 不只作为 `type` 的 dtype 或与另一个 Tensor 的 `type()` 比较，beyond_with 不是写在 `with` 之中，也不用作装饰器，refloated 又变为浮点数，changed 原位改动它，forward_changed 原位改动网络层之后被调用时的返回值，decorator 用作装饰器，of_generator 用来装饰生成器，of_descriptor 写在 `property`、`staticmethod` 或 `classmethod` 的上面，of_recursive 用来装饰调用自己的函数，beside_new 写在有 `__new__` 的类中，without_len 由它派生的类没有 `__len__`，added 数据集以 `+` 连接，changing_hook 传入的函数在 `no_grad` 之外原位修改它的实参，set_false 给这个属性赋值 `False`。",
        },
        "writes": {
            "anyOf": [{"type": "integer", "maximum": -1}, {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}],
            "description": "这段文字里写有这个负整数，或这个词的字符串。",
        },
        "default_dtype": yes_no("程序是否改过默认的 dtype。"),
        "device": one_or_many(DEVICES, "在哪种设备上运行。"),
        "data": {
            "type": "string",
            "minLength": 1,
            "description": "别的条件说不出的数据的情形，例如“图像小于 `size`”。",
        },
    }
    mapping: dict[str, Any] = {"type": "object", "minProperties": 1, "additionalProperties": False}
    test = {
        "anyOf": [
            {"enum": list(BARE), "description": "passed 传入了这个参数，omitted 没有传入。"},
            {**mapping, "properties": ops},
        ]
    }
    clause = {
        "type": "object",
        "minProperties": 1,
        "properties": {
            CALL: {
                **mapping,
                "properties": call_ops,
                "dependencies": {"is": ["same_dtype"]},
                "description": "关于整个调用的条件。",
            }
        },
        "propertyNames": {"pattern": rf"^({re.escape(FORWARD)})?{_PARAMETER.pattern}$"},
        "additionalProperties": test,
    }
    return {"anyOf": [clause, {"type": "array", "minItems": 1, "items": clause}]}
