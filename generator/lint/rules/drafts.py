"""NEW: drafts that are not finished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.lint.rules.base import Bad, RecordRule
from generator.lint.rules.samples import CHECKED_ABS
from generator.lint.rules.subject import Subject
from generator.model.finding import Loc, Problem
from generator.model.glossary import TO_WRITE


class Unfinished(RecordRule):
    """A draft with a text that is still to be written."""

    code = "NEW001"
    title = "草稿没有写完"
    why = "`apimap new` 只写得出签名能说明的；标有“待写”之处要由人来写，写完之前不能发布。"
    bad = (
        Bad(CHECKED_ABS.replace("表示输入的 Tensor。", "待写。"), at="待写。"),
        Bad(CHECKED_ABS.replace("y = torch.abs(input=x)", "y = torch.abs(input=待写)"), at="y = torch.abs(input=待写)"),
    )
    good = (CHECKED_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the mark in every value of the file."""
        if TO_WRITE not in subject.source.document.text:
            return
        for loc, text in _texts((), subject.source.document.data):
            if TO_WRITE in text:
                yield Problem(loc, f"还没有写完：{text.strip().splitlines()[0]}", f"写完后删去“{TO_WRITE}”。")


class Unread(RecordRule):
    """A draft that no person has gone through, or has not said so."""

    code = "NEW002"
    title = "草稿还没有人看过"
    why = (
        "草稿里的对应、分类、含义与差别是程序写的，即使每一处都能运行、没有一处“待写”，也可能是错的。"
        "写着 `draft: true` 的记录因此从不通过；逐处看过的人删去这一行，就是为它作保。"
    )
    bad = (Bad(CHECKED_ABS.replace("parameters:", "draft: true\nparameters:"), at="true"),)
    good = (CHECKED_ABS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the key."""
        if subject.record.draft:
            hint = f"核对对应的 API、每一行、分类与代码（apimap probe {subject.record.torch}），再删去 draft。"
            yield Problem(("draft",), "这是没有人看过的草稿", hint)


def _texts(loc: Loc, data: Any) -> Iterator[tuple[Loc, str]]:
    if isinstance(data, str):
        yield loc, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts((*loc, key), value)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _texts((*loc, index), value)
