"""``apimap vary``: runs examples and checks on derived inputs, and lists the differences that no row tells."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

import click

from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog, tested_part
from generator.commands import Invocation
from generator.commands.verify import installed_versions
from generator.commands.worker_commands import Shard, open_measured, part_of, with_progress, worker_options, writing
from generator.evidence.vary.call_facts import CallReader, forward_of
from generator.evidence.vary.record_run import SECONDS, Plan, vary_all
from generator.lint.report import one_line
from generator.model.record import Record
from generator.model.variation import Variation, has_new_finding
from generator.statistics.variations import findings_of, say_counts, stale_variations, unclear_of
from generator.storage.variation_file import keep_old, update_variations, with_measured


@click.command(
    help="由每个示例与检查的 given 派生输入，在两个库上运行，列出没有任何一行说明的差别，写下结果，以及两边在 CPU 上各接受哪些 dtype。"
    "RECORD 是 API 名称或记录的文件；不写则运行结果已经过时的记录。"
)
@click.argument("names", metavar="[RECORD …]", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="运行全部记录，不论结果是否过时。")
@click.option(
    "--check",
    is_flag=True,
    help="不写文件，运行全部所选的记录；若有已提交的结果里没有的发现，或它已经过时，以 1 退出。",
)
@click.option(
    "--unclear",
    is_flag=True,
    help="不写文件，运行全部所选的记录；另列出条件不明的差别：最小的输入，与可能说明它的几句；大概不是它们说的在前。",
)
@click.option(
    "--measured",
    is_flag=True,
    help="只重新测量：两边各接受哪些 dtype，Paddle 能不能求二阶导数，视图所属的 Tensor 的梯度；别的结果照旧。"
    "不写 RECORD 则是结果没有过时的全部记录。",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="抽取长度与组合的种子。")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=SECONDS,
    show_default=True,
    help="一条记录至多用几秒；没有来得及的变换计作没有做。",
)
@worker_options("结果")
@click.pass_obj
def command(  # noqa: PLR0913  (one for each option)
    invocation: Invocation,
    *,
    names: Sequence[str],
    shard: Shard | None,
    seed: int,
    seconds: float,
    jobs: int,
    everything: bool,
    check: bool,
    unclear: bool,
    measured: bool,
    unsafe: bool,
) -> int:
    """Prints each finding; writes the result of each record as soon as it is there, so that nothing is run twice."""
    catalog = open_measured(invocation)
    old = catalog.variations
    if measured and (everything or check or unclear):
        raise click.UsageError("--measured 不能与 --all、--check、--unclear 同时使用。")
    stale = list(stale_variations(catalog, old))
    wanted = _select(catalog, names) if names or everything or check or unclear or measured else stale
    if measured:
        wanted = [record for record in wanted if record not in stale]
    chosen = part_of(wanted, shard)
    if not chosen:
        click.echo("没有要运行的记录：结果都没有过时。", err=True)
        return 0
    date = dt.datetime.now(tz=dt.UTC).date().isoformat()
    plan = Plan(installed_versions(chosen), date, seed, seconds, measures_only=measured)
    reader = CallReader(Knowledge.of(compile_knowledge(catalog, proven_only=False)), forward_of(catalog))
    known = {record.torch for record in catalog.records()}
    found = {}
    results = vary_all(chosen, reader, plan, jobs, isolated=not unsafe)
    for variation in with_progress("变换", len(chosen), results):
        found[variation.api] = _merged(variation, old, is_whole=unclear, measured=measured)
        if not (check or unclear):
            with writing(invocation.root):
                update_variations(invocation.root, {variation.api: found[variation.api]}, known)
    for api in sorted(found, key=str.casefold):
        for line in findings_of(found[api], catalog):
            click.echo(one_line(line))
        for line in unclear_of(found[api], catalog) if unclear else ():
            click.echo(one_line(line))
    click.echo(say_counts(found.values()), err=True)
    changed = sorted(api for api, variation in found.items() if has_new_finding(variation, old.get(api)))
    for api in changed if check else ():
        click.echo(f"变换结果需更新：{api}")
    return 1 if (changed if check else any(_has_finding(variation) for variation in found.values())) else 0


def _merged(new: Variation, old: Mapping[str, Variation], *, is_whole: bool, measured: bool) -> Variation:
    """Returns what is kept of a run and of the result before it."""
    if measured:
        return with_measured(old[new.api], new)
    return new if is_whole else keep_old(new, old)


def _has_finding(variation: Variation) -> bool:
    return bool(variation.untold or variation.disproved or variation.unmet)


def _select(catalog: Catalog, names: Sequence[str]) -> list[Record]:
    """Returns the records with code to run that the arguments name, by API."""
    testable = [record for record in catalog.records() if any(record.equivalents())]
    if not names:
        return testable
    chosen = set()
    for name in names:
        found = {one.key for source in catalog.tested_as(name) if (one := tested_part(source)) is not None}
        if found.isdisjoint(catalog.by_api):
            raise click.UsageError(f"没有 {name} 的记录；RECORD 应是 API 名称（如 torch.abs）或记录文件的路径。")
        chosen |= found
    return [record for record in testable if record.torch in chosen]
