"""``apimap probe``: tries an API and its counterpart on many inputs, and prints where the libraries differ."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import click

from generator.authoring.drafting.draft import draft_record
from generator.catalog.catalog import Catalog
from generator.commands import CannotRunError, Invocation
from generator.commands.entries import find_entry, inventory_of
from generator.commands.verify import installed_versions
from generator.commands.worker_commands import with_progress
from generator.evidence.probe.result import Found, Probe, Told
from generator.evidence.probe.run import probe_all
from generator.evidence.probe.subject import subject_of
from generator.evidence.probe.variants import with_result, with_shapes
from generator.evidence.samples.collect import CollectError, checks_of, collect
from generator.evidence.samples.sample import Sample, SampleSet
from generator.lint.report import one_line
from generator.model.glossary import TO_WRITE
from generator.model.record import Record


@click.command(
    help="在 CPU 上用各种输入试一个 PyTorch API 与它在 Paddle 中的对应：dtype 与混用、0 维、空、NaN 与无穷、负的与多个维度、"
    "以整数代替列表、以 Tensor 代替数、文档写明的字符串、out、梯度、视图、PyTorch 的参数名；列出每一处差别与最小的输入。"
    "有没有记录都可以；不写 PADDLE_API 时取记录的，或照 apimap new 的办法找。有没有说明的差别时以 1 退出。"
)
@click.argument("torch_api")
@click.argument("paddle_api", required=False)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="输出的形式。"
)
@click.option("--unsafe", is_flag=True, help="不隔离：代码能读写这台机器上的一切、使用网络。")
@click.pass_obj
def command(invocation: Invocation, torch_api: str, paddle_api: str | None, form: str, *, unsafe: bool) -> int:
    """Prints the table of differences."""
    catalog = invocation.open_catalog(results=False)
    found = _record(catalog, torch_api, paddle_api)
    versions = installed_versions([])
    subject = subject_of(catalog, found.record, partial(_samples, catalog, found), versions, recorded=found.is_recorded)
    try:
        (probe,) = with_progress("探查", 1, probe_all([subject], 1, isolated=not unsafe))
    except CollectError as error:
        raise CannotRunError(str(error)) from error
    if not probe.calls:
        raise CannotRunError(f"没有可以运行的 {torch_api} 的调用：PyTorch 没有它的样本，签名也不足以写出一个。")
    if form == "json":
        click.echo(json.dumps(probe.as_json(), ensure_ascii=False, indent=2))
    else:
        for line in _lines(probe):
            click.echo(one_line(line))
    return 1 if any(one.told is not Told.TOLD for one in probe.found) else 0


@dataclass(frozen=True, slots=True)
class _Known:
    """What there is of the API: its record, or a draft of one."""

    record: Record
    is_recorded: bool


def _record(catalog: Catalog, torch_api: str, paddle_api: str | None) -> _Known:
    """Returns the record of the API, or a draft of it.

    Raises:
        CannotRunError: one of the names does not exist, or there is no counterpart.
    """
    paddle = inventory_of(catalog, "paddle")
    source = catalog.source_of(torch_api)
    if source is not None and source.record is not None:
        record = source.record
        if paddle_api is None and record.paddle_apis:
            return _Known(record, is_recorded=True)
        if paddle_api in record.paddle_apis:
            return _Known(record, is_recorded=True)
    entry = find_entry(inventory_of(catalog, "torch"), torch_api)
    other = find_entry(paddle, paddle_api) if paddle_api else None
    draft = draft_record(entry, other, paddle, catalog.glossary)
    if not draft.record.paddle_apis:
        raise CannotRunError(
            f"没有找到 {torch_api} 在 Paddle 中的对应；知道的话写在后面：apimap probe {torch_api} paddle.…"
        )
    return _Known(draft.record, is_recorded=False)


def _samples(catalog: Catalog, known: _Known) -> list[Sample]:
    """Returns the record's own code; else torch's own samples and what the draft writes."""
    own = [with_result(one) for one in checks_of(known.record) if TO_WRITE not in one.code]
    if known.is_recorded and own:
        return own
    found = collect(replace(catalog, sources=()), [known.record.torch])
    return samples_of(known.record, found)


def samples_of(draft: Record, sets: Mapping[str, SampleSet]) -> list[Sample]:
    """Returns the calls to probe: the draft's, torch's own samples with plain numbers, and those samples unchanged."""
    own = [with_result(one) for one in checks_of(draft) if TO_WRITE not in one.code]
    theirs = sets[draft.torch].samples if draft.torch in sets else ()
    return list({(one.code, str(one.given)): one for one in (*own, *map(with_shapes, theirs), *theirs)}.values())


_TOLD = {
    Told.UNRECORDED: "",
    Told.TOLD: "（记录已说明）",
    Told.UNCLEAR: "（记录可能说明了）",
    Told.UNTOLD: "（记录没有说明）",
}


def _lines(probe: Probe) -> Iterator[str]:
    """Yields the table, and what is accepted."""
    versions = "、".join(f"{name} {version}" for name, version in probe.versions.items())
    yield (
        f"{probe.api} → {probe.paddle}：{versions}，在 CPU 上；{probe.calls} 个调用，连同变化 {probe.tried} 次"
        f"，{f'有差别的 {len(probe.found)} 类' if probe.found else '没有差别'}"
        f"{'；结果是随机的，只比较形状与类型' if probe.random else ''}。"
    )
    for one in sorted(probe.found, key=lambda found: (found.told is Told.TOLD, -found.count)):
        yield f"{one.kind}{_TOLD[one.told]}  {say_change(one)}  {one.message}"
        yield f"    {_code(one.torch)}  |  {_code(one.paddle)}  |  given: {json.dumps(dict(one.given), ensure_ascii=False)}"
    for parameter, dtypes in probe.dtypes.items():
        whose = f"`{parameter}`" if parameter else "各 Tensor"
        yield f"Paddle 在 CPU 上不接受的 dtype  {whose}：{'、'.join(dtypes)}"
    if probe.keywords:
        said = "，".join(f"{name} {'接受' if holds else '不接受'}" for name, holds in probe.keywords.items())
        yield f"PyTorch 的参数名  {said}"
    if probe.prefix is not None:
        yield f"只换前缀  {'以上调用都相同' if probe.prefix else '以上调用有的不同'}"
    if probe.left:
        yield f"没有试的调用 {probe.left} 个：其中有 Paddle 没有的参数。"


def say_change(found: Found) -> str:
    """Returns what was changed, in words."""
    return f"{found.subject}：{'、'.join(found.settings)}" if found.settings[0] != found.torch else found.subject


def _code(code: str) -> str:
    return "; ".join(line for line in code.splitlines() if line)
