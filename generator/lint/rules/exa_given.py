"""EXA: inputs of examples and checks, and the results that are compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.code import code_of
from generator.lint.rules.samples import NO_PARAMETERS, WITH_EXAMPLE
from generator.lint.rules.subject import Subject
from generator.model.finding import Problem, Remove
from generator.model.given import DictGiven, Given, ListGiven, TensorGiven
from generator.model.given_notation import length_of, parse_given


class GivenUnreadable(RecordRule):
    """An input in an unknown notation."""

    code = "EXA014"
    title = "given 的写法无法理解"
    why = "示例靠 given 得到输入；看不懂的写法会让它无法运行。"
    bad = (Bad(WITH_EXAMPLE.replace('y: "float32[2]"', 'y: "float32[2"'), at='"float32[2"'),)
    good = (WITH_EXAMPLE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Parses each input as the runner will."""
        for loc, snippet in subject.snippets:
            for name, value in snippet.given.items():
                try:
                    parse_given(value)
                except ValueError as error:
                    yield Problem((*loc, "given", name), f"given 中的 `{name}` 无法理解", str(error))


class DimensionsContradict(RecordRule):
    """Names of dimensions that differ by their case alone."""

    code = "EXA017"
    title = "given 中维度的名称互相矛盾"
    why = "同名的维度长度相同，不同名的各有各的长度：大小写写错，本该相等的两维就不等了，派生输入时也各变各的。"
    bad = (
        Bad(
            WITH_EXAMPLE.replace('x: "float32[2]", y: "float32[2]"', 'x: "float32[N]", y: "float32[n]"'),
            at='"float32[n]"',
        ),
        Bad(WITH_EXAMPLE.replace('x: "float32[2]"', 'x: ["float32[n]", "float32[N]"]'), at='["float32[n]'),
    )
    good = (WITH_EXAMPLE.replace('x: "float32[2]", y: "float32[2]"', 'x: "float32[N]", y: "float32[N]"'),)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the names in all inputs of a snippet; one finding for a snippet, at the name that comes later."""
        for loc, snippet in subject.snippets:
            if (found := _first_contradiction(snippet.given)) is not None:
                name, earlier, dim = found
                message = f"维度 `{dim}` 与前面的 `{earlier}` 只差大小写，却是两个长度"
                hint = f"是同一维就写成同名，长度为 {length_of(earlier)}；不是，就换一个名称。"
                yield Problem((*loc, "given", name), message, hint)


def _first_contradiction(given: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """Returns the input, the earlier name and the name that contradicts it."""
    names: dict[str, str] = {}
    for name, value in given.items():
        try:
            parsed = parse_given(value)
        except ValueError:
            continue
        for dim in filter(None, _dimensions(parsed)):
            earlier = names.setdefault(dim.casefold(), dim)
            if earlier != dim:
                return name, earlier, dim
    return None


def _dimensions(given: Given) -> Iterator[str]:
    match given:
        case TensorGiven():
            yield from given.dims
        case ListGiven(items):
            for item in items:
                yield from _dimensions(item)
        case DictGiven(entries):
            for _, item in entries:
                yield from _dimensions(item)


class GivenUnused(RecordRule):
    """An input that neither side uses."""

    code = "EXA015"
    title = "given 中的输入没有用到"
    why = "没有用到的输入多半是写错了名称，或改代码时留下的。"
    bad = (
        Bad(
            WITH_EXAMPLE.replace('y: "float32[2]"', 'y: "float32[2]", t: "float32[2]"'),
            at='t: "float32',
            mended=WITH_EXAMPLE,
        ),
        Bad(
            NO_PARAMETERS.replace("- torch", '- given: {x: "float32[2]"}\n    torch'),
            at="given",
            mended=NO_PARAMETERS,
        ),
    )
    good = (WITH_EXAMPLE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for each name among those that either side's code reads or binds."""
        for loc, snippet in subject.snippets:
            sides = code_of(snippet.torch), code_of(snippet.paddle)
            used = frozenset().union(*(side.loaded | side.bound for side in sides))
            for name in snippet.given if not any(side.error for side in sides) else ():
                if name not in used:
                    place = (*loc, "given", name) if len(snippet.given) > 1 else (*loc, "given")
                    yield Problem(
                        place,
                        f"given 中的 `{name}` 两边都没有用到",
                        "删去它，或改正名称。",
                        (Remove(place),),
                        at_key=True,
                    )


class NothingToCompare(RecordRule):
    """A snippet without a variable that both sides have."""

    code = "EXA016"
    title = "两边没有可以比较的结果"
    spec = ("R36",)
    why = "两边同名的变量与输入会拿来比较；一个也没有，就什么也没有证明。"
    bad = (
        Bad(
            WITH_EXAMPLE.replace("torch.abs(x, out=y)", "a = torch.abs(x, out=None)")
            .replace("paddle.assign(paddle.abs(x), y)", "b = paddle.abs(x)")
            .replace('given: {x: "float32[2]", y: "float32[2]"}\n', "given: {}\n")
            .replace("(x", "([1]"),
            at="parameter: out",
        ),
        Bad(WITH_EXAMPLE.replace("指定输出\n", "指定输出\n    compare: result\n"), at="result"),
    )
    good = (WITH_EXAMPLE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires at least one shared name, and that both sides have each name in ``compare``."""
        for loc, snippet in subject.snippets if subject.is_yaml else ():
            if snippet.skip is not None or (snippet.given and not snippet.compare):
                continue
            torch, paddle = code_of(snippet.torch), code_of(snippet.paddle)
            if torch.error or paddle.error:
                continue
            shared = (torch.bound & paddle.bound) | snippet.given.keys()
            if not shared and not (torch.ends_in_value and paddle.ends_in_value):
                yield Problem(loc, "两边没有同名的变量", "把两边的结果赋给同一个变量名，例如 y = …。")
            for name in snippet.compare:
                if re.split(r"[.\[(]", name)[0] not in shared:
                    yield Problem(
                        (*loc, "compare"), f"`compare` 里的 `{name}` 不是两边都有的变量", "改正名称，或在两边都赋值。"
                    )
