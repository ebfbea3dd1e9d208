"""NEW: drafts that are not finished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.model.finding import Loc, Problem
from generator.model.glossary import TO_WRITE
from generator.rules.base import Bad, RecordRule
from generator.rules.samples import CHECKED_ABS
from generator.rules.subject import Subject


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


def _texts(loc: Loc, data: Any) -> Iterator[tuple[Loc, str]]:
    if isinstance(data, str):
        yield loc, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts((*loc, key), value)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _texts((*loc, index), value)
