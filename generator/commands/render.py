"""``apimap render``: writes pages to ``site_src/``."""

from __future__ import annotations

import click

from generator.commands import CannotRunError, Invocation
from generator.lint.run import lint_catalog
from generator.parallel import on_two_cores
from generator.publishing.pages.bodies import write_bodies
from generator.publishing.pages.render import page_texts, render_pages
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.pages.templates import TemplateError
from generator.publishing.pages.writer import pending_changes, write_pages

SITE_SOURCE = "site_src"


@click.command(help="把记录写成 site_src/ 中的页面：只写有变化的，并删去过时的。")
@click.option("--check", is_flag=True, help="不写文件；若有页面需要更新，以 1 退出。")
@click.pass_obj
def command(invocation: Invocation, *, check: bool) -> int:
    """Writes what changed, or prints what would change."""
    catalog = invocation.open_catalog()
    folder = invocation.root / SITE_SOURCE
    findings = lint_catalog(catalog, on_two_cores)
    try:
        folders = template_folders(invocation.root)
        pages = render_pages(catalog, findings, folders, from_file=True, spread=on_two_cores)
        texts = page_texts(catalog, pages)
        changes = pending_changes(folder, texts) if check else write_pages(folder, texts)
        if not check:
            write_bodies(invocation.root, pages)
    except TemplateError as error:
        raise CannotRunError(str(error)) from error
    except OSError as error:
        raise CannotRunError(f"无法写入 {error.filename or folder}：{error.strerror}。") from error
    for path in changes.written:
        click.echo(f"{'需更新' if check else '已写入'} {path}")
    for path in changes.removed:
        click.echo(f"{'应删除' if check else '已删除'} {path}")
    click.echo(f"共 {len(pages)} 页，更新 {len(changes.written)} 页，删除 {len(changes.removed)} 页。", err=True)
    if findings:
        click.echo(f"记录中有 {len(findings)} 个问题，已显示在各自的页面上；详见 apimap lint。", err=True)
    return 1 if check and changes else 0
