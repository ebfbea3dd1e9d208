"""``apimap stats``: counts, coverage, skipped code, and records that a new version makes stale."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from generator.catalog.catalog import INVENTORY, Catalog
from generator.commands import CannotRunError, Invocation
from generator.lint.report import one_line
from generator.model.inventory import Inventory
from generator.model.sample_result import Samples
from generator.model.variation import Variation
from generator.publishing.views.statuses import STATUS_NAMES
from generator.statistics.conversions import measure_conversions
from generator.statistics.counts import count_records
from generator.statistics.coverage import measure_coverage
from generator.statistics.demand import measure_demand, sum_demand, unanswered
from generator.statistics.parameters import measure_parameters
from generator.statistics.report import (
    conversion_list,
    coverage_of_torch,
    demand_figures,
    overview,
    skipped_list,
    unanswered_list,
    work_list,
)
from generator.statistics.samples import current_samples, figures_of_samples, say_samples, untold_lines
from generator.statistics.skipped import skipped_snippets
from generator.statistics.stale import stale_records
from generator.statistics.variations import current_variations, figures, findings_of, say_counts
from generator.storage.inventory_file import ENDING, read_inventory


@click.command(help="按分类、模块与验证状态计数，并统计参数与 PyTorch 的覆盖。")
@click.option("--stale", is_flag=True, help="列出要重看的：证据不再成立的，以及在另一版本的清单中有变化的。")
@click.option("--skipped", is_flag=True, help="列出没有运行的示例与检查，以及原因。")
@click.option("--conversions", is_flag=True, help="列出每条记录的代码能转换多少，其余的为什么留待人工。")
@click.option(
    "--untold", is_flag=True, help="列出由示例与检查派生的输入上，以及 PyTorch 自带的样本上，没有任何一行说明的差别。"
)
@click.option("--demand", is_flag=True, help="列出实际代码用到而还没有答案的名称，用得最多的在前。")
@click.option(
    "--least",
    type=click.FloatRange(0, 100),
    help="实际的使用中已有答案的不到这个百分数时，以 1 退出。",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="输出的形式。"
)
@click.pass_obj
def command(  # noqa: PLR0913  (one for each option)
    invocation: Invocation,
    form: str,
    *,
    stale: bool,
    skipped: bool,
    conversions: bool,
    untold: bool,
    demand: bool,
    least: float | None,
) -> int:
    """Prints the figures, or one of the lists; all other inventories are compared with the pinned one."""
    if stale + skipped + conversions + untold + demand > 1:
        raise click.UsageError("--stale、--skipped、--conversions、--untold 与 --demand 各列一份清单，一次写一个。")
    catalog = invocation.open_catalog()
    if stale:
        tasks = list(stale_records(catalog, _other_versions(invocation.root, catalog)))
        _print(form, _plain(tasks), work_list(tasks))
    elif skipped:
        left_out = list(skipped_snippets(catalog))
        _print(form, _plain(left_out), skipped_list(left_out))
    elif conversions:
        measured = list(measure_conversions(catalog))
        _print(form, [{**asdict(one), "share": one.share} for one in measured], conversion_list(measured))
    elif untold:
        varied, sampled = current_variations(catalog, catalog.variations), current_samples(catalog)
        lines = [line for one in varied for line in findings_of(one, catalog)]
        lines += [line for one in sampled for line in untold_lines(one, catalog)]
        data = [{"api": one.api, **asdict(each)} for one in varied for each in one.untold]
        data += [{"api": one.api, **asdict(each)} for one in sampled for each in one.untold]
        _print(form, data, [*lines, say_counts(varied), say_samples(sampled)])
    elif demand:
        uses = list(unanswered(catalog))
        _print(
            form, _plain(uses), [*unanswered_list(uses), *demand_figures(catalog.demand.said, measure_demand(catalog))]
        )
    else:
        _print_figures(form, catalog, current_variations(catalog, catalog.variations), current_samples(catalog))
    share = sum_demand(measure_demand(catalog), "").share
    if least is not None and share < least / 100:
        cut = math.floor(share * 100_000) / 1_000  # rounded, a share below the least would look equal to it
        click.echo(f"实际的使用中已有答案的是 {cut:.3f}%，少于要求的 {least:g}%。", err=True)
        return 1
    return 0


def _print_figures(form: str, catalog: Catalog, varied: Sequence[Variation], sampled: Sequence[Samples]) -> None:
    counts, parameters, coverage = count_records(catalog), measure_parameters(catalog), list(measure_coverage(catalog))
    skipped = sum(1 for _ in skipped_snippets(catalog))
    conversions, demand = list(measure_conversions(catalog)), measure_demand(catalog)
    data = {
        **asdict(counts),
        "parameters": [{**asdict(one), "passed": one.passed} for one in parameters],
        "skipped": skipped,
        "conversions": {
            "records": len(conversions),
            "snippets": sum(one.tried for one in conversions),
            "converted": sum(one.converted for one in conversions),
        },
        "variations": figures(varied),
        "samples": figures_of_samples(sampled),
        "coverage": _plain(coverage),
        "demand": [{**asdict(one), "share": one.share} for one in demand],
    }
    shown = overview(counts, parameters, skipped, conversions, STATUS_NAMES)
    figures_shown = [say_counts(varied), say_samples(sampled), *demand_figures(catalog.demand.said, demand)]
    _print(form, data, [*shown, "", *figures_shown, *coverage_of_torch(coverage)])


def _plain(items: Sequence[Any]) -> list[dict[str, Any]]:
    return [asdict(item) for item in items]


def _print(form: str, data: object, lines: Iterable[str]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2) if form == "json" else "\n".join(map(one_line, lines)))


def _other_versions(root: Path, catalog: Catalog) -> list[Inventory]:
    folder = root / INVENTORY
    pinned = {f"{library}-{version}" for library, version in catalog.settings.versions.items()}
    found = [path for path in sorted(folder.glob(f"*{ENDING}")) if path.stem not in pinned]
    try:
        return [read_inventory(path, root) for path in found]
    except (OSError, ValueError) as error:
        raise CannotRunError(f"无法使用 {folder} 中的清单：{error}。可用 apimap inventory 重新生成。") from error
