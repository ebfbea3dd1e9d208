"""What the catalogue covers, as charts and as tables with the same numbers: of torch's modules, and by category."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.category import CATEGORIES
from generator.model.status import Status
from generator.pages import markdown
from generator.pages.charts import Bar, Chart, Part, described, draw
from generator.pages.paths import CATEGORY_FOLDER
from generator.statistics.coverage import Coverage, measure_coverage


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart as SVG, and the rows of the table with its numbers, as Markdown cells."""

    svg: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Total:
    """What torch offers in the modules that count, and how far it is covered."""

    offered: int
    documented: int
    missing: int
    open: int
    percent: str


@dataclass(frozen=True, slots=True)
class Overview:
    """What the home page and 验证状态 both show: how far torch is covered, and how many records are verified."""

    modules: tuple[Coverage, ...]
    total: Total
    all_modules: Figure
    categories: Figure


def overview_of(catalog: Catalog) -> Overview:
    """The overview of a catalogue."""
    modules = modules_of(catalog)
    total = total_of(modules)
    return Overview(modules, total, total_figure(total), categories_figure(catalog))


def total_of(modules: Sequence[Coverage]) -> Total:
    """The sums over all modules; the percentage is that of what somebody has looked at."""
    offered = sum(module.offered for module in modules)
    documented, missing = sum(module.documented for module in modules), sum(module.missing for module in modules)
    seen = documented + missing
    return Total(offered, documented, missing, offered - seen, f"{100 * seen / offered:.1f}" if offered else "0")


def modules_of(catalog: Catalog) -> tuple[Coverage, ...]:
    """The coverage of each module in which the inventory knows something."""
    return tuple(module for module in measure_coverage(catalog) if module.offered)


def untouched_names(modules: Iterable[Coverage]) -> tuple[tuple[str, str, int], ...]:
    """Of each module that is not covered in whole: its name, those of the APIs nobody has looked at, and their number."""
    return tuple(
        (m.module, "、".join(markdown.code(api[len(m.module) + 1 :]) for api in m.untouched), len(m.untouched))
        for m in modules
        if m.untouched
    )


def total_figure(total: Total) -> Figure:
    """One bar for all of torch."""
    bar = Bar("全部模块", f"{total.percent}%", _parts(total))
    words = f"PyTorch 提供 {total.offered} 个 API：{total.documented} 个已有对应关系，{total.missing} 个已确认缺失，{total.open} 个尚未查看。"
    return Figure(draw(Chart("coverage-total", "PyTorch API 的覆盖情况", words, (bar,))), ())


def modules_figure(modules: Iterable[Coverage], name: str = "coverage-modules") -> Figure:
    """A bar for each module, in the given order."""
    modules = tuple(modules)
    bars = tuple(Bar(m.module, f"{m.documented + m.missing} / {m.offered}", _parts(m)) for m in modules)
    rows = tuple((m.module, *map(str, (m.offered, m.documented, m.missing, m.open))) for m in modules)
    return Figure(
        draw(Chart(name, "各模块的覆盖情况", f"已查看的 API 数 / 提供的 API 数：{described(bars)}", bars)), rows
    )


def _parts(counted: Coverage | Total) -> tuple[Part, ...]:
    return (
        Part("documented", counted.documented),
        Part("missing", counted.missing),
        Part("open", counted.open),
    )


def categories_figure(catalog: Catalog, up: str = "") -> Figure:
    """A bar for each category: how many records it has, and how many of them are verified in whole.

    ``up`` leads from the page to ``site_src/``.
    """
    records = list(catalog.records())
    verified = {record.torch for record in records if catalog.status(record) is Status.VERIFIED}
    bars, rows = [], []
    for category in CATEGORIES:
        apis = [record.torch for record in records if record.category is category]
        sure = sum(api in verified for api in apis)
        parts = (Part("proven", sure), Part("unproven", len(apis) - sure))
        bars.append(Bar(f"{category.number} {category.name}", f"{sure} / {len(apis)}", parts))
        page = f"{up}{CATEGORY_FOLDER}/{category.number}.md"
        rows.append((markdown.link(category.name, page), str(len(apis)), str(sure)))
    whole = max((sum(part.number for part in bar.parts) for bar in bars), default=0)
    words = f"已验证的记录数 / 全部记录数：{described(bars)}"
    return Figure(draw(Chart("categories", "各分类的记录数", words, tuple(bars), whole)), tuple(rows))
