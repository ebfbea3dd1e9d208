"""``apimap verify``: runs every example and check on both libraries."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import click

from generator.calls.knowledge.compile import compile_knowledge
from generator.calls.knowledge.knowledge import Knowledge
from generator.catalog.catalog import Catalog, TestedSource, tested_part
from generator.catalog.forms import FormSource
from generator.commands import CannotRunError, Invocation
from generator.commands.worker_commands import Shard, open_measured, part_of, with_progress, worker_options, writing
from generator.evidence.probe.names_only import knowledge_of, plain_record
from generator.evidence.verify.convert_snippet import Convert, convert_snippet
from generator.evidence.verify.libraries import libraries_of
from generator.evidence.verify.observation import printable
from generator.evidence.verify.trial import Setting
from generator.evidence.verify.verdict import Verdict
from generator.evidence.verify.worker_pool import verify_all
from generator.libraries.installed import distributions, installed_version
from generator.libraries.registry import LIBRARIES
from generator.lint.report import one_line
from generator.model.evidence import ConvertedOutcome, Evidence, SnippetResult, Testable
from generator.model.record import Record
from generator.model.status import Outcome
from generator.statistics.variations import condition_lines, stale_variations, untold_line
from generator.storage.evidence_file import keep_dates, update_evidence


@click.command(
    help="在两个库上运行示例与检查，写下证据。RECORD 是 API 名称，或记录、迁移经验、系列的文件；不写则验证全部。"
)
@click.argument("names", metavar="[RECORD …]", nargs=-1)
@click.option("--check", is_flag=True, help="不写文件；若已提交的证据与这次的结果不同，以 1 退出。")
@worker_options("得到的证据")
@click.pass_obj
def command(  # noqa: PLR0913  (one for each option)
    invocation: Invocation, names: Sequence[str], jobs: int, shard: Shard | None, *, check: bool, unsafe: bool
) -> int:
    """Prints each claim and each conversion that does not hold, with its place; writes the evidence of what was run."""
    catalog = open_measured(invocation)
    sources = part_of(_select(catalog, names), shard)
    tested = [one for source in sources if (one := tested_part(source)) and any(one.snippets())]
    versions = installed_versions(tested)
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    setting = Setting(versions, today, isolated=not unsafe, by_names=_by_names(catalog), entry_of=catalog.entry)
    old, verdicts = catalog.evidence, _verify(catalog, tested, setting, jobs)
    for source, verdict in _with_sources(catalog, verdicts):
        _print_failures(source, verdict)
    unread = [source for source in sources if tested_part(source) is None]
    for source in unread:
        click.echo(f"{one_line(source.file)}:1:1 文件无法读取，没有验证；详见 apimap lint。")
    found = keep_dates((verdict.evidence for verdict in verdicts), old)
    changed = _differs(found, old, catalog if not names else None)
    if not check:
        with writing(invocation.root):
            update_evidence(invocation.root, {evidence.api: evidence for evidence in found}, _with_code(catalog))
    _summarise(found, versions, catalog)
    if unsafe:
        click.echo("注意：代码没有隔离，能读写这台机器上的一切；新得到的证据注明 unsafe，不能通过 --check。", err=True)
    made_unsafe = [evidence.api for evidence in found if evidence.api in old and old[evidence.api].unsafe]
    for api in changed if check else ():
        click.echo(f"证据需更新：{api}")
    for api in made_unsafe if check else ():
        click.echo(f"证据是 apimap verify --unsafe 得到的，须在能隔离代码的系统上重新验证：{api}")
    for evidence in found:
        for line in _of_variations(catalog, evidence.api):
            click.echo(one_line(line))
    stale = _stale_variations(catalog, found) if check else []
    for api in stale:
        click.echo(f"变换结果已过时，运行 apimap vary {api}")
    bad = any(evidence.outcome in {Outcome.DIFFERS, Outcome.FAILED} for evidence in found)
    bad |= any(verdict.wrong or verdict.written_out for verdict in verdicts)
    return 1 if bad or unread or (check and (changed or made_unsafe or stale)) else 0


def _select(catalog: Catalog, names: Sequence[str]) -> list[TestedSource]:
    """Returns the records and notes that the arguments name, each once, in the catalogue's order."""
    everything: tuple[TestedSource, ...] = (*catalog.record_sources, *catalog.notes, *catalog.families)
    if not names:
        kept = {source.key for source in catalog.tested.values()}
        return [source for source in everything if tested_part(source) is None or source.key in kept]
    chosen: set[str] = set()
    for name in names:
        if not (found := catalog.tested_as(name)):
            raise click.UsageError(f"没有 {name} 的记录；RECORD 应是 API 名称（如 torch.abs）或记录文件的路径。")
        chosen.update(source.key for source in found)
    return [source for source in everything if source.key in chosen]


def installed_versions(tested: Sequence[Testable]) -> dict[str, str]:
    """Returns the versions of the libraries that the code uses.

    Libraries that only code that is not run names are included where they are installed.

    Raises:
        CannotRunError: a library is missing that is always needed, or that code that is run names.
    """
    snippets = [snippet for one in tested for _, snippet in one.snippets()]
    named = libraries_of(snippets)
    found = {library: version for library in named if (version := installed_version(library))}
    wanted = libraries_of(snippet for snippet in snippets if not snippet.skip)
    missing = [library for library in wanted if library not in found and library in LIBRARIES]
    if missing:
        packages = " ".join(distributions(library)[0] for library in missing)
        raise CannotRunError(
            f"没有安装 {'、'.join(missing)}，无法验证。请安装：pip install {packages}（版本见 mapping_data/catalog.yml）。"
        )
    return found


def _verify(catalog: Catalog, tested: Sequence[Testable], setting: Setting, jobs: int) -> list[Verdict]:
    """Verifies in order; once more if the measured attributes differ from the known ones, as conversion uses them."""
    verdicts: list[Verdict] = []
    for _ in range(2):
        done = verify_all(tested, replace(setting, convert=converter_of(catalog)), jobs)
        by_key = {verdict.evidence.api: verdict for verdict in with_progress("验证", len(tested), done)}
        verdicts = [by_key[one.key] for one in tested]
        found = {api: verdict.evidence for api, verdict in by_key.items()}
        measured = replace(catalog, evidence={**catalog.evidence, **found})
        records = [one for one in tested if isinstance(one, Record)]
        if all(measured.attributes(record) == catalog.attributes(record) for record in records):
            break
        catalog = measured
    return verdicts


def converter_of(catalog: Catalog) -> Convert:
    """Converts by all records, verified or not: what conversion makes of them is what this run finds out.

    A snippet is no whole program, so what it gives no sign of is asked all the same.
    """
    knowledge = Knowledge.parse(json.dumps({**compile_knowledge(catalog, proven_only=False), "signs": {}}))
    return partial(convert_snippet, knowledge=knowledge)


def _by_names(catalog: Catalog) -> Convert:
    """Converts as if no row told a difference."""
    return partial(convert_snippet, knowledge=knowledge_of(catalog, map(plain_record, catalog.records())))


def _with_sources(catalog: Catalog, verdicts: Sequence[Verdict]) -> list[tuple[TestedSource, Verdict]]:
    sources = catalog.tested
    return [(sources[verdict.evidence.api], verdict) for verdict in verdicts]


def _print_failures(source: TestedSource, verdict: Verdict) -> None:
    for result in verdict.evidence.results:
        span = source.span(result.loc)
        place = one_line(f"{source.file}:{span.line}:{span.column}")
        if result.outcome in {Outcome.DIFFERS, Outcome.FAILED}:
            click.echo(f"{place} {one_line(_whose(source) + say(result))}")
            _quote(verdict.output.get(result.at, "").strip().splitlines()[-5:])
        converted = result.converted
        if converted is not None and converted.outcome.is_wrong:
            different = "不同" if converted.outcome is ConvertedOutcome.DIFFERS else ""
            click.echo(
                f"{place} {_whose(source)}按记录转换得到的代码{converted.kind}{different}：{one_line(converted.message)}"
            )
            _quote(verdict.wrong[result.at].strip().splitlines())
        for message in filter(None, (verdict.idle.get(result.at), verdict.written_out.get(result.at))):
            click.echo(f"{place} {_whose(source)}{one_line(message)}")


def _whose(source: TestedSource) -> str:
    """Returns the form that a message is about, where its place is that of the file's own record."""
    return f"{source.record.torch}：" if isinstance(source, FormSource) and source.record is not None else ""


def _quote(lines: Iterable[str]) -> None:
    """Prints foreign text below a finding, so that nothing in it is a command of a terminal or a CI runner."""
    for line in lines:
        click.echo(f"    | {printable(line)}")


def say(result: SnippetResult) -> str:
    """Returns a result that is no pass, on one line."""
    if result.outcome is Outcome.DIFFERS:
        different = "" if result.kind.startswith("没有") else "不同"
        return f"{result.kind}{different}：{result.message}"
    return f"{result.kind}：{result.message}"


def _differs(found: Sequence[Evidence], old: Mapping[str, Evidence], catalog: Catalog | None) -> list[str]:
    """Returns the APIs whose evidence differs from the file's; with a catalogue, also those without code to run."""
    changed = [evidence.api for evidence in found if old.get(evidence.api) != evidence]
    gone = set(old) - _with_code(catalog) if catalog else set()
    return sorted([*changed, *gone])


def _of_variations(catalog: Catalog, api: str) -> Iterator[str]:
    """Yields what current runs of a record on other inputs found: untold differences, and conditions without effect."""
    source = catalog.by_api.get(api)
    if source is None or source.record is None:
        return
    if untold := catalog.untold(source.record):
        yield untold_line(api, untold, catalog)
    if (variation := catalog.variation(source.record)) is not None:
        yield from condition_lines(variation, catalog)


def _stale_variations(catalog: Catalog, found: Sequence[Evidence]) -> list[str]:
    """Returns the verified records whose variations are stale; none in a project without variations."""
    verified, stale = {evidence.api for evidence in found}, stale_variations(catalog, catalog.variations)
    return [record.torch for record in stale if record.torch in verified] if catalog.variations else []


def _with_code(catalog: Catalog) -> set[str]:
    """Returns the keys of everything that has code to run."""
    parts = {key: tested_part(source) for key, source in catalog.tested.items()}
    return {key for key, tested in parts.items() if tested is not None and any(tested.snippets())}


def _summarise(found: Sequence[Evidence], versions: dict[str, str], catalog: Catalog) -> None:
    counts = Counter(result.outcome for evidence in found for result in evidence.results)
    names = {Outcome.PASSED: "通过", Outcome.DIFFERS: "不一致", Outcome.FAILED: "失败", Outcome.SKIPPED: "未运行"}
    told = "，".join(f"{name} {counts[outcome]} 项" for outcome, name in names.items())
    moved = sum(evidence.drop_in.holds is True for evidence in found)
    used = "、".join(f"{library} {version}" for library, version in versions.items())
    notes = sum(evidence.api in catalog.by_note for evidence in found)
    families = sum(evidence.api in catalog.by_family for evidence in found)
    others = [f"{notes} 条迁移经验"] * bool(notes) + [f"{families} 个系列"] * bool(families)
    what = f"{len(found) - notes - families} 条记录" + ("与 " + "、".join(others) if others else "")
    click.echo(f"{used}：{what}，{told}；只改前缀即可的 {moved} 条。", err=True)
    if line := say_conversions(found):
        click.echo(line, err=True)
    for library, version in versions.items():
        pinned = catalog.settings.versions.get(library, version)
        if pinned != version:
            click.echo(f"注意：catalog.yml 声明 {library} {pinned}，安装的是 {version}。", err=True)


def say_conversions(found: Iterable[Evidence]) -> str:
    """Returns what came of converting the torch sides by the records, on one line; empty where none was converted."""
    results = [result.converted for evidence in found for result in evidence.results if result.converted is not None]
    if not results:
        return ""
    counts = Counter(result.outcome for result in results)
    wrong = sum(number for outcome, number in counts.items() if outcome.is_wrong)
    verdicts = Counter(result.kind for result in results if result.outcome is ConvertedOutcome.TODO)
    left = "、".join(f"{verdict} {number}" for verdict, number in verdicts.most_common())
    return (
        f"按记录转换 PyTorch 一侧 {len(results)} 项：通过 {counts[ConvertedOutcome.PASSED]} 项，不一致或失败 {wrong} 项，"
        f"所作的假定不成立 {counts[ConvertedOutcome.UNMET]} 项，留待人工 {counts[ConvertedOutcome.TODO]} 项"
        f"{f'（{left}）' if left else ''}。"
    )
