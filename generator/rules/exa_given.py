"""EXA: what examples and checks are run on, and what of them is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.model.finding import Problem, Remove
from generator.model.given import COMPLEX, FLOATS, INTEGERS
from generator.model.given_notation import parse_given
from generator.rules.base import Bad, RecordRule
from generator.rules.exa import RECORD
from generator.rules.subject import SIDES, Subject


class GivenUnreadable(RecordRule):
    """An input in a notation that nobody understands."""

    code = "EXA014"
    title = "given 的写法无法理解"
    why = "示例靠 given 得到输入；看不懂的写法会让它无法运行。"
    bad = (Bad(RECORD.replace('y: "float32[2]"', 'y: "float32[2"'), at='"float32[2"'),)
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Parses each input as the runner will."""
        for loc, snippet in subject.snippets:
            for name, value in snippet.given.items():
                if (wrong := _wrong_given(value)) is not None:
                    yield Problem((*loc, "given", name), f"given 中的 `{name}` 无法理解", wrong)


_INTEGER = r"-?(?:0|[1-9]\d*)"
_NUMBER = rf"(?:{_INTEGER}(?:\.\d+)?|nan|-?inf)"
_NUMBERS = re.compile(rf"{_NUMBER}(?:,{_NUMBER})*|(?:True|False)(?:,(?:True|False))*")
_SHAPE = r"\[(?:\d{1,2}(?:, ?\d{1,2}){0,2}|\d(?:, ?\d){3,5})?\]"
"""Shapes that cannot have more elements than are allowed."""
_RANGE = r"(?: > 0| in \((?:0|-[1-9]\d{0,4}), [1-9]\d{0,4}\))?"
_TENSOR = re.compile(
    rf"(?:{'|'.join(FLOATS)})(?:{_SHAPE}{_RANGE}|\(\[{_NUMBER}(?:, {_NUMBER})*\]\))(?: grad)?"
    rf"|(?:{'|'.join(INTEGERS)})(?:{_SHAPE}{_RANGE}|\({_INTEGER}\)|\(\[{_INTEGER}(?:, {_INTEGER})*\]\))"
    rf"|(?:{'|'.join(COMPLEX)}){_SHAPE}(?: grad)?|bool{_SHAPE}"
)


def _plainly_right(value: Any) -> bool:
    """Whether the input is in one of the common notations: dtype, shape and range, or a row or table of numbers."""
    if isinstance(value, str):
        return _TENSOR.fullmatch(value) is not None or _NUMBERS.fullmatch(value) is not None
    if not isinstance(value, list) or not value:
        return False
    while isinstance(value[0], list):  # rows of the same length, one level after the other
        width = len(value[0])
        if not width or any(not isinstance(row, list) or len(row) != width for row in value):
            return False
        value = [item for row in value for item in row]
    return _are_numbers(value)


def _are_numbers(values: list[Any]) -> bool:
    try:
        return _NUMBERS.fullmatch(",".join(values)) is not None
    except TypeError:  # some of them are lists
        return False


def _wrong_given(value: Any) -> str | None:
    if _plainly_right(value):
        return None  # nearly all are, and reading them in full takes long
    try:
        parse_given(value)
    except ValueError as error:
        return str(error)
    return None


class GivenUnused(RecordRule):
    """An input that neither side uses."""

    code = "EXA015"
    title = "given 中的输入没有用到"
    why = "没有用到的输入多半是写错了名称，或改代码时留下的。"
    fixes = True
    bad = (Bad(RECORD.replace('y: "float32[2]"', 'y: "float32[2]", z: "float32[2]"'), at='z: "float32'),)
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for each name in both sides' code."""
        for loc, snippet in subject.snippets:
            for name in snippet.given:
                if name not in snippet.torch and name not in snippet.paddle:
                    place = (*loc, "given", name) if len(snippet.given) > 1 else (*loc, "given")
                    yield Problem(
                        place,
                        f"given 中的 `{name}` 两边都没有用到",
                        "删去它，或改正名称。",
                        (Remove(place),),
                        at_key=True,
                    )


class NothingToCompare(RecordRule):
    """A snippet that leaves nothing that both sides have."""

    code = "EXA016"
    title = "两边没有可以比较的结果"
    spec = ("R36",)
    why = "两边同名的变量与输入会拿来比较；一个也没有，就什么也没有证明。"
    bad = (
        Bad(
            RECORD.replace("torch.abs(x, out=y)", "a = torch.abs(x, out=None)")
            .replace("paddle.assign(paddle.abs(x), y)", "b = paddle.abs(x)")
            .replace('given: {x: "float32[2]", y: "float32[2]"}\n', "given: {}\n")
            .replace("(x", "([1]"),
            at="parameter: out",
        ),
        Bad(RECORD.replace("指定输出\n", "指定输出\n    compare: result\n"), at="result"),
    )
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks for one shared name at least, and of each name in ``compare`` that both sides have it."""
        for loc, snippet in subject.snippets if subject.is_yaml else ():
            if snippet.skip is not None or (snippet.given and not snippet.compare):
                continue
            torch, paddle = (subject.code_of(snippet, side) for side in SIDES)
            plain = (torch.plainly_bound & paddle.plainly_bound) | snippet.given.keys()
            if torch.error or paddle.error or (plain and plain.issuperset(snippet.compare)):
                continue
            shared = (torch.bound & paddle.bound) | snippet.given.keys()
            if not shared and not (torch.ends_in_value and paddle.ends_in_value):
                yield Problem(loc, "两边没有同名的变量", "把两边的结果赋给同一个变量名，例如 y = …。")
            for name in snippet.compare:
                if re.split(r"[.\[(]", name)[0] not in shared:
                    yield Problem(
                        (*loc, "compare"), f"`compare` 里的 `{name}` 不是两边都有的变量", "改正名称，或在两边都赋值。"
                    )
