"""Finds out whether rows and remarks of the records that a snippet uses tell a difference."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from generator.calls.knowledge.knowledge import Row
from generator.evidence.vary.call_facts import Call
from generator.evidence.vary.change import Change, Gradient, Part
from generator.model.fact import Answer, evaluate
from generator.model.parameter import Covers, Effect
from generator.model.record import Mapping, Record
from generator.model.relation import Relation
from generator.model.variation import DifferenceClass
from generator.model.when import When


@dataclass(frozen=True, slots=True)
class Claim:
    """A row or remark with a condition, of one of the calls of a snippet, and its answer for a run.

    ``place`` is where it stands in its record: the index of the overload, the list, the index in it; ``call`` counts
    the calls. ``loose`` says that the row differs in only some of the calls where its condition holds.
    """

    record: str
    place: str
    call: int
    row: Row
    answer: Answer
    is_remark: bool
    loose: bool
    words: tuple[str, ...] = ()
    """What its condition says of the data in words, where nothing else leaves it open."""

    @property
    def is_way(self) -> bool:
        """Whether it says how a call is written, so that code that meets its condition is written for it."""
        return not self.is_remark or self.row.convert is not None


@dataclass(frozen=True, slots=True)
class Told:
    """What the rows say of a difference: told, or that the snippet is not meant for such inputs.

    ``perhaps`` are the claims that tell it if they hold, which the run leaves open, and those that hold and speak of
    nothing like it.
    """

    told: bool
    outside: bool
    perhaps: tuple[Claim, ...] = ()


def claims_of(calls: Sequence[Call], record: Record) -> list[Claim]:
    """Returns each condition of the rows that answer the calls, with its answer; they are the same in every run.

    Of other records than the one that is varied, each row is taken for a loose one.
    """
    return [claim for number, call in enumerate(calls) for claim in _claims(number, call, record)]


def _claims(number: int, call: Call, record: Record) -> Iterator[Claim]:
    own = list(record.mappings())[call.index][1] if call.record == record.torch else None
    within = {index for index, row in enumerate(own.parameters) if row.covers is Covers.WITHIN} if own else set()
    for index, row in enumerate(
        call.way.rows
    ):  # those of former parameters, which the record has no rows for, come last
        place = f"{call.index}.parameters.{index}"
        loose = own is None or index in within
        if row.when is not None:
            answer, words = _answer(row.when, call)
            yield Claim(call.record, place, number, row, answer, is_remark=False, loose=loose, words=words)
        elif row.relation is Relation.RETURNS or (row.relation is Relation.DIFFERS and _passed(row, call)):
            yield Claim(call.record, place, number, row, Answer.UNKNOWN, is_remark=False, loose=True)
    for index, row in enumerate(call.way.remarks):
        if row.when is None and not row.effect:  # it says how a call is written, and nothing of what differs then
            continue
        # One without a condition is about an effect: it may tell what differs by that, and never for certain.
        answer, words = _answer(row.when, call) if row.when is not None else (Answer.UNKNOWN, ())
        loose = own is None or row.when is None
        place = f"{call.index}.remarks.{_position(row, own) if own is not None else index}"
        yield Claim(call.record, place, number, row, answer, is_remark=True, loose=loose, words=words)


def _position(row: Row, mapping: Mapping) -> int:
    """Returns which remark of the mapping a row is, of those that are rules: conversion leaves some of them out."""
    rules = (remark for remark in mapping.remarks if remark.is_rule)
    return next(at for at, rule in enumerate(rules) if rule.removesuffix("。") == row.says and rule.when == row.when)


def _answer(when: When, call: Call) -> tuple[Answer, tuple[str, ...]]:
    """Returns the answer for a call, and the words that leave it open if no other test does."""
    answer, left = evaluate(when, call.facts)
    words = [test.value for test in left if test.op == "data" and isinstance(test.value, str)]
    return answer, tuple(words) if len(words) == len(left) else ()


def _passed(row: Row, call: Call) -> bool:
    return call.facts.of(row.parameter).passed is not Answer.NO


def told_by(
    base: Sequence[Claim],
    varied: Sequence[Claim],
    kind: DifferenceClass,
    shown: frozenset[str] = frozenset(),
    *,
    backward: bool,
) -> Told:
    """Returns what the conditions say of a difference of a varied run, whose snippet agrees in the ``base`` run.

    A condition tells it that holds for the varied run, but another dtype and a crash only where its text is about such
    things. Not so where it held for the base run as well: the snippet's Paddle side is written for it,
    and is held to all of it. It is outside where such a condition no longer holds. A loose condition may tell it in any
    case, unless the snippet is an example of that very row: ``shown`` are the labels of the rows that it is an example
    of. ``backward`` says whether the run has a backward pass.
    """
    before = {_key(claim): claim.answer for claim in base}
    met = {_key(c) for c in base if c.answer is Answer.YES and (not c.loose or _label(c.row) in shown)}
    open_rows = [claim for claim in varied if _fits(claim.row, kind, backward=backward) and _key(claim) not in met]
    holding = [claim for claim in open_rows if claim.answer is Answer.YES]
    silent = [claim for claim in holding if kind in _TOLD_IN_WORDS and not _speaks_of(claim, kind)]
    unknown = [claim for claim in open_rows if claim.answer is Answer.UNKNOWN and _speaks_of(claim, kind)]
    perhaps = (*silent, *(claim for claim in unknown if before.get(_key(claim)) is not Answer.YES))
    outside = any(
        claim.answer is Answer.NO and _key(claim) in met and claim.is_way and not claim.row.effect for claim in varied
    )
    return Told(len(silent) < len(holding), outside, perhaps)


def _label(row: Row) -> str:
    return row.torch or row.paddle or "返回值"


def _key(claim: Claim) -> tuple[str, str, int]:
    return claim.record, claim.place, claim.call


_NO_ANSWER = frozenset({DifferenceClass.ENDED, DifferenceClass.TIMEOUT})
_NO_RESULT = _NO_ANSWER | {DifferenceClass.REFUSED}
"""How a backward pass, where there is one, fails that gives no wrong gradient."""
_SAYS_NO_ANSWER = re.compile("崩溃|段错误|进程|中止|内存|停住|卡住|死循环|不返回|不结束|很久|很慢")
_SPOKEN_OF = {
    **dict.fromkeys(_NO_ANSWER, _SAYS_NO_ANSWER),
    DifferenceClass.DTYPE: re.compile("dtype|类型|float|int|bool|complex|整数|浮点|复数|小数"),
    DifferenceClass.PRECISION: re.compile("精度|误差|位数|float32|略有|近似|极小|很小|为 0|eps"),
    DifferenceClass.BOUNDS: re.compile("范围|越界|大于|小于|超过|超出|负|NaN|误差|略"),
    DifferenceClass.IN_PLACE: re.compile("共享|副本|视图|原位|改动|修改|复制|写|内存|原来"),
}
"""What a row without an effect has to mention so that it may tell a difference of a class; anything for others."""
_TOLD_IN_WORDS = _NO_ANSWER | {DifferenceClass.DTYPE}
"""Classes of which a row has to speak even where its condition is known to hold: few inputs differ in nothing else."""
_OF_EFFECT = {
    Effect.VIEW: frozenset({DifferenceClass.IN_PLACE}),
    Effect.STATE: frozenset({DifferenceClass.IN_PLACE, DifferenceClass.VALUE}),
    Effect.GRADIENT: frozenset({DifferenceClass.GRADIENT}),
    Effect.INIT: frozenset({DifferenceClass.VALUE}),
    Effect.RANDOM: frozenset({DifferenceClass.VALUE}),
}
"""Which differences a row can tell that is about an effect."""


def _fits(row: Row, kind: DifferenceClass, *, backward: bool) -> bool:
    if row.effect == Effect.GRADIENT and backward and kind in _NO_RESULT:
        return True
    return not row.effect or kind in _OF_EFFECT[Effect(row.effect)]


def _speaks_of(claim: Claim, kind: DifferenceClass) -> bool:
    """Tells whether what a claim says may be about such a difference."""
    spoken = _SPOKEN_OF.get(kind)
    is_about_effect = claim.row.effect and kind not in _NO_ANSWER
    return spoken is None or is_about_effect or _finds(spoken, claim)


def speaks_of_digits(claim: Claim) -> bool:
    """Tells whether a claim says itself that results are imprecise: another effect explains no lost digits."""
    return _finds(_SPOKEN_OF[DifferenceClass.PRECISION], claim)


def _finds(pattern: re.Pattern[str], claim: Claim) -> bool:
    return pattern.search(" ".join((claim.row.says, *claim.words))) is not None


_DTYPE = "dtype|类型|float|int|bool|complex|整数|复数|浮点|小数|NumPy"
_SHAPE = (
    "形状|大小|长度|维|元素|空|个数|[几多一] ?个|图像|整除|广播|尺寸|样本|块|大于|小于|多于|少于|超过|超出|只有|通道|范围"
    "|区域|边|核|填充|行|列|序列|不等|倍|末|批|对称|方阵|奇异|秩|重复|相同|下标"
)
_CONTENT = (
    "值|NaN|无穷|相差|等于|零|为 0|重复|负|溢出|相同|大于|小于|超过|超出|范围|正|标签|很大|很小|概率|个数|[几多一] ?个"
    "|对称|奇异|秩|下标|倍|不等|相等|精度|整数|元素"
)
_LATER = "改动|修改|改写|训练|推理|eval|复制|再|装入|状态|视图|写入|原位|之后|更新|打印|共享|多次|重新|先前|事先|后来|内存|原来"
_GRADIENT = "梯度|反向|冻结|求导|导数|计算图|叶子|no_grad"
_ABOUT = {
    Part.DTYPE: _DTYPE,
    Part.DEFAULT_DTYPE: _DTYPE,
    Part.LENGTH: f"{_SHAPE}|{_CONTENT}",
    Part.RANK: f"{_SHAPE}|{_CONTENT}",
    Part.NUMBER: f"{_SHAPE}|{_CONTENT}",
    Part.NUMBER_TYPE: f"{_DTYPE}|{_SHAPE}|{_CONTENT}",
    Part.SEQUENCE: f"{_DTYPE}|{_SHAPE}|{_CONTENT}",
    Part.CONTENT: _CONTENT,
    Part.LAYOUT: "连续|视图|切片|步长|内存|转置|存储",
    Part.GRADIENT: _GRADIENT,
    Part.LATER: _LATER,
}
"""The words about data that concern what a change of each part can cause."""
_ABOUT_ANY = re.compile("|".join({*_ABOUT.values()}))
_OF_GRADIENTS = re.compile("梯度|反向|求导|导数|微分|计算图")
_CHANGED = frozenset({Gradient.CHANGED, Gradient.OF_VIEW, Gradient.OF_BASE})
"""The ways to ask for a gradient that change something in place."""


def is_likely(claim: Claim, kind: DifferenceClass, changes: Collection[Change], *, is_compared: bool) -> bool:
    """Tells whether a claim that may tell a difference is likely to do so; a guess from words, for the people who look.

    Changes are not likely to bring a condition to hold that is as open in the base run, where both sides agree, and
    whose words are about something else. Nor are other gradients told by what speaks of values where the result
    ``is_compared`` and agrees.
    """
    if kind is DifferenceClass.GRADIENT and is_compared and not claim.row.effect and not _finds(_OF_GRADIENTS, claim):
        return False
    text = " ".join(claim.words)
    if not changes or _ABOUT_ANY.search(text) is None:  # what the words are about is not known
        return True
    about = [_ABOUT[change.part] for change in changes]
    about += [_LATER for change in changes if change.value in _CHANGED]
    return re.search("|".join(about), text) is not None


def newly_met(base: Sequence[Claim], varied: Sequence[Claim], record: Record, paddle: str) -> Iterator[str]:
    """Yields the places of the record's rows that say that exactly these calls differ, but did not in the base run.

    Only code that calls the counterpart itself can speak against them: ``paddle`` is the Paddle side's.
    """
    before = {_key(claim): claim.answer for claim in base}
    mappings = [mapping for _, mapping in record.mappings()]
    for claim in varied:
        if claim.record != record.torch or claim.loose or claim.is_remark or claim.row.when is None:
            continue
        number, _, index = claim.place.split(".")
        mapping = mappings[int(number)]
        about_result = claim.row.relation in {Relation.DIFFERS, Relation.RETURNS} and not _effect(mapping, int(index))
        is_new = claim.answer is Answer.YES and before.get(_key(claim)) is not Answer.YES
        if about_result and is_new and mapping.paddle and f"{mapping.paddle.rpartition('.')[2]}(" in paddle:
            yield claim.place


def _effect(mapping: Mapping, index: int) -> Effect | None:
    """Returns the effect of a row, which conversion does not tell of one that it writes; None of a former parameter."""
    return mapping.parameters[index].effect if index < len(mapping.parameters) else None


def conditions_of(record: Record) -> Iterator[str]:
    """Yields the places of the conditions of a record that a run can meet, as ``Claim.place`` has them.

    None does where each clause asks for a device, or says of the data in words what no run is asked for. Rows beside
    a helper tell of the counterpart, which no call is converted to.
    """
    for number, (_, mapping) in enumerate(record.mappings()):
        for index, row in enumerate(mapping.parameters if not record.helper else ()):
            if row.when is not None and not _is_beyond(row.when):
                yield f"{number}.parameters.{index}"
        for index, remark in enumerate(remark for remark in mapping.remarks if remark.is_rule):
            if remark.when is not None and not _is_beyond(remark.when):
                yield f"{number}.remarks.{index}"


def _is_beyond(when: When) -> bool:
    """Tells whether no run can meet it: each clause asks for a device, for data that no test tells, or for a place.

    A decorator that takes the function alone stands above another without a call, and a base class has none either; no
    input is another's gradient.
    """
    return all(
        any(
            test.op in {"device", "data", "gradient"}
            or (test.op == "result" and test.value in {"of_descriptor", "without_len", "added"})
            for test in clause
        )
        for clause in when.clauses
    )


def place_in(record: Record, place: str) -> str:
    """Returns where a condition stands in the record's file: ``overloads.1.parameters.2``, ``remarks.0``."""
    number, kind, index = place.split(".")
    loc, mapping = list(record.mappings())[int(number)]
    position = int(index)
    if kind == "remarks":
        position = [at for at, remark in enumerate(mapping.remarks) if remark.is_rule][position]
    return ".".join(map(str, (*loc, kind, position)))
