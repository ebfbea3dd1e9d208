"""EXA: each side of a snippet uses its own library, and the API that the record is about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from generator.libraries.registry import LIBRARIES, NAMES
from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.code import Code, code_of
from generator.lint.rules.compared_signatures import SIDE_NAMES
from generator.lint.rules.exa_code import LINES
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.subject import Subject
from generator.model.finding import Problem, Put

_OTHERS = {side: LIBRARIES.keys() - names for side, names in NAMES.items()}
"""The libraries that each side may not use."""


class WrongLibrary(RecordRule):
    """One side uses the other side's library, or not its own."""

    code = "EXA008"
    title = "示例的一侧用了另一侧的库"
    spec = ("R38",)
    why = "PyTorch 写法里出现 paddle（或反过来）多半是贴错了地方，两边比较的就成了同一个库。"
    bad = (
        Bad(CHECKED_ABS.replace("torch.abs(input=x)", "paddle.abs(x)"), at="paddle.abs(x)"),
        Bad(CHECKED_ABS.replace("paddle.abs(x=x)", "torch.abs(x)"), at="torch.abs(x)"),
        Bad(
            CHECKED_ABS.replace("y = paddle.abs(x=x)", "import torch\n      y = x").replace(
                "paddle: import", "paddle: |\n      import"
            ),
            at="import torch",
        ),
    )
    good = (CHECKED_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the other library's name."""
        for loc, _, code in subject.codes:
            side = str(loc[-1])
            for other in _OTHERS[side]:
                if (node := _use_of(code, other)) is not None:
                    start, end = code.part(node)
                    yield Problem(
                        loc,
                        f"{SIDE_NAMES[side]} 一侧用了 {other}",
                        f"这一侧只用 {side}；两边都要的输入写在 given 里。",
                        part=(start, end),
                    )


def _use_of(code: Code, library: str) -> ast.expr | ast.stmt | None:
    for node in code.nodes:
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
    bad = (
        Bad(LINES.replace("z = x + 1", "# PyTorch 写法\n      z = x + 1"), at="# PyTorch 写法", mended=LINES),
        Bad(LINES.replace("z = x + 1", "# torch ⽤法\n      z = x + 1"), at="# torch ⽤法", mended=LINES),
    )
    good = (LINES,)
    # A comment is no part of the tree, and `tokenize` would lose the line end that goes with it.
    _heading = re.compile(
        r"(?mi)^[ \t]*#[ \t]*(?:py)?(?:torch|paddle)(?:paddle)?[ \t]*(?:写法|用法|⽤法|代码)[:：]?[ \t]*\n?"
    )

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for such comments, and removes them."""
        for loc, _, code in subject.codes:
            if (match := self._heading.search(code.text)) is None:
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
    bad = (
        Bad(CHECKED_ABS.replace("torch.abs(input=x)", "torch.neg(input=x)"), at="y = torch.neg"),
        Bad(CHECKED_ABS.replace("torch.abs(input=x)", "torch.neg(input=x)  # not abs"), at="y = torch.neg"),
    )
    good = (CHECKED_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the last part of the API's name, or of an alias; operators are written with signs."""
        record = subject.record
        names = {api.rpartition(".")[2] for api in (record.torch, *record.aliases)}
        if any(name.startswith("__") for name in names):
            return
        for loc, snippet in subject.snippets:
            code = code_of(snippet.torch)
            if code.error is None and names.isdisjoint(code.names):
                yield Problem(
                    (*loc, "torch"), f"PyTorch 一侧没有用到 {record.torch}", f"写出用到 {record.name} 的代码。"
                )
