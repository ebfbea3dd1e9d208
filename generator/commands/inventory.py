"""``apimap inventory``: reads the installed libraries into ``mapping_data/inventory/``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from generator.catalog.catalog import INVENTORY
from generator.catalog.inventory.changes import Changes, compare_inventories
from generator.catalog.inventory.reader_process import ReadingError, read_library
from generator.commands import CannotRunError, Invocation
from generator.libraries.installed import installed_version
from generator.libraries.library import Library
from generator.libraries.registry import LIBRARIES
from generator.model.inventory import KIND_NAMES, Inventory
from generator.storage.atomic import write_text
from generator.storage.file_bytes import MAX_DATA, read_bytes
from generator.storage.inventory_file import ENDING, file_name, read_inventory

_SHOWN = 20
"""Most changes of each kind that are listed."""


@click.command(
    help="读取已安装的库，把它提供的 API 写入 mapping_data/inventory/，每个库的每个版本一个文件。"
    f"LIBRARY 可以是 {'、'.join(LIBRARIES)}；不写则读取其中已安装的。"
)
@click.argument("libraries", metavar="[LIBRARY …]", nargs=-1, type=click.Choice(sorted(LIBRARIES)))
@click.option("--check", is_flag=True, help="不写文件；与已提交的清单不同则以 1 退出。")
@click.pass_obj
def command(invocation: Invocation, libraries: Sequence[str], *, check: bool) -> int:
    """Writes or checks the inventory of each library; what is not installed cannot be checked."""
    folder = invocation.root / INVENTORY
    if not folder.parent.is_dir():
        raise CannotRunError(f"{folder.parent} 不存在：请在项目根目录中运行，或用 --root 指定含有它的目录。")
    differs = False
    for library in _chosen(libraries, folder, check=check):
        inventory, text = _read(library)
        path = folder / file_name(inventory.library, inventory.version)
        same, report = _against_committed(path, inventory, text)
        for line in (*_counts(inventory), *report):
            click.echo(line)
        differs |= not same
        if not check and not same:
            _write(path, text)
            click.echo(f"  已写入 {path}")
    if check and differs:
        click.echo("已提交的清单与已安装的库不一致：请运行 apimap inventory 并提交结果。", err=True)
    return int(check and differs)


def _chosen(names: Sequence[str], folder: Path, *, check: bool) -> list[Library]:
    """Returns the libraries to read: those named, or those installed.

    Raises:
        CannotRunError: one that is named, or whose committed inventory is to be checked, is not installed.
    """
    missing = [name for name in LIBRARIES if installed_version(name) is None]
    needed = names or [name for name in LIBRARIES if check and any(folder.glob(f"{name}-*{ENDING}"))]
    if absent := [name for name in needed if name in missing]:
        raise CannotRunError(f"没有安装 {'、'.join(absent)}，无法读取。请先安装，或只写出已安装的库。")
    found = [library for name, library in LIBRARIES.items() if name not in missing and name in (names or LIBRARIES)]
    if not found:
        raise CannotRunError(f"{'、'.join(LIBRARIES)} 都没有安装，无法读取。")
    if not names and missing:
        click.echo(f"没有安装 {'、'.join(missing)}，已跳过。", err=True)
    return found


def _read(library: Library) -> tuple[Inventory, str]:
    click.echo(f"正在读取 {library.name} {installed_version(library.name)} ……", err=True)
    try:
        return read_library(library)
    except ReadingError as error:
        raise CannotRunError(f"无法读取 {library.name}：{error}") from error


def _against_committed(path: Path, inventory: Inventory, text: str) -> tuple[bool, list[str]]:
    """Tells whether the file is up to date, and how it differs; a first file is compared with another version's."""
    try:
        if path.exists() and read_bytes(path, MAX_DATA) == text.encode():
            return True, ["  与已有的清单一致。"]
    except OSError as error:
        return False, [f"  已有的 {path} 无法使用：{error}"]
    others = [path] if path.exists() else sorted(path.parent.glob(f"{inventory.library}-*{ENDING}"))
    if not others:
        return False, ["  还没有这个库的清单。"]
    try:
        old = read_inventory(others[-1])
    except (OSError, ValueError) as error:
        return False, [f"  已有的 {others[-1]} 无法使用：{error}"]
    changes = compare_inventories(old, inventory)
    if not changes:
        return False, [f"  与 {others[-1].name} 的 API 相同，文件内容不同。"]
    return False, [f"  与 {others[-1].name} 相比：", *_described(changes)]


def _described(changes: Changes) -> Iterator[str]:
    changed = tuple(f"{change.api}：{'；'.join(change.details)}" for change in changes.changed)
    for heading, lines in (("新增", changes.appeared), ("消失", changes.vanished), ("改变", changed)):
        if lines:
            yield f"  {heading} {len(lines)} 个："
            yield from (f"    {line}" for line in lines[:_SHOWN])
        if len(lines) > _SHOWN:
            yield f"    ……另有 {len(lines) - _SHOWN} 个"


def _counts(inventory: Inventory) -> Iterator[str]:
    counts = Counter(entry.kind for entry in inventory)
    said = "、".join(f"{label} {counts[kind]}" for kind, label in KIND_NAMES.items())
    aliases = sum(bool(entry.alias_of) for entry in inventory)
    yield f"{inventory.library} {inventory.version}：共 {len(inventory)} 个 API（{said}），其中别名 {aliases} 个。"
    reasons: dict[str, list[str]] = {}
    for entry in inventory:
        if entry.unreadable:
            reasons.setdefault(entry.unreadable, []).append(entry.name)
    for reason, names in sorted(reasons.items(), key=lambda item: -len(item[1])):
        more = f" 等 {len(names)} 个" if len(names) > _SHOWN else f"（{len(names)} 个）"
        yield f"  {reason}：{'、'.join(names[:_SHOWN])}{more}"


def _write(path: Path, text: str) -> None:
    try:
        write_text(path, text)
    except OSError as error:
        raise CannotRunError(f"无法写入 {path}：{error.strerror}。") from error
