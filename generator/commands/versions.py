"""``apimap versions``: compares the records with other releases of a library."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from generator.authoring.migrations.release import draft_release
from generator.authoring.migrations.step import migrate_record
from generator.catalog.catalog import INVENTORY, Catalog
from generator.catalog.files import UnusableError, read_earlier
from generator.catalog.inventory.reader_process import ReadingError, read_library
from generator.commands import CannotRunError, Invocation, write_source
from generator.commands.migrate import say_changes
from generator.commands.verify import converter_of, installed_versions
from generator.commands.worker_commands import Shard, part_of, read_old, with_progress, worker_options, writing
from generator.evidence.verify.trial import Setting
from generator.libraries.library import Library
from generator.libraries.registry import LIBRARIES
from generator.lint.report import one_line
from generator.model.evidence import Evidence
from generator.model.record import Record
from generator.model.release import OnReleases, Release, releases_of
from generator.publishing.views.releases import STATE_NAMES
from generator.reports.versions.environment import EnvironmentMissingError, find_python, make_environment
from generator.reports.versions.report import as_json, as_markdown, review_lines, say_reviews
from generator.reports.versions.run import run_on
from generator.statistics.release_changes import (
    all_releases,
    all_standings,
    compare_releases,
    count_states,
    inventory_of,
)
from generator.statistics.release_review import review_records
from generator.storage.atomic import write_text
from generator.storage.evidence_file import read_evidence
from generator.storage.file_bytes import MAX_DATA, read_bytes
from generator.storage.inventory_delta import delta_name, dump_delta
from generator.storage.inventory_file import file_name
from generator.storage.json_lines import LinesError
from generator.storage.release_file import keep_others, read_releases, write_releases
from generator.storage.variation_file import read_variations

_WRITE_EVERY = 20.0
"""How often the results are written while others are still run, in seconds."""
_library = click.option(
    "--library", type=click.Choice(sorted(LIBRARIES)), help="哪个库；不写则是 catalog.yml 的 earlier 中的第一个。"
)


@click.group(help="在库的其他版本上核对记录。较早的版本写在 catalog.yml 的 earlier 中。")
def command() -> None:
    """Groups the verbs below."""


@command.command(help="为 VERSION（如 3.2.2）建立环境，在 git 忽略的 .cache/versions/ 中；已有的重新建立。")
@click.argument("versions", metavar="VERSION …", nargs=-1, required=True)
@_library
@click.pass_obj
def env(invocation: Invocation, versions: Sequence[str], library: str | None) -> int:
    """Installs each release, which takes a download of some hundred MB."""
    for release in _releases(invocation.open_catalog(results=False), versions, library):
        click.echo(f"正在安装 {release}……", err=True)
        try:
            with writing(invocation.root):
                python = make_environment(invocation.root, LIBRARIES[release.library], release.version)
        except EnvironmentMissingError as error:
            raise CannotRunError(str(error)) from error
        click.echo(f"{release}：{python}")
    return 0


@command.command(help="读取 VERSION 的 API，写下与当前版本的清单不同之处；不写则是 earlier 中的全部。")
@click.argument("versions", metavar="[VERSION …]", nargs=-1)
@_library
@click.option("--check", is_flag=True, help="不写文件；与已提交的不同则以 1 退出。")
@click.pass_obj
def inventory(invocation: Invocation, versions: Sequence[str], library: str | None, *, check: bool) -> int:
    """Writes or checks the differences of each release."""
    catalog = invocation.open_catalog(results=False)
    folder = invocation.root / INVENTORY
    differs = False
    for release in _releases(catalog, versions, library):
        base_file = file_name(release.library, catalog.settings.versions.get(release.library, ""))
        try:
            base = read_bytes(folder / base_file, MAX_DATA, invocation.root).decode("utf-8")
        except OSError as error:
            raise CannotRunError(f"无法读取 {folder / base_file}：{error}。先运行 apimap inventory。") from error
        text = dump_delta(_text_of(invocation.root, release), base, base_file)
        path = folder / delta_name(release.library, release.version)
        same = path.exists() and path.read_bytes() == text.encode()
        differs |= not same
        kilobytes = len(text.encode()) / 1000
        click.echo(f"{release}：与 {base_file} 不同的 {text.count(chr(10)) - 2} 行，{kilobytes:.0f} kB")
        if not same and not check:
            with writing(invocation.root):
                write_text(path, text)
            click.echo(f"  已写入 {path}")
    if check and differs:
        click.echo("已提交的清单与环境中的库不一致：请运行 apimap versions inventory 并提交结果。", err=True)
    return int(check and differs)


@command.command(
    help="在 VERSION 上运行记录的示例与检查，与当前版本的 PyTorch 的结果比较，写下与证据不同之处；不写则是 earlier 中的全部。"
    "只运行还没有结果或证据变了的记录。"
)
@click.argument("versions", metavar="[VERSION …]", nargs=-1)
@_library
@click.option("--record", "names", metavar="NAME", multiple=True, help="只运行这条记录，可以写几次。")
@click.option("--all", "everything", is_flag=True, help="运行全部记录，不论结果是否过时。")
@click.option("--check", is_flag=True, help="不写文件，运行全部所选的记录；若已提交的结果与这次的不同，以 1 退出。")
@worker_options("结果")
@click.pass_obj
def run(  # noqa: PLR0913  (one for each option)
    invocation: Invocation,
    *,
    versions: Sequence[str],
    library: str | None,
    names: Sequence[str],
    shard: Shard | None,
    jobs: int,
    everything: bool,
    check: bool,
    unsafe: bool,
) -> int:
    """Writes the results of each release while others are still run."""
    root = invocation.root
    catalog = replace(
        invocation.open_catalog(results=False), evidence=_evidence(root), variations=read_old(read_variations, root)
    )
    releases = _releases(catalog, versions, library)
    pythons = {release: _python(root, release) for release in releases}
    records = part_of(_records(catalog, names), shard)
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    setting = Setting(installed_versions(records), today, isolated=not unsafe, convert=converter_of(catalog))
    _require_pinned(catalog, setting.versions)
    known, changed = read_old(read_releases, root), set[str]()
    for release in releases:
        fresh = {one.torch for one in records if _is_fresh(known.get(one.torch), release, catalog)}
        keeps = not (names or everything or check)
        chosen = [(one, catalog.evidence[one.torch]) for one in records if not (keeps and one.torch in fresh)]
        written = time.monotonic()
        done = run_on(release, pythons[release], chosen, setting, jobs) if chosen else ()
        for found in with_progress(str(release), len(chosen), done):
            merged = keep_others(found, known)
            if merged != known.get(found.api):
                changed.add(found.api)
            known[found.api] = merged
            if not check and time.monotonic() - written > _WRITE_EVERY:
                _write(root, known)
                written = time.monotonic()
        if not check:
            _write(root, known)
    for api in sorted(changed) if check else ():
        click.echo(f"在其他版本上的结果需更新：{api}")
    return int(check and bool(changed))


@command.command(name="list", help="各版本上有多少条记录成立，只看已提交的结果与清单。")
@click.pass_obj
def list_releases(invocation: Invocation) -> int:
    """Prints a line for each release, the newest first."""
    catalog = invocation.open_catalog()
    stands = all_standings(catalog)
    for release in all_releases(catalog):
        counts = "，".join(f"{STATE_NAMES[state]} {number}" for state, number in count_states(stands, release))
        click.echo(f"{release}：{counts}")
    others = sum(1 for record in catalog.records() if record.torch not in stands)
    click.echo(f"另有 {others} 条记录没有对应的 API，不分版本。", err=True)
    return 0


@command.command(help="写出从 OLD 到 NEW 记录的答案变了什么，只看已提交的结果与清单，什么也不运行。")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@_library
@click.option("--format", "form", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True)
@click.pass_obj
def diff(invocation: Invocation, old: str, new: str, library: str | None, form: str) -> int:
    """Prints the answers that appear, break, become simpler or harder."""
    catalog = invocation.open_catalog()
    before, after = _releases(catalog, (old, new), library)
    _require_known(catalog, (before, after))
    changes = compare_releases(catalog, all_standings(catalog), before, after)
    click.echo((as_json if form == "json" else as_markdown)(changes), nl=False)
    return 0


@command.command(
    help="新的版本 NEW 出来之后，列出要重看的记录：清单中对应的 API 变了、新增了同名的 API，或运行的结果不同。"
    "先运行 apimap versions env、inventory 与 run。"
)
@click.argument("new", metavar="NEW")
@click.option("--since", metavar="OLD", help="与哪个版本相比；不写则是 catalog.yml 声明的当前版本。")
@_library
@click.option(
    "--draft", is_flag=True, help="把签名能决定的改动写进这些记录，并标上 draft；其余的由人改，看过之后删去 draft。"
)
@click.pass_obj
def review(invocation: Invocation, new: str, since: str | None, library: str | None, *, draft: bool) -> int:
    """Prints a line for each record, and how far the inventories and the runs agree; changes the records on demand."""
    catalog = invocation.open_catalog()
    (after,) = _releases(catalog, (new,), library)
    before = Release(after.library, since or catalog.settings.versions.get(after.library, ""))
    if after not in all_releases(catalog):
        catalog = _with_release(catalog, after)
    _require_known(catalog, (before, after))
    reviews = list(review_records(catalog, all_standings(catalog), before, after))
    for line in review_lines(reviews):
        click.echo(one_line(line))
    click.echo(say_reviews(reviews), err=True)
    if draft:
        _draft(catalog, {one.record.torch for one in reviews}, before, after)
    return 0


def _draft(catalog: Catalog, apis: Collection[str], before: Release, after: Release) -> None:
    """Writes what the release does to the records of ``apis``, and prints each change with its place."""
    old, new = inventory_of(catalog, before), inventory_of(catalog, after)
    if old is None or new is None:
        raise CannotRunError(f"没有 {before if old is None else after} 的清单，不能起草。")
    sources = [one for one in catalog.sources if one.record is not None and one.record.torch in apis]
    migrated = [
        migrate_record(one, tuple(draft_release(one, catalog.entry(one.record.torch), old, new, catalog.glossary)))
        for one in sources
        if one.record is not None
    ]
    for one in migrated:
        write_source(one.after)
    say_changes(migrated, "已改")
    click.echo("再运行 apimap lint --fix、apimap verify 与 apimap vary，逐条看过之后删去 draft。", err=True)


def _with_release(catalog: Catalog, release: Release) -> Catalog:
    """Returns the catalogue with a release beside the earlier ones, whose inventory and results have been written."""
    assert catalog.root is not None
    earlier = {release.library: (*catalog.settings.earlier.get(release.library, ()), release.version)}
    settings = catalog.settings.model_copy(update={"earlier": {**catalog.settings.earlier, **earlier}})
    try:
        found = read_earlier(catalog.root / INVENTORY, settings, catalog.root)
    except UnusableError as error:
        raise CannotRunError(str(error)) from error
    if release not in found:
        raise CannotRunError(f"没有 {release} 的清单：请先运行 apimap versions inventory {release.version}。")
    return replace(catalog, settings=settings, earlier=found)


def _require_known(catalog: Catalog, releases: Sequence[Release]) -> None:
    known = all_releases(catalog)
    for release in releases:
        if release not in known:
            raise click.UsageError(f"没有 {release} 的结果；已有：{'、'.join(map(str, known)) or '无'}。")


def _releases(catalog: Catalog, versions: Sequence[str], library: str | None) -> list[Release]:
    """Returns the releases that the arguments name, or all earlier ones; the current one is none of them."""
    earlier = catalog.settings.earlier
    name = library or next(iter(earlier), None)
    if name is None:
        raise CannotRunError("catalog.yml 没有 earlier：请写明较早的版本，或用 --library 指明哪个库。")
    if not versions:
        return list(releases_of({name: earlier.get(name, ())} if library else earlier))
    return [Release(name, version) for version in versions]


def _library_of(release: Release) -> Library:
    return LIBRARIES[release.library]


def _python(root: Path, release: Release) -> Path:
    try:
        return find_python(root, _library_of(release), release.version)
    except EnvironmentMissingError as error:
        raise CannotRunError(str(error)) from error


def _text_of(root: Path, release: Release) -> str:
    click.echo(f"正在读取 {release}……", err=True)
    try:
        return read_library(_library_of(release), str(_python(root, release)))[1]
    except ReadingError as error:
        raise CannotRunError(f"无法读取 {release}：{error}") from error


def _evidence(root: Path) -> Mapping[str, Evidence]:
    try:
        return read_evidence(root)
    except LinesError as error:
        raise CannotRunError(str(error)) from error


def _records(catalog: Catalog, names: Sequence[str]) -> list[Record]:
    """Returns the records to run: those with current evidence, of all or of those named."""
    for name in names:
        if name not in catalog.by_api:
            raise click.UsageError(f"没有 {name} 的记录；NAME 应是 API 名称，例如 torch.abs。")
    wanted = [record for record in catalog.records() if not names or record.torch in names]
    pinned = catalog.settings.versions
    found = [
        record
        for record in wanted
        if (evidence := catalog.evidence.get(record.torch)) is not None and evidence.is_current(record, pinned)
    ]
    left = [record.torch for record in wanted if record not in found and any(record.snippets())]
    if left:
        click.echo(f"{len(left)} 条记录的证据过时或没有，先运行 apimap verify：{'、'.join(left[:3])} 等", err=True)
    return found


def _is_fresh(found: OnReleases | None, release: Release, catalog: Catalog) -> bool:
    return found is not None and release in found.all_evidence(catalog.evidence[found.api])


def _require_pinned(catalog: Catalog, versions: Mapping[str, str]) -> None:
    """Raises where a library is installed in another release than the evidence was made with."""
    for library, version in versions.items():
        pinned = catalog.settings.versions.get(library, version)
        if pinned != version:
            raise CannotRunError(f"安装的是 {library} {version}，而证据是 {pinned} 的：请先 make libraries。")


def _write(root: Path, known: Mapping[str, OnReleases]) -> None:
    with writing(root):
        write_releases(root, known.values())
