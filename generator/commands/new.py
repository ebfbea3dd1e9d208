"""``apimap new``: drafts a record from the inventory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from generator.authoring.drafting.draft import Draft, draft_record, separate_signatures, with_known_meanings
from generator.authoring.drafting.probe_drafts import Task, try_drafts
from generator.catalog.catalog import GLOSSARY, RECORDS, Catalog
from generator.commands import CannotRunError, Invocation
from generator.commands.entries import find_entry, inventory_of
from generator.commands.probe import samples_of
from generator.commands.verify import installed_versions
from generator.commands.worker_commands import with_progress
from generator.evidence.probe.result import Probe
from generator.evidence.probe.subject import subject_of
from generator.evidence.samples.collect import CollectError, collect
from generator.evidence.samples.sample import SampleSet
from generator.libraries.installed import installed_version
from generator.libraries.registry import FRAMEWORKS, NAMES, PREFIXES
from generator.model.glossary import TO_WRITE, Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.record import Record
from generator.storage.atomic import write_text
from generator.storage.record_path import record_path

_DRAFTED_KINDS = frozenset({ApiKind.FUNCTION, ApiKind.CLASS, ApiKind.METHOD, ApiKind.PROPERTY})


@click.command(help="由 API 清单起草一条记录：找出对应的 Paddle API，配对参数，推导分类，标出还要写的内容。")
@click.argument("torch_api", required=False)
@click.argument("paddle_api", required=False)
@click.option(
    "--all-missing", "prefix", metavar="PREFIX", help="为该前缀下还没有记录的每个 API 起草，例如 torch.fft.。"
)
@click.option("--force", is_flag=True, help="覆盖已有的文件。")
@click.option("--stdout", is_flag=True, help="只打印，不写文件。")
@click.option("--no-run", is_flag=True, help="不运行，只按名称与签名起草。")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, show_default="核数", help="同时探查几个 API。"
)
@click.option("--unsafe", is_flag=True, help="不隔离：代码能读写这台机器上的一切、使用网络。")
@click.pass_obj
def command(  # noqa: PLR0913  (one parameter an option)
    invocation: Invocation,
    torch_api: str | None,
    paddle_api: str | None,
    prefix: str | None,
    jobs: int,
    *,
    force: bool,
    stdout: bool,
    no_run: bool,
    unsafe: bool,
) -> int:
    """Writes each draft as soon as it is made, and never overwrites a file."""
    if (torch_api is None) == (prefix is None):
        raise click.UsageError("写一个 PyTorch API 的全名，或用 --all-missing PREFIX。")
    catalog = invocation.open_catalog()
    torch, paddle = inventory_of(catalog, "torch"), inventory_of(catalog, "paddle")
    package = (torch_api or prefix or "").partition(".")[0]
    offered = catalog.inventories.get(package, torch) if package in NAMES["torch"] else torch
    if torch_api is not None:
        entry = find_entry(offered, torch_api)
        _refuse_known(catalog, torch_api, entry, force=force)
        drafts = [draft_of(catalog, entry, find_entry(paddle, paddle_api) if paddle_api else None)]
    else:
        drafts = [draft_of(catalog, entry) for entry in _missing(catalog, offered, prefix or "")]
    if catalog.glossary == Glossary():
        click.echo(
            f"没有 {invocation.root / GLOSSARY}（常见的名称对应与参数的含义）：草稿只凭名称与签名配对，含义都留作待写。"
            "用 apimap init DIR 建立的文件夹里有一份，可以抄过来。",
            err=True,
        )
    for draft in _tried(catalog, drafts, jobs, run=not no_run, isolated=not unsafe):
        whole = replace(draft, models=_models(catalog, draft.record.module))
        if stdout:
            click.echo(whole.text, nl=False)
        else:
            _write(invocation.root, whole, force=force)
    return 0


def _tried(catalog: Catalog, drafts: Sequence[Draft], jobs: int, *, run: bool, isolated: bool) -> Iterator[Draft]:
    """Yields the drafts, those that can be run completed by a probe, each as soon as it is there.

    Raises:
        CannotRunError: torch's samples cannot be made, or no worker can be started.
    """
    missing = [library for library in FRAMEWORKS if installed_version(library) is None]
    if missing and run:
        click.echo(f"没有安装 {'、'.join(missing)}，只按名称与签名起草；运行 make libraries 之后能找出差别。", err=True)
    tasks = tasks_of(catalog, drafts) if run and not missing else []
    chosen = [task.draft for task in tasks]
    yield from (one for one in drafts if one not in chosen)
    if not tasks:
        return
    for tried in with_progress("探查", len(tasks), try_drafts(tasks, jobs, isolated=isolated)):
        yield replace(tried.draft, notes=_said_of(tried.probe))


def tasks_of(catalog: Catalog, drafts: Sequence[Draft]) -> list[Task]:
    """Returns what to probe of the drafts: those of torch's own APIs with a counterpart.

    Raises:
        CannotRunError: torch's samples cannot be made.
    """
    chosen = [one for one in drafts if one.record.paddle_apis and one.record.torch.partition(".")[0] in FRAMEWORKS]
    if not chosen:
        return []
    try:
        sets = collect(replace(catalog, sources=()), [one.record.torch for one in chosen])
    except CollectError as error:
        raise CannotRunError(str(error)) from error
    versions = installed_versions([])
    return [_task(catalog, one, sets, versions) for one in chosen]


def _task(catalog: Catalog, draft: Draft, sets: Mapping[str, SampleSet], versions: Mapping[str, str]) -> Task:
    entry = catalog.entry(draft.record.torch)
    signatures = tuple(separate_signatures(entry.signatures)) if entry is not None else ()
    samples = samples_of(draft.record, sets)
    subject = subject_of(catalog, draft.record, lambda: samples, versions, recorded=False)
    return Task(draft, signatures, subject)


def _said_of(probe: Probe) -> tuple[str, ...]:
    """Returns what a person has to know of a draft's probe."""
    if not probe.calls:
        return ("没有能在两边运行的调用：差别与代码都要自己找，自己写。",)
    classes = "、".join(dict.fromkeys(f"{one.kind}（{one.subject}）" for one in probe.found))
    found = f"，查出的差别：{classes}" if classes else "，没有查出差别"
    random = "；结果是随机的，只比较形状与类型" if probe.random else ""
    return (f"在 CPU 上用 {probe.calls} 个调用、{probe.tried} 次试过{found}{random}。再试：apimap probe {probe.api}",)


def draft_of(catalog: Catalog, entry: ApiEntry, paddle: ApiEntry | None = None) -> Draft:
    """Returns the draft by names; of a method or a form that works in place also by the record of its function.

    ``paddle`` is the counterpart where the caller knows it.
    """
    inventory, glossary = inventory_of(catalog, "paddle"), catalog.glossary
    known = _record_of_function(catalog, entry.name)
    if known is None:
        return draft_record(entry, paddle, inventory, glossary)
    owner, _, name = entry.name.rpartition(".")
    same = f"{PREFIXES['torch']}{owner.removeprefix('torch')}"
    for theirs in known.paddle_apis if paddle is None and owner == _TENSOR else ():
        member = theirs.rpartition(".")[2] + "_" * name.endswith("_")
        paddle = paddle or inventory.find(f"{same}.{member}")
    made = draft_record(entry, paddle, inventory, glossary, f"{known.torch} 的记录如此")
    notes = {row.torch: row.note for _, row in known.rows() if row.torch and row.note}
    return replace(made, record=with_known_meanings(made.record, notes))


def _record_of_function(catalog: Catalog, api: str) -> Record | None:
    """Returns the record of the function that a method or a form that works in place belongs to."""
    owner, _, name = api.rpartition(".")
    plain = name.removesuffix("_")
    names = {_TENSOR: (f"torch.{plain}", f"{_TENSOR}.{plain}"), _FUNCTIONAL: (f"{_FUNCTIONAL}.{plain}",)}
    for other in names.get(owner, ()):
        source = catalog.source_of(other) if other != api else None
        if source is not None and source.record is not None:
            return source.record
    return None


_TENSOR, _FUNCTIONAL = "torch.Tensor", "torch.nn.functional"


def _refuse_known(catalog: Catalog, api: str, entry: ApiEntry, *, force: bool) -> None:
    """Refuses a name that has an answer already, or is another spelling of one that has or should have it.

    Raises:
        CannotRunError: so it is; the message says where to write instead.
    """
    if force:
        return
    if (known := catalog.source_of(api)) is not None:
        raise CannotRunError(
            f"{api} 已有答案：{known.file}。另一种形式写进它的 forms，别名写进 aliases；要重新起草，加上 --force。"
        )
    spellings = {entry.name, entry.alias_of} - {api, ""}
    for other in sorted(spellings):
        if (known := catalog.source_of(other)) is not None:
            raise CannotRunError(
                f"{api} 与 {other} 是同一个对象，后者已有答案：把 {api} 写进 {known.file} 的 aliases。"
            )


def _models(catalog: Catalog, module: str) -> tuple[str, ...]:
    """Returns the recorded APIs of a module, the shortest records first, as examples."""
    records = [record for record in catalog.records() if record.module == module]
    return tuple(
        record.torch for record in sorted(records, key=lambda record: len(catalog.by_api[record.torch].document.text))
    )


def _write(root: Path, draft: Draft, *, force: bool) -> None:
    path = root / RECORDS / record_path(draft.record.torch)
    if path.exists() and not force:
        raise CannotRunError(f"{path} 已经存在；要覆盖它，加上 --force。")
    try:
        write_text(path, draft.text)
    except OSError as error:
        raise CannotRunError(f"无法写入 {path}：{error.strerror}。") from error
    found = "、".join(draft.record.paddle_apis)
    sure = f"，对应 {found}（把握 {draft.candidates[0].confidence:.0%}）" if found else ""
    click.echo(f"{path}：{draft.record.category}{sure}，还有 {draft.text.count(TO_WRITE) - 1} 处待写")


def _missing(catalog: Catalog, offered: Inventory, prefix: str) -> Iterator[ApiEntry]:
    """Yields the APIs directly below a prefix that have no record, by their canonical names."""
    for entry in offered:
        rest = entry.name.removeprefix(prefix)
        if (
            entry.name.startswith(prefix)
            and rest
            and "." not in rest
            and entry.kind in _DRAFTED_KINDS
            and not entry.alias_of
            and entry.name not in catalog.by_api
            and entry.name not in catalog.by_alias
        ):
            yield entry
