"""``apimap export``: the catalogue as files for machines."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation

if TYPE_CHECKING:
    from generator.catalog.catalog import Catalog

SITE_SOURCE = "site_src"


class Format(StrEnum):
    """What can be exported; ``SITE`` stands for all of it, below a built site."""

    JSON = "json"
    CSV = "csv"
    DOCS_MAPPINGS = "docs-mappings"
    SCHEMA = "schema"
    OBJECTS_INV = "objects-inv"
    LLMS = "llms"
    SITE = "site"


@click.command(
    help="把全部记录写成供程序读取的文件：json 是 data.json，schema 是它的 JSON Schema，csv 是映射总表，"
    "docs-mappings 是公开工具读取的格式，objects-inv 是 Sphinx 清单，llms 是 llms.txt；"
    "site 把这些以及每条记录的 JSON、每页的 Markdown、旧地址的转向页写进 --output 指定的、已经生成的网站。"
    "各文件的内容见网站的“数据与接口”页。"
)
@click.argument("form", metavar="FORMAT", type=click.Choice([str(form) for form in Format]))
@click.option("--output", type=click.Path(path_type=Path), help="写到这个文件，site 则写到这个目录；不写则打印。")
@click.option("--site-url", default="", metavar="URL", help="网站首页的地址，写进 data.json、llms.txt 与转向页。")
@click.pass_obj
def command(invocation: Invocation, form: str, output: Path | None, site_url: str) -> int:
    """Prints one file, or writes it, or writes all of them below a built site."""
    if form == Format.SITE:
        return _write_site(invocation, output, site_url)
    content = _content(invocation, Format(form), site_url)
    if output is not None:
        _write(output, content)
    else:
        _print(content)
    return 0


def _content(invocation: Invocation, form: Format, site: str) -> str | bytes:
    from generator.export import files
    from generator.export.data_json import dump_data
    from generator.export.paths import LLMS
    from generator.export.schema import dump_data_schema

    if form is Format.SCHEMA:
        return dump_data_schema()
    catalog = invocation.open_catalog()
    exported = files.exported_records(catalog)
    made: dict[Format, Callable[[], str | bytes]] = {
        Format.JSON: lambda: dump_data(catalog, exported, site),
        Format.CSV: lambda: files.dump_csv(exported),
        Format.DOCS_MAPPINGS: lambda: files.dump_docs_mappings(exported),
        Format.OBJECTS_INV: lambda: files.dump_objects_inv(catalog, exported),
        Format.LLMS: lambda: files.site_files(catalog, _all_pages(invocation.root, catalog), site)[LLMS],
    }
    return made[form]()


def _all_pages(root: Path, catalog: Catalog) -> dict[str, str]:
    """The pages that a build would have now: those written by hand, and those rendered."""
    from generator.export.writer import read_pages
    from generator.lint.run import lint_catalog
    from generator.pages.render import render_pages
    from generator.pages.templates import TemplateError, template_folders

    try:
        rendered = render_pages(catalog, lint_catalog(catalog), template_folders(root))
        return {
            **read_pages(root / SITE_SOURCE),
            **{path: text for path, text in rendered.items() if path.endswith(".md")},
        }
    except TemplateError as error:
        raise CannotRunError(str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRunError(f"无法读取 {root / SITE_SOURCE}：{error}。") from error


def _write_site(invocation: Invocation, output: Path | None, site: str) -> int:
    """Writes everything below a site that is there already, from the pages that it was built from."""
    from generator.export.writer import write_site_files

    if output is None:
        raise click.UsageError("site 要写很多文件：用 --output 指定已经生成的网站的目录。")
    docs = invocation.root / SITE_SOURCE
    if not (output / "index.html").is_file():
        raise CannotRunError(f"{output} 中没有 index.html：先生成网站，再运行 apimap export site --output {output}。")
    try:
        written = write_site_files(invocation.open_catalog(), docs, output, site)
    except UnicodeDecodeError as error:
        raise CannotRunError(f"{docs} 中有页面不是 UTF-8：{error}。") from error
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
    """The very bytes: line ends stay as they are, whatever the system's own are."""
    if isinstance(content, bytes) and sys.stdout.isatty():
        raise CannotRunError("objects-inv 是二进制文件，不能显示在终端上：用 --output FILE 写进文件。")
    click.echo(_bytes(content), nl=False)


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
