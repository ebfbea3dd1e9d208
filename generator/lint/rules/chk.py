"""CHK: the checks that prove a record, which are run and not published."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.samples import ABS_WITH_OUT
from generator.lint.rules.subject import Subject
from generator.lint.rules.tried_parameters import untried_rows
from generator.model.category import MISSING
from generator.model.finding import Loc, Problem, Put, Severity
from generator.model.record import Mapping
from generator.model.usual_call import choose_usual, uses_counterpart


class CheckMissing(RecordRule):
    """A category-1 record without code to run."""

    code = "CHK001"
    title = "第 1 类没有等价的调用"
    spec = ("R36",)
    why = "每条断言都要在两个库上运行过；第 1 类没有转写示例，靠 checks 证明两边的结果相同。"
    bad = (Bad(ABS_WITH_OUT[: ABS_WITH_OUT.index("checks")], at="仅参数名不一致"),)
    good = (ABS_WITH_OUT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for a check or an example; Markdown documents have no checks."""
        record = subject.record
        if subject.is_yaml and record.category.family == "1" and not subject.snippets:
            yield Problem(
                ("category",), f"“{record.category}”没有 checks", "补上 checks: …，写出两边等价、可以运行的调用。"
            )


class ParameterUntried(RecordRule):
    """A parameter with a counterpart that no check and no example passes."""

    code = "CHK002"
    title = "有对应关系的参数没有被任何示例或检查传入"
    severity = Severity.WARNING
    spec = ("R36",)
    why = "没有传入过的参数，是否真的对应就没有人试过。"
    bad = (
        Bad(
            ABS_WITH_OUT.replace("torch.abs(x, out=y)", "y = torch.abs(x)").replace(
                "paddle.abs(x, out=y)", "y = paddle.abs(x)"
            ),
            at="{torch: out",
        ),
        Bad(
            ABS_WITH_OUT.replace("torch.abs(x, out=y)", "torch.neg(torch.abs(x), out=y)"),
            at="{torch: out",
        ),
    )
    good = (ABS_WITH_OUT, ABS_WITH_OUT.replace("torch.abs(x, out=y)", "torch.abs(x, out=y"))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at every group of parameters that has code; ``CHK001`` requires code where there is none."""
        if not subject.is_yaml:
            return
        for loc, mapping in subject.mappings:
            snippets = (*mapping.checks, *mapping.examples)
            for index, row in untried_rows(subject, mapping, snippets) if snippets else ():
                yield Problem(
                    (*loc, "parameters", index),
                    f"没有示例或检查传入过 `{row.torch}`",
                    f"在 checks 里加一个传入 {row.torch} 的等价调用。",
                )


class UsualCallUnmarked(RecordRule):
    """A mapping with code of which not exactly one piece, which runs and uses the counterpart, is the usual call."""

    code = "CHK003"
    title = "没有恰好一段用到对应 API 的代码标明 usual: true"
    spec = ("R36",)
    why = "页面开头的答案和“要改多少”（照抄、只改名称、改参数、改写）都由最平常的那一次调用得来。"
    bad = (
        Bad(
            ABS_WITH_OUT.replace("    usual: true\n", ""),
            at="given",
            mended=ABS_WITH_OUT,
        ),
        Bad(
            ABS_WITH_OUT + "  - {torch: y = torch.abs(x), paddle: y = paddle.abs(x), given: {x: [1]}, usual: true}\n",
            at="{torch: y",
        ),
        Bad(
            ABS_WITH_OUT
            + "    skip: 需要 GPU。\n  - {torch: y = torch.abs(x), paddle: y = paddle.abs(x), given: {x: [1]}}\n",
            at="given",
        ),
        Bad(
            ABS_WITH_OUT.replace("    usual: true\n", "")
            + "  - {torch: y = torch.abs(x), paddle: y = x.maximum(-x), given: {x: [1]}, usual: true}\n",
            at="{torch: y",
        ),
    )
    good = (ABS_WITH_OUT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Counts the marks of each mapping; a Markdown document has none."""
        if not subject.is_yaml or subject.record.category is MISSING:
            return
        for loc, mapping in subject.mappings:
            yield from _marks(subject.record.torch, loc, mapping)
            if not subject.record.context:  # where the objects around the call change, the call may be another
                yield from _without_counterpart(loc, mapping)


def _without_counterpart(loc: Loc, mapping: Mapping) -> Iterator[Problem]:
    """Yields a usual call that is written without the counterpart, though other code of the mapping uses it."""
    found = [(place, snippet) for place, snippet in mapping.own_snippets() if not snippet.skip]
    if not any(uses_counterpart(snippet, mapping) for _, snippet in found):
        return
    for place, snippet in found:
        if snippet.usual and not uses_counterpart(snippet, mapping):
            yield Problem(
                (*loc, *place),
                f"标了 usual: true 的代码没有用到 `{mapping.paddle}`",
                f"改标一段用到 {mapping.paddle} 的：页面开头的答案由它得来。",
            )


def _marks(api: str, loc: Loc, mapping: Mapping) -> Iterator[Problem]:
    found = list(mapping.own_snippets())
    marked = [place for place, snippet in found if snippet.usual]
    if not marked and (place := choose_usual(api, mapping)) is not None:
        words = "这组参数没有标出最平常的调用" if loc else "没有标出最平常的调用"
        edit = Put((*loc, *place, "usual"), "true")
        yield Problem(
            (*loc, *place), words, "在人们平时写的那一次调用上加 usual: true；--fix 标出最像的一段。", (edit,)
        )
    for place in marked[1:]:
        yield Problem((*loc, *place), "另一段代码已标了 usual: true", "每组参数只留一段：人们平时写的那一次调用。")
    if len(marked) == 1 and dict(found)[marked[0]].skip and any(not snippet.skip for _, snippet in found):
        yield Problem((*loc, *marked[0]), "标了 usual: true 的代码没有运行", "改标一段能运行的。")
