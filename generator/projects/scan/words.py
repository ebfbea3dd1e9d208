"""The fixed words of the HTML report, in one place, as ``templates/words.j2`` has those of pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator import __version__
from generator.model.call_verdict import CallVerdict
from generator.projects.scan.file_scan import Use
from generator.projects.scan.summary import (
    SHOWN,
    ApiUses,
    AssumedOf,
    Summary,
    Tally,
    method_text,
    share_text,
    time_text,
)
from generator.projects.sources.problem import place_of


@dataclass(frozen=True, slots=True)
class ReportWords:
    """What the template of the report says; methods put numbers into sentences."""

    chart: str = "判定"
    apis: str = "按 API"
    assumptions: str = "转换所作的假定"
    assumptions_help: str = "机械转换的结果以它们为前提，次数多的在前；请对照自己的数据与代码核对。"
    files: str = "按文件"
    problems: str = "没有检查的"
    code: str = "代码"
    code_help: str = (
        "绿色可以自动转换，琥珀色要改写或条件不明，红色没有对应，灰色未整理；虚线框只凭名称猜测。"
        "有链接的名称通往它的差异页面，停留其上可见对应的 API。"
    )
    only: str = "只看有说明的行"
    api_columns: tuple[str, ...] = ("PyTorch", "Paddle", "判定")
    assumption_columns: tuple[str, ...] = ("假定", "用于", "第一处")
    file_columns: tuple[str, ...] = ("次数", "要人看", "机械")
    file: str = "文件"
    number: str = "次数"
    none: str = "—"
    colon: str = "："
    assumed: str = "假定："
    warned: str = "注意："
    footer: str = f"由 apimap {__version__} 生成。判定只看代码，没有运行它；转换之后请运行自己的测试。"
    legend: Mapping[CallVerdict, str] = field(
        default_factory=lambda: {
            CallVerdict.VERBATIM: "照原样可用",
            CallVerdict.RENAMED: "换名称即可",
            CallVerdict.ARGUMENTS: "参数也要改，可以自动改",
            CallVerdict.REWRITE: "照示例手工改写",
            CallVerdict.MISSING: "Paddle 没有对应",
            CallVerdict.UNVERIFIED: "有记录，还没有通过验证",
            CallVerdict.UNSURE: "代码看不出差别是否适用",
            CallVerdict.UNRECORDED: "还没有记录",
        }
    )

    def title(self, name: str) -> str:
        """Returns the title of the window."""
        return f"{name}：PyTorch 的使用"

    def heading(self, name: str) -> str:
        """Returns the heading."""
        return f"{name}：换成 Paddle 要改多少"

    def intro(self, summary: Summary) -> str:
        """Returns the first sentence."""
        return (
            f"检查了 {summary.examined:,} 个文件、{summary.lines:,} 行；"
            f"{len(summary.by_file):,} 个文件用到 PyTorch，共 {summary.tally.total:,} 处。"
        )

    def figures(self, summary: Summary) -> list[tuple[str, str]]:
        """Returns the numbers that stand out, each with what it says."""
        tally = summary.tally
        found = [
            (share_text(tally.share), f"可以机械转换：照抄、只改名称、改参数，共 {tally.mechanical:,} 处"),
            (f"{tally.by_hand:,}", "要人看的"),
            (time_text(summary.minutes), "估计还要的人工"),
            (f"{tally.assumed:,}", "机械转换中，以对数据的假定为前提的"),
            (f"{tally.guesses:,}", "只凭名称猜测的，不计入以上，也不转换"),
            (f"{len(summary.problems):,}", "没有检查的文件或代码，见下"),
        ]
        return [*found[:3], *(figure for figure in found[3:] if figure[0] != "0")]

    def method(self) -> str:
        """Returns how the time is estimated."""
        return f"人工的估计：{method_text()}"

    def key(self, verdict: CallVerdict, tally: Tally) -> str:
        """Returns an item of the legend."""
        return f"{verdict} {tally.by_verdict.get(verdict, 0):,}：{self.legend[verdict]}"

    def counts(self, tally: Tally) -> str:
        """Returns what stands behind a file's name."""
        guesses = f"，另有猜测 {tally.guesses:,} 处" if tally.guesses else ""
        return f"{tally.total:,} 处，{tally.by_hand:,} 处要人看{guesses}"

    def cell(self, number: int) -> str:
        """Returns the heading of a notebook's cell."""
        return f"第 {number} 格"

    def verdict(self, use: Use) -> str:
        """Returns a verdict, and whether it is about a guess."""
        return f"{use.site.verdict}（猜测）" if use.site.guess else str(use.site.verdict)

    def verdicts(self, one: ApiUses) -> str:
        """Returns the verdicts of an API's uses."""
        counts = one.tally.by_verdict
        parts = [f"{verdict} {counts[verdict]:,}" for verdict in SHOWN if counts.get(verdict)]
        return "、".join([*parts, *([f"猜测 {one.tally.guesses:,}"] if one.tally.guesses else [])])

    def place(self, one: AssumedOf) -> str:
        """Returns where an assumption is made first."""
        return place_of(one.file.name, one.use.cell, one.use.line, one.use.column)

    def hint(self, use: Use) -> str:
        """Returns what a pointer over a use shows."""
        return f"{self.verdict(use)}：{use.site.api}" + (f" → {use.site.paddle}" if use.site.paddle else "")
