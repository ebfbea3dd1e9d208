"""Counts what others' samples showed, and puts each untold difference into words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from generator.catalog.catalog import Catalog
from generator.model.sample_result import FactName, Samples, State
from generator.model.variation import Count

_FACTS = {
    FactName.PREFIX: "只换前缀",
    FactName.KEYWORDS: "实参全用 PyTorch 的关键字",
    FactName.COMPAT: "paddle.enable_compat() 之后",
}
_COUNTS = {
    Count.SAME: "相同",
    Count.TOLD: "有一行说明",
    Count.UNTOLD: "没有说明",
    Count.UNCLEAR: "条件不明",
    Count.NO_KERNEL: "CPU 上没有这种 dtype 的内核",
}


def current_samples(catalog: Catalog) -> list[Samples]:
    """Returns the results that are those of the records' rows and the pinned versions, by name."""
    records = {name: record for record in catalog.records() for name in (record.torch, *record.aliases)}
    versions = catalog.settings.versions
    return [one for name, one in sorted(catalog.facts.items()) if one.is_current(records.get(name), versions)]


def figures_of_samples(results: Iterable[Samples]) -> dict[str, Any]:
    """Returns the figures of these results, as JSON can carry them."""
    results = list(results)
    counts: Counter[str] = Counter()
    for one in results:
        counts.update({str(count): number for count, number in one.counts.items()})
    return {
        "apis": len(results),
        "samples": sum(one.samples for one in results),
        "facts": {str(name): dict(Counter(str(one.fact(name).state) for one in results)) for name in FactName},
        "records": len({one.record for one in results if one.record}),
        "counts": dict(counts),
        "todo": sum(one.todo for one in results),
        "untold": [one.api for one in results if one.untold],
    }


def say_samples(results: Iterable[Samples]) -> str:
    """Returns what came of all samples, on one line."""
    results = list(results)
    if not results:
        return "样本：还没有试过，运行 apimap samples。"
    counts: Counter[Count] = Counter()
    for one in results:
        counts.update(one.counts)
    told = "，".join(f"{words} {counts[count]:,}" for count, words in _COUNTS.items())
    facts = "；".join(_say_fact(name, words, results) for name, words in _FACTS.items())
    records = len({one.record for one in results if one.record})
    untold = len({one.record for one in results if one.untold})
    return (
        f"{len(results)} 个 API 的样本 {sum(one.samples for one in results):,} 个：{facts}。"
        f"按 {records} 条记录转换：{told}，留待人工 {sum(one.todo for one in results):,}；"
        f"有未说明的差异的记录 {untold} 条。"
    )


def _say_fact(name: FactName, words: str, results: Iterable[Samples]) -> str:
    states = Counter(one.fact(name).state for one in results)
    return f"{words}，成立 {states[State.HOLDS]}、不成立 {states[State.FAILS]}、没有试 {states[State.UNTRIED]}"


def untold_lines(one: Samples, catalog: Catalog) -> Iterator[str]:
    """Yields each untold difference of a name on a line, with the place of the record."""
    source = catalog.by_api.get(one.record)
    place = f"{source.file}:1:1 " if source is not None else ""
    for untold in one.untold:
        code = " ⏎ ".join(untold.change.splitlines())
        yield (
            f"{place}{one.api} 有未说明的差异，{untold.kind}：{code}。{untold.message.rstrip('.。')}；"
            f"given: {json.dumps(untold.given, ensure_ascii=False)}（{untold.count} 次）"
        )
