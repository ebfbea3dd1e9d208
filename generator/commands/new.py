"""``apimap new``: drafts a record from the inventory."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from generator.catalog.catalog import DATA, RECORDS, Catalog
from generator.commands import CannotRunError, Invocation
from generator.drafting.draft import Draft, draft_record
from generator.model.glossary import TO_WRITE, Glossary
from generator.model.inventory import ApiEntry, ApiKind, Inventory
from generator.model.spelling import nearest
from generator.storage.atomic import write_text
from generator.storage.file_bytes import read_bytes
from generator.storage.record_path import record_path
from generator.storage.yaml_file import validate
from generator.storage.yaml_text import read_document

GLOSSARY = f"{DATA}/glossary.yml"
_DRAFTED_KINDS = frozenset({ApiKind.FUNCTION, ApiKind.CLASS, ApiKind.METHOD, ApiKind.PROPERTY})


@click.command(help="由 API 清单起草一条记录：找出对应的 Paddle API，配对参数，推导分类，标出还要写的内容。")
@click.argument("torch_api", required=False)
@click.argument("paddle_api", required=False)
@click.option(
    "--all-missing", "prefix", metavar="PREFIX", help="为该前缀下还没有记录的每个 API 起草，例如 torch.fft.。"
)
@click.option("--force", is_flag=True, help="覆盖已有的文件。")
@click.option("--stdout", is_flag=True, help="只打印，不写文件。")
@click.pass_obj
def command(  # noqa: PLR0913  (one parameter an option)
    invocation: Invocation,
    torch_api: str | None,
    paddle_api: str | None,
    prefix: str | None,
    *,
    force: bool,
    stdout: bool,
) -> int:
    """Writes the drafts, and never overwrites a file."""
    if (torch_api is None) == (prefix is None):
        raise click.UsageError("写一个 PyTorch API 的全名，或用 --all-missing PREFIX。")
    catalog = invocation.open_catalog()
    glossary = read_glossary(invocation.root)
    torch, paddle = _inventory(catalog, "torch"), _inventory(catalog, "paddle")
    offered = catalog.inventories.get((torch_api or prefix or "").partition(".")[0], torch)
    if torch_api is not None:
        entry = _entry(offered, torch_api)
        drafts = [draft_record(entry, _entry(paddle, paddle_api) if paddle_api else None, paddle, glossary)]
    else:
        missing = list(_missing(catalog, offered, prefix or ""))
        with click.progressbar(missing, label="起草", file=sys.stderr) as entries:
            drafts = [draft_record(entry, None, paddle, glossary) for entry in entries]
    for draft in (replace(made, models=_models(catalog, made.record.module)) for made in drafts):
        if stdout:
            click.echo(draft.text, nl=False)
        else:
            _write(invocation.root, draft, force=force)
    return 0


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
    """Returns the APIs directly below a prefix that have no record, by their canonical names."""
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


def _inventory(catalog: Catalog, library: str) -> Inventory:
    if library not in catalog.inventories:
        raise CannotRunError(f"没有 {library} 的 API 清单：安装 {library} 后运行 apimap inventory。")
    return catalog.inventories[library]


def _entry(inventory: Inventory, api: str) -> ApiEntry:
    found = inventory.find(api)
    if found is None:
        likely = nearest(api, list(inventory.entries), cutoff=0.85)
        hint = f"是否想写 {likely}？" if likely else ""
        raise CannotRunError(f"{inventory.library} {inventory.version} 中没有 {api}。{hint}")
    return found


def read_glossary(root: Path) -> Glossary:
    """Reads the glossary of the project ``root``; an empty one where it has none.

    Raises:
        CannotRunError: it is no valid glossary.
    """
    path = root / GLOSSARY
    if not os.path.lexists(path):
        return Glossary()
    try:
        document = read_document(path.as_posix(), read_bytes(path, within=root))
    except OSError as error:
        raise CannotRunError(f"无法读取 {path}：{error.strerror}。") from error
    glossary, defects = (None, document.defects) if document.defects else validate(Glossary, document)
    if glossary is None:
        first = defects[0]
        raise CannotRunError(f"{path}:{first.span.line}:{first.span.column} {first.values.get('problem', first.kind)}")
    return glossary
