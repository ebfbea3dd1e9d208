"""The page 迁移经验: every migration note by theme, with its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.catalog.catalog import Catalog
from generator.model.evidence import SnippetResult
from generator.model.family import Family
from generator.model.finding import Finding
from generator.model.migration_note import HOLDS_NAMES, Holds, MigrationNote, NoteCheck, Theme
from generator.model.record import Expectation
from generator.model.status import Outcome
from generator.publishing.views import page, paths
from generator.publishing.views.badges import Badge, status_badge
from generator.publishing.views.links import page_link
from generator.publishing.views.prose import Span, Strong, join, read_prose
from generator.storage.yaml_file import ModelSource

_OUTCOME_NAMES = {Outcome.PASSED: "已证明", Outcome.SKIPPED: "没有运行"}
_MOST_APIS = 24
"""How many names stand openly below a note."""


def notes_page(catalog: Catalog, findings: Sequence[Finding]) -> page.PageView:
    """Returns all notes under their themes, by number; ``findings`` are those of any file."""
    files, versions = {source.file for source in catalog.notes}, catalog.settings.versions
    notes = [(source, source.model) for source in catalog.by_note.values() if source.model is not None]
    numbers = Counter(note.holds for _, note in notes)
    counts = "，".join(f"{HOLDS_NAMES[holds]}的 {numbers[holds]} 条" for holds in Holds if numbers[holds])
    blocks: list[page.Block] = [
        page.title("迁移经验"),
        page.paragraph(
            f"从 PyTorch 迁移到 Paddle 的人遇到过的意外，逐条在 PyTorch {versions['torch']} 与 PaddlePaddle "
            f"{versions['paddle']} 上重新核对。许多流传的说法已经不再成立{f'：{counts}' if counts else ''}。"
        ),
        *findings_of(finding for finding in findings if finding.file in files),
    ]
    for theme in Theme:
        themed = [(source, note) for source, note in notes if note.theme is theme]
        blocks += [page.section(theme.value)] if themed else []
        for source, note in themed:
            blocks += _note(catalog, source, note)
    if not notes:
        blocks.append(page.paragraph("还没有写下的经验。"))
    return page.PageView(paths.NOTES, "mapping_data/notes/", tuple(blocks))


def findings_of(findings: Iterator[Finding]) -> Iterator[page.Block]:
    """Yields the red box of a page made of files beside the records, if there is anything to say."""
    if found := page.published_findings(findings):
        yield page.Findings(f"本页的数据有 {len(found)} 个问题：", found)


def _note(catalog: Catalog, source: ModelSource[MigrationNote], note: MigrationNote) -> Iterator[page.Block]:
    badge = status_badge(catalog, note)
    yield page.Heading(3, read_prose(note.title), source.stem)
    yield page.Badges((Badge(("holds", note.holds.value), HOLDS_NAMES[note.holds]), *((badge,) if badge else ())))
    yield page.paragraph(read_prose(note.surprise))
    yield page.paragraph(Strong("如今"), "：", read_prose(note.today))
    yield page.paragraph(Strong("怎样做"), "：", read_prose(note.advice))
    if note.apis:
        names = page.paragraph("涉及：", join("、", [_api(catalog, api) for api in note.apis]))
        yield names if len(note.apis) <= _MOST_APIS else page.Details(f"涉及 {len(note.apis)} 个 API", (names,))
    if checks := tuple(check_blocks(catalog, note)):
        yield page.Details("核对用的代码", tuple(_inline(checks)), badge.kind[1] if badge else "")


def _inline(checks: Sequence[tuple[str, str, page.Pair]]) -> Iterator[page.Block]:
    for title, result, pair in checks:
        yield page.paragraph(read_prose(title), "。", read_prose(result), "。")
        yield pair


def _api(catalog: Catalog, api: str) -> Span:
    """Returns the API, linked to the page about it, even under another name."""
    source = catalog.source_of(api)
    name = source.record.torch if source is not None and source.record is not None else api
    return page_link(catalog, name, api)


def check_blocks(catalog: Catalog, proven: MigrationNote | Family) -> Iterator[tuple[str, str, page.Pair]]:
    """Yields the code of a note or a family: what each proves, what became of it, and the code."""
    evidence = catalog.evidence.get(proven.key)
    current = evidence is not None and evidence.is_current(proven, catalog.settings.versions)
    results = {result.at: result for result in evidence.results} if evidence is not None and current else {}
    for loc, check in proven.snippets():
        result = results.get(".".join(map(str, loc)))
        yield check.title, _result(check, result), page.pair_of(check)


_EXPECTED = {
    Expectation.SAME: "应当两边相同",
    Expectation.DIFFERS: "应当两边不同",
    Expectation.FAILS: "Paddle 应当报错",
}


def _result(check: NoteCheck, result: SnippetResult | None) -> str:
    """Returns whether the code proved what its title says, and by what difference, in words."""
    if result is None:
        return f"{_EXPECTED[check.expect]}，尚未验证"
    name = _OUTCOME_NAMES.get(result.outcome, "没有得到证明")
    return f"{name}：{result.message.rstrip('。')}" if result.message else name
