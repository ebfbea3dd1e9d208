"""``apimap import``: converts Markdown documents and mapping tables to records."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.commands import CannotRunError, Invocation

if TYPE_CHECKING:
    from generator.importing.plan import Item, Plan
    from generator.importing.remove_derived import Derived


@click.command(help="把 Markdown 差异文档与映射表转成 YAML 记录。SOURCE 是文件或文件夹。")
@click.argument("source", metavar="SOURCE", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--to",
    "target",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="记录写入的文件夹。",
)
@click.option("--force", is_flag=True, help="覆盖已有的文件。")
@click.option("--report", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="把报告写成 JSON。")
@click.pass_obj
def command(invocation: Invocation, source: Path, target: Path, report: Path | None, *, force: bool) -> int:
    """Writes a record for each document and row that gives one, and prints the reason for every other."""
    from generator.importing.plan import Status, plan_import
    from generator.lint.report import one_line

    unread: list[Item] = []
    within = source if source.is_dir() else None
    with click.progressbar(list(_files(source)), label="读取文档", file=sys.stderr) as shown:
        plan = plan_import(_read(shown, within, unread))
    plan.items.extend(unread)
    derived = _derived(invocation)
    plan.items[:] = [_write(item, target, derived, force=force) for item in plan.items]
    for line in _lines(plan):
        click.echo(one_line(line))
    click.echo(_summary(plan, target), err=True)
    if report is not None:
        _write_report(report, source, target, plan)
    return 1 if any(_counts_as_lost(item, Status) for item in plan.items) else 0


def _counts_as_lost(item: Item, status: Any) -> bool:
    """Tells whether a possible record could not be read; other Markdown in a folder does not count."""
    return item.status is status.LOST or (item.status is status.REFUSED and item.reason != "不是差异文档")


def _files(source: Path) -> Iterator[Path]:
    """Yields the Markdown files of a source."""
    if not source.is_dir():
        yield source
        return
    for folder, folders, names in os.walk(source, followlinks=False):
        folders.sort()
        yield from (Path(folder) / name for name in sorted(names) if name.endswith(".md"))


def _read(paths: Iterable[Path], within: Path | None, unread: list[Item]) -> Iterator[tuple[str, bytes]]:
    """Yields the files with their bytes, and adds those that are refused or unreadable to ``unread``."""
    from generator.importing.decoding import MAX_DOCUMENT
    from generator.importing.plan import refused
    from generator.storage.file_bytes import read_bytes
    from generator.storage.yaml_file import shown_path

    for path in paths:
        try:
            yield shown_path(path), read_bytes(path, MAX_DOCUMENT, within)
        except OSError as error:
            unread.append(refused(shown_path(path), f"无法读取：{error.strerror}"))


def _derived(invocation: Invocation) -> Derived | None:
    """Returns what the project's pages generate; None where there is no project."""
    from generator.catalog.catalog import RECORDS

    if not (invocation.root / RECORDS).is_dir():
        return None
    from generator.publishing.views.page_defaults import PageDefaults

    return PageDefaults(invocation.open_catalog())


def _write(item: Item, target: Path, derived: Derived | None, *, force: bool) -> Item:
    """Writes the item's record, or refuses it because another file exists."""
    from generator.importing.remove_derived import remove_derived
    from generator.storage.atomic import write_text
    from generator.storage.yaml_dump import dump_record

    if item.record is None:
        return item
    text = dump_record(remove_derived(item.record, derived) if derived is not None else item.record)
    path = target / item.path
    try:
        if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(target)):  # resolve() fails in a loop
            return _refuse(item, f"{path} 指向 {target} 之外，没有写入")
        if os.path.lexists(path) and not force and not _holds(path, text):
            return _refuse(item, f"{path} 已经存在，没有覆盖；要覆盖请加 --force")
        write_text(path, text)
    except OSError as error:
        raise CannotRunError(f"无法写入 {path}：{error.strerror}。检查该文件夹的权限。") from error
    return item


def _holds(path: Path, text: str) -> bool:
    """Tells whether a file has this text; false for one that cannot be read."""
    from generator.storage.file_bytes import read_bytes

    try:
        return read_bytes(path) == text.encode()
    except OSError:
        return False


def _refuse(item: Item, reason: str) -> Item:
    from generator.importing.plan import Item, Status

    return Item(item.file, item.span, item.api, Status.REFUSED, None, item.path, item.defects, reason)


def _findings(item: Item) -> list[dict[str, object]]:
    from generator.lint.rules.registry import defect_rule

    found: list[dict[str, object]] = []
    for defect in item.defects:
        rule = defect_rule(defect.kind)
        message, hint = rule.describe(defect)
        place = {"line": defect.span.line, "column": defect.span.column}
        found.append({**place, "code": rule.code, "message": message, "hint": hint})
    return found


def _lines(plan: Plan) -> Iterator[str]:
    """Yields the items to review: all that were not converted in full, and those with a word on how they were."""
    from generator.importing.plan import Status

    words = {Status.WHOLE: "已导入", Status.FINDINGS: "有问题", Status.LOST: "有丢失", Status.REFUSED: "未导入"}
    for item in plan.items:
        if item.status is Status.WHOLE and not item.reason:
            continue
        reason = f"：{item.reason}" if item.reason else ""
        yield f"{item.file}:{item.span.line} {words[item.status]} {item.api}".rstrip() + reason
        for finding in _findings(item):
            yield f"    {item.file}:{finding['line']}:{finding['column']} {finding['code']} {finding['message']}"


def _summary(plan: Plan, target: Path) -> str:
    from generator.importing.plan import Status

    counts = Counter(item.status for item in plan.items)
    return (
        f"写入 {sum(item.record is not None for item in plan.items)} 条记录到 {target}："
        f"完整 {counts[Status.WHOLE]}，有问题 {counts[Status.FINDINGS]}，"
        f"有丢失 {counts[Status.LOST]}，未导入 {counts[Status.REFUSED]}。"
    )


def _write_report(file: Path, source: Path, target: Path, plan: Plan) -> None:
    import json

    from generator.storage.atomic import write_text

    items = [
        {
            "source": item.file,
            "line": item.span.line,
            "api": item.api,
            "record": item.path if item.record is not None else None,
            "status": item.status.value,
            "reason": item.reason,
            "findings": _findings(item),
        }
        for item in plan.items
    ]
    sections = [{"title": section.title, "prefix": section.prefix, "depth": section.depth} for section in plan.sections]
    counts = Counter(str(item["status"]) for item in items)
    data = {
        "source": source.as_posix(),
        "target": target.as_posix(),
        "counts": counts,
        "items": items,
        "sections": sections,
    }
    try:
        write_text(file, json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    except OSError as error:
        raise CannotRunError(f"无法写入报告 {file}：{error.strerror}。") from error
