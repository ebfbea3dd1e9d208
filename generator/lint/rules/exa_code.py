"""EXA: static checks of the code of examples and checks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.code import dotted
from generator.lint.rules.compared_signatures import SIDE_NAMES
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.subject import Subject
from generator.model.finding import Problem

LINES = CHECKED_ABS.replace("torch: y = ", "torch: |\n      z = x + 1\n      y = ").replace(
    "abs(input=x)", "abs(input=z)"
)
_FULL_WIDTH = re.compile(r"[，。；：（）“”‘’！？【】、　＝]")


class NotPython(RecordRule):
    """Code that does not parse."""

    code = "EXA005"
    title = "示例不是合法的 Python"
    spec = ("R34", "R36")
    why = "读者会原样复制示例；不能解析的代码一定不能运行。"
    bad = (
        Bad(CHECKED_ABS.replace("paddle.abs(x=x)", "paddle.abs(x=x"), at="(x=x"),
        Bad(CHECKED_ABS.replace("torch.abs(input=x)", "torch.abs(input=x，out=x)"), at="，out"),
        Bad(LINES.replace("z = x + 1", "如下所示 z = x + 1"), at="z = x"),
    )
    good = (CHECKED_ABS, LINES)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Parses each side."""
        for loc, _, code in subject.codes:
            error = code.error
            if error is None:
                continue
            wide = _FULL_WIDTH.search(_without_strings(code.text))
            start = code.offset(error.lineno or 1, 0) + max((error.offset or 1) - 1, 0)
            start = wide.start() if wide else min(start, max(len(code.text) - 1, 0))
            what = f"有全角标点“{wide.group()}”" if wide else f"第 {error.lineno or 1} 行无法解析（{error.msg}）"
            hint = "代码里只用半角标点；说明写在 title 里。" if wide else "改成能运行的代码；说明写在 title 里。"
            yield Problem(
                loc, f"{SIDE_NAMES[str(loc[-1])]} 一侧不是合法的 Python：{what}", hint, part=(start, start + 1)
            )


def _without_strings(text: str) -> str:
    """Returns code that does not parse, and so has no tree to ask, with blanks in place of strings and comments."""
    return re.sub(r"'[^'\n]*'|\"[^\"\n]*\"|#[^\n]*", lambda match: " " * len(match.group()), text)


class UndefinedName(RecordRule):
    """A name that nothing defines."""

    code = "EXA006"
    title = "示例用了未定义的名称"
    spec = ("R36",)
    why = "读者复制后会得到 NameError，运行示例的程序也是；输入都要在 given 里给出。"
    bad = (
        Bad(CHECKED_ABS.replace("input=x", "input=input_tensor"), at="input_tensor"),
        Bad(LINES.replace("z = x + 1", "z = z + 1"), at="z + 1"),
    )
    good = (
        CHECKED_ABS,
        LINES,
        CHECKED_ABS.replace("y = torch.abs(input=x)", "y = [torch.abs(input=t) for t in [x]][0]"),
    )

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for names that neither ``given``, Python, a library of either side nor the code itself defines."""
        if not subject.is_yaml:  # documents cannot state inputs
            return
        outside = {
            api.partition(".")[0] for api in subject.record.paddle_apis
        }  # for example visualdl, where it is the counterpart
        for loc, snippet, code in subject.codes:
            for name in code.undefined(frozenset(outside | snippet.given.keys())):
                yield Problem(
                    loc,
                    f"{SIDE_NAMES[str(loc[-1])]} 一侧的 `{name.id}` 没有定义",
                    f'在 given 里给出它，例如 given: {{{name.id}: "float32[2, 3]"}}，或在代码里先赋值。',
                    part=code.part(name),
                )


class Prints(RecordRule):
    """Code that prints."""

    code = "EXA007"
    title = "示例打印结果"
    spec = ("R35",)
    why = "规范要求不打印结果：示例只写转写本身，两边的结果由程序比较。"
    bad = (
        Bad(CHECKED_ABS.replace("y = torch.abs(input=x)", "print(torch.abs(input=x))"), at="print"),
        Bad(LINES.replace("z = x + 1", "z = x + 1\n      print(z)"), at="print(z)"),
    )
    good = (CHECKED_ABS, CHECKED_ABS.replace("y = paddle.abs(x=x)", 'y = paddle.abs(x=x)  # no "print"'))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for calls of ``print`` and similar functions."""
        for loc, _, code in subject.codes:
            for call in code.calls:
                if dotted(call.func) in {"print", "pprint", "pprint.pprint", "sys.stdout.write"}:
                    yield Problem(loc, "示例打印了结果", "删去打印，把结果赋给变量，例如 y = …。", part=code.part(call))
