"""EXA: 转写示例 where a category or a row requires them, and only there."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.parameter_names import names_in
from generator.lint.rules.samples import NO_PARAMETERS, WITH_EXAMPLE
from generator.lint.rules.subject import Subject
from generator.model.category import COMPOSED, Need
from generator.model.finding import Problem
from generator.model.relation import Rewrite

_CONTEXT = """\
torch: torch.nn.init.ones_
paddle: paddle.nn.initializer.Constant
category: 用法不同：涉及上下文修改
context: true
examples:
  - title: 初始化权重
    torch: |
      layer = torch.nn.Linear(2, 3)
      torch.nn.init.ones_(layer.weight)
    paddle: |
      layer = paddle.nn.Linear(2, 3, weight_attr=paddle.nn.initializer.Constant(1.0))
"""


class ExampleMissing(RecordRule):
    """A record without an example, of a category that requires one."""

    code = "EXA001"
    title = "该分类要有转写示例"
    spec = ("R33",)
    why = "第 4 至 6 类没有可以照搬的调用，读者靠示例才知道怎么写。"
    bad = (Bad(_CONTEXT[: _CONTEXT.index("examples")], at="用法不同"),)
    good = (_CONTEXT,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at the categories whose examples are required; without any, 组合替代实现 is CAT002's."""
        record = subject.record
        if record.category.examples is Need.REQUIRED and not subject.examples and record.category is not COMPOSED:
            yield Problem(("category",), f"“{record.category}”没有转写示例", "补上 examples: …，写出两边等价的代码。")


class ExampleUnwanted(RecordRule):
    """An example in category 1."""

    code = "EXA002"
    title = "第 1 类不写转写示例"
    spec = ("R26", "R27", "R28", "R29")
    why = "第 1 类只需更换名称，示例没有可说的；要证明两边等价，写在 checks 里。"
    bad = (Bad(NO_PARAMETERS.replace("checks", "examples"), at="examples"),)
    good = (NO_PARAMETERS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for published examples in the categories that have none."""
        record = subject.record
        if record.category.examples is not Need.NEVER:
            return
        for loc, mapping in subject.mappings:
            if mapping.examples:
                yield Problem(
                    (*loc, "examples"),
                    f"“{record.category}”不写转写示例",
                    "改写为 checks: …，它们会运行而不发布。",
                    at_key=True,
                )


class RowWithoutExample(RecordRule):
    """A row with ``rewrite: example`` and no example."""

    code = "EXA003"
    title = "需要转写的参数没有转写示例"
    spec = ("R30", "R31", "R33")
    why = "备注说“需要转写”，读者便要看到怎么转写。"
    bad = (Bad(WITH_EXAMPLE[: WITH_EXAMPLE.index("examples")], at="example}"),)
    good = (WITH_EXAMPLE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Pairs rows and examples within each mapping by the parameter's name without stars."""
        for loc, mapping in subject.mappings:
            shown = {name.lstrip("*") for example in mapping.examples for name in example.parameter}
            for index, row in enumerate(mapping.parameters):
                names = names_in(row.label) if row.rewrite is Rewrite.EXAMPLE else ()
                if lacking := "、".join(name for name in names if name not in shown):
                    yield Problem(
                        (*loc, "parameters", index, "rewrite"),
                        f"`{lacking}` 需要转写，而没有它的转写示例",
                        f"在 examples 中补上 parameter: {lacking} 的一项；若无法转写，写 rewrite: unsupported。",
                    )


class ExampleWithoutRow(RecordRule):
    """An example names a parameter that no row rewrites."""

    code = "EXA004"
    title = "转写示例没有对应的参数行"
    spec = ("R34", "R37")
    why = "示例为某个需要转写的参数而写；没有这一行，读者不知道它从何而来。"
    bad = (Bad(WITH_EXAMPLE.replace("parameter: out", "parameter: dim"), at="dim"),)
    good = (WITH_EXAMPLE,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires ``rewrite: example`` in the row of each named parameter."""
        said = {
            name
            for _, row, reading in subject.readings
            if reading.rewrite is Rewrite.EXAMPLE
            for name in names_in(row.label)
        }
        for loc, mapping in subject.mappings:
            rows = [row for row in mapping.parameters if row.rewrite is Rewrite.EXAMPLE]
            rewritten = {name for row in rows for name in names_in(row.label)} | said
            for index, example in enumerate(mapping.examples):
                for name in example.parameter:
                    if mapping.parameters and name.lstrip("*") not in rewritten:
                        yield Problem(
                            (*loc, "examples", index, "parameter"),
                            f"示例说的是 `{name}`，而参数映射中没有需要转写的这一行",
                            f"可用的参数：{'、'.join(sorted(rewritten)) or '（没有）'}。",
                        )
