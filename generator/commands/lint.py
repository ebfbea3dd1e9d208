"""``apimap lint``: prints all findings."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation, bytes_of, write_source
from generator.parallel import on_two_cores

if TYPE_CHECKING:  # imported in functions, so that a run without findings starts fast
    from generator.lint.baseline import Baseline
    from generator.lint.selection import Choice
    from generator.lint.targets import LintResult
    from generator.model.finding import Finding
    from generator.storage.yaml_file import RecordSource

FORMATS = ("text", "json", "github", "sarif", "suggestions")
SUGGESTIONS = FORMATS[-1]
"""Prints what ``--fix`` would do to the lines that a pull request changes, and writes nothing."""


@click.command(
    help="检查记录，列出全部问题。PATH 是记录、差异文档（.md）或文件夹，也可以写 API 名称；不写则检查全部记录。"
)
@click.argument("paths", metavar="[PATH …]", nargs=-1, type=click.Path(path_type=Path))
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
    """Prints the findings of the named files; all records are read, since some rules need them."""
    paths = [_existing(invocation.root, path) for path in paths]
    gc.disable()  # a run frees little memory before it ends; collecting takes a tenth of its time
    answers = _answers(invocation.root, paths, _choice(select, ignore), fix=fix or diff or form == SUGGESTIONS)
    if form == SUGGESTIONS:
        return _print_suggestions(answers)
    for answer in answers:
        for source in answer.changed:
            _show(source) if diff else write_source(source)
    findings = [finding for answer in answers for finding in answer.linted.findings]
    everything = not (paths or select or ignore)
    findings = _without_debts(invocation.root, findings, write=write_baseline, shrink=everything and not diff)
    _print(form, findings, {file: text for answer in answers for file, text in answer.linted.texts.items()})
    if form == "text":
        from generator.lint.report import summary

        click.echo(
            summary(findings, sum(answer.files for answer in answers), "个文件" if paths else "条记录"), err=True
        )
    return 1 if findings else 0


def _existing(root: Path, path: Path) -> Path:
    """Returns the path as it is, or the record's file where an API was named.

    Raises:
        CannotRunError: there is neither.
    """
    if os.path.lexists(path):
        return path
    from generator.catalog.catalog import RECORDS
    from generator.storage.record_path import record_path

    named = root / RECORDS / record_path(path.name)
    if path.name != str(path) or not named.exists():
        raise CannotRunError(f"没有文件 {path}，也没有这个 API 的记录；PATH 应是路径，或记录的名称（如 torch.abs）。")
    return named


def _answers(root: Path, paths: Sequence[Path], choice: Choice, *, fix: bool) -> list[LintResult]:
    from generator.catalog.catalog import CatalogError
    from generator.lint.rules.catalog_fault import fault_text
    from generator.lint.targets import lint_project, lint_targets

    try:
        if not paths and not fix:
            return [lint_project(root, choice, on_two_cores)]
        return list(lint_targets(root, paths, choice, on_two_cores, fix=fix))
    except CatalogError as error:
        raise CannotRunError(fault_text(error)) from error


def _choice(select: Sequence[str], ignore: Sequence[str]) -> Choice:
    from generator.lint.selection import Choice, UnknownCodeError

    try:
        return Choice.parse(select, ignore)
    except UnknownCodeError as error:
        raise CannotRunError(str(error)) from error


def _show(source: RecordSource) -> None:
    """Prints what mending changes in a file."""
    import difflib  # slow to import, and needed only for --diff

    from generator.lint.report import one_line

    old = bytes_of(source).decode("utf-8-sig")
    lines = difflib.unified_diff(
        old.splitlines(), source.document.text.splitlines(), source.file, source.file, lineterm=""
    )
    in_log = "CI" in os.environ or "TF_BUILD" in os.environ  # elsewhere the diff may be piped to ``patch``
    _echo(one_line(line) if in_log else line.rstrip("\r\n") for line in lines)


def _without_debts(root: Path, findings: list[Finding], *, write: bool, shrink: bool) -> list[Finding]:
    """Returns the findings that are not in the baseline, and writes or shortens the baseline."""
    from generator.lint.baseline import FILE, Baseline
    from generator.storage.file_bytes import MAX_DATA, read_bytes

    path = root / FILE
    if write:
        _write_baseline(path, Baseline.of(findings))
        return []
    if not os.path.lexists(path):
        return findings
    try:
        known = Baseline.parse(read_bytes(path, MAX_DATA, root).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRunError(f"无法使用 {path}：{error}。可用 apimap lint --write-baseline 重新生成。") from error
    new, left = known.split(findings)
    if shrink and left.counts != known.counts:
        _write_baseline(path, left)
    return new


def _write_baseline(path: Path, baseline: Baseline) -> None:
    from generator.storage.atomic import write_text

    try:
        if baseline.counts.total():
            write_text(path, baseline.dump())
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise CannotRunError(f"无法写入 {path}：{error.strerror}。") from error
    click.echo(f"{path} 记有 {baseline.counts.total()} 个旧问题。", err=True)


def _print(form: str, findings: Sequence[Finding], texts: Mapping[str, str]) -> None:
    if form == "github":
        _print_for_github(findings)
        return
    if form == "sarif":
        from generator.lint.sarif import format_sarif as formatter
    elif form == "json":
        from generator.lint.report import format_json as formatter
    else:
        from generator.lint.report import format_text as formatter
    _echo(formatter(findings, texts))


def _print_for_github(findings: Sequence[Finding]) -> None:
    from generator.lint.github import annotate, changed_lines, step_summary

    _echo(annotate(findings, changed_lines(os.environ, Path())))
    if summary_file := os.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            with Path(summary_file).open("a", encoding="utf-8") as file:
                file.write(step_summary(findings))
        except OSError as error:
            raise CannotRunError(f"无法写入 {summary_file}：{error.strerror}。") from error


def _print_suggestions(answers: Sequence[LintResult]) -> int:
    from generator.lint.github import changed_lines
    from generator.reports.review.suggestions import format_suggestions

    mended = [
        (source.file, bytes_of(source).decode("utf-8-sig"), source.document.text)
        for answer in answers
        for source in answer.changed
    ]
    found = [finding for answer in answers for finding in answer.before]
    _echo([format_suggestions(mended, found, changed_lines(os.environ, Path()))])
    return 1 if found else 0


def _echo(lines: Iterable[str]) -> None:
    """Prints with colours on a terminal that supports them, and without elsewhere."""
    colour = False if os.environ.get("NO_COLOR") else True if os.environ.get("FORCE_COLOR") else None
    text = "\n".join(lines)
    if text:
        click.echo(text, color=colour)
