"""``apimap stats``: counts, coverage, and what a new version makes stale."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from generator.catalog import INVENTORY, Catalog
from generator.commands import CannotRunError, Invocation
from generator.inventory_file import ENDING, read_inventory
from generator.model.inventory import Inventory
from generator.pages.verification import STATUS_NAMES
from generator.statistics.counts import Counts, count_records
from generator.statistics.coverage import Coverage, measure_coverage
from generator.statistics.stale import Task, stale_records


@click.command(help="按分类、模块与验证状态计数，并统计对 PyTorch 的覆盖。")
@click.option("--stale", is_flag=True, help="列出要重看的记录：证据不再成立的，以及在另一版本的清单中有变化的。")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="输出的形式。"
)
@click.pass_obj
def command(invocation: Invocation, form: str, *, stale: bool) -> int:
    """Prints the figures, or the work list; every other inventory that lies beside the pinned one is compared."""
    catalog = invocation.open_catalog()
    if stale:
        tasks = list(stale_records(catalog, _other_versions(invocation.root / INVENTORY, catalog)))
        click.echo(
            json.dumps([asdict(task) for task in tasks], ensure_ascii=False, indent=2)
            if form == "json"
            else _list(tasks)
        )
        return 0
    counts, coverage = count_records(catalog), list(measure_coverage(catalog))
    if form == "json":
        data = {**asdict(counts), "coverage": [asdict(module) for module in coverage]}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_report(counts, coverage)))
    return 0


def _other_versions(folder: Path, catalog: Catalog) -> list[Inventory]:
    pinned = {f"{library}-{version}" for library, version in catalog.settings.versions.items()}
    found = [path for path in sorted(folder.glob(f"*{ENDING}")) if path.stem not in pinned]
    try:
        return [read_inventory(path) for path in found]
    except (OSError, ValueError) as error:
        raise CannotRunError(f"无法使用 {folder} 中的清单：{error}。可用 apimap inventory 重新生成。") from error


def _list(tasks: Sequence[Task]) -> str:
    lines = [
        line for task in tasks for line in (f"{task.file} {task.api}", *(f"    {reason}" for reason in task.reasons))
    ]
    return "\n".join([*lines, f"要重看的记录：{len(tasks)} 条。"])


def _report(counts: Counts, coverage: Sequence[Coverage]) -> Iterator[str]:
    yield f"记录 {counts.records} 条，别名 {counts.aliases} 个，可直接替换前缀 {counts.drop_in} 条。"
    yield from _section("按分类", counts.by_category.items())
    yield from _section("按验证状态", ((STATUS_NAMES[status], number) for status, number in counts.by_status.items()))
    yield from _section("按模块", counts.by_module.items())
    yield "\n对 PyTorch 的覆盖（已有记录 + 已说明缺失 / 提供的 API）："
    for module in coverage:
        yield f"  {module.documented:5} + {module.missing:<4} / {module.offered:<5} {module.module}"
    offered = sum(module.offered for module in coverage)
    done = sum(module.documented + module.missing for module in coverage)
    share = f"（{done / offered:.1%}）" if offered else ""
    yield f"  合计 {done} / {offered}{share}，还没有看过的 {offered - done} 个。"


def _section(title: str, numbers: Iterable[tuple[str, int]]) -> Iterator[str]:
    yield f"\n{title}："
    for name, number in numbers:
        yield f"  {number:5} {name}"
