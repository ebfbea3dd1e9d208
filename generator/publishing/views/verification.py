"""The page 验证状态: what verification found of all records, and how far torch is covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.catalog.catalog import Catalog
from generator.model.evidence import CPU, Evidence
from generator.model.status import Outcome, Status
from generator.model.variation import Untold
from generator.publishing.views import coverage, page, paths
from generator.publishing.views.links import page_link
from generator.publishing.views.prose import Code, Link, Span, compose, join, read_prose
from generator.publishing.views.statuses import DROP_IN, NOT_ON_GPU, STATUS_MEANINGS, STATUS_NAMES
from generator.statistics.counts import count_records


def verification_page(catalog: Catalog) -> page.PageView:
    """Returns the figures of all records, the coverage of torch's modules, and the records not entirely verified."""
    counts, overview, versions = count_records(catalog), coverage.overview_of(catalog), catalog.settings.versions
    numbers = counts.by_status.items()
    statuses = (page.row(STATUS_NAMES[status], STATUS_MEANINGS[status], str(number)) for status, number in numbers)
    blocks: list[page.Block] = [
        page.title("验证状态"),
        *coverage.demand_figure(catalog),
        page.paragraph(
            f"每条记录的示例与检查都在 PyTorch {versions['torch']} 与 PaddlePaddle {versions['paddle']} 上各运行一遍，"
            f"比较数值、形状、数据类型与梯度标志。没有运行的不算通过。{_devices(catalog)}"
        ),
        page.paragraph(
            "这些代码的输入另外派生出许多变换：换 dtype、长度、维数、内容与数的种类，打开梯度，再两两组合。"
            f"两边不同而记录没有说明的，不算已验证，标为“{STATUS_NAMES[Status.UNTOLD]}”。"
            "每一页的标记都可以打开：里面是输入、两边的结果、版本，以及重新运行的命令。"
        ),
        page.paragraph(
            f"共 {counts.records} 条记录，其中 {counts.drop_in} 条只改前缀就能得到同样的结果（“{DROP_IN}”）。"
        ),
        page.Table(("状态", "含义", "记录数"), tuple(statuses)),
        page.section("要改多少"),
        coverage.effort_figure(catalog),
        page.section("各分类的验证"),
        page.Figure(coverage.PROVEN, (overview.categories,), "各分类中已验证的记录数 / 全部记录数"),
        coverage.numbers_of_charts(overview.category_numbers),
    ]
    blocks += _coverage(catalog, overview) if overview.total.offered else ()
    blocks += [page.Heading(2, compose("没有完全验证的记录"), searched=False), _pending(catalog)]
    return page.PageView(paths.VERIFICATION, "mapping_data/evidence/ 与 mapping_data/variations/", tuple(blocks))


def _devices(catalog: Catalog) -> str:
    found = sorted({evidence.device for evidence in catalog.evidence.values()})
    return f"全部在 CPU 上运行，{NOT_ON_GPU}。" if found == [CPU] else ""


def _coverage(catalog: Catalog, overview: coverage.Overview) -> Iterator[page.Block]:
    total = overview.total
    yield page.section("覆盖情况")
    yield page.paragraph(
        f"分母是 PyTorch {catalog.settings.versions['torch']} 实际提供的：下面各模块中的公开函数、类、方法与属性，别名只计一次。"
        f"共 {total.offered} 个，{total.documented} 个已有对应关系，{total.missing} 个已确认缺失，{total.open} 个尚未查看。"
    )
    charts = (overview.all_modules, coverage.modules_chart(overview.modules))
    yield page.Figure(coverage.COVERED, charts, "已查看的 API 数 / 提供的 API 数")
    yield coverage.numbers_of_charts(coverage.modules_table(overview.modules))
    untouched = [module for module in overview.modules if module.untouched]
    if untouched:
        yield page.section("尚未查看的 API", 3)
        yield page.paragraph(
            "总表里没有它们，不等于 Paddle 没有对应的功能。按模块列出，省去模块名；"
            f"由程序猜的对应见[未整理的 API]({paths.UNANSWERED})。"
        )
    for module in untouched:
        names = join("、", [_short(catalog, module.module, api) for api in module.untouched])
        summary = f"{module.module}（{len(module.untouched)}）"
        yield page.Details(summary, (page.paragraph(names),), searched=False)


def _short(catalog: Catalog, module: str, api: str) -> Span:
    """Returns a name without its module, which leads to the library's documentation."""
    name, address = Code(api[len(module) + 1 :]), catalog.settings.address(api)
    return Link((name,), address) if address else name


def _pending(catalog: Catalog) -> page.Block:
    rows = []
    for record in catalog.records():
        status = catalog.status(record)
        if status not in {Status.VERIFIED, Status.NOTHING}:
            found = catalog.evidence.get(record.torch)
            reason = read_prose(
                _say_untold(catalog.untold(record)) if status is Status.UNTOLD else _reason(status, found)
            )
            rows.append(page.row(page_link(catalog, record.torch), STATUS_NAMES[status], reason))
    if not rows:
        return page.paragraph("没有：每条可以运行的记录都已验证，换了输入也没有未说明的差异。")
    return page.Table(("PyTorch API", "状态", "说明"), tuple(rows))


def _say_untold(untold: Sequence[Untold]) -> str:
    often = max(untold, key=lambda one: one.count)
    return f"{often.kind}，{often.change}{f'，等 {len(untold)} 处' if len(untold) > 1 else ''}。"


def _reason(status: Status, evidence: Evidence | None) -> str:
    if evidence is None or status is Status.STALE:
        return STATUS_MEANINGS[status]
    messages = (result.message for result in evidence.results if result.outcome is not Outcome.PASSED)
    return "；".join(dict.fromkeys(message.rstrip("。") for message in messages)) + "。"
