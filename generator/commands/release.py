"""``apimap release``: makes a release of the data, and remembers what it promises."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands import CannotRunError, Invocation
from generator.commands.diff import catalog_at, name_of
from generator.commands.export import pages_of

if TYPE_CHECKING:  # imported in functions, so that --help starts fast
    from generator.catalog.catalog import Catalog
    from generator.model.promises import Promises
    from generator.publishing.export.export_context import Exporting

NOTES = "CHANGES.md"
_MADE_FROM = ("mapping_data", "generator", "templates", "site_src", "pyproject.toml", "README_EN.md", "LICENSE")
"""What a release is made from: all of it has to be committed, so that the release can be made again."""


@click.command(
    help="在新目录 DIR 中做成一次数据发布：data.json 等的压缩包、带数据的 wheel、改动的说明与校验和；"
    "再把这次承诺不变的键、名称、地址与锚点写进 mapping_data/promises.txt，由你提交。"
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--version", metavar="日期", help="数据的版本，如 2026.11.22。  [默认：今天（UTC）]")
@click.option("--since", metavar="REV", help="说明从哪个提交以来的改动。  [默认：上次发布]")
@click.option("--site-url", default="", metavar="URL", help="网站首页的地址，写进 data.json。")
@click.option("--check", is_flag=True, help="不发布，只核对 DIR 中的一次发布是否完整。")
@click.pass_obj
def command(  # noqa: PLR0913  (one for each option)
    invocation: Invocation, folder: Path, *, version: str | None, since: str | None, site_url: str, check: bool
) -> int:
    """Makes a release, or checks one; what it promises is written last."""
    if check:
        return _check(folder)
    now = datetime.now(tz=UTC)
    chosen = version or f"{now.year}.{now.month}.{now.day}"
    from generator.storage.promises_file import PROMISES, dump_promises

    moment = _moment(chosen)
    if folder.exists() or folder.is_symlink():
        raise CannotRunError(f"{folder} 已经存在：换一个目录，或先删去它。")
    commit = _committed(invocation.root)
    catalog = invocation.open_catalog()
    _newer(chosen, catalog.promises)
    exporting, promises, faults = _prepared(invocation.root, catalog, chosen, commit, site_url)
    if faults:
        click.echo("\n".join(faults))
        click.echo(f"有 {len(faults)} 处使这次发布不能做。", err=True)
        return 1
    since = since or catalog.promises.commit
    notes = _notes(invocation.root, catalog, since, chosen)
    plan = _Plan(chosen, moment, notes, dump_promises(promises))
    _write(invocation.root, folder, plan, exporting)
    click.echo(f"已写入 {folder} 与 {PROMISES}；提交后者，并把前者中的文件附在发布上。", err=True)
    return 0


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is written beside the exports."""

    version: str
    moment: int
    notes: str
    promises: str


def _check(folder: Path) -> int:
    from generator.reports.release.archive import problems_of

    try:
        problems = list(problems_of(folder))
    except OSError as error:
        raise CannotRunError(f"无法读取 {error.filename or folder}：{error.strerror}。") from error
    for problem in problems:
        click.echo(problem)
    click.echo(f"{folder} 中有 {len(problems)} 个问题。" if problems else f"{folder} 完整。", err=True)
    return 1 if problems else 0


def _moment(version: str) -> int:
    """Returns the first second of the day that a version names."""
    from generator.storage.promises_file import VERSION

    try:
        if VERSION.fullmatch(version):
            year, month, day = map(int, version.split("."))
            return int(datetime(year, month, day, tzinfo=UTC).timestamp())
    except ValueError:
        pass
    raise CannotRunError(f"版本 {version} 应是日期，如 2026.11.22。")


def _newer(version: str, last: Promises) -> None:
    if last.version and _moment(version) <= _moment(last.version):
        raise CannotRunError(f"上次发布的版本是 {last.version}，{version} 不比它新：一天至多发布一次。")


def _committed(root: Path) -> str:
    """Returns the commit that the files are those of."""
    from generator.storage.git_revision import RevisionError, changed_files, commit_of

    try:
        commit = commit_of(root, "HEAD")
        changed = changed_files(root, _MADE_FROM)
    except RevisionError as error:
        raise CannotRunError(str(error)) from error
    if changed:
        raise CannotRunError(f"有没有提交的改动（{changed[0]} 等 {len(changed)} 个文件）：发布要出自一个提交，先提交。")
    return commit


def _prepared(
    root: Path, catalog: Catalog, version: str, commit: str, site: str
) -> tuple[Exporting, Promises, tuple[str, ...]]:
    """Returns what is exported, what it promises, and why it must not be released."""
    from generator.publishing.export.export_context import Exporting, exported_records
    from generator.reports.release.promises import broken_promises, promises_of

    pages = pages_of(root, catalog)
    exporting = Exporting(catalog, exported_records(catalog), pages.titles, site, version)
    promises = promises_of(exporting, pages.rendered, version, commit)
    findings = [f"{one.file}:{one.span.line}: {one.code} {one.message}" for one in pages.findings]
    return exporting, promises, (*findings, *broken_promises(catalog.promises, promises, exporting))


def _notes(root: Path, catalog: Catalog, since: str, version: str) -> str:
    """Returns the release notes: the title, and what changed since the last release."""
    from generator.reports.review.changes import compare_catalogs
    from generator.reports.review.report import as_markdown
    from generator.storage.git_revision import RevisionError

    said = "、".join(f"{library} {number}" for library, number in catalog.settings.versions.items())
    title = f"# 数据 {version}\n\n针对 {said}。\n"
    if not since:
        return f"{title}\n这是第一次发布，共 {sum(1 for _ in catalog.records())} 条记录。\n"
    with ExitStack() as stack:
        try:
            changes = compare_catalogs(catalog_at(stack, root, since), catalog)
            name = name_of(root, since, since)
        except RevisionError as error:
            raise CannotRunError(str(error)) from error
    return f"{title}\n{as_markdown(changes, name, version)}"


def _files(root: Path, plan: _Plan, exporting: Exporting) -> Iterator[tuple[str, bytes]]:
    """Yields the files of the release by name, the checksums last."""
    from generator.publishing.export.export_context import dump_export
    from generator.publishing.export.registry import EXPORTS
    from generator.reports.release.archive import SUMS, checksums, packed
    from generator.reports.release.wheel import WheelError, build_wheel
    from generator.storage.promises_file import PROMISES

    exports = {export.path: _bytes(dump_export(export, exporting)) for export in EXPORTS}
    try:
        licence = (root / "LICENSE").read_bytes()
        wheel, content = build_wheel(root, plan.version, plan.moment, exports.__getitem__)
    except WheelError as error:
        raise CannotRunError(str(error)) from error
    beside = {NOTES: plan.notes.encode(), Path(PROMISES).name: plan.promises.encode(), "LICENSE": licence}
    name = f"apimap-data-{plan.version}"
    files = {
        f"{name}.tar.gz": packed(name, {**exports, **beside}, plan.moment),
        wheel: content,
        NOTES: plan.notes.encode(),
    }
    yield from files.items()
    yield SUMS, checksums(files).encode()


def _write(root: Path, folder: Path, plan: _Plan, exporting: Exporting) -> None:
    from generator.storage.atomic import new_folder, write_text
    from generator.storage.promises_file import PROMISES

    try:
        with new_folder(folder) as place:
            for name, content in _files(root, plan, exporting):
                (place / name).write_bytes(content)
        write_text(root / PROMISES, plan.promises)
    except OSError as error:
        raise CannotRunError(f"无法读写 {error.filename or folder}：{error.strerror}。") from error


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
