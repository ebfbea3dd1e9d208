"""EXA: the code of examples and checks, judged without running it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from generator.model.finding import Problem, Put
from generator.rules.base import Bad, RecordRule
from generator.rules.code import LIBRARIES, Code, dotted, free_names, walk, without_strings
from generator.rules.subject import SIDES, Subject

_RECORD = """\
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
_LINES = _RECORD.replace("torch: y = ", "torch: |\n      z = x + 1\n      y = ").replace("abs(input=x)", "abs(input=z)")
_OTHER = {"torch": "paddle", "paddle": "torch"}
_SIDE_NAMES = {"torch": "PyTorch", "paddle": "Paddle"}
_FULL_WIDTH = re.compile(r"[，。；：（）“”‘’！？【】、　＝]")


class NotPython(RecordRule):
    """Code that does not parse."""

    code = "EXA005"
    title = "示例不是合法的 Python"
    spec = ("R34", "R36")
    why = "读者会原样复制示例；不能解析的代码一定不能运行。"
    bad = (
        Bad(_RECORD.replace("paddle.abs(x=x)", "paddle.abs(x=x"), at="(x=x"),
        Bad(_RECORD.replace("torch.abs(input=x)", "torch.abs(input=x，out=x)"), at="，out"),
        Bad(_LINES.replace("z = x + 1", "如下所示 z = x + 1"), at="z = x"),
    )
    good = (_RECORD, _LINES)

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
                loc, f"{_SIDE_NAMES[str(loc[-1])]} 一侧不是合法的 Python：{what}", hint, part=(start, start + 1)
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
        Bad(_RECORD.replace("input=x", "input=input_tensor"), at="input_tensor"),
        Bad(_LINES.replace("z = x + 1", "z = z + 1"), at="z + 1"),
    )
    good = (_RECORD, _LINES, _RECORD.replace("y = torch.abs(input=x)", "y = [torch.abs(input=t) for t in [x]][0]"))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks of each name whether ``given``, a builtin, a library of either side or the code itself defines it."""
        if not subject.is_yaml:  # documents have no place to state inputs
            return
        outside = {api.partition(".")[0] for api in subject.record.paddle_apis}  # visualdl, where it is the counterpart
        for loc, snippet in subject.snippets:
            for side in SIDES:
                if free_names(without_strings(getattr(snippet, side))) <= snippet.given.keys():
                    continue
                code = subject.code_of(snippet, side)
                for name in code.undefined(frozenset(outside | snippet.given.keys())):
                    yield Problem(
                        (*loc, side),
                        f"{_SIDE_NAMES[side]} 一侧的 `{name.id}` 没有定义",
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
        Bad(_RECORD.replace("y = torch.abs(input=x)", "print(torch.abs(input=x))"), at="print"),
        Bad(_LINES.replace("z = x + 1", "z = x + 1\n      print(z)"), at="print(z)"),
    )
    good = (_RECORD, _RECORD.replace("y = paddle.abs(x=x)", 'y = paddle.abs(x=x)  # no "print"'))

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


class WrongLibrary(RecordRule):
    """One side uses the other side's library, or not its own."""

    code = "EXA008"
    title = "示例的一侧用了另一侧的库"
    spec = ("R38",)
    why = "PyTorch 写法里出现 paddle（或反过来）多半是贴错了地方，两边比较的就成了同一个库。"
    bad = (
        Bad(_RECORD.replace("torch.abs(input=x)", "paddle.abs(x)"), at="paddle.abs(x)"),
        Bad(_RECORD.replace("paddle.abs(x=x)", "torch.abs(x)"), at="torch.abs(x)"),
        Bad(
            _RECORD.replace("y = paddle.abs(x=x)", "import torch\n      y = x").replace(
                "paddle: import", "paddle: |\n      import"
            ),
            at="import torch",
        ),
    )
    good = (_RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the other library's name."""
        if not any(name in subject.all_code[side] for side in SIDES for name in LIBRARIES[_OTHER[side]]):
            return
        for loc, _, code in subject.codes:
            side = str(loc[-1])
            for other in LIBRARIES[_OTHER[side]]:
                if other in code.plain and (node := _use_of(code, other)) is not None:
                    start, end = code.part(node)
                    yield Problem(
                        loc,
                        f"{_SIDE_NAMES[side]} 一侧用了 {other}",
                        f"这一侧只用 {side}；两边都要的输入写在 given 里。",
                        part=(start, end),
                    )


def _use_of(code: Code, library: str) -> ast.expr | ast.stmt | None:
    for node in walk(code.tree):
        if isinstance(node, ast.Name) and node.id == library:
            return node
        if isinstance(node, ast.Import) and any(alias.name.split(".")[0] == library for alias in node.names):
            return node
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == library:
            return node
    return None


class HeadingTyped(RecordRule):
    """``# PyTorch 写法`` written into the code."""

    code = "EXA009"
    title = "代码里手写了“# PyTorch 写法”"
    spec = ("R38",)
    why = "渲染时每一侧前面都会加上这一行，手写的会重复。"
    fixes = True
    bad = (
        Bad(_LINES.replace("z = x + 1", "# PyTorch 写法\n      z = x + 1"), at="# PyTorch 写法"),
        Bad(_LINES.replace("z = x + 1", "# torch ⽤法\n      z = x + 1"), at="# torch ⽤法"),
    )
    good = (_LINES,)
    _heading = re.compile(
        r"(?mi)^[ \t]*#[ \t]*(?:py)?(?:torch|paddle)(?:paddle)?[ \t]*(?:写法|用法|⽤法|代码)[:：]?[ \t]*\n?"
    )

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for such comments, and takes them away."""
        if not any("#" in text for text in subject.all_code.values()):
            return
        for loc, _, code in subject.codes:
            if "#" not in code.text or (match := self._heading.search(code.text)) is None:
                continue
            mended = self._heading.sub("", code.text)
            yield Problem(
                loc,
                f"代码里手写了“{match.group().strip()}”",
                "删去这一行注释。",
                (Put(loc, mended),) if mended.strip() else (),
                part=(match.start(), match.start() + len(match.group().rstrip("\n"))),
            )


class OtherApi(RecordRule):
    """An example whose torch side does not use the record's API."""

    code = "EXA010"
    title = "示例没有用到这条记录的 API"
    spec = ("R37", "R38")
    why = "没有用到这个 API 的示例多半是从别的记录复制来的，什么也没有证明。"
    bad = (Bad(_RECORD.replace("torch.abs(input=x)", "torch.neg(input=x)"), at="y = torch.neg"),)
    good = (_RECORD,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the last part of the API's name, or of an alias; operators are written with signs."""
        record = subject.record
        names = {api.rpartition(".")[2] for api in (record.torch, *record.aliases)}
        if any(name.startswith("__") for name in names):
            return
        for loc, snippet in subject.snippets:
            if not any(_names(snippet.torch, name) for name in names):
                yield Problem(
                    (*loc, "torch"), f"PyTorch 一侧没有用到 {record.torch}", f"写出用到 {record.name} 的代码。"
                )


def _names(text: str, name: str) -> bool:
    """Whether a text has the name as a word of its own; a long one stands in no other by chance."""
    long = 4
    return name in text and (len(name) >= long or re.search(rf"\b{name}\b", text) is not None)
