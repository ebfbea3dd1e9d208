"""REC: the overloads of a record, and the keys that belong into them."""

from __future__ import annotations

from collections.abc import Iterator

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem
from generator.model.record import Mapping, Overload

_OVERLOADS = """\
torch: torch.max
category: 仅参数名不一致
overloads:
  - title: 求全部元素的最大值
    paddle: paddle.max
    parameters:
      - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - title: 逐元素比较
    paddle: paddle.maximum
    parameters:
      - {torch: input, paddle: x, note: 表示输入的 Tensor。}
"""
_ONE = _OVERLOADS[: _OVERLOADS.index("  - title: 逐元素")]


class OutsideOverloads(RecordRule):
    """A key beside ``overloads`` that belongs into each of them."""

    code = "REC002"
    title = "有 overloads 时，这个键应写在每一组里"
    why = "每组参数列表各有自己的 Paddle API、参数与示例；写在外面的不会显示。"
    bad = (
        Bad(_OVERLOADS.replace("overloads:", "paddle: paddle.max\noverloads:"), at="paddle: paddle.max"),
        Bad(_OVERLOADS + "summary: 两者功能一致。\n", at="summary"),
    )
    good = (_OVERLOADS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at the keys that a record shares with its overloads."""
        record = subject.record
        if not record.overloads:
            return
        for name in Mapping.model_fields:
            if getattr(record, name):
                yield Problem(
                    (name,), f"有 overloads，`{name}` 写在外面不起作用", "移到所属的那一组里，或删去。", at_key=True
                )


class OverloadTitles(RecordRule):
    """Overloads without titles of their own, or only one overload."""

    code = "REC003"
    title = "overloads 分不清，或只有一组"
    why = "页面上“用法 1、用法 2”靠标题区分；只有一组时就不必分组。"
    bad = (
        Bad(_OVERLOADS.replace("  - title: 逐元素比较\n    paddle", "  - paddle"), at="paddle: paddle.maximum"),
        Bad(_OVERLOADS.replace("逐元素比较", "求全部元素的最大值"), at="求全部元素的最大值"),
        Bad(_ONE, at="overloads"),
    )
    good = (_OVERLOADS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Requires a title of its own for each overload."""
        overloads = subject.record.overloads
        if len(overloads) == 1:
            yield Problem(("overloads",), "overloads 只有一组", "把它的键直接写在记录上，删去 overloads。", at_key=True)
            return
        seen: set[str] = set()
        for index, overload in enumerate(overloads):
            loc: Loc = ("overloads", index)
            if overload.title is None:
                yield Problem(loc, f"第 {index + 1} 组没有 `title`", "补上 title: …，写这组参数的用途。")
            elif overload.title in seen:
                yield Problem((*loc, "title"), f"标题“{overload.title}”用了两次", "写出这一组与其他组的不同。")
            seen.add(overload.title or "")


class OverloadTwice(RecordRule):
    """Two overloads with the same content."""

    code = "REC008"
    title = "两组 overloads 的内容相同"
    why = "内容相同的两组让读者去找并不存在的差别。"
    bad = (Bad(_OVERLOADS.replace("paddle.maximum", "paddle.max"), at="title: 逐元素比较"),)
    good = (_OVERLOADS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares the overloads, titles aside."""
        seen: dict[tuple[object, ...], int] = {}
        for index, overload in enumerate(subject.record.overloads):
            first = seen.setdefault(_content(overload), index)
            if first != index:
                yield Problem(
                    ("overloads", index),
                    f"第 {index + 1} 组与第 {first + 1} 组的内容相同",
                    "删去其中一组，或写出两者的不同。",
                )


def _content(overload: Overload) -> tuple[object, ...]:
    return overload.paddle, overload.signatures, overload.parameters
