"""``apimap samples``: runs samples that torch brings along, and keeps three facts of every API."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Mapping, Sequence
from functools import partial

import click

from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog
from generator.commands import CannotRunError, Invocation
from generator.commands.verify import installed_versions
from generator.commands.worker_commands import (
    Shard,
    open_measured,
    part_of,
    read_old,
    with_progress,
    worker_options,
    writing,
)
from generator.evidence.samples.collect import CollectError, collect
from generator.evidence.samples.sample import SampleSet
from generator.evidence.samples.trial import Setting, Task, run_all
from generator.evidence.vary.call_facts import CallReader, forward_of
from generator.evidence.verify.convert_snippet import convert_snippet
from generator.lint.report import one_line
from generator.model.record import Record
from generator.model.sample_result import Samples
from generator.statistics.samples import say_samples, untold_lines
from generator.storage.sample_file import keep_date, read_samples, update_samples

_WRITE_EVERY = 20.0
"""How often the results are written while others are still run, in seconds."""


@click.command(
    help="在 PyTorch 自带的样本（OpInfo、ModuleInfo、OptimizerInfo）上运行每个 API：只换前缀、实参全用 PyTorch 的关键字、"
    "paddle.enable_compat() 之后，以及按记录转换；写下结果，列出没有任何一行说明的差别。"
    "NAME 是 PyTorch API 的名称；不写则运行结果已经过时的。没有样本而有记录的，用记录的示例与检查。"
)
@click.argument("names", metavar="[NAME …]", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="运行全部 API，不论结果是否过时。")
@click.option("--check", is_flag=True, help="不写文件，运行全部所选的 API；若已提交的结果与这次的不同，以 1 退出。")
@worker_options("结果")
@click.pass_obj
def command(  # noqa: PLR0913  (one for each option)
    invocation: Invocation,
    *,
    names: Sequence[str],
    shard: Shard | None,
    jobs: int,
    everything: bool,
    check: bool,
    unsafe: bool,
) -> int:
    """Prints each untold difference; writes the results while others are still run."""
    catalog = open_measured(invocation)
    old = read_old(read_samples, invocation.root)
    sets = _collect(catalog, names)
    records = {name: record for record in catalog.records() for name in (record.torch, *record.aliases)}
    wanted = [name for name in sets if names or everything or check or _is_stale(catalog, records, old.get(name), name)]
    chosen = part_of(wanted, shard)
    if not chosen:
        click.echo("没有要运行的 API：结果都没有过时。", err=True)
        return 0
    knowledge = Knowledge.of(compile_knowledge(catalog, proven_only=False))
    setting = Setting(
        partial(convert_snippet, knowledge=knowledge),
        CallReader(knowledge, forward_of(catalog)),
        installed_versions([]),
        dt.datetime.now(tz=dt.UTC).date().isoformat(),
    )
    known = {*sets, *old} if names else sets
    tasks = [_task(catalog, sets[name], records.get(name)) for name in chosen]
    found: dict[str, Samples] = {}
    written = time.monotonic()
    for one in with_progress("样本", len(tasks), run_all(tasks, setting, jobs, isolated=not unsafe)):
        found[one.api] = keep_date(one, old)
        if not check and (len(found) == len(tasks) or time.monotonic() - written > _WRITE_EVERY):
            with writing(invocation.root):
                update_samples(invocation.root, found, known)
            written = time.monotonic()
    for api in sorted(found, key=str.casefold):
        for line in untold_lines(found[api], catalog):
            click.echo(one_line(line))
    click.echo(say_samples(found.values()), err=True)
    changed = sorted(api for api, one in found.items() if old.get(api) != one or one.unsafe)
    for api in changed if check else ():
        click.echo(f"样本结果需更新：{api}")
    return 1 if (changed if check else any(one.untold for one in found.values())) else 0


def _collect(catalog: Catalog, names: Sequence[str]) -> dict[str, SampleSet]:
    try:
        found = collect(catalog, names or None)
    except CollectError as error:
        raise CannotRunError(str(error)) from error
    for name in names:
        if name not in found:
            raise click.UsageError(f"没有 {name} 的样本；NAME 应是有样本或有记录的 PyTorch API，例如 torch.abs。")
    return found


def _is_stale(catalog: Catalog, records: Mapping[str, Record], old: Samples | None, name: str) -> bool:
    return old is None or not old.is_current(records.get(name), catalog.settings.versions)


def _task(catalog: Catalog, samples: SampleSet, record: Record | None) -> Task:
    package, _, path = samples.api.partition(".")
    assert package == "torch" or record is not None
    entry = catalog.entry(samples.api)
    moved = catalog.entry(f"paddle.{path}") if package == "torch" else None
    compatible = catalog.entry(f"paddle.compat.{path}") if package == "torch" else None
    return Task(
        samples,
        record,
        entry.signatures if entry is not None else (),
        moved.signatures if moved is not None else (),
        moved is not None or compatible is not None,
    )
