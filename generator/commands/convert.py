"""``apimap convert``: the code of a user's project with Paddle in place of PyTorch, as far as that is proven."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation
from generator.commands.known_calls import open_knowledge
from generator.commands.user_code import address_of, find_code, progress
from generator.parallel import on_two_cores

if TYPE_CHECKING:
    from generator.projects.convert.converted_file import ConvertedFile
    from generator.projects.sources.find import Found
    from generator.projects.sources.problem import Problem

_HELP = """把 PyTorch 代码转成 Paddle：只改有把握的，其余原样留下，并加一行 # TODO(apimap): 说明原因。PATH 是 Python 文件、笔记本（.ipynb）或文件夹。

不写 --write 与 --to 时，只打印会改什么，可以交给 patch。注释、排版、编码与换行都不变；转换两次与一次相同。

退出码：0 没有留给人的，1 有（TODO，或者读不了的文件），2 无法运行，或者有文件写不了。
"""


@click.command(help=_HELP)
@click.argument("paths", metavar="PATH …", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--diff", is_flag=True, help="打印会改什么，不写文件；这是默认的。")
@click.option("--write", is_flag=True, help="就地改写。")
@click.option(
    "--to",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="把转换的结果写进 DIR，原来的文件不动；其余的文件（隐藏的文件夹与符号链接除外）原样复制，使结果可以运行。只能与一个 PATH 一起用。",
)
@click.option("--site-url", default="", metavar="URL", help="差异页面所在网站的首页地址，写进 TODO。")
@click.pass_obj
def command(  # noqa: PLR0913  (one parameter an option)
    invocation: Invocation, paths: Sequence[Path], to: Path | None, site_url: str, *, diff: bool, write: bool
) -> int:
    """Prints or writes what changes, and tells what is left."""
    from generator.calls.convert import convert
    from generator.calls.inference.project import Project
    from generator.projects.convert.converted_file import convert_file
    from generator.projects.sources.modules import ModuleFiles

    gc.disable()  # syntax trees have no cycles, and collecting takes a third of the time
    if diff + write + (to is not None) > 1:
        raise click.UsageError("--diff、--write 与 --to 只能选一个。")
    if to is not None:
        _check(paths, to)
    found = find_code(paths, to)
    knowledge = open_knowledge(invocation)
    project = Project(ModuleFiles(found.code), knowledge.names)
    converting = partial(convert, knowledge=knowledge, page=address_of(site_url, knowledge.pages))
    work = partial(convert_file, convert=converting, project=project, is_built_on_torch=knowledge.is_built_on_torch)
    with progress("转换", len(found.code)) as done:
        files = on_two_cores(work, found.code, progress=done)
    if to is not None:
        unwritten = _write_tree(found, files, to)
    elif write:
        unwritten = _write(files)
    else:
        _print(files)
        unwritten = ()
    problems = (*found.problems, *(problem for file in files for problem in file.problems))
    _tell(files, problems, unwritten)
    if unwritten:
        return 2
    return 1 if problems or any(file.todos for file in files) else 0


def _check(paths: Sequence[Path], to: Path) -> None:
    from generator.projects.convert.tree import TargetError, check_target

    if len(paths) != 1:
        raise click.UsageError("--to 只能与一个 PATH 一起用。")
    try:
        check_target(paths[0], to)
    except TargetError as error:
        raise CannotRunError(str(error)) from error


def _write_tree(found: Found, files: Sequence[ConvertedFile], to: Path) -> tuple[Problem, ...]:
    from generator.projects.convert.tree import write_tree

    return write_tree(found, {file.file.path: file for file in files}, to)


def _write(files: Sequence[ConvertedFile]) -> tuple[Problem, ...]:
    """Writes the files that change, each whole or not at all."""
    from generator.projects.sources.problem import Problem, reason_of
    from generator.storage.atomic import write_bytes

    problems = []
    for file in files:
        if file.new is None:
            continue
        try:
            write_bytes(Path(os.path.realpath(file.file.path)), file.new)
        except OSError as error:
            problems.append(Problem(file.file.name, f"没有写入：{reason_of(error)}。"))
    return tuple(problems)


def _print(files: Sequence[ConvertedFile]) -> None:
    """Prints the difference: as it is for ``patch``, and without what could command a terminal or a CI system."""
    from generator.lint.report import one_line

    watched = sys.stdout.isatty() or "CI" in os.environ or "TF_BUILD" in os.environ
    for file in files:
        for line in file.diff():
            click.echo(one_line(line.decode(errors="backslashreplace").rstrip("\r\n")) if watched else line, nl=watched)


def _tell(files: Sequence[ConvertedFile], problems: Sequence[Problem], unwritten: Sequence[Problem]) -> None:
    from generator.lint.report import one_line
    from generator.projects.convert.reminders import told

    for problem in (*problems, *unwritten):
        click.echo(one_line(f"{problem.place} {problem.message}"), err=True)
    if not files:
        click.echo("没有找到 Python 文件或笔记本。", err=True)
        return
    for line in told(reminder for file in files for reminder in file.reminders):
        click.echo(one_line(line), err=True)
    changed = sum(file.new is not None for file in files)
    converted = sum(file.converted for file in files)
    assumed = sum(file.assumed for file in files)
    added, todos = sum(file.added for file in files), sum(file.todos for file in files)
    on_data = f"（其中 {assumed:,} 处以对数据的假定为前提，用 apimap scan --all 查看）" if assumed else ""
    earlier = f"，连同以前的共 {todos:,} 行" if todos != added else ""
    click.echo(
        f"{len(files):,} 个文件中改动 {changed:,} 个：转换 {converted:,} 处{on_data}；加上 TODO {added:,} 行{earlier}。",
        err=True,
    )
