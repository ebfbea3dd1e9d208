"""On which releases a page holds: the strip of a record with the changes of its counterpart; the pages of releases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from generator.catalog.catalog import Catalog
from generator.catalog.inventory.history import history_of
from generator.catalog.release_status import Cause, Standing, State, standing_now, standings
from generator.model.record import Record
from generator.model.release import Release
from generator.model.status import Outcome
from generator.publishing.views import page, paths
from generator.publishing.views.evidence import cut_message, snippet_name
from generator.publishing.views.links import page_link
from generator.publishing.views.prose import Break, Code, Effort, Link, Place, Prose, codes, compose, join
from generator.statistics import release_changes

STATE_NAMES = {
    State.HOLDS: "与本页一致",
    State.PARTLY: "部分一致",
    State.FAILS: "不成立",
    State.NOT_RUN: "没有运行",
    State.UNKNOWN: "不明",
}
"""The reader's words for each state; the script of the lists has its keys (``site_src/assets/js/list/rows.js``)."""
STATE_MEANINGS = {
    State.HOLDS: "运行过的代码结果都与当前版本相同，页面上的 API 与参数都有。",
    State.PARTLY: "平常的调用可以照记录写，但缺少参数，或有的代码结果不同。",
    State.FAILS: "没有对应的 API，或平常的调用结果不同、出错。",
    State.NOT_RUN: "平常的调用不能运行：需要 GPU 等，或代码中用来准备的 API 在这个版本上没有。",
    State.UNKNOWN: "记录改动之后还没有在这个版本上运行。",
}
_MOST = 3
"""How many missing names a strip says."""
_SOURCE = "mapping_data/releases/ 与 mapping_data/inventory/"


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """Neighbouring releases of which the same is to be said."""

    releases: Prose
    state: State
    words: Prose


@dataclass(frozen=True, slots=True)
class VersionsView:
    """The strip, the newest release first, and lines of what stands behind it, each with the releases it is about."""

    strip: tuple[ReleasesView, ...]
    details: tuple[Prose, ...]


def versions_view(catalog: Catalog, record: Record) -> VersionsView | None:
    """Returns the strip of a record; None where there is no other release, or no counterpart to compare with it."""
    found = standings(catalog, record)
    if not found:
        return None
    now = standing_now(catalog, record, found[0].release.library)
    said = [(it.release, it.state, say_standing(it)) for it in (now, *found)]
    grouped = (
        ReleasesView(join("、", [_link(release) for release, _, _ in same]), state, words)
        for (state, words), same in ((key, list(same)) for key, same in groupby(said, key=lambda one: one[1:]))
    )
    return VersionsView(tuple(grouped), (*_failures(found), *_history(catalog, record)))


def _link(release: Release) -> Link:
    return Link(release.version, Place(paths.release_path(release)))


def say_standing(standing: Standing) -> Prose:
    """Returns how a record stands on a release, in a few words."""
    names = (*standing.apis, *standing.parameters)
    more = f" 等 {len(names)} 个" if len(names) > _MOST else ""
    lacks = compose("没有 ", codes(names[:_MOST]), more) if names else ()
    result = standing.result
    ways = {
        Cause.USUAL: "平常的调用",
        Cause.HELPER: "代码不能运行",
        Cause.CODE: "" if names else "有的代码",
        Cause.PREFIX: "不能只换前缀",
        Cause.ROWS: "" if names else "按参数映射转换的结果不同",
    }
    way = ways[standing.cause] if standing.cause is not None else ""
    if way and result is not None and standing.cause in {Cause.USUAL, Cause.CODE}:
        way += "出错" if result.outcome is Outcome.FAILED else "结果不同"
    if result is not None and standing.cause in {Cause.USUAL, Cause.HELPER} and result.moved:
        way = f"{'' if names else way + '，'}只换前缀即可"
    elif standing.cause is Cause.USUAL and standing.state is State.FAILS and standing.apis:
        way = ""
    return join("，", [part for part in (lacks, compose(way)) if part]) or compose(STATE_NAMES[standing.state])


def _failures(found: Sequence[Standing]) -> Iterator[Prose]:
    """Yields results of code that no missing name explains; the same result of several releases once."""
    told = [
        (f"{snippet_name(it.result.loc)}：{it.result.kind}，{cut_message(it.result.message)}", it.release.version)
        for it in found
        if it.result is not None and it.result.message and not it.apis and not it.parameters
    ]
    for words, same in groupby(told, key=lambda one: one[0]):
        yield compose("、".join(version for _, version in same), f" 的{words}")


def _history(catalog: Catalog, record: Record) -> Iterator[Prose]:
    for api in record.paddle_apis:
        library = api.partition(".")[0]
        earlier = [catalog.earlier[one] for one in reversed(catalog.releases) if one in catalog.earlier]
        current = catalog.inventories.get(library)
        inventories = [one for one in (*earlier, *([current] if current else [])) if one.library == library]
        for change in history_of(api, inventories):
            yield compose(Code(api), f" 在 {change.before} 与 {change.after} 之间：", "；".join(change.details))


# ---- the pages ----


def versions_page(catalog: Catalog) -> page.PageView:
    """Returns the list of releases."""
    releases, stands = release_changes.all_releases(catalog), release_changes.all_standings(catalog)
    rows = (
        page.row(
            Link(_name(release), Place(paths.release_path(release))),
            *(str(number) for _, number in release_changes.count_states(stands, release)),
        )
        for release in releases
    )
    meanings = (page.row(STATE_NAMES[state], meaning) for state, meaning in STATE_MEANINGS.items())
    blocks: tuple[page.Block, ...] = (
        page.title("各版本"),
        page.paragraph(
            "每个差异页面说的是最新的版本。同样的代码也在较早的版本上运行，各版本有哪些 API 与参数取自它们的清单；"
            f"有对应 API 的 {len(stands)} 条记录在各版本上："
        ),
        page.Table(("版本", *(STATE_NAMES[state] for state in State)), tuple(rows))
        if releases
        else page.paragraph("目前只有一个版本。"),
        page.Table(("说法", "含义"), tuple(meanings)),
        page.paragraph(
            f"要按版本筛选，用[映射总表]({paths.TABLE})的“更多筛选”；两个版本之间变了什么，由 `apimap versions diff` 列出。"
        ),
    )
    return page.PageView(paths.VERSIONS, _SOURCE, blocks)


def release_pages(catalog: Catalog) -> Iterator[page.PageView]:
    """Yields the page of each release, compared with the one before."""
    releases, stands = release_changes.all_releases(catalog), release_changes.all_standings(catalog)
    older = {new: old for new, old in pairwise(releases) if new.library == old.library}
    for release in releases:
        before = older.get(release)
        changes = release_changes.compare_releases(catalog, stands, before, release) if before is not None else None
        counts = "，".join(
            f"{STATE_NAMES[state]} {number}" for state, number in release_changes.count_states(stands, release)
        )
        blocks: list[page.Block] = [
            page.title(_name(release)),
            page.paragraph(f"有对应 API 的 {len(stands)} 条记录：{counts}。[全部版本]({paths.VERSIONS})"),
            *(_changes(catalog, changes) if changes is not None else [page.paragraph("没有更早的版本可以比较。")]),
        ]
        name = f"{_name(release)}：与上一个版本相比"
        yield page.PageView(paths.release_path(release), _SOURCE, tuple(blocks), full_title=name)


def release_paths(catalog: Catalog) -> Iterator[str]:
    """Yields the paths of these pages."""
    return map(paths.release_path, release_changes.all_releases(catalog))


def _changes(catalog: Catalog, changes: release_changes.ReleaseChanges) -> Iterator[page.Block]:
    before, after = _name(changes.before), _name(changes.after)
    yield page.paragraph(f"与 {before} 相比，照页面写的代码：")
    for change in release_changes.Change:
        if found := changes.of(change):
            yield page.section(f"{release_changes.CHANGE_NAMES[change]}（{len(found)}）")
            yield page.paragraph(release_changes.CHANGE_MEANINGS[change])
            rows = (
                page.row(
                    page_link(catalog, one.record.torch),
                    *(_said(standing, change) for standing in (one.before, one.after)),
                )
                for one in found
            )
            yield page.Table(("PyTorch API", before, after), tuple(rows))
    if changes.apis:
        yield page.section(f"对应的 API 的签名（{len(changes.apis)}）")
        yield page.paragraph("记录所对应的 API，在这两个版本之间改变了的；已有的 Paddle 代码要看移除、改名与默认值。")
        yield page.Table(
            ("PaddlePaddle API", "改变"), tuple(_signature(name, changes.apis[name]) for name in changes.apis)
        )


def _said(standing: Standing, change: release_changes.Change) -> Prose:
    return compose(Effort(standing.effort)) if change in release_changes.OF_EFFORT else say_standing(standing)


def _signature(name: str, details: tuple[str, ...]) -> page.Row:
    return page.row(Code(name), join(Break(), [compose(detail) for detail in details]))


def _name(release: Release) -> str:
    return f"{release.library.capitalize()} {release.version}"
