"""What the catalogue covers, as charts and as tables with the same numbers: of torch's modules, and by category."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from generator.catalog.catalog import Catalog
from generator.model.category import CATEGORIES
from generator.model.status import Status
from generator.publishing.views import page
from generator.publishing.views.charts import Bar, Chart, Part, described
from generator.publishing.views.prose import Chip
from generator.statistics.counts import count_records
from generator.statistics.coverage import Coverage, measure_coverage, sum_coverage
from generator.statistics.demand import GROUP_NAMES, Answered, GroupDemand, measure_demand, percent, sum_demand

COVERED = (("documented", "已有对应关系"), ("missing", "已确认缺失"), ("open", "尚未查看"))
ANSWERED = (
    ("proven", "已验证的答案"),
    ("unproven", "未全部验证，或有未说明的差异"),
    ("missing", "已确认没有对应"),
    ("open", "还没有答案"),
)
PROVEN = (("proven", "已验证"), ("unproven", "未全部验证、有未说明的差异，或无需运行"))
"""Legends: the kind of a part, and what it stands for."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What the home page and 验证状态 both show: how far torch is covered, and how many records are verified."""

    modules: tuple[Coverage, ...]
    total: Coverage
    all_modules: Chart
    categories: Chart
    category_numbers: page.Table


def overview_of(catalog: Catalog) -> Overview:
    """Returns the overview of a catalogue; modules count in which the inventory knows something."""
    modules = tuple(module for module in measure_coverage(catalog) if module.offered)
    total = sum_coverage(modules, "全部模块")
    return Overview(modules, total, _total_chart(total), *_categories(catalog))


def demand_figure(catalog: Catalog) -> Iterator[page.Block]:
    """Yields the answered share of what real code uses, in total and by group; nothing where no demand is known."""
    groups = measure_demand(catalog)
    if not groups:
        return
    whole = sum_demand(groups, "全部使用")
    open_ = whole.uses[Answered.OPEN]
    yield page.paragraph(
        f"{catalog.demand.said}中，PyTorch 的名称共用到 {whole.total:,} 次：{whole.total - open_:,} 次已有答案"
        f"（{percent(whole.share)}），其中 {whole.uses[Answered.PROVEN]:,} 次的答案已在两个库上验证，"
        f"{whole.uses[Answered.MISSING]:,} 次是 Paddle 没有对应的功能。按名称算，用到的 {whole.all_names:,} 个中 {whole.names:,} 个"
        f"已有答案（{percent(whole.share_of_names)}）。计数的文件只有仓库的个数，没有写明是哪些仓库。"
    )
    shown = [replace(group, group=GROUP_NAMES.get(group.group, group.group)) for group in (*groups, whole)]
    bars = tuple(Bar(one.group, percent(one.share), _of_demand(one)) for one in (shown[-1], *shown[:-1]))
    words = f"已有答案的使用次数所占的比例：{described(bars)}"
    yield page.Figure(
        ANSWERED, (Chart("demand", "实际的使用中已有答案的", words, bars),), "已有答案的使用次数所占的比例"
    )
    rows = (
        page.row(one.group, f"{one.total:,}", percent(one.share), f"{one.names} / {one.all_names}") for one in shown
    )
    yield numbers_of_charts(page.Table(("类别", "使用次数", "已有答案", "名称"), tuple(rows)))


def effort_figure(catalog: Catalog) -> page.Figure:
    """Returns a chart of the records by effort: a bar for each, from the least to the most."""
    numbers = count_records(catalog).by_effort
    bars = tuple(Bar(str(effort), str(number), (Part(effort.key, number),)) for effort, number in numbers.items())
    words = f"最平常的调用要改多少，各有多少条记录：{described(bars)}"
    chart = Chart("efforts", "最平常的调用要改多少", words, bars, max((bar.total for bar in bars), default=0))
    return page.Figure((), (chart,), "最平常的调用要改多少，由运行的结果得来；有几组参数的记录，取第一组", "efforts")


def _of_demand(group: GroupDemand) -> tuple[Part, ...]:
    return tuple(Part(kind, group.uses[Answered(kind)]) for kind, _ in ANSWERED)


def modules_chart(modules: Iterable[Coverage]) -> Chart:
    """Returns a bar for each module, in the given order."""
    bars = tuple(Bar(m.module, f"{m.documented + m.missing} / {m.offered}", _parts(m)) for m in modules)
    words = f"已查看的 API 数 / 提供的 API 数：{described(bars)}"
    return Chart("coverage-modules", "各模块的覆盖情况", words, bars)


def modules_table(modules: Iterable[Coverage]) -> page.Table:
    """Returns the numbers of each module."""
    rows = (page.row(m.module, *map(str, (m.offered, m.documented, m.missing, m.open))) for m in modules)
    return page.Table(("模块", "提供的 API", "已有对应关系", "已确认缺失", "尚未查看"), tuple(rows))


def numbers_of_charts(*tables: page.Table) -> page.Details:
    """Returns the numbers of charts as tables, folded away."""
    return page.Details("图中的数字", tables)


def _total_chart(total: Coverage) -> Chart:
    words = f"PyTorch 提供 {total.offered} 个 API：{total.documented} 个已有对应关系，{total.missing} 个已确认缺失，{total.open} 个尚未查看。"
    bar = Bar(total.module, f"{total.percent}%", _parts(total))
    return Chart("coverage-total", "PyTorch API 的覆盖情况", words, (bar,))


def _parts(counted: Coverage) -> tuple[Part, ...]:
    return tuple(Part(kind, getattr(counted, kind)) for kind, _ in COVERED)


def _categories(catalog: Catalog) -> tuple[Chart, page.Table]:
    """Returns how many records each category has, and how many of them are verified in whole."""
    records = list(catalog.records())
    verified = {record.torch for record in records if catalog.status(record) is Status.VERIFIED}
    bars, rows = [], []
    for category in CATEGORIES:
        apis = [record.torch for record in records if record.category is category]
        sure = sum(api in verified for api in apis)
        parts = (Part("proven", sure), Part("unproven", len(apis) - sure))
        bars.append(Bar(f"{category.number} {category.name}", f"{sure} / {len(apis)}", parts))
        rows.append(page.row(Chip(category), str(len(apis)), str(sure)))
    words = f"已验证的记录数 / 全部记录数：{described(bars)}"
    chart = Chart("categories", "各分类中已验证的记录", words, tuple(bars))
    return chart, page.Table(("映射分类", "记录数", "已验证"), tuple(rows))
