"""The home page: figures, charts and one verified example, all taken from the data."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.catalog import Catalog
from generator.model import category as known
from generator.model.category import Category
from generator.model.record import Record, Snippet
from generator.model.status import Status
from generator.publishing.views import coverage, page, paths
from generator.publishing.views.links import page_link
from generator.publishing.views.prose import Chip, compose, read_own
from generator.statistics.counts import count_records
from generator.statistics.demand import measure_demand, percent, sum_demand

EXAMPLE = "torch.gather"
"""The API whose code stands at the top, while it is verified: a call that is easily converted wrongly."""
_SHOWN_MODULES = 8
_LONGEST = 80
"""Characters of the longest line that has room at the top of the page."""

_GROUPS: tuple[tuple[str, str, tuple[tuple[Category, str], ...]], ...] = (
    (
        "换个名称就行",
        "第 1 类：功能一致，PyTorch 的参数 Paddle 都有。",
        (
            (known.NO_PARAMETERS, "直接换用。"),
            (known.IDENTICAL, "更换 API 名称，参数照抄。"),
            (known.RENAMED, "用关键字传参时，按表改名。"),
            (known.PADDLE_HAS_MORE, "多出的参数大多保持默认；要设置的，备注里写明。"),
            (known.DEFAULTS_DIFFER, "没有传的参数，要按 PyTorch 的默认值补上。"),
        ),
    ),
    (
        "看用到了哪些参数",
        "第 2、3 类：有对应的 API，但个别参数不能照抄。没用到这些参数，就和第 1 类一样改。",
        (
            (known.TORCH_HAS_MORE, "用到 Paddle 没有的参数时，照示例转写或删去。"),
            (known.PARAMETERS_DIFFER, "用到类型、用法不同的参数或返回值时，照示例转写。"),
        ),
    ),
    (
        "换一种写法",
        "第 4、5 类：不能只改这一行的名称。",
        (
            (known.COMPOSED, "用示例中的几个 API 拼出同样的结果。"),
            (known.CONTEXT, "照示例一并修改前后的代码。"),
        ),
    ),
    (
        "到别处找，或者绕开",
        "第 6、7 类：Paddle 主框架里没有。",
        (
            (known.OUTSIDE, "安装示例中用到的库。"),
            (known.MISSING, "暂时没有替代，总表的备注写明缺什么。"),
        ),
    ),
)
"""The categories in groups: what a reader of each has to do."""


def home_page(catalog: Catalog) -> page.PageView:
    """Returns the home page. Its modules are those of which most is known, in the order of ``catalog.yml``."""
    counts, overview, versions = count_records(catalog), coverage.overview_of(catalog), catalog.settings.versions
    aliases = f"，另有 {counts.aliases} 个别名" if counts.aliases else ""
    blocks: list[page.Block] = [
        page.Columns("apimap-hero", (_opening(), *_example_blocks(catalog))),
        page.Numbers(
            (
                *((percent(share), words) for share, words in _used(catalog)),
                (str(counts.records), f" 条记录{aliases}"),
                (str(counts.by_status[Status.VERIFIED]), " 条已在两个库上验证"),
                (str(counts.drop_in), " 条可直接替换前缀"),
                (f"{versions['torch']} → {versions['paddle']}", " PyTorch 与 PaddlePaddle 的版本"),
            )
        ),
        page.section("先看分类，再决定怎么改"),
        page.paragraph("每个 API 都归入一个分类。看到分类，就知道要动多少代码。"),
        page.Columns("apimap-groups", tuple(_group(*group) for group in _GROUPS), "apimap-group"),
        page.paragraph("各类的严格定义见[格式规范](format.md#分类)。"),
        page.section("覆盖了多少"),
        *coverage.demand_figure(catalog),
        *_coverage(catalog, overview),
        page.section("我们怎样验证"),
        page.paragraph(
            "签名取自实际安装的两个库，示例在两边各运行一遍，比较数值、形状与数据类型；页面上写明验证时的版本。"
            "没有运行的会说明原因，不会当作通过。"
        ),
        page.paragraph("另外还会试一试只把 `torch` 换成 `paddle` 的写法：能得到同样结果的，标为“可直接替换前缀”。"),
        page.section("发现了错误，或者想补充"),
        page.paragraph(
            "每个 API 是一个 YAML 文件，改几行就能看到页面的变化。第一次参与，从[贡献指南](contributing.md)开始，五分钟就够。"
        ),
    ]
    description = (
        f"查 PyTorch API 在 PaddlePaddle 中怎样写：{counts.records} 个 API 的对应关系、参数差异与转写示例，"
        f"在 PyTorch {versions['torch']} 与 PaddlePaddle {versions['paddle']} 上逐条运行验证。"
    )
    return page.PageView(
        paths.HOME, "mapping_data/", tuple(blocks), description=description, hide=("navigation", "toc")
    )


def _used(catalog: Catalog) -> list[tuple[float, str]]:
    """Returns the answered share of what real code uses, by uses and by names; empty where no demand is known."""
    groups = measure_demand(catalog)
    whole = sum_demand(groups, "")
    found = [(whole.share, " 的实际使用已有答案"), (whole.share_of_names, " 的所用名称已有答案")]
    return found if groups else []


def _opening() -> tuple[page.Block, ...]:
    links = read_own(f"[贴入代码转换]({paths.WORKBENCH})"), read_own(f"[打开映射总表]({paths.TABLE})")
    return (
        page.title("手里的 PyTorch 代码，换成 Paddle 该怎么写"),
        page.paragraph(
            "贴入代码，看每一处调用怎么改；或查一个 API：对应关系、参数差异与转写示例，都在两个库上运行验证过。"
        ),
        page.Finder(links),
    )


def _example_blocks(catalog: Catalog) -> Iterator[tuple[page.Block, ...]]:
    """Yields a short pair of a verified record: that of ``EXAMPLE``, or of the first record by name that has one."""
    preferred = catalog.by_api.get(EXAMPLE)
    records = [preferred.record] if preferred is not None and preferred.record is not None else []
    for record in (*records, *catalog.records()):
        snippet = _short(record)
        if snippet is not None and catalog.has_passed(record):
            source = compose("取自 ", page_link(catalog, record.torch), "，已在两个库上运行，结果一致。")
            yield page.pair_of(snippet), page.Paragraph(source, "apimap-source")
            return


def _short(record: Record) -> Snippet | None:
    """Returns the first pair with one line that fits on each side, and another API name on Paddle's."""
    for _, snippet in record.snippets():
        lines = [*snippet.torch.strip().splitlines(), *snippet.paddle.strip().splitlines()]
        if len(lines) == 2 and max(map(len, lines)) <= _LONGEST:  # noqa: PLR2004  (one line a side)
            return snippet
    return None


def _group(name: str, meaning: str, categories: tuple[tuple[Category, str], ...]) -> tuple[page.Block, ...]:
    items = tuple(compose(Chip(category), f" {words}") for category, words in categories)
    return page.section(name, 3), page.paragraph(meaning), page.Bullets(items)


def _coverage(catalog: Catalog, overview: coverage.Overview) -> Iterator[page.Block]:
    total = overview.total
    modules = sorted(overview.modules, key=lambda module: module.documented + module.missing, reverse=True)
    shown = [module for module in overview.modules if module in modules[:_SHOWN_MODULES]]
    figures: list[tuple[page.Block, ...]] = []
    if total.offered:
        place = f"{paths.VERIFICATION}#覆盖情况"
        yield page.paragraph(
            f"PyTorch {catalog.settings.versions['torch']} 在[统计的模块]({place})中提供 {total.offered} 个 API："
            f"{total.documented} 个已有对应关系，{total.missing} 个已确认缺失，还有 {total.open} 个没有查看过。"
            f"全部模块的数字见[验证状态]({place})。"
        )
        caption = f"已查看的 API 数 / 提供的 API 数，查看得最多的 {len(shown)} 个模块"
        charts = (overview.all_modules, coverage.modules_chart(shown))
        figures.append((page.Figure(coverage.COVERED, charts, caption, "coverage"),))
    caption = "各分类中已验证的记录数 / 全部记录数"
    figures.append((page.Figure(coverage.PROVEN, (overview.categories,), caption, "by-category"),))
    yield page.Columns("apimap-figures-beside", tuple(figures))
    yield coverage.numbers_of_charts(overview.category_numbers, *([coverage.modules_table(shown)] if shown else []))
