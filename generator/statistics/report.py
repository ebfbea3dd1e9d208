"""Formats the figures for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.model.demand import Use
from generator.model.status import Status
from generator.statistics.conversions import ConvertedRecord
from generator.statistics.counts import Counts
from generator.statistics.coverage import Coverage
from generator.statistics.demand import GROUP_NAMES, Answered, GroupDemand, percent, sum_demand
from generator.statistics.parameters import ParameterCoverage, Untried
from generator.statistics.skipped import Skipped
from generator.statistics.stale import Task


def overview(
    counts: Counts,
    parameters: Sequence[ParameterCoverage],
    skipped: int,
    conversions: Sequence[ConvertedRecord],
    status_names: dict[Status, str],
) -> Iterator[str]:
    """Yields the numbers of records, and how much of their content was run."""
    yield f"记录 {counts.records} 条，别名 {counts.aliases} 个，可直接替换前缀 {counts.drop_in} 条。"
    yield _parameters(parameters)
    yield f"没有运行的示例与检查：{skipped} 个{'，用 --skipped 列出' if skipped else ''}。"
    yield _conversions(conversions)
    yield from _section("按分类", counts.by_category.items())
    yield from _section("按验证状态", ((status_names[status], number) for status, number in counts.by_status.items()))
    yield ""
    yield "按模块（记录，参数覆盖）："
    for one in parameters:
        yield f"  {counts.by_module[one.module]:5} {f'{one.passed}/{one.paired}':>9} {one.module}"
    yield from _untried(parameters)


def coverage_of_torch(coverage: Sequence[Coverage]) -> Iterator[str]:
    """Yields the coverage of each module and of all."""
    yield ""
    yield "对 PyTorch 的覆盖（已有记录 + 已说明缺失 / 提供的 API）："
    for module in coverage:
        yield f"  {module.documented:5} + {module.missing:<4} / {module.offered:<5} {module.module}"
    offered = sum(module.offered for module in coverage)
    done = sum(module.documented + module.missing for module in coverage)
    share = f"（{done / offered:.1%}）" if offered else ""
    yield f"  合计 {done} / {offered}{share}，还没有看过的 {offered - done} 个。"


def demand_figures(said: str, groups: Sequence[GroupDemand]) -> Iterator[str]:
    """Yields the share of uses that are answered, in total and by group; nothing without a file of demand."""
    if groups:
        yield ""
        yield f"实际代码的使用，已有答案的比例（{said.rstrip('。')}）："
        yield from map(_demand, (sum_demand(groups, "合计"), *groups))


def _demand(group: GroupDemand) -> str:
    parts = {kind: group.uses[kind] / group.total for kind in Answered} if group.total else dict.fromkeys(Answered, 0.0)
    proven, missing = f"{parts[Answered.PROVEN]:.1%}", f"{parts[Answered.MISSING]:.1%}"
    return (
        f"  {percent(group.share):>6}，其中已验证 {proven}、没有对应的 {missing}；"
        f"名称 {group.names} / {group.all_names}  {GROUP_NAMES.get(group.group, group.group)}"
    )


def unanswered_list(uses: Iterable[Use]) -> Iterator[str]:
    """Yields each unanswered name with its uses."""
    yield from (f"{use.uses:7} 次，{use.repositories:3} 个仓库  {use.name}" for use in uses)


def work_list(tasks: Sequence[Task]) -> Iterator[str]:
    """Yields each task with its reasons below it."""
    for task in tasks:
        yield f"{task.file} {task.api}"
        yield from (f"    {reason}" for reason in task.reasons)
    yield f"要重看的：{len(tasks)} 条。"


def skipped_list(skipped: Sequence[Skipped]) -> Iterator[str]:
    """Yields each skipped piece of code with its place and the reason."""
    yield from (f"{one.file}:{one.line} {one.key} {one.at}：{one.reason}" for one in skipped)
    yield f"没有运行的示例与检查：{len(skipped)} 个。"


def conversion_list(measured: Sequence[ConvertedRecord]) -> Iterator[str]:
    """Yields each record with how much of its code converts, the least first, and why the rest does not."""
    for one in sorted(measured, key=lambda one: (one.share, one.api.casefold())):
        yield f"{one.converted:4}/{one.tried:<3} {one.api}"
        yield from (f"         {left}" for left in dict.fromkeys(one.left))
    yield _conversions(measured)


def _conversions(measured: Sequence[ConvertedRecord]) -> str:
    if not measured:
        return "按记录转换：还没有试过，运行 apimap verify。"
    tried, converted = sum(one.tried for one in measured), sum(one.converted for one in measured)
    whole = sum(one.converted == one.tried for one in measured)
    none = sum(one.converted == 0 for one in measured)
    return (
        f"按记录转换：{tried:,} 个示例与检查中 {converted:,} 个转换后通过（{converted / tried:.1%}）；"
        f"{len(measured)} 条记录中，{whole} 条全部通过，{len(measured) - whole - none} 条部分通过，{none} 条没有通过的。"
    )


def _parameters(parameters: Sequence[ParameterCoverage]) -> str:
    passed, paired = sum(one.passed for one in parameters), sum(one.paired for one in parameters)
    skipped = sum(untried.skipped for one in parameters for untried in one.untried)
    line = f"参数覆盖：{passed:,} / {paired:,} 个两边都有的参数在运行的示例或检查中传过"
    left = paired - passed - skipped
    return f"{line}，另有 {skipped} 个只在没有运行的代码中传过，{left} 个没有传过。" if passed < paired else f"{line}。"


def _untried(parameters: Iterable[ParameterCoverage]) -> Iterator[str]:
    """Yields the parameters that no running code passes, those of a file with the same reason on one line."""
    lines: dict[tuple[str, str], list[Untried]] = {}
    for one in parameters:
        for untried in one.untried:
            lines.setdefault((untried.file, untried.reason), []).append(untried)
    if lines:
        yield ""
        yield "没有运行过的参数："
    for (file, reason), found in lines.items():
        names = "、".join(dict.fromkeys(untried.parameter for untried in found))
        yield f"  {file}:{found[0].line} {found[0].api} 的 {names}：{reason.rstrip('。')}。"


def _section(title: str, numbers: Iterable[tuple[str, int]]) -> Iterator[str]:
    yield ""
    yield f"{title}："
    for name, number in numbers:
        yield f"  {number:5} {name}"
