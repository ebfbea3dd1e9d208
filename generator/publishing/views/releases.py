"""The pages 各版本: how many records hold on each release, and what changed from one to the next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from generator.catalog.catalog import Catalog
from generator.catalog.release_status import Standing, State
from generator.model.release import Release
from generator.publishing.views import page, paths
from generator.publishing.views.links import page_link
from generator.publishing.views.paths import release_path
from generator.publishing.views.prose import Break, Code, Effort, Link, Place, Prose, compose, join
from generator.publishing.views.versions import STATE_MEANINGS, STATE_NAMES, say_standing
from generator.statistics import release_changes

_SOURCE = "mapping_data/releases/ 与 mapping_data/inventory/"


def versions_page(catalog: Catalog) -> page.PageView:
    """Returns the list of releases."""
    releases, stands = release_changes.all_releases(catalog), release_changes.all_standings(catalog)
    rows = (
        page.row(
            Link(_name(release), Place(release_path(release))),
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
        yield page.PageView(release_path(release), _SOURCE, tuple(blocks), full_title=name)


def release_paths(catalog: Catalog) -> Iterator[str]:
    """Yields the paths of these pages."""
    return map(release_path, release_changes.all_releases(catalog))


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
