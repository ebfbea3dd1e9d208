"""EXA: the code of examples and checks, judged without running it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.model.finding import Problem
from generator.rules.base import Bad, RecordRule
from generator.rules.code_text import free_names, without_strings
from generator.rules.code_tree import dotted
from generator.rules.sides import SIDE_NAMES
from generator.rules.subject import SIDES, Subject

RECORD = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - given: {x: "float32[2, 3]"}
    torch: y = torch.abs(input=x)
    paddle: y = paddle.abs(x=x)
"""
LINES = RECORD.replace("torch: y = ", "torch: |\n      z = x + 1\n      y = ").replace("abs(input=x)", "abs(input=z)")
_FULL_WIDTH = re.compile(r"[，。；：（）“”‘’！？【】、　＝]")


class NotPython(RecordRule):
    """Code that does not parse."""

    code = "EXA005"
    title = "示例不是合法的 Python"
    spec = ("R34", "R36")
    why = "读者会原样复制示例；不能解析的代码一定不能运行。"
    bad = (
        Bad(RECORD.replace("paddle.abs(x=x)", "paddle.abs(x=x"), at="(x=x"),
        Bad(RECORD.replace("torch.abs(input=x)", "torch.abs(input=x，out=x)"), at="，out"),
        Bad(LINES.replace("z = x + 1", "如下所示 z = x + 1"), at="z = x"),
    )
    good = (RECORD, LINES)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Parses each side."""
        if subject.all_code_parses:
            return
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
    return re.sub(r"'[^'\n]*'|\"[^\"\n]*\"|#[^\n]*", lambda match: " " * len(match.group()), text)


class UndefinedName(RecordRule):
    """A name that nothing defines."""

    code = "EXA006"
    title = "示例用了未定义的名称"
    spec = ("R36",)
    why = "读者复制后会得到 NameError，运行示例的程序也是；输入都要在 given 里给出。"
    bad = (
        Bad(RECORD.replace("input=x", "input=input_tensor"), at="input_tensor"),
        Bad(LINES.replace("z = x + 1", "z = z + 1"), at="z + 1"),
    )
    good = (RECORD, LINES, RECORD.replace("y = torch.abs(input=x)", "y = [torch.abs(input=t) for t in [x]][0]"))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks of each name whether ``given``, a builtin, a library of either side or the code itself defines it."""
        if not subject.is_yaml:  # documents have no place to state inputs
            return
        outside = {api.partition(".")[0] for api in subject.record.paddle_apis}  # visualdl, where it is the counterpart
        for loc, snippet in subject.snippets:
            for side in SIDES:
                free = free_names(without_strings(getattr(snippet, side)))
                if free <= snippet.given.keys():
                    continue
                code = subject.code_of(snippet, side)
                for name in code.undefined(frozenset(outside | snippet.given.keys()), free):
                    yield Problem(
                        (*loc, side),
                        f"{SIDE_NAMES[side]} 一侧的 `{name.id}` 没有定义",
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
        Bad(RECORD.replace("y = torch.abs(input=x)", "print(torch.abs(input=x))"), at="print"),
        Bad(LINES.replace("z = x + 1", "z = x + 1\n      print(z)"), at="print(z)"),
    )
    good = (RECORD, RECORD.replace("y = paddle.abs(x=x)", 'y = paddle.abs(x=x)  # no "print"'))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for calls of print and its like."""
        if not any("print" in text or "stdout" in text for text in subject.all_code.values()):
            return
        for loc, _, code in subject.codes:
            if "print" not in code.plain and "stdout" not in code.plain:
                continue
            for call in code.calls():
                if dotted(call.func) in {"print", "pprint", "pprint.pprint", "sys.stdout.write"}:
                    yield Problem(loc, "示例打印了结果", "删去打印，把结果赋给变量，例如 y = …。", part=code.part(call))
