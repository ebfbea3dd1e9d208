"""Formats what changed as Markdown, for a summary or a comment, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar
from urllib.parse import quote

from generator.publishing.pages.markdown import unaddressed
from generator.publishing.views.statuses import STATUS_NAMES
from generator.reports.review.changes import DataChanges, RecordChange, RecordState, State, StatusChange, UntoldChange
from generator.reports.review.record_changes import Topic, code
from generator.statistics.demand import Answered

FORMAT = "1.0"
"""The version of the JSON: the second number rises when keys are added, the first when any change or go."""
_SHOWN, _NAMES_SHOWN = 200, 30
"""The most items of a section, and the most names of a line; the JSON has all."""

T = TypeVar("T")


def as_json(changes: DataChanges, base: str, head: str) -> str:
    """Returns everything as one JSON object; ``base`` and ``head`` name what was compared."""
    data = asdict(changes)
    for one in data["changed"]:
        one["details"] = [{"topic": _TOPIC_KEYS[it["topic"]], "words": it["words"]} for it in one["details"]]
    content = {
        "format": FORMAT,
        "base": base,
        "head": head,
        **data,
        "before": _state(changes.before),
        "after": _state(changes.after),
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


_TOPIC_KEYS = {topic: topic.name.lower() for topic in Topic}


def _state(state: State) -> dict[str, Any]:
    return {"counts": asdict(state.counts), "demand": {**asdict(state.demand), "share": state.demand.share}}


def as_markdown(changes: DataChanges, base: str, head: str, site: str = "") -> str:
    """Returns a page of Markdown; ``site`` is the address or folder of the pages that record names link to.

    Whatever stands in the data is text: it makes no element, link or mention.
    """
    return "\n".join(_lines(changes, base, head, site)) + "\n"


def _lines(changes: DataChanges, base: str, head: str, site: str) -> Iterator[str]:
    yield f"## 数据的改动：{unaddressed(code(base))} → {unaddressed(code(head))}"
    yield ""
    yield summary(changes)
    link = _Links(site)
    yield from _table("新增的记录", changes.added, link.state)
    yield from _table("去掉的记录", changes.removed, _gone)
    yield from _section("改动的记录", changes.changed, link.change)
    other = [one for one in changes.evidence if not (one.gained or one.lost)]
    yield from _section("证据：不再是已验证的", [one for one in changes.evidence if one.lost], _status)
    yield from _section("证据：现在已验证的", [one for one in changes.evidence if one.gained], _status)
    yield from _section("证据：其他的变化", other, _status)
    yield from _section("没有说明的差别：新出现的", changes.untold_gained, _untold)
    yield from _section("没有说明的差别：不再有的", changes.untold_lost, _untold)
    yield from _section("变换的结果过时的", changes.unvaried, lambda api: [f"- {unaddressed(code(api))}"])
    yield from _section("记录之外", changes.beside, lambda words: [f"- {unaddressed(words)}"])
    yield from _section("读不出的记录", changes.unreadable, lambda file: [f"- {unaddressed(code(file))}"])
    title = "之前就读不出、因而像是新增的记录"
    yield from _section(title, changes.unread, lambda file: [f"- {unaddressed(code(file))}"])
    yield from _coverage(changes)


def summary(changes: DataChanges) -> str:
    """Returns the change in one sentence."""
    if not changes:
        return "数据没有改动。"
    gained, lost = sum(one.gained for one in changes.evidence), sum(one.lost for one in changes.evidence)
    forms = sum(len(one.forms) for one in changes.changed)
    parts = [
        f"新增 {len(changes.added)} 条、去掉 {len(changes.removed)} 条、改动 {len(changes.changed)} 条记录",
        f"{forms} 个形式随之同样改动" if forms else "",
        f"{gained} 条成为已验证" if gained else "",
        f"{lost} 条不再是已验证" if lost else "",
        f"没有说明的差别多 {len(changes.untold_gained)} 处" if changes.untold_gained else "",
        f"少 {len(changes.untold_lost)} 处没有说明的差别" if changes.untold_lost else "",
        f"{len(changes.unreadable)} 个文件读不出记录" if changes.unreadable else "",
    ]
    return "；".join(filter(None, parts)) + "。"


def _section(title: str, items: Sequence[T], lines_of: Callable[[T], Sequence[str]]) -> Iterator[str]:
    if not items:
        return
    yield from ("", f"### {title}（{len(items)}）", "")
    for item in items[:_SHOWN]:
        yield from lines_of(item)
    if len(items) > _SHOWN:
        yield from ("", f"另有 {len(items) - _SHOWN} 项没有列出，`apimap diff --format json` 列出全部。")


def _table(title: str, items: Sequence[RecordState], cells_of: Callable[[RecordState], Sequence[str]]) -> Iterator[str]:
    head = ("| PyTorch | Paddle | 分类 | 要改多少 | 验证 | 备注 |", "| --- | --- | --- | --- | --- | --- |")
    section = list(_section(title, items, lambda item: [f"| {' | '.join(cells_of(item))} |"]))
    yield from (*section[:3], *(head if section else ()), *section[3:])


class _Links:
    """Writes what names a record with a link to its page."""

    def __init__(self, site: str) -> None:
        self._site = site and f"{site.rstrip('/')}/"

    def _link(self, api: str, page: str) -> str:
        name = unaddressed(code(api))
        return f"[{name}]({self._site}{quote(page, safe='/#.')})" if self._site else name

    def state(self, one: RecordState) -> list[str]:
        """Returns the cells of an added record."""
        return [self._link(one.torch, one.page), *_cells(one, f"原为{one.elsewhere}" if one.elsewhere else "")]

    def change(self, one: RecordChange) -> list[str]:
        """Returns the lines of a record that changed."""
        forms = f"；{len(one.forms)} 个形式同样改动：{'、'.join(map(code, one.forms))}" if one.forms else ""
        of = f"（{code(one.form_of)} 的形式）" if one.form_of else ""
        return [
            f"- {self._link(one.torch, one.page)}{unaddressed(of + forms)}",
            *(f"  - {detail.topic}：{unaddressed(detail.words)}" for detail in one.details),
        ]


def _gone(one: RecordState) -> list[str]:
    return [unaddressed(code(one.torch)), *_cells(one, f"现为{one.elsewhere}" if one.elsewhere else "没有转向")]


def _cells(one: RecordState, remark: str) -> list[str]:
    form = f"{code(one.form_of)} 的形式" if one.form_of else ""
    paddle = "、".join(map(code, one.paddle)) or "没有"
    said = "；".join(filter(None, (form, remark)))
    return [unaddressed(paddle), unaddressed(one.category), one.effort, STATUS_NAMES[one.status], unaddressed(said)]


def _status(one: StatusChange) -> list[str]:
    return [f"- {unaddressed(code(one.key))}：由“{STATUS_NAMES[one.before]}”变为“{STATUS_NAMES[one.after]}”"]


def _untold(one: UntoldChange) -> list[str]:
    return [f"- {unaddressed(code(one.torch))} {one.kind}：{unaddressed(one.change)}。{unaddressed(one.message)}"]


def _coverage(changes: DataChanges) -> Iterator[str]:
    figures = {name: (_FIGURES[name](changes.before), _FIGURES[name](changes.after)) for name in _FIGURES}
    moved = {name: both for name, both in figures.items() if both[0] != both[1]}
    if not (moved or changes.answered or changes.unanswered):
        return
    yield from ("", "### 覆盖", "", "| | 之前 | 之后 |", "| --- | --- | --- |")
    yield from (f"| {name} | {before} | {after} |" for name, (before, after) in moved.items())
    uses: Mapping[str, int] = {**changes.before.open, **changes.after.open}
    for words, names in (("现在有了答案", changes.answered), ("不再有答案", changes.unanswered)):
        if names:
            said = "、".join(f"{code(name)}（{uses[name]:,} 次）" for name in names[:_NAMES_SHOWN])
            more = f"，另有 {len(names) - _NAMES_SHOWN} 个" if len(names) > _NAMES_SHOWN else ""
            yield from ("", unaddressed(f"实际的代码用到、{words}的：{said}{more}。"))


_FIGURES: Mapping[str, Callable[[State], str]] = {
    "记录": lambda state: f"{state.counts.records:,}",
    "别名": lambda state: f"{state.counts.aliases:,}",
    "可直接替换前缀": lambda state: f"{state.counts.drop_in:,}",
    **{
        f"验证状态：{name}": lambda state, status=status: f"{state.counts.by_status[status]:,}"  # type: ignore[misc]
        for status, name in STATUS_NAMES.items()
    },
    "实际的使用：已有答案": lambda state: f"{state.demand.share:.2%}",
    "实际的使用：已验证": lambda state: (
        f"{state.demand.uses[Answered.PROVEN] / state.demand.total:.2%}" if state.demand.total else "没有数据"
    ),
}
