"""What changed between two releases, as Markdown and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from generator.catalog.release_status import Standing
from generator.publishing.views.prose import plain
from generator.publishing.views.releases import say_standing
from generator.statistics.release_changes import CHANGE_NAMES, OF_EFFORT, Change, RecordChange, ReleaseChanges
from generator.statistics.release_review import Review


def as_markdown(changes: ReleaseChanges) -> str:
    """Returns a list for each kind of change, and one of the signatures."""
    return "\n".join(_lines(changes)) + "\n"


def review_lines(reviews: Sequence[Review]) -> Iterator[str]:
    """Yields a line for each record to look at again, with the grounds."""
    for one in reviews:
        grounds = (
            *(["运行的结果不同"] if one.is_other else []),
            *one.changes,
            *([f"新增同名的 {one.appeared}"] if one.appeared else []),
        )
        yield f"{one.record.torch}：{'；'.join(grounds)}"


def say_reviews(reviews: Sequence[Review]) -> str:
    """Returns how many records the inventories name, how many give something else, and how far the two agree."""
    named, other = sum(one.is_named for one in reviews), sum(one.is_other for one in reviews)
    both = sum(one.is_named and one.is_other for one in reviews)
    return (
        f"由清单指出 {named} 条，其中 {both} 条运行的结果确实不同；"
        f"结果不同的共 {other} 条，清单看不出的 {other - both} 条。"
    )


def as_json(changes: ReleaseChanges) -> str:
    """Returns ``records`` with their states on both releases, and ``apis`` with their signature changes."""
    content = {
        "from": str(changes.before),
        "to": str(changes.after),
        "records": [_record(one) for one in changes.records],
        "apis": {name: list(details) for name, details in changes.apis.items()},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _lines(changes: ReleaseChanges) -> Iterator[str]:
    yield f"# {changes.before} → {changes.after}"
    for change in Change:
        if found := changes.of(change):
            yield from ("", f"## {CHANGE_NAMES[change]}（{len(found)}）", "")
            yield from (
                f"- `{one.record.torch}`：{_said(one.before, change)} → {_said(one.after, change)}" for one in found
            )
    if changes.apis:
        yield from ("", f"## 对应的 API 的签名（{len(changes.apis)}）", "")
        yield from (f"- `{name}`：{'；'.join(details)}" for name, details in changes.apis.items())
    if not changes.records and not changes.apis:
        yield from ("", "没有变化。")


def _said(standing: Standing, change: Change) -> str:
    return str(standing.effort) if change in OF_EFFORT else plain(say_standing(standing))


def _record(one: RecordChange) -> dict[str, Any]:
    return {
        "torch": one.record.torch,
        "paddle": list(one.record.paddle_apis),
        "change": str(one.change),
        "before": _standing(one.before),
        "after": _standing(one.after),
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "state": str(standing.state),
        "effort": str(standing.effort),
        "apis": list(standing.apis),
        "parameters": list(standing.parameters),
        "words": plain(say_standing(standing)),
    }
