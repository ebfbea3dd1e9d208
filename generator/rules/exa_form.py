"""EXA: how examples and checks are titled, how long they are, and what they are run on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.model.category import PARAMETERS_DIFFER, TORCH_HAS_MORE
from generator.model.finding import Problem, Put, Remove, Severity
from generator.model.given import DTYPES, parse_given
from generator.model.record import Example
from generator.rules.base import Bad, RecordRule
from generator.rules.exa import RECORD
from generator.rules.subject import SIDES, Subject

_LONG = "|\n" + "".join(f"      y = paddle.abs(x) + {i}\n" for i in range(9))
LONGEST = 8
"""Most lines of code on one side that still count as short; the spec's rule is two (R34)."""


class TitleMissing(RecordRule):
    """An example without the function of its parameter."""

    code = "EXA011"
    title = "转写示例没有写参数与功能"
    spec = ("R37",)
    why = "每个示例由“参数名：参数功能”引入，读者才知道它在说哪一个参数。"
    keys = frozenset({"examples"})
    bad = (
        Bad(RECORD.replace("    title: 指定输出\n", ""), at="parameter: out"),
        Bad(RECORD.replace("parameter: out\n    title", "title"), at="title"),
    )
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks for ``title``, and in categories 2 and 3 for ``parameter``."""
        for loc, example in subject.examples:
            if not example.title.strip():
                yield Problem(loc, "转写示例没有 `title`", "补上 title: …，写参数的功能，例如“指定输出”。")
            if not example.parameter and subject.record.category in {TORCH_HAS_MORE, PARAMETERS_DIFFER}:
                yield Problem(loc, "转写示例没有说是哪个参数", "补上 parameter: …。")


class TitleForm(RecordRule):
    """A title with a full stop, or one that repeats the parameter's name."""

    code = "EXA012"
    title = "转写示例的标题写法不对"
    spec = ("R37",)
    why = "标题渲染为“参数名：标题”，不是句子；参数名再写一遍就重复了。"
    keys = frozenset({"examples"})
    fixes = True
    bad = (
        Bad(RECORD.replace("指定输出", "指定输出。"), at="指定输出。"),
        Bad(RECORD.replace("指定输出", "out：指定输出"), at="out："),
    )
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Takes the repeated name and the full stop away."""
        for loc, example in subject.examples:
            mended = _title(example)
            if mended != example.title and mended:
                yield Problem(
                    (*loc, "title"),
                    f"标题“{example.title}”应写作“{mended}”",
                    "改正标题。",
                    (Put((*loc, "title"), mended),),
                )


def _title(example: Example) -> str:
    title = example.title.strip()
    if example.parameter:
        names = "[、,，]".join(f"`?{re.escape(name)}`?" for name in example.parameter)
        title = re.sub(rf"^{names}\s*[:：]\s*", "", title)
    return title.rstrip("。．：:")


class TooLong(RecordRule):
    """An example that is not short."""

    code = "EXA013"
    title = "转写示例过长"
    severity = Severity.WARNING
    spec = ("R34",)
    why = "规范说一般只写两行：读者要一眼看出怎么转写。"
    keys = frozenset({"examples"})
    bad = (Bad(RECORD.replace("paddle.assign(paddle.abs(x), y)\n", _LONG), at="|"),)
    good = (RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Counts the lines that hold code; checks, which nobody reads, may be longer."""
        for loc, example in subject.examples:
            for side in SIDES:
                text = getattr(example, side)
                lines = sum(bool(line.strip()) for line in text.split("\n")) if text.count("\n") >= LONGEST else 0
                if lines > LONGEST:
                    message = f"这一侧有 {lines} 行代码，一般只写两行"
                    yield Problem((*loc, side), message, f"精简到 {LONGEST} 行以内，只留与转写有关的。")


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


_FLOAT = r"-?\d+(?:\.\d+)?"
_NUMBERS = re.compile(rf"{_FLOAT}(?:,{_FLOAT})*|(?:True|False)(?:,(?:True|False))*")
_TENSOR = re.compile(
    rf"(?:{'|'.join(DTYPES)})\[(?:\d{{1,2}}(?:, ?\d{{1,2}}){{0,3}})?\]|float32(?:\[\d?\]|\(\[{_FLOAT}(?:, {_FLOAT})*\]\)) grad"
)


def _plainly_right(value: Any) -> bool:
    """Whether the input is in one of the two common notations: dtype and shape, or a row or table of numbers."""
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
