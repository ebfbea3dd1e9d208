"""``apimap diff``: what a change of the data does, in words."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation

if TYPE_CHECKING:  # imported in functions, so that --help starts fast
    from generator.catalog.catalog import Catalog

WORK_TREE = "工作区"
"""What the state is called that is not committed."""


@click.command(
    help="以文字说明数据的改动：记录、证据与覆盖。BASE 与 HEAD 是提交、分支或标签；不写 HEAD，就是工作区现在的文件。"
    "读取提交里的数据，不改动工作区。"
)
@click.argument("base")
@click.argument("head", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    show_default=True,
    help="输出的形式。",
)
@click.option("--merge-base", is_flag=True, help="与两边分开之处比较，如同合并请求：不算 BASE 后来的改动。")
@click.option("--link", default="", metavar="URL", help="记录的名称链接到这里的页面；不写则不链接。")
@click.option(
    "--site",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="由改动之后的数据生成的网站；与 --pages 一起写。",
)
@click.option(
    "--pages", type=click.Path(path_type=Path), help="把改动的页面从 --site 写进这个新目录，直接用浏览器打开。"
)
@click.pass_obj
def command(  # noqa: PLR0913  (one for each option)
    invocation: Invocation,
    base: str,
    head: str | None,
    *,
    form: str,
    link: str,
    site: Path | None,
    pages: Path | None,
    merge_base: bool,
) -> int:
    """Prints what changed between two states of the data, and copies the pages of it where that is asked for."""
    if (site is None) != (pages is None):
        raise click.UsageError("--site 与 --pages 要一起写。")
    from generator.reports.review.changes import compare_catalogs
    from generator.reports.review.report import as_json, as_markdown, summary
    from generator.storage.git_revision import RevisionError
    from generator.storage.git_revision import merge_base as parting_of

    root = invocation.root
    with ExitStack() as stack:
        try:
            start = parting_of(root, base, head or "HEAD") if merge_base else base
            old = catalog_at(stack, root, start)
            new = catalog_at(stack, root, head) if head is not None else invocation.open_catalog()
            names = (name_of(root, base, start), name_of(root, head, head) if head is not None else WORK_TREE)
        except RevisionError as error:
            raise CannotRunError(str(error)) from error
        changes = compare_catalogs(old, new)
    if site is not None and pages is not None:
        _write_pages(site, pages, as_markdown(changes, *names, "."), changes.pages, link)
    click.echo(as_json(changes, *names) if form == "json" else as_markdown(changes, *names, link), nl=False)
    click.echo(summary(changes), err=True)
    return 0


def catalog_at(stack: ExitStack, root: Path, revision: str) -> Catalog:
    """Returns the catalogue of a revision, whose files are there until the stack is closed.

    Raises:
        CannotRunError: its data cannot be read by this version of the program.
        RevisionError: it has no data.
    """
    from generator.catalog.catalog import DATA, CatalogError, load_catalog
    from generator.storage.git_revision import folder_at

    folder = stack.enter_context(folder_at(root, revision, DATA))
    try:
        return load_catalog(folder)
    except CatalogError as error:
        said = str(error).replace(f"{folder}/", "")
        raise CannotRunError(f"读不出提交 {revision} 的数据，它的格式可能与现在的不同：{said}") from error


def name_of(root: Path, name: str, revision: str) -> str:
    """Returns what a revision is called, with the short id of the commit that stands for it.

    Raises:
        RevisionError: there is no such commit.
    """
    from generator.storage.git_revision import commit_of

    commit = commit_of(root, revision)
    return commit[:10] if commit.startswith(name) else f"{name}（{commit[:10]}）"


def _write_pages(site: Path, pages: Path, markdown: str, changed: tuple[str, ...], online: str) -> None:
    from generator.reports.review.offline import OfflineError, write_offline

    try:
        write_offline(site, pages, changed, markdown, online)
    except OfflineError as error:
        raise CannotRunError(str(error)) from error
    except OSError as error:
        raise CannotRunError(f"无法读写 {error.filename or pages}：{error.strerror}。") from error
