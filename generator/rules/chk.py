"""CHK: the checks that prove a record, which are run and not published."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.finding import Problem, Severity
from generator.rules.base import Bad, RecordRule
from generator.rules.samples import ABS_WITH_OUT
from generator.rules.subject import Subject
from generator.rules.tried_parameters import untried_rows


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
