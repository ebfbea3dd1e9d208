"""``apimap export``: writes the catalogue as files for programs."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation
from generator.publishing.export.registry import EXPORTS

if TYPE_CHECKING:
    from generator.catalog.catalog import Catalog
    from generator.model.finding import Finding
    from generator.publishing.pages.rendered import RenderedPage

SITE_SOURCE = "site_src"
SITE = "site"
"""What stands for all exports, below a built site."""
_HELP = f"""把全部记录写成供程序读取的文件。FORMAT 是其中一个：

\b
{"".join(f"  {it.name:<14}{it.path}：{it.words}{chr(10)}" for it in EXPORTS)}
site 把这些以及每条记录的 JSON、每页的 Markdown、旧地址的转向页写进 --output 指定的、已经生成的网站。各文件的内容见网站的“数据与接口”页。
"""


@click.command(help=_HELP)
@click.argument("form", metavar="FORMAT", type=click.Choice([*(it.name for it in EXPORTS), SITE]))
@click.option("--output", type=click.Path(path_type=Path), help="写到这个文件，site 则写到这个目录；不写则打印。")
@click.option("--site-url", default="", metavar="URL", help="网站首页的地址，写进 data.json、llms.txt 与转向页。")
@click.pass_obj
def command(invocation: Invocation, form: str, output: Path | None, site_url: str) -> int:
    """Prints one file, or writes it, or writes all of them below a built site."""
    if form == SITE:
        return _write_site(invocation, output, site_url)
    content = _content(invocation, form, site_url)
    if output is not None:
        _write(output, content)
    else:
        _print(content)
    return 0


def _content(invocation: Invocation, name: str, site: str) -> str | bytes:
    from generator.publishing.export import schema
    from generator.publishing.export.export_context import Exporting, dump_export, exported_records

    if name == "schema":  # it says what the data looks like, and asks for none
        return schema.dump()
    export = next(export for export in EXPORTS if export.name == name)
    catalog = invocation.open_catalog()
    titles = pages_of(invocation.root, catalog).titles if name == "llms" else {}
    return dump_export(export, Exporting(catalog, exported_records(catalog), titles, site))


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a build, by path: the Markdown and title of each, the rendered ones, and the findings."""

    texts: Mapping[str, str]
    titles: Mapping[str, str]
    rendered: Mapping[str, RenderedPage]
    findings: Sequence[Finding]


def pages_of(root: Path, catalog: Catalog) -> Pages:
    """Renders the pages of a catalogue, and reads those written by hand.

    Raises:
        CannotRunError: a template or a page cannot be used.
    """
    from generator.lint.run import lint_catalog
    from generator.publishing.export.llms import title_of
    from generator.publishing.export.writer import read_pages
    from generator.publishing.pages.registry import is_generated
    from generator.publishing.pages.render import render_pages
    from generator.publishing.pages.template_folders import template_folders
    from generator.publishing.pages.templates import TemplateError

    try:
        findings = lint_catalog(catalog)
        rendered = render_pages(catalog, findings, template_folders(root))
        by_hand = {path: text for path, text in read_pages(root / SITE_SOURCE).items() if not is_generated(path)}
    except TemplateError as error:
        raise CannotRunError(str(error)) from error
    except UnicodeDecodeError as error:
        raise CannotRunError(f"{root / SITE_SOURCE} 中有页面不是 UTF-8：{error}。") from error
    except OSError as error:
        raise CannotRunError(f"无法读取 {error.filename or root / SITE_SOURCE}：{error.strerror}。") from error
    texts = by_hand | {path: page.markdown for path, page in rendered.items()}
    titles = {path: title_of(path, text) for path, text in by_hand.items()}
    return Pages(texts, titles | {path: page.title for path, page in rendered.items()}, rendered, findings)


def _write_site(invocation: Invocation, output: Path | None, site: str) -> int:
    """Writes everything below a site that is there already."""
    from generator.publishing.export.export_context import Exporting, exported_records
    from generator.publishing.export.files import site_files
    from generator.publishing.export.writer import write_files

    if output is None:
        raise click.UsageError("site 要写很多文件：用 --output 指定已经生成的网站的目录。")
    if not (output / "index.html").is_file():
        raise CannotRunError(f"{output} 中没有 index.html：先生成网站，再运行 apimap export site --output {output}。")
    catalog = invocation.open_catalog()
    pages = pages_of(invocation.root, catalog)
    exporting = Exporting(catalog, exported_records(catalog), pages.titles, site)
    try:
        written = write_files(output, dict(site_files(exporting, pages.texts)))
    except OSError as error:
        raise CannotRunError(f"无法读写 {error.filename or output}：{error.strerror}。") from error
    click.echo(f"在 {output} 中写了 {len(written)} 个文件。", err=True)
    return 0


def _write(path: Path, content: str | bytes) -> None:
    from generator.storage.atomic import write_bytes

    try:
        write_bytes(path, _bytes(content))
    except OSError as error:
        raise CannotRunError(f"无法写入 {path}：{error.strerror}。") from error
    click.echo(f"已写入 {path}", err=True)


def _print(content: str | bytes) -> None:
    """Writes bytes, so that line ends stay unchanged on every system."""
    if isinstance(content, bytes) and sys.stdout.isatty():
        raise CannotRunError("objects-inv 是二进制文件，不能显示在终端上：用 --output FILE 写进文件。")
    click.echo(_bytes(content), nl=False)


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
