"""Reminders about effects that results do not show: views, gradients, states, initial values, random numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from generator.calls.site import CallSite
from generator.projects.sources.source_file import SourceFile

_MOST_PLACES = 12
"""Places of one reminder that are listed."""


@dataclass(frozen=True, slots=True, order=True)
class Reminder:
    """One sentence about one use of an API: in which cell of a notebook, 0 in a file, and on which line."""

    api: str
    text: str
    file: str
    cell: int
    line: int


def reminders_of(source: SourceFile, sites: Iterable[CallSite]) -> tuple[Reminder, ...]:
    """Returns what is said of the uses that were converted in one file, in the order of the text."""
    found: dict[Reminder, None] = {}
    for site in sites:
        for text in site.warnings:
            index, start = source.place(site.start)
            part = source.parts[index]
            found[Reminder(site.api, text, source.name, part.cell, part.position(start)[0])] = None
    return tuple(found)


def told(reminders: Iterable[Reminder]) -> Iterator[str]:
    """Yields a section with each sentence once, those about most lines first, and the lines below it."""
    groups: dict[tuple[str, str], list[Reminder]] = defaultdict(list)
    for each in reminders:
        groups[each.api, each.text].append(each)
    if groups:
        yield "提醒：转换了的代码还有这些差别，不在返回值里（视图、梯度、状态、初始值、随机数等），请对照自己的代码（行号是原来的文件的）："
    for (api, text), found in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        yield f"- {api}：{text.rstrip('。')}。"
        shown = found[:_MOST_PLACES]
        rest = f"……共 {len(found):,} 处" if len(found) > len(shown) else ""
        yield f"  {'；'.join(_of_file(shown))}{rest}"


def _of_file(reminders: Iterable[Reminder]) -> Iterator[str]:
    for (file, cell), found in groupby(reminders, key=lambda each: (each.file, each.cell)):
        lines = "、".join(str(each.line) for each in found)
        yield f"{file}{f' 第 {cell} 格' if cell else ''} 第 {lines} 行"
