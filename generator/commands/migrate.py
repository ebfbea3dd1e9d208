"""``apimap migrate``: takes the records from one shape to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from generator.commands import Invocation, write_source

if TYPE_CHECKING:  # imported in functions, so that --help starts fast
    from generator.authoring.migrations.step import Change, Migrated
    from generator.storage.yaml_file import RecordSource


@click.command(help="把记录改成新的写法，保留注释与排版；程序不能决定的，列出来由人改。")
@click.option("--check/--write", default=True, help="只列出要改什么，有要改的以 1 退出（默认）；或写入文件。")
@click.pass_obj
def command(invocation: Invocation, *, check: bool) -> int:
    """Prints what every step does and leaves; writes the files after the last step."""
    from generator.authoring.migrations.registry import migrate

    did = "将改" if check else "已改"
    changed: dict[str, RecordSource] = {}
    steps = list(migrate(invocation.open_catalog()))
    for _, found in steps:
        changed |= {one.after.file: one.after for one in found if one.done}
    for source in changed.values() if not check else ():
        write_source(source)
    for step, found in steps:
        click.echo(f"第 {step.number} 步：{step.title}")
        say_changes(found, did)
    return 1 if check and changed else 0


def say_changes(found: Iterable[Migrated], did: str) -> None:
    """Prints each change with its place before it, what is left to people as well, and how many they are."""
    done = left = 0
    for one in found:
        for change in one.done:
            _show(one.before, change, did)
        for change in one.left:
            _show(one.before, change, "待人改")
        done, left = done + len(one.done), left + len(one.left)
    click.echo(f"{did} {done} 处，留给人改 {left} 处。", err=True)


def _show(source: RecordSource, change: Change, what: str) -> None:
    span = source.span(change.loc)
    click.echo(f"{source.file}:{span.line}:{span.column}: {what} {change.words}")
