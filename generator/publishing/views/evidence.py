"""What was run for a record, as its page shows it below the badges: inputs, results, versions, how to repeat it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.evidence import Evidence, Gave, SnippetResult
from generator.model.finding import Loc
from generator.model.record import Record, Snippet
from generator.model.status import Outcome, Status
from generator.model.variation import Untold, Variation
from generator.publishing.views.inputs import say_inputs
from generator.publishing.views.prose import Code, Prose, compose, join, read_prose
from generator.statistics.variations import COUNT_NAMES

_MOST = 4
"""How many differences that nothing tells a page lists."""
_LONGEST = 160
"""Characters of a message."""
_SETS = {"examples": "示例", "checks": "检查"}


@dataclass(frozen=True, slots=True)
class RunView:
    """One piece of code, which the page shows: what it was run on and what came of it."""

    name: str
    inputs: str
    outcome: Prose


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """All of it: where and when it was run, each piece of code, and what inputs that were derived from it showed."""

    opening: Prose
    runs: tuple[RunView, ...]
    derived: Prose
    untold: tuple[Prose, ...]
    repeat: Prose


def evidence_view(catalog: Catalog, record: Record) -> EvidenceView | None:
    """Returns the evidence of a record with code to run; None for any other.

    Of stale evidence, only its date is shown.
    """
    status, evidence = catalog.status(record), catalog.evidence.get(record.torch)
    if status is Status.NOTHING:
        return None
    is_current = evidence is not None and status is not Status.STALE
    commands = [Code(f"apimap {verb} {record.torch}") for verb in ("verify", "vary")]
    return EvidenceView(
        opening=_opening(evidence, is_current=is_current),
        runs=tuple(_runs(record, evidence.results)) if evidence is not None and is_current else (),
        derived=_derived(catalog.variation(record)),
        untold=tuple(_untold(catalog.untold(record))),
        repeat=compose("再运行一遍：", join("，", commands), "。"),
    )


def _opening(evidence: Evidence | None, *, is_current: bool) -> Prose:
    if evidence is None:
        return compose("还没有运行过。")
    versions = "，".join(f"{library} {version}" for library, version in sorted(evidence.versions.items(), reverse=True))
    unsafe = "；运行时没有隔离" if evidence.unsafe else ""
    past = "" if is_current else "；那之后记录的代码或库的版本变了，以下不再列出当时的结果"
    return compose(
        f"在 {evidence.device.upper()} 上运行，{versions}；结果最近一次改变是 {evidence.date}{unsafe}{past}。"
    )


# ---- each piece of code ----


def _runs(record: Record, results: Sequence[SnippetResult]) -> Iterator[RunView]:
    snippets = dict(record.snippets())
    for result in results:
        if (snippet := snippets.get(result.loc)) is not None:
            yield RunView(snippet_name(result.loc), say_inputs(snippet.given), _outcome(result, snippet))


def snippet_name(loc: Loc) -> str:
    """Returns the name of a snippet: ``用法 2 的示例 1``."""
    *where, group, index = loc
    overload = f"用法 {int(where[1]) + 1} 的" if where else ""
    return f"{overload}{_SETS[str(group)]} {int(index) + 1}"


def _outcome(result: SnippetResult, snippet: Snippet) -> Prose:
    if result.outcome is Outcome.SKIPPED:
        return compose(f"没有运行：{result.message}")
    if result.outcome is not Outcome.PASSED:
        return compose(f"{result.kind}：{cut_message(result.message)}")
    shown = [_gave(gave) for gave in result.gave]
    random = "（结果是随机的，只比较类型、形状与范围）" if snippet.random else ""
    return compose(join("；", shown) or "结果一致", random)


def _gave(gave: Gave) -> Prose:
    one, other = _value(gave.torch, gave.torch_values), _value(gave.paddle, gave.paddle_values)
    name = Code(gave.name) if gave.name.isascii() else gave.name
    said = f"两边都是 {one}" if one == other else f"PyTorch 为 {one}，Paddle 为 {other}"
    return compose(name, " " if gave.name.isascii() else "", said)


def _value(kind: str, values: str) -> str:
    return f"{kind}（{values}）" if values else kind


# ---- other inputs ----


def _derived(variation: Variation | None) -> Prose:
    if variation is None:
        return compose("由这些输入派生的其他输入还没有试过。")
    counts = "，".join(f"{COUNT_NAMES[count]} {number:,}" for count, number in variation.counts.items() if number)
    left = f"；另有 {variation.left:,} 项没有做" if variation.left else ""
    return compose(
        f"由这些输入派生了 {sum(variation.counts.values()):,} 次变换（种子 {variation.seed}，{variation.date}）："
        f"{counts}{left}。"
    )


def _untold(untold: Sequence[Untold]) -> Iterator[Prose]:
    """Yields each difference with the smallest inputs that show it, those that were seen most often first."""
    ordered = sorted(untold, key=lambda one: -one.count)
    for one in ordered[:_MOST]:
        inputs = compose("，输入 ", Code(said)) if (said := say_inputs(one.given)) else ()
        message = cut_message(one.message.rstrip(".。"))
        yield compose(f"{one.kind}，", read_prose(cut_message(one.change)), inputs, f"：{message}（{one.count} 次）。")
    if len(ordered) > _MOST:
        yield compose(f"另有 {len(ordered) - _MOST} 处，由 ", Code("apimap stats --untold"), " 列出。")


def cut_message(text: str) -> str:
    """Returns a message on one line, and not too long."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
