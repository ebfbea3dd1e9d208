"""What is known of one call, and the answer that a condition has for it: no, unknown or yes.

Logic is Kleene's: and is the smallest answer, or the largest. An omitted argument has torch's default.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any, Final

from generator.model.given import COMPLEX, FLOATS, INTEGERS
from generator.model.literal import leaves
from generator.model.when import CALL, COUNTS, About, Test, When
from generator.model.when_value import Name, Value, read_value, same_value


class Answer(IntEnum):
    """An answer of three-valued logic, in its order."""

    NO = 0
    UNKNOWN = 1
    YES = 2

    def __invert__(self) -> Answer:
        return Answer(Answer.YES - self)


class _Unknown(Enum):
    UNKNOWN_VALUE = "unknown"


UNKNOWN_VALUE: Final = _Unknown.UNKNOWN_VALUE
"""A literal that is not known; ``None`` is a literal."""

OTHER = "other"
"""The kind of what is none of ``when.KINDS``, such as a dtype or a device."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of one argument; ``None`` is unknown throughout.

    An omitted argument (``passed`` is NO) has the literal or the name of torch's default. ``name`` is the canonical
    dotted name of a value, such as ``torch.float32``; ``kind`` is one of ``when.KINDS`` or ``OTHER`` and follows from a
    literal; ``items`` has the kinds of a sequence's items, None for one that is unknown, and ``length`` their number.
    ``number`` is the class of a Python number whose value is not known: int, float or complex. ``item_dtypes`` are those
    of the Tensors in a sequence.
    """

    passed: Answer = Answer.UNKNOWN
    literal: Value | _Unknown = UNKNOWN_VALUE
    name: str | None = None
    kind: str | None = None
    items: tuple[str | None, ...] | None = None
    item_dtypes: frozenset[str] | None = None
    length: int | None = None
    number: str | None = None
    dtype: str | None = None
    ndim: int | None = None
    empty: bool | None = None
    has: Mapping[str, bool] = field(default_factory=dict)
    grad: bool | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a call: of its arguments, by torch parameter (``forward.<parameter>`` too), and of itself."""

    arguments: Mapping[str, Fact] = field(default_factory=dict)
    used: Answer = Answer.UNKNOWN
    """Whether something is done with the result."""
    unpacked: Answer = Answer.UNKNOWN
    """Whether the result is unpacked into several variables."""
    whole: Answer = Answer.UNKNOWN
    """Whether the result is used, and neither unpacked nor indexed."""
    default_dtype: Answer = Answer.UNKNOWN
    """Whether the program changes the default dtype."""
    device: str | None = None

    def of(self, parameter: str) -> Fact:
        """What is known of an argument: nothing, where it is not listed."""
        return self.arguments.get(parameter, _NOTHING)


_NOTHING = Fact()


def evaluate(when: When, facts: Facts) -> tuple[Answer, tuple[Test, ...]]:
    """The answer for a call; with UNKNOWN also the tests that leave it open, each once."""
    answers = [[_answer(test, facts) for test in clause] for clause in when.clauses]
    answer = max(min(clause) for clause in answers)
    if answer is not Answer.UNKNOWN:
        return answer, ()
    left = (
        test
        for clause, found in zip(when.clauses, answers, strict=True)
        if min(found) is Answer.UNKNOWN
        for test, one in zip(clause, found, strict=True)
        if one is Answer.UNKNOWN
    )
    return answer, tuple(dict.fromkeys(left))


def evaluate_assuming(when: When, facts: Facts, *, shape: bool = False) -> tuple[Answer, tuple[Test, ...]]:
    """The answer with every test that only data can decide taken not to hold, and those tests.

    It is UNKNOWN where the call's shape leaves the condition open, unless that is taken not to hold, too (``shape``).
    """
    answer, left = evaluate(when, facts)
    assumed = frozenset(test for test in left if shape or test.about is About.DATA)
    if not assumed:
        return answer, ()
    clauses = (
        min(Answer.NO if test in assumed else _answer(test, facts) for test in clause) for clause in when.clauses
    )
    return max(clauses), tuple(test for test in left if test in assumed)


def _answer(test: Test, facts: Facts) -> Answer:
    return _of_call(test, facts) if test.subject == CALL else _of_argument(test, facts.of(test.subject))


def _yes(holds: bool) -> Answer:  # noqa: FBT001  (the truth to be put into three values)
    return Answer.YES if holds else Answer.NO


def _equals(asked: str, known: bool | None) -> Answer:  # noqa: FBT001  (as above)
    return Answer.UNKNOWN if known is None else _yes(known == (asked == "yes"))


def _of_call(test: Test, facts: Facts) -> Answer:
    value = test.value
    if test.op == "same_dtype":
        same = _same_dtype([facts.of(name) for name in value[1:]])
        return same if value[0] == "yes" else ~same
    if test.op == "result":
        return {"used": facts.used, "unpacked": facts.unpacked}.get(str(value), facts.whole)
    if test.op == "default_dtype":
        return facts.default_dtype if value == "yes" else ~facts.default_dtype
    return Answer.UNKNOWN if facts.device is None else _yes(facts.device in value)


def _same_dtype(arguments: Iterable[Fact]) -> Answer:
    arguments = list(arguments)
    if len(arguments) == 1 and arguments[0].item_dtypes is not None:
        return _yes(len(arguments[0].item_dtypes) <= 1)
    if len(arguments) == 1 and (_kind(arguments[0]) in {None, "sequence"} or arguments[0].items is not None):
        return Answer.UNKNOWN  # the Tensors in it
    dtypes = [fact.dtype for fact in arguments if fact.dtype is not None or _kind(fact) not in _NO_TENSOR]
    known = {dtype for dtype in dtypes if dtype is not None}
    if len(known) > 1:
        return Answer.NO
    return Answer.UNKNOWN if None in dtypes and len(dtypes) > 1 else Answer.YES


def _of_argument(test: Test, fact: Fact) -> Answer:  # noqa: PLR0911  (one line for each kind of test)
    op, value = test.op, test.value
    if op in {"passed", "omitted"}:
        return fact.passed if op == "passed" else ~fact.passed
    if op in {"is", "in", "not_in"}:
        asked = (value,) if isinstance(value, str) else value
        found = max(_is(read_value(item), fact) for item in asked)
        return ~found if op == "not_in" else found
    if op == "kind":
        kind = _kind(fact)
        return Answer.UNKNOWN if kind is None else _yes(kind in value)
    if op == "items":
        return _has_item(frozenset(value), fact)
    if op == "dtype":
        return _dtype(frozenset(value), fact)
    if op in COUNTS:
        count = _ndim if op == "ndim" else _length
        return count(value[0], int(value[1]), fact)
    if op == "has":
        return max(_contains(item, fact) for item in value)
    assert isinstance(value, str)
    if op in {"empty", "grad"}:
        return _state(op, value, fact)
    return _compare(op, value, fact)


_NO_TENSOR = frozenset({"number", "bool", "str", "none", "mapping", "callable", "iterator", "path", OTHER})
"""Kinds that are neither a Tensor nor can hold one that a test speaks of."""


def _kind(fact: Fact) -> str | None:
    return fact.kind if fact.kind is not None or fact.literal is UNKNOWN_VALUE else kind_of(fact.literal)


def kind_of(value: Value) -> str:
    """The kind of a literal: one of ``when.KINDS``."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, str):
        return "str"
    return "sequence" if isinstance(value, list | tuple) else "number"


def _is(asked: Value, fact: Fact) -> Answer:
    if fact.literal is not UNKNOWN_VALUE:
        return _yes(same_value(asked, fact.literal))
    if isinstance(asked, Name):
        if fact.name is not None:
            return _yes(asked.dotted == fact.name)
        foreign = asked.dotted.startswith("torch.") and fact.kind not in {None, OTHER, "callable"}
        return Answer.NO if foreign else Answer.UNKNOWN
    other_kind = fact.kind is not None and fact.kind != kind_of(asked)
    # A name of another library may stand for a literal; torch's names of numbers are given as literals.
    of_torch = fact.name is not None and fact.name.startswith("torch.")
    return Answer.NO if other_kind or of_torch else Answer.UNKNOWN


def _compare(op: str, bound: str, fact: Fact) -> Answer:
    kind = _kind(fact)
    if kind is not None and kind != "number":
        return Answer.NO
    if fact.literal is UNKNOWN_VALUE:
        return Answer.UNKNOWN
    limit = read_value(bound)
    assert isinstance(limit, int | float)
    return _yes(isinstance(fact.literal, int | float) and _COMPARE[op](fact.literal, limit))


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "is": operator.eq,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def _has_item(asked: frozenset[str], fact: Fact) -> Answer:
    kind = _kind(fact)
    if kind is not None and kind != "sequence":
        return Answer.NO
    kinds: Iterable[str | None] | None = fact.items
    if kinds is None and isinstance(fact.literal, list | tuple):
        kinds = [kind_of(item) for item in fact.literal]
    if kinds is None:
        return Answer.UNKNOWN
    answers = (Answer.UNKNOWN if one is None else _yes(one in asked) for one in kinds)
    return max(answers, default=Answer.NO)


_CLASSES = {"int": INTEGERS, "float": FLOATS, "complex": COMPLEX, "bool": frozenset({"bool"})}


def _dtype(asked: frozenset[str], fact: Fact) -> Answer:
    if fact.dtype is not None:
        return _yes(any(fact.dtype == one or fact.dtype in _CLASSES.get(one, ()) for one in asked))
    kind = _kind(fact)
    if kind == "bool":
        return _yes("bool" in asked)
    if kind == "number":
        # A Python number has a class, and no exact dtype.
        known = type(fact.literal).__name__ if isinstance(fact.literal, int | float | complex) else fact.number
        return _yes(known in asked) if known and asked <= _CLASSES.keys() else Answer.UNKNOWN
    if isinstance(fact.literal, list | tuple):
        # Python's numbers have classes, and no exact dtype.
        return _yes(not {type(item).__name__ for item in leaves(fact.literal)}.isdisjoint(asked))
    return Answer.NO if kind in _NO_TENSOR else Answer.UNKNOWN


def _ndim(comparison: str, number: int, fact: Fact) -> Answer:
    if fact.ndim is not None:
        return _yes(_COMPARE[comparison](fact.ndim, number))
    if (comparison, number) == ("ge", 0) and _kind(fact) == "tensor":
        return Answer.YES
    return Answer.NO if _kind(fact) in _NO_TENSOR else Answer.UNKNOWN


def _length(comparison: str, number: int, fact: Fact) -> Answer:
    kind = _kind(fact)
    if kind is not None and kind != "sequence":
        return Answer.NO
    if isinstance(fact.literal, list | tuple):
        return _yes(_COMPARE[comparison](len(fact.literal), number))
    return Answer.UNKNOWN if fact.length is None else _yes(_COMPARE[comparison](fact.length, number))


def _state(op: str, value: str, fact: Fact) -> Answer:
    """The answer to ``empty`` and ``grad``; what is no Tensor is neither empty, nor has it elements or a gradient."""
    known = fact.empty if op == "empty" else fact.grad
    if known is None and _kind(fact) in _NO_TENSOR:
        return Answer.NO
    return _equals(value, known)


def _contains(asked: str, fact: Fact) -> Answer:
    known = fact.has.get(asked)
    if known is not None:
        return _yes(known)
    if fact.literal is not UNKNOWN_VALUE:
        numbers = (
            item for item in leaves(fact.literal) if isinstance(item, int | float) and not isinstance(item, bool)
        )
        return _yes(any(_CONTAINS[asked](number) for number in numbers))
    kind = _kind(fact)
    return Answer.NO if kind in _NO_TENSOR - {"number"} else Answer.UNKNOWN


_CONTAINS: dict[str, Callable[[float], bool]] = {
    "nan": math.isnan,
    "inf": math.isinf,
    "zero": lambda number: number == 0,
    "negative": lambda number: number < 0,
}
