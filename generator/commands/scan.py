"""``apimap scan``: every use of PyTorch in a user's project, with its verdict."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation
from generator.commands.known_calls import open_knowledge
from generator.commands.user_code import address_of, find_code, progress
from generator.parallel import on_two_cores

if TYPE_CHECKING:
    from generator.projects.scan.summary import Summary

FORMATS = ("text", "json", "sarif", "html")
_NAMED = 3
"""Paths that the heading of a report names."""
_HELP = """找出项目中每一处 PyTorch 的使用，说明换成 Paddle 时要不要改、能不能自动改。PATH 是 Python 文件、笔记本（.ipynb）或文件夹。

只读不写，不运行其中的代码，也不需要安装 PyTorch 或 Paddle。退出码：0 没有要人看的，1 有，2 无法运行。
"""


@click.command(help=_HELP)
@click.argument("paths", metavar="PATH …", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="输出的形式。")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="写到这个文件；不写则打印。")
@click.option("--all", "everything", is_flag=True, help="文本中也列出可以自动转换的；其余的形式总是全部列出。")
@click.option("--site-url", default="", metavar="URL", help="差异页面所在网站的首页地址；写了才有链接。")
@click.pass_obj
def command(  # noqa: PLR0913  (one parameter an option)
    invocation: Invocation, paths: Sequence[Path], form: str, output: Path | None, site_url: str, *, everything: bool
) -> int:
    """Prints the report, or writes it."""
    from generator.calls.analyse import analyse
    from generator.calls.inference.project import Project
    from generator.projects.scan.file_scan import scan_file
    from generator.projects.scan.summary import Summary
    from generator.projects.sources.modules import ModuleFiles

    gc.disable()  # syntax trees have no cycles, and collecting takes a third of the time
    found = find_code(paths)
    knowledge = open_knowledge(invocation)
    project = Project(ModuleFiles(found.code), knowledge.names)
    work = partial(scan_file, analyse=partial(analyse, knowledge=knowledge), project=project)
    with progress("检查", len(found.code)) as done:
        files = on_two_cores(work, found.code, progress=done)
    summary = Summary(tuple(files), found.problems)
    if not found.code:
        click.echo("没有找到 Python 文件或笔记本。", err=True)
    address = address_of(site_url, knowledge.pages)
    lines = (
        [_html(invocation.root, summary, _name(paths), address)]
        if form == "html"
        else _report(summary, form, address, everything=everything)
    )
    _emit(lines, output)
    return 0 if summary.is_done else 1


def _report(summary: Summary, form: str, address: Callable[[str], str], *, everything: bool) -> Iterable[str]:
    if form == "json":
        from generator.projects.scan.as_json import format_json

        return format_json(summary, address)
    if form == "sarif":
        from generator.projects.scan.as_sarif import format_sarif

        return format_sarif(summary, address)
    from generator.projects.scan.text import format_text

    return format_text(summary, everything=everything)


def _html(root: Path, summary: Summary, name: str, address: Callable[[str], str]) -> str:
    from generator.projects.scan.html import html_report
    from generator.publishing.pages.template_folders import template_folders
    from generator.publishing.pages.templates import TemplateError

    try:
        return html_report(summary, address, name, template_folders(root))
    except TemplateError as error:
        raise CannotRunError(str(error)) from error


def _name(paths: Sequence[Path]) -> str:
    """Returns what the report calls the project."""
    from generator.storage.yaml_file import shown_path

    names = [shown_path(Path(path.absolute().name)) for path in paths]
    return "、".join(names[:_NAMED]) + ("……" if len(names) > _NAMED else "")


def _emit(lines: Iterable[str], output: Path | None) -> None:
    text = "\n".join(lines)
    if output is None:
        colour = False if os.environ.get("NO_COLOR") else True if os.environ.get("FORCE_COLOR") else None
        click.echo(text, color=colour)
        return
    from generator.storage.atomic import write_text

    try:
        write_text(output, f"{click.unstyle(text)}\n")
    except OSError as error:
        raise CannotRunError(f"无法写入 {output}：{error.strerror}。") from error
    click.echo(f"已写入 {output}", err=True)
