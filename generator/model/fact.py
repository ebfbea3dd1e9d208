"""What is known of one call, and the answer that a condition has for it: no, unknown or yes.

Logic is Kleene's: and is the smallest answer, or the largest. An omitted argument has torch's default.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from itertools import product
from typing import Any, Final, Literal

from generator.model.given import COMPLEX, FLOATS, INTEGERS
from generator.model.literal import leaves
from generator.model.when import CALL, COUNTS, FORWARD, STATES, About, Test, When
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
"""The kind of what is none of ``when.KINDS``, such as a dtype."""
DEVICE = "device"
"""The kind of a device, which ``when.KINDS`` do not have either: it is none of torch's named values."""
UNRECORDED: Final = "unrecorded"
"""What ``Fact.grad`` says where no gradients are recorded: a condition on them, ``yes`` or ``no``, does not hold."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of one argument; ``None`` is unknown throughout.

    An omitted argument (``passed`` is NO) has the literal or the name of torch's default. ``name`` is the canonical
    dotted name of a value, such as ``torch.float32``; ``kind`` is one of ``when.KINDS``, ``DEVICE`` or ``OTHER`` and
    follows from a literal; ``items`` has the kinds of a sequence's items or a mapping's values, None for one that is
    unknown, ``keys`` the keys of the mappings among the items, and ``length`` the number of items. ``number`` is the
    class of a number of Python or NumPy whose value is not known: int, float, complex or ``numpy.float32``. ``options``
    are the facts of the expressions one of which it is; ``or_none`` says that it may be None instead, which ``kind``
    does not include.
    """

    passed: Answer = Answer.UNKNOWN
    literal: Value | _Unknown = UNKNOWN_VALUE
    name: str | None = None
    kind: str | None = None
    items: tuple[str | None, ...] | None = None
    keys: frozenset[str] | None = None
    length: int | None = None
    number: str | None = None
    dtype: str | None = None
    floats: frozenset[str] = frozenset()
    """The dtypes one of which a Tensor of floats has where ``dtype`` tells none: without ``COMPLEX`` if it is real."""
    ndim: int | None = None
    empty: bool | None = None
    has: Mapping[str, bool] = field(default_factory=dict)
    grad: bool | Literal["unrecorded"] | None = None
    view: bool | None = None
    """Whether it is written as a view of another Tensor."""
    strided: bool = False
    """Whether it is a view whose elements do not lie one behind the other: ``x[:, :2]``."""
    gradient: bool | None = None
    """Whether it is the gradient of a Tensor as the library keeps it, where gradients are recorded."""
    holds: frozenset[str] = frozenset()
    """The classes of layers that a layer is of, or may have inside."""
    holds_no_other: bool = False
    """Whether it surely has no layers of other classes."""
    classes: frozenset[str] = frozenset()
    """The classes that it is of, bases among them; none where that is unknown."""
    derived: frozenset[str] = frozenset()
    """The classes derived from its own, of which it may be."""
    dtypes: frozenset[str] | None = None
    """The dtypes of the Tensors in a sequence, or their classes where no more is known."""
    options: tuple[Fact, ...] = ()
    or_none: bool = False
    computed: bool = False
    """Whether an operator gives it, and so never None, of whatever kind it is."""
    is_shape: bool = False
    """Whether the sequence is the shape of a Tensor, ``torch.Size``."""
    variable: str | None = None
    """The variable that it is, or the attribute of one: arguments with the same one are equal."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a call: of its arguments, by torch parameter (``forward.<parameter>`` too), and of itself."""

    arguments: Mapping[str, Fact] = field(default_factory=dict)
    results: Mapping[str, Answer] = field(default_factory=dict)
    """What is done with the result, by the words of ``RESULTS``; unknown where one is not listed."""
    literals: frozenset[str] | None = None
    """The negative integers and the strings of one word that the text around the call writes."""
    default_dtype: Answer = Answer.UNKNOWN
    """Whether the program changes the default dtype."""
    device: str | None = None
    makes_object: bool = False
    """Whether the call makes an object of a class, which what is passed to it later may pass gradients through."""

    def of(self, parameter: str) -> Fact:
        """Returns what is known of an argument: nothing, where it is not listed."""
        return self.arguments.get(parameter, _NOTHING)

    @property
    def pass_on_no_gradient(self) -> bool:
        """Whether no gradients are recorded, or Tensors are passed, and nothing that may need a gradient.

        Of the making of an object it is not known.
        """
        passed = (fact for name, fact in self.arguments.items() if not name.startswith(FORWARD))
        needs = {fact.grad for fact in passed if fact.passed is not Answer.NO and _may_need_gradient(fact)}
        return not self.makes_object and (UNRECORDED in needs or needs == {False})


_NOTHING = Fact()
_NONE = Fact(passed=Answer.YES, literal=None)


def evaluate(when: When, facts: Facts) -> tuple[Answer, tuple[Test, ...]]:
    """Returns the answer for a call; with UNKNOWN also the tests that leave it open, each once."""
    answers = [_answers(clause, facts) for clause in when.clauses]
    answer = max((min(clause) for clause in answers), default=Answer.NO)
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
    """Returns the answer if one test of each open clause does not hold, which is enough, and those tests.

    Such a test is one that only data can decide, or with ``shape`` the call's text where there is no other, and that no
    option of the argument may meet. Tests that leave several clauses open are preferred, then the first. The answer is
    UNKNOWN where a clause has none.
    """
    answer, left = evaluate(when, facts)
    if answer is not Answer.UNKNOWN:
        return answer, ()
    opened = [clause for clause in when.clauses if min(_answers(clause, facts)) is Answer.UNKNOWN]
    shared = Counter(test for clause in opened for test in dict.fromkeys(clause))
    assumed: list[Test] = []
    answer = Answer.NO
    for clause in opened:
        unknown = [test for test in clause if test in left]
        if not set(assumed).isdisjoint(unknown):
            continue
        unknown = [test for test in unknown if not _may_be_seen(test, facts)]
        free = [test for test in unknown if test.about is About.DATA] or (unknown if shape else [])
        if free:
            assumed.append(max(free, key=shared.__getitem__))
        else:
            answer = Answer.UNKNOWN
    return answer, tuple(assumed)


def deciding(when: When, facts: Facts) -> When:
    """Returns the part of a condition on which its answer for a call rests, the whole where the answer is NO.

    That is the clauses that hold, or else of each open clause the open tests: the fewest first, none that another one
    implies, and none that only data decides where the call's text alone leaves another one open.
    """
    answers = [_answers(clause, facts) for clause in when.clauses]
    if met := [clause for clause, found in zip(when.clauses, answers, strict=True) if min(found) is Answer.YES]:
        return When(tuple(met))
    opened = [
        tuple(test for test, one in zip(clause, found, strict=True) if one is Answer.UNKNOWN)
        for clause, found in zip(when.clauses, answers, strict=True)
        if min(found) is Answer.UNKNOWN
    ]
    by_text = [clause for clause in opened if all(test.about is About.SHAPE for test in clause)]
    left: list[tuple[Test, ...]] = []
    for clause in sorted(by_text or opened, key=len):
        if not any(set(one).issubset(clause) for one in left):
            left.append(clause)
    return When(tuple(left)) if left else when


def _may_be_seen(test: Test, facts: Facts) -> bool:
    """Tells whether a test holds for one of the expressions that an argument may be: the text denies the assumption.

    The combinations are few: a test is about one argument, or the dtypes of two or three, and the options of a variable
    are distinct in what is known of a Tensor: its dtype, whether it is real, its dimensions. In ten projects of 799
    files there were never more than four.
    """
    ways = [
        [(subject, each) for each in facts.of(subject).options or (facts.of(subject),)] for subject in test.subjects
    ]
    is_open = any(len(each) > 1 for each in ways)
    return is_open and any(_answer(test, Facts(dict(way))) is Answer.YES for way in product(*ways))


def _answers(clause: Sequence[Test], facts: Facts) -> list[Answer]:
    """Returns the answer to each test of a clause; NO where no option of an argument meets all tests about it."""
    found = [_answer(test, facts) for test in clause]
    for subject in dict.fromkeys(test.subject for test in clause if test.subject != CALL):
        fact = facts.of(subject)
        places = [place for place, test in enumerate(clause) if test.subject == subject and not test.other]
        if len(places) > 1 and fact.options and not fact.or_none:
            met = [min(_of_argument(clause[place], option) for place in places) for option in fact.options]
            for place in places if max(met) is Answer.NO else ():
                found[place] = Answer.NO
    return found


def _answer(test: Test, facts: Facts) -> Answer:
    if test.subject == CALL:
        return _of_call(test, facts)
    if test.other:
        return _compare_two(test, facts.of(test.subject), facts.of(test.other))
    return _of_argument(test, facts.of(test.subject))


def _yes(holds: bool) -> Answer:  # noqa: FBT001  (the truth to be put into three values)
    return Answer.YES if holds else Answer.NO


def _equals(asked: str, known: bool | str | None) -> Answer:  # noqa: FBT001  (as above)
    return Answer.UNKNOWN if known is None else _yes(known == (asked == "yes"))


def _of_call(test: Test, facts: Facts) -> Answer:
    value = test.value
    if test.op == "same_dtype":
        same = _same_dtype([facts.of(name) for name in value[1:]])
        return same if value[0] == "yes" else ~same
    if test.op == "data":
        return Answer.UNKNOWN
    if test.op == "result":
        return facts.results.get(str(value), Answer.UNKNOWN)
    if test.op == "writes":
        return Answer.UNKNOWN if facts.literals is None else _yes(str(value) in facts.literals)
    if test.op == "default_dtype":
        return facts.default_dtype if value == "yes" else ~facts.default_dtype
    return Answer.UNKNOWN if facts.device is None else _yes(facts.device in value)


def _same_dtype(arguments: Iterable[Fact]) -> Answer:
    arguments = list(arguments)
    if len(arguments) == 1 and arguments[0].options:
        answers = {_same_dtype([option]) for option in arguments[0].options}
        return answers.pop() if len(answers) == 1 else Answer.UNKNOWN
    if len(arguments) == 1 and arguments[0].dtypes is not None:
        return _yes(len(arguments[0].dtypes) <= 1)
    if len(arguments) == 1 and (kind_of_fact(arguments[0]) in {None, "sequence"} or arguments[0].items is not None):
        return Answer.UNKNOWN  # the Tensors in it
    dtypes = [fact.dtype for fact in arguments if fact.dtype is not None or kind_of_fact(fact) not in _NO_TENSOR]
    known = {dtype for dtype in dtypes if dtype is not None}
    if len(known) > 1 or any(fact.floats and not known <= fact.floats for fact in arguments):
        return Answer.NO
    return Answer.UNKNOWN if None in dtypes and len(dtypes) > 1 else Answer.YES


def _of_argument(test: Test, fact: Fact) -> Answer:  # noqa: PLR0911  (one line for each kind of test)
    op, value = test.op, test.value
    if op in {"passed", "omitted"}:
        return fact.passed if op == "passed" else ~fact.passed
    if fact.options:
        is_asked = op in {"is", "in", "not_in"} or (op == "kind" and "none" in value)
        options = (*fact.options, _NONE) if fact.or_none and is_asked else fact.options
        answers = {_of_argument(test, option) for option in options}
        return answers.pop() if len(answers) == 1 else Answer.UNKNOWN
    if op in {"is", "in", "not_in"}:
        asked = (value,) if isinstance(value, str) else value
        found = max(_is(read_value(item), fact) for item in asked)
        return ~found if op == "not_in" else found
    if op == "kind":
        return _is_kind(value, fact)
    if op in _OF_WORDS:
        return _OF_WORDS[op](frozenset(value), fact)
    if op in COUNTS:
        count = _ndim if op == "ndim" else _length
        return count(value[0], int(value[1]), fact)
    if op == "has":
        return max(_contains(item, fact) for item in value)
    assert isinstance(value, str)
    if op in STATES:
        return _state(op, value, fact)
    return _compare(op, value, fact)


_NO_TENSOR = frozenset(
    {"number", "bool", "str", "none", "mapping", "callable", "iterator", "file", "path", "range", DEVICE, OTHER}
)
"""Kinds that are neither a Tensor nor can hold one that a test speaks of."""


def kind_of_fact(fact: Fact) -> str | None:
    """Returns the kind of an argument, which may follow from a literal; None if unknown.

    It is one of ``when.KINDS``, ``DEVICE`` or ``OTHER``.
    """
    return fact.kind if fact.kind is not None or fact.literal is UNKNOWN_VALUE else kind_of(fact.literal)


def kind_of(value: Value) -> str:
    """Returns the kind of a literal: one of ``when.KINDS``."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, str):
        return "str"
    return "sequence" if isinstance(value, list | tuple) else "number"


def _is_kind(asked: str | tuple[str, ...], fact: Fact) -> Answer:
    kind = kind_of_fact(fact)
    if kind is None:
        return Answer.UNKNOWN
    if kind == "numpy" and fact.number is not None and kind not in asked and "number" in asked:
        return Answer.UNKNOWN  # a number of NumPy may do as one of Python
    holds = _yes(kind in asked or (fact.is_shape and "shape" in asked))
    return Answer.UNKNOWN if fact.or_none and "none" in asked and holds is Answer.NO else holds


def _is(asked: Value, fact: Fact) -> Answer:
    if asked is None and fact.or_none:
        return Answer.UNKNOWN
    if fact.literal is not UNKNOWN_VALUE:
        return _yes(same_value(asked, fact.literal))
    if isinstance(asked, Name):
        if fact.name is not None:
            return _yes(asked.dotted == fact.name)
        named = {None, "callable"} if asked.dotted.startswith(_BUILTIN) else {None, OTHER, "callable"}
        foreign = asked.dotted.startswith(_KNOWN) and fact.kind not in named
        return Answer.NO if foreign else Answer.UNKNOWN
    if asked is None and fact.computed:
        return Answer.NO
    other_kind = fact.kind is not None and fact.kind != kind_of(asked)
    # A name of another library may stand for a literal; torch's names of numbers are given as literals.
    is_known = fact.name is not None and fact.name.startswith(_KNOWN)
    return Answer.NO if other_kind or is_known else Answer.UNKNOWN


_BUILTIN = "builtins."
_KNOWN = ("torch.", _BUILTIN)
"""How names begin whose kinds are known: dtypes and the like, and Python's own classes."""


def _compare(op: str, bound: str, fact: Fact) -> Answer:
    kind = kind_of_fact(fact)
    if kind is not None and kind != "number" and not _may_be_number(fact):
        return Answer.NO
    if fact.literal is UNKNOWN_VALUE:
        return Answer.UNKNOWN
    limit = read_value(bound)
    assert isinstance(limit, int | float)
    return _yes(isinstance(fact.literal, int | float) and _COMPARE[op](fact.literal, limit))


def _may_be_number(fact: Fact) -> bool:
    """Tells whether what is no number of Python may be one all the same: of NumPy, or a Tensor without dimensions."""
    return kind_of_fact(fact) == "numpy" or fact.ndim == 0


def _compare_two(test: Test, left: Fact, right: Fact) -> Answer:
    if test.op == "ndim":
        comparison = test.value[0]
        if right.ndim is not None:
            return _ndim(comparison, right.ndim, left)
        # Whatever is done to a Tensor without dimensions beside more of them is right beside none as well.
        return Answer.YES if (comparison, left.ndim) == ("lt", 0) else Answer.UNKNOWN
    if not {kind_of_fact(left), kind_of_fact(right)} <= {None, "number"}:
        return Answer.NO
    if left.variable is not None and left.variable == right.variable:
        return _yes(_COMPARE[test.op](0, 0))
    known = [fact.literal for fact in (left, right) if isinstance(fact.literal, int | float)]
    return _yes(_COMPARE[test.op](*known)) if len(known) == 2 else Answer.UNKNOWN  # noqa: PLR2004  (both)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "is": operator.eq,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def _has_item(asked: frozenset[str], fact: Fact) -> Answer:
    kind = kind_of_fact(fact)
    # Several arguments of a variadic parameter have the kind of the first, and items.
    if fact.items is None and kind is not None and kind not in {"sequence", "mapping"}:
        return Answer.NO
    kinds: Iterable[str | None] | None = fact.items
    if kinds is None and isinstance(fact.literal, list | tuple):
        kinds = [kind_of(item) for item in fact.literal]
    if kinds is None:
        return Answer.UNKNOWN
    answers = (Answer.UNKNOWN if one is None else _yes(one in asked) for one in kinds)
    return max(answers, default=Answer.NO)


def _has_other_keys(asked: frozenset[str], fact: Fact) -> Answer:
    if _has_item(frozenset({"mapping"}), fact) is Answer.NO:
        return Answer.NO
    return Answer.UNKNOWN if fact.keys is None else _yes(not fact.keys <= asked)


_CLASSES = {"int": INTEGERS, "float": FLOATS, "complex": COMPLEX, "bool": frozenset({"bool"})}


def _dtype(asked: frozenset[str], fact: Fact) -> Answer:
    if fact.dtype is not None:
        return _yes(any(fact.dtype == one or fact.dtype in _CLASSES.get(one, ()) for one in asked))
    if fact.floats:
        named = frozenset().union(*(_CLASSES.get(one, {one}) for one in asked))
        other = Answer.NO if named.isdisjoint(fact.floats) else Answer.UNKNOWN
        return Answer.YES if named >= fact.floats else other
    kind = kind_of_fact(fact)
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


def _holds(asked: frozenset[str], fact: Fact) -> Answer:
    return Answer.YES if asked & fact.holds else Answer.NO if fact.holds_no_other else Answer.UNKNOWN


def _class(asked: frozenset[str], fact: Fact) -> Answer:
    if fact.classes:
        return Answer.YES if asked & fact.classes else Answer.UNKNOWN if asked & fact.derived else Answer.NO
    return Answer.UNKNOWN if kind_of_fact(fact) in {None, "callable", OTHER} else Answer.NO


_OF_WORDS = {"holds": _holds, "class": _class, "items": _has_item, "other_keys": _has_other_keys, "dtype": _dtype}


def _ndim(comparison: str, number: int, fact: Fact) -> Answer:
    if fact.ndim is not None:
        return _yes(_COMPARE[comparison](fact.ndim, number))
    if (comparison, number) == ("ge", 0) and kind_of_fact(fact) == "tensor":
        return Answer.YES
    is_none = kind_of_fact(fact) in _NO_TENSOR or (comparison, number) == ("lt", 0)
    return Answer.NO if is_none else Answer.UNKNOWN


def _length(comparison: str, number: int, fact: Fact) -> Answer:
    kind = kind_of_fact(fact)
    if kind is not None and kind != "sequence":
        return Answer.NO
    if isinstance(fact.literal, list | tuple):
        return _yes(_COMPARE[comparison](len(fact.literal), number))
    return Answer.UNKNOWN if fact.length is None else _yes(_COMPARE[comparison](fact.length, number))


def _state(op: str, value: str, fact: Fact) -> Answer:
    """Returns the answer to one of ``STATES``; NO for anything that is not a Tensor."""
    known = {"empty": fact.empty, "grad": fact.grad, "view": fact.view, "gradient": fact.gradient}[op]
    if known is None and kind_of_fact(fact) in _NO_TENSOR:
        return Answer.NO
    return _equals(value, known)


def _may_need_gradient(fact: Fact) -> bool:
    is_open = fact.literal is UNKNOWN_VALUE and fact.name is None
    return is_open and kind_of_fact(fact) not in _NO_TENSOR - {"mapping", "callable", "iterator", OTHER}


def _contains(asked: str, fact: Fact) -> Answer:
    known = fact.has.get(asked)
    if known is not None:
        return _yes(known)
    if fact.literal is not UNKNOWN_VALUE:
        numbers = (
            item for item in leaves(fact.literal) if isinstance(item, int | float) and not isinstance(item, bool)
        )
        return _yes(any(CONTAINED[asked](number) for number in numbers))
    kind = kind_of_fact(fact)
    is_float = Answer.UNKNOWN if asked not in _OF_FLOATS else _dtype(frozenset({"float", "complex"}), fact)
    return Answer.NO if is_float is Answer.NO or kind in _NO_TENSOR - {"number"} else Answer.UNKNOWN


_OF_FLOATS = frozenset({"nan", "inf", "minus_inf", "fraction"})
"""What no integer is."""
LOWEST = -1e3
"""A number that is no greater stands for what is masked: the ``-10000.0`` of BERT, ``-1e9``, ``-inf``."""
CONTAINED: dict[str, Callable[[float], bool]] = {
    "nan": math.isnan,
    "inf": math.isinf,
    "minus_inf": lambda number: number == -math.inf,
    "lowest": lambda number: number <= LOWEST,
    "fraction": lambda number: math.isfinite(number) and number % 1 != 0,
    "zero": lambda number: number == 0,
    "one": lambda number: number == 1,
    "negative": lambda number: number < 0,
}
"""The numbers for which each of ``when.CONTENTS`` stands."""
