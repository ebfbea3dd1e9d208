"""Reminders about what results do not show, views, gradients, states, and about what is assumed of classes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from generator.calls.site import CallSite
from generator.model.parameter import Effect
from generator.model.when_words import ELSEWHERE, is_of_class, is_of_dtype
from generator.projects.sources.source_file import SourceFile

_MOST_PLACES = 12
"""Places of one reminder that are listed."""
PACKAGE = "package"
"""What a reminder concerns that tells of the import of a package built on torch."""
_HEADINGS: dict[Effect | str | None, str] = {
    PACKAGE: "别的包：建立在 PyTorch 之上，没有转换。收发 Tensor 或网络层的，换成 Paddle 一侧的对应，或把它的源码放进项目一起转换",
    None: "假定：看不出是不是这些类的对象，是的话结果不同或报错",
    "dtype": "dtype：在 CPU 上运行时报错，要先转换",
    Effect.INIT: "初始值：从头训练时",
    Effect.RANDOM: "随机数：要得到同样的随机数时",
    Effect.STATE: "状态：保存、载入，之后读写对象的状态，或还用到原位改动的输入时",
    Effect.VIEW: "视图：之后原位修改其中之一时",
    Effect.GRADIENT: "梯度：反向传播时",
}
"""When each kind of reminder matters, in the order in which a reader asks."""
_ORDER = {effect: place for place, effect in enumerate(_HEADINGS)}


@dataclass(frozen=True, slots=True, order=True)
class Reminder:
    """One sentence about one use of an API: in which cell of a notebook, 0 in a file, and on which line."""

    api: str
    text: str
    effect: Effect | str | None
    """None where it is what the conversion assumes of the class of an object; ``dtype`` of what Paddle's CPU takes;
    ``PACKAGE`` where another package is imported."""
    file: str
    cell: int
    line: int


def reminders_of(
    source: SourceFile, sites: Iterable[CallSite], packages: Iterable[tuple[str, int]] = ()
) -> tuple[Reminder, ...]:
    """Returns what is said of the uses in one file, in the order of the text.

    ``packages`` are the imports of packages built on torch, each with its offset.
    """
    found = {Reminder(package, "", PACKAGE, *_place(source, start)): None for package, start in packages}
    for site in sites:
        assumed = dict.fromkeys(filter(is_of_class, site.assumptions))
        refused = {each.removeprefix(f"{ELSEWHERE}："): "dtype" for each in site.assumptions if is_of_dtype(each)}
        for text, effect in {**assumed, **refused, **site.warnings}.items():
            found[Reminder(site.api, text, effect, *_place(source, site.start))] = None
    return tuple(found)


def _place(source: SourceFile, offset: int) -> tuple[str, int, int]:
    """Returns the file, the cell and the line of a character of the code."""
    index, start = source.place(offset)
    part = source.parts[index]
    return source.name, part.cell, part.position(start)[0]


def told(reminders: Iterable[Reminder]) -> Iterator[str]:
    """Yields a section with a part for what is assumed and for each effect.

    Each sentence stands once with its lines, those about most lines first.
    """
    groups: dict[tuple[Effect | str | None, str, str], list[Reminder]] = defaultdict(list)
    for each in reminders:
        groups[each.effect, each.api, each.text].append(each)
    if groups:
        yield "提醒：转换了的代码还有这些前提与不在返回值里的差别，请对照自己的代码（行号是原来的文件的）："
    shown = sorted(groups.items(), key=lambda item: (_ORDER[item[0][0]], -len(item[1]), item[0][1:]))
    for effect, parts in groupby(shown, key=lambda item: item[0][0]):
        yield f"【{_HEADINGS[effect]}】"
        for (_, api, text), found in parts:
            yield f"- {api}：{text.rstrip('。')}。" if text else f"- {api}"
            rest = f"……共 {len(found):,} 处" if len(found) > _MOST_PLACES else ""
            yield f"  {'；'.join(_of_file(found[:_MOST_PLACES]))}{rest}"


def _of_file(reminders: Iterable[Reminder]) -> Iterator[str]:
    for (file, cell), found in groupby(reminders, key=lambda each: (each.file, each.cell)):
        lines = "、".join(str(each.line) for each in found)
        yield f"{file}{f' 第 {cell} 格' if cell else ''} 第 {lines} 行"
