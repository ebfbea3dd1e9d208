"""Counts what variations of the records' code showed, and puts each finding into words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.catalog.catalog import Catalog
from generator.model.finding import Loc
from generator.model.parameter import ParameterRow
from generator.model.record import Record
from generator.model.remark import Remark
from generator.model.variation import Count, Untold, Variation
from generator.model.when import When
from generator.model.when_words import words
from generator.storage.yaml_file import RecordSource

COUNT_NAMES = {
    Count.SAME: "相同",
    Count.TOLD: "有一行说明",
    Count.UNTOLD: "没有说明",
    Count.UNCLEAR: "条件不明",
    Count.NO_KERNEL: "Paddle 在 CPU 上不接受这种 dtype",
    Count.IMPRECISE: "Paddle 的精度较低",
    Count.KERNEL: "Paddle 报告没有这种 dtype 的内核",
    Count.OUTSIDE: "超出代码所说的情形",
    Count.REFUSED: "PyTorch 也拒绝",
}
"""What people are told of each outcome."""


def current_variations(catalog: Catalog, variations: Mapping[str, Variation]) -> list[Variation]:
    """Returns the variations of records that are those of their code and the pinned versions, by name."""
    versions = catalog.settings.versions
    found = ((record, variations.get(record.torch)) for record in catalog.records())
    return [one for record, one in found if one is not None and one.is_current(record, versions)]


def figures(variations: Iterable[Variation]) -> dict[str, Any]:
    """Returns the figures of these variations, as JSON can carry them."""
    variations = list(variations)
    counts: Counter[str] = Counter()
    for one in variations:
        counts.update({str(count): number for count, number in one.counts.items()})
    return {
        "records": len(variations),
        "counts": dict(counts),
        "untold": [one.api for one in variations if one.untold],
        "disproved": [one.api for one in variations if one.disproved],
        "unmet": [one.api for one in variations if one.unmet],
    }


def stale_variations(catalog: Catalog, variations: Mapping[str, Variation]) -> Iterator[Record]:
    """Yields the records with code to run whose variations are missing, or are those of other code or versions."""
    known = replace(catalog, variations=variations)
    return (record for record in known.records() if known.lacks_variation(record))


def say_counts(variations: Iterable[Variation]) -> str:
    """Returns what came of all variations, on one line."""
    variations = list(variations)
    if not variations:
        return "变换：还没有试过，运行 apimap vary。"
    counts: Counter[Count] = Counter()
    kinds: Counter[str] = Counter()
    for variation in variations:
        counts.update(variation.counts)
        kinds.update(str(one.kind) for one in variation.untold)
    told = "，".join(f"{words} {counts[count]:,}" for count, words in COUNT_NAMES.items())
    untold = sum(bool(variation.untold) for variation in variations)
    classes = "、".join(f"{kind} {number}" for kind, number in kinds.most_common())
    others = (
        f"不成立的条件 {sum(len(one.disproved) for one in variations)} 个，"
        f"从未满足的条件 {sum(len(one.unmet) for one in variations)} 个"
    )
    return (
        f"{len(variations)} 条记录的变换 {sum(counts.values()):,} 次：{told}。"
        f"有未说明的差异的记录 {untold} 条{f'（{classes}）' if classes else ''}；{others}。"
    )


def findings_of(variation: Variation, catalog: Catalog) -> Iterator[str]:
    """Yields each finding of a record on a line, with its place."""
    source = catalog.by_api[variation.api]
    for untold in variation.untold:
        yield f"{_place(source, untold.at)} 有未说明的差异，{_say_difference(untold)}"
    yield from condition_lines(variation, catalog)


def unclear_of(variation: Variation, catalog: Catalog) -> Iterator[str]:
    """Yields two lines for each difference that a sentence may tell: the smallest inputs for it, and the sentences."""
    source = catalog.by_api[variation.api]
    for one in variation.unclear:
        yield f"{_place(source, one.at)} {variation.api} 条件不明，{_say_difference(one)}"
        sentences = "；".join(f"{api} 的“{says}”" for api, says in one.sentences)
        yield f"    {'大概不是它们说的' if one.is_doubtful else '可能已说明'}：{sentences}"


def _say_difference(one: Untold) -> str:
    return f"{one.kind}：{one.change}。{one.message.rstrip('.。')}；given: {_given(one.given)}（{one.count} 次）"


def condition_lines(variation: Variation, catalog: Catalog) -> Iterator[str]:
    """Yields each condition of a record that does not hold, or that no run met, on a line, with its place."""
    source = catalog.by_api[variation.api]
    for disproved in variation.disproved:
        yield (
            f"{_place(source, disproved.row)} 条件成立而两边相同：{disproved.change}；"
            f"given: {_given(disproved.given)}（{disproved.count} 次）"
        )
    for unmet in variation.unmet:
        condition = f"“{words(when)}”这个条件" if (when := _condition(source.record, unmet)) else "这个条件"
        yield f"{_place(source, unmet)} {variation.api}：没有一次运行满足{condition}：加一段代码，或写明不能运行的原因（skip）"


def untold_line(api: str, untold: Sequence[Untold], catalog: Catalog) -> str:
    """Returns one line about a record's untold differences: how many there are, and the most frequent one."""
    often = max(untold, key=lambda one: one.count)
    return (
        f"{_place(catalog.by_api[api], often.at)} {api} 有未说明的差异 {len(untold)} 处，"
        f"例如 {often.kind}：{often.change}；given: {_given(often.given)}"
    )


def _place(source: RecordSource, at: str) -> str:
    loc: Loc = tuple(int(part) if part.isdecimal() else part for part in at.split("."))
    span = source.span(loc)
    return f"{source.file}:{span.line}:{span.column}"


def _condition(record: Record | None, at: str) -> When | None:
    """Returns the condition of the row or remark at a place such as ``remarks.0``; None where the place is gone."""
    found: Any = record
    for part in at.split("."):
        found = next(iter(found[int(part) :]), None) if part.isdecimal() else getattr(found, part, ())
    return found.when if isinstance(found, ParameterRow | Remark) else None


def _given(given: object) -> str:
    return json.dumps(given, ensure_ascii=False)
