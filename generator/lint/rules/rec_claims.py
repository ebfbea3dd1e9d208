"""REC: a summary's claims about the parameters, compared with the rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.rec_summary import owner_of
from generator.lint.rules.samples import CHECKED_ABS as RECORD
from generator.lint.rules.subject import Subject
from generator.model.finding import Problem
from generator.model.parameter import ParameterRow
from generator.model.relation import Relation

Rows = tuple[ParameterRow, ...]

_CLAIMS: tuple[tuple[re.Pattern[str], Callable[[Rows], bool], str], ...] = (
    (
        re.compile(r"参数完全一致"),
        lambda rows: all(row.relation is Relation.SAME for row in rows),
        "参数行中有不一致的",
    ),
    (
        re.compile(r"仅参数名(?:称)?不(?:一致|同)"),
        lambda rows: (
            {row.relation for row in rows} <= {Relation.SAME, Relation.RENAMED, Relation.PADDLE_ONLY}
            and any(row.renamed for row in rows)
        ),
        "参数行中没有改名的，或另有别的差别",
    ),
    (
        re.compile(r"PyTorch\s*相比\s*Paddle\s*支持更多", re.IGNORECASE),
        lambda rows: any(row.paddle is None and row.torch is not None for row in rows),
        "没有一行是 PyTorch 独有的参数",
    ),
    (
        re.compile(r"Paddle\s*相比\s*PyTorch\s*支持更多", re.IGNORECASE),
        lambda rows: any(row.torch is None and row.paddle is not None for row in rows),
        "没有一行是 Paddle 独有的参数",
    ),
    (
        re.compile(
            r"^(?:其中[，,]?\s*)?Paddle\s*相比\s*PyTorch\s*支持更多(?:其他)?参数[，,]\s*具体如下", re.IGNORECASE
        ),
        lambda rows: all(row.torch is None or row.paddle is not None for row in rows),
        "有的参数只有 PyTorch 支持",
    ),
    (
        re.compile(r"默认值不(?:一致|同)"),
        lambda rows: any(row.default is not None or row.differs is not None for row in rows),
        "没有一行写明默认值不同",
    ),
)
"""A summary's claims about the parameters: pattern, condition, and the message where it does not hold."""


_MORE_OF_EITHER = """\
  - {torch: generator, note: 表示随机数的来源。, rewrite: unsupported}
  - {paddle: mode, note: 表示模式。, set: default}
checks:"""


class SummaryContradicts(RecordRule):
    """A summary with a claim that the rows contradict."""

    code = "REC009"
    title = "summary 与参数行矛盾"
    spec = ("R20",)
    why = "读者先看一句话总结；它说参数完全一致，后面的差别便没有人看了。"
    bad = (
        Bad(
            RECORD.replace("parameters:", "summary: 两者功能相同，参数完全一致，用法如下：\nparameters:"),
            at="参数完全一致",
        ),
        Bad(
            RECORD.replace("parameters:", "summary: 其中 PyTorch 相比 Paddle 支持更多参数，用法如下：\nparameters:"),
            at="PyTorch 相比",
        ),
        Bad(
            RECORD.replace("parameters:", "summary: Paddle 相比 PyTorch 支持更多参数, 具体如下：\nparameters:").replace(
                "checks:", _MORE_OF_EITHER
            ),
            at="Paddle 相比 PyTorch 支持更多参数, 具体如下",
        ),
    )
    good = (RECORD, RECORD.replace("parameters:", "summary: 两者功能一致，仅参数名不同，且支持复数：\nparameters:"))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares each claim with the rows; REC004 and CAT002 report the generated sentences."""
        for loc, mapping in subject.mappings:
            summary, rows = mapping.summary or "", mapping.parameters
            if not rows or owner_of(summary) is not None:
                continue
            for pattern, holds, words in _CLAIMS:
                if (match := pattern.search(summary)) is not None and not holds(rows):
                    message = f"summary 说“{match.group()}”，而{words}"
                    yield Problem((*loc, "summary"), message, "改正 summary 或参数行。", part=match.span())
