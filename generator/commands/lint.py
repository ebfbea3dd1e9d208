"""``apimap lint``: all findings at once."""

from __future__ import annotations

import codecs
import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation
from generator.cores import on_two_cores

if TYPE_CHECKING:  # each is imported where it is needed, so that a clean run does not wait for it
    from generator.catalog import Catalog
    from generator.lint.baseline import Baseline
    from generator.lint.choice import Choice
    from generator.lint.fix import Fixed
    from generator.lint.place import Source
    from generator.model.finding import Finding
    from generator.yaml_file import RecordSource

FORMATS = ("text", "json", "github", "sarif")


@dataclass(frozen=True, slots=True)
class _Examined:
    """What was examined: the catalogue with its findings, and those that are wanted."""

    catalog: Catalog
    findings: list[Finding]
    changed: tuple[RecordSource, ...] = ()


@click.command(help="检查记录，列出全部问题。PATH 是记录、差异文档（.md）或文件夹；不写则检查全部记录。")
@click.argument("paths", metavar="[PATH …]", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--fix", is_flag=True, help="修正只有一个正确答案的问题。")
@click.option("--diff", is_flag=True, help="只显示 --fix 会改什么，不写文件。")
@click.option("--select", multiple=True, metavar="规则", help="只看这些规则或族，例如 PAR,EXA005。")
@click.option("--ignore", multiple=True, metavar="规则", help="不看这些规则或族。")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="输出的形式。")
@click.option("--write-baseline", is_flag=True, help="把现有的问题记为旧债，以后只报新的。")
@click.pass_obj
def command(  # noqa: PLR0913  (one parameter an option)
    invocation: Invocation,
    paths: Sequence[Path],
    select: Sequence[str],
    ignore: Sequence[str],
    form: str,
    *,
    fix: bool,
    diff: bool,
    write_baseline: bool,
) -> int:
    """Prints the findings of the named files; the whole catalogue is read, since some rules need it."""
    gc.disable()  # a run makes much and frees little before it ends; collecting costs a tenth of its time
    choice = _choice(select, ignore)
    catalogs = list(_catalogs(invocation, paths))
    examined = [_examine(catalog, paths, choice, fix=fix or diff) for catalog in catalogs]
    for one in examined:
        _write_or_show(one, show=diff)
    findings = [finding for one in examined for finding in one.findings]
    everything = not (paths or select or ignore)
    findings = _without_debts(invocation.root, findings, write=write_baseline, shrink=everything and not diff)
    sources = [source for one in examined for source in (*one.catalog.sources, *one.catalog.other_sources)]
    _print(form, findings, sources)
    if form == "text":
        from generator.lint.report import summary

        click.echo(summary(findings, sum(len(one.catalog.sources) for one in examined)), err=True)
    return 1 if findings else 0


def _choice(select: Sequence[str], ignore: Sequence[str]) -> Choice:
    from generator.lint.choice import Choice, UnknownCodeError

    try:
        return Choice.parse(select, ignore)
    except UnknownCodeError as error:
        raise CannotRunError(str(error)) from error


def _catalogs(invocation: Invocation, paths: Sequence[Path]) -> Iterator[Catalog]:
    """The project's catalogue, and another one of what was named beside it."""
    from generator.catalog import DATA, RECORDS

    records, data = invocation.root / RECORDS, invocation.root / DATA
    if not paths:
        yield invocation.open_catalog(on_two_cores)
        return
    from generator.lint.sources import foreign_catalog, foreign_sources

    foreign = list(foreign_sources(paths, data, _read_markdown))
    catalog = invocation.open_catalog() if records.is_dir() else None
    inside = any(_is_below(data, path) or _is_below(path, data) for path in paths)
    if catalog is not None and (inside or not foreign):
        yield catalog
    if foreign:
        yield foreign_catalog(catalog, foreign)
    elif catalog is None:
        yield invocation.open_catalog()  # says what is missing


def _read_markdown(file: str, raw: bytes) -> RecordSource:
    try:
        from generator.importing.document import read_difference_document
    except ImportError as error:
        raise CannotRunError(f"还不能检查 Markdown 文档：{file}。") from error
    source: RecordSource = read_difference_document(file, raw)
    return source


def _is_below(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _examine(catalog: Catalog, paths: Sequence[Path], choice: Choice, *, fix: bool) -> _Examined:
    """The wanted findings, after mending them where that is asked for."""
    from generator.lint.run import lint_catalog

    def wanted(catalog: Catalog) -> list[Finding]:
        return choice.of(_below(paths, lint_catalog(catalog, on_two_cores)))

    if not fix:
        return _Examined(catalog, wanted(catalog))
    from generator.lint.fix import fix_catalog

    fixed: Fixed = fix_catalog(catalog, wanted)
    return _Examined(fixed.catalog, fixed.findings, fixed.changed)


def _below(paths: Sequence[Path], findings: list[Finding]) -> list[Finding]:
    """The findings of files that are among the paths or below one of them."""
    if not paths:
        return findings
    wanted = [path.resolve() for path in paths]
    chosen = {
        file: any(Path(file).resolve().is_relative_to(path) for path in wanted) for file in {f.file for f in findings}
    }
    return [finding for finding in findings if chosen[finding.file]]


def _write_or_show(examined: _Examined, *, show: bool) -> None:
    """Writes the files that were mended, or prints what would change in them."""
    from generator.atomic import write_text

    for source in examined.changed:
        path, text = Path(source.file), source.document.text
        try:
            raw = path.read_bytes()
            if show:
                _echo(_difference(source.file, raw.decode("utf-8-sig"), text))
            else:
                write_text(path, "\ufeff" + text if raw.startswith(codecs.BOM_UTF8) else text)
        except OSError as error:
            raise CannotRunError(f"无法写入 {source.file}：{error.strerror}。") from error


def _difference(file: str, old: str, new: str) -> Iterable[str]:
    import difflib  # slow to import, and needed only for --diff

    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), file, file, lineterm="")
    return (line.rstrip("\r\n") for line in lines)


def _without_debts(root: Path, findings: list[Finding], *, write: bool, shrink: bool) -> list[Finding]:
    """The findings that the baseline does not know; it is written, or shortened by what has been mended."""
    from generator.lint.baseline import FILE, Baseline

    path = root / FILE
    if write:
        _write_baseline(path, Baseline.of(findings))
        return []
    if not path.is_file():
        return findings
    try:
        known = Baseline.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRunError(f"无法使用 {path}：{error}。可用 apimap lint --write-baseline 重新生成。") from error
    new, left = known.split(findings)
    if shrink and left.counts != known.counts:
        _write_baseline(path, left)
    return new


def _write_baseline(path: Path, baseline: Baseline) -> None:
    from generator.atomic import write_text

    try:
        if baseline.counts.total():
            write_text(path, baseline.dump())
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise CannotRunError(f"无法写入 {path}：{error.strerror}。") from error
    click.echo(f"{path} 记有 {baseline.counts.total()} 个旧问题。", err=True)


def _print(form: str, findings: Sequence[Finding], sources: Iterable[Source]) -> None:
    if form == "github":
        _print_for_github(findings)
        return
    if form == "sarif":
        from generator.lint.sarif import format_sarif as formatter
    elif form == "json":
        from generator.lint.report import format_json as formatter
    else:
        from generator.lint.report import format_text as formatter
    files = {finding.file for finding in findings}
    _echo(formatter(findings, {source.file: source.document.text for source in sources if source.file in files}))


def _print_for_github(findings: Sequence[Finding]) -> None:
    from generator.lint.github import annotate, changed_files, step_summary

    _echo(annotate(findings, changed_files(os.environ, Path())))
    if summary_file := os.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            with Path(summary_file).open("a", encoding="utf-8") as file:
                file.write(step_summary(findings))
        except OSError as error:
            raise CannotRunError(f"无法写入 {summary_file}：{error.strerror}。") from error


def _echo(lines: Iterable[str]) -> None:
    """Prints with colours for a terminal that wants them, and without for everything else."""
    colour = False if os.environ.get("NO_COLOR") else True if os.environ.get("FORCE_COLOR") else None
    text = "\n".join(lines)
    if text:
        click.echo(text, color=colour)
