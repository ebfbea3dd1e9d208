"""``apimap lint``: all findings at once."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from pathlib import Path

import click

from generator.atomic import write_text
from generator.catalog import Catalog
from generator.commands import CannotRunError, Invocation
from generator.lint.fix import fix_text
from generator.lint.report import FORMATS, summary
from generator.lint.run import lint_catalog
from generator.model.finding import Finding


@click.command(help="检查记录，列出全部问题。PATH 是记录文件或文件夹；不写则检查全部。")
@click.argument("paths", metavar="[PATH …]", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--fix", is_flag=True, help="修正只有一个正确答案的问题。")
@click.option(
    "--format", "form", type=click.Choice(sorted(FORMATS)), default="text", show_default=True, help="输出的形式。"
)
@click.pass_obj
def command(invocation: Invocation, paths: Sequence[Path], form: str, *, fix: bool) -> int:
    """Prints the findings of the named files; the whole catalogue is read, since some rules need it."""
    catalog = invocation.open_catalog()
    findings = _below(paths, lint_catalog(catalog))
    if fix and _fix(catalog, findings):
        catalog = invocation.open_catalog()
        findings = _below(paths, lint_catalog(catalog))
    for line in FORMATS[form](findings):
        click.echo(line)
    if form == "text":
        click.echo(summary(findings, len(catalog.sources)), err=True)
    return 1 if findings else 0


def _below(paths: Sequence[Path], findings: list[Finding]) -> list[Finding]:
    """The findings of files that are among the paths or below one of them."""
    if not paths:
        return findings
    wanted = [path.resolve() for path in paths]
    chosen = {
        file: any(Path(file).resolve().is_relative_to(path) for path in wanted) for file in {f.file for f in findings}
    }
    return [finding for finding in findings if chosen[finding.file]]


def _fix(catalog: Catalog, findings: Sequence[Finding]) -> bool:
    """Mends the files of the findings, and says whether any changed."""
    changed = False
    for source in catalog.sources:
        fixable = [finding for finding in findings if finding.file == source.file and finding.fixable]
        text = fix_text(source.document, fixable)
        if text != source.document.text:
            try:
                path = Path(source.file)
                write_text(path, "\ufeff" + text if path.read_bytes().startswith(codecs.BOM_UTF8) else text)
            except OSError as error:
                raise CannotRunError(f"无法写入 {source.file}：{error.strerror}。") from error
            changed = True
    return changed
