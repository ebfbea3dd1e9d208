"""What a terminal shows of the answers for a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

from generator.catalog.unanswered.counterpart import Ground
from generator.model.status import Status
from generator.projects.lookup.answers import UNANSWERED, Entry, Found
from generator.publishing.views.statuses import DROP_IN, STATUS_NAMES
from generator.publishing.views.unanswered import said_ground

_INDENT = "  "
_LED = {"torch": "这样结尾的有", "paddle": "换成它的有", "module": "这个模块中已整理的有"}
"""What leads to several answers, by whose name was written."""


def format_found(found: Found, site: str) -> Iterator[str]:
    """Yields the lines for one name; ``site`` is the address of the home page, empty to leave out page addresses."""
    name = click.style(found.name, bold=True)
    if not found.answers:
        likely = f"是否想写 {'、'.join(found.likely)}？" if found.likely else ""
        yield f"{name}：没有找到。{likely}"
    elif len(found.answers) > 1:
        led = _LED[found.side]
        yield f"{name}：{led} {len(found.answers)} 个，写出全名可见其中一个的详情："
        yield from (f"{_INDENT}{_names(entry)}（{_short(entry)}）" for entry in found.answers.values())
    else:
        ((full, entry),) = found.answers.items()
        also = f"（{full} 是它的另一个名称）" if full != entry["torch"] else ""
        also = f"（由 {full.rpartition('.')[0]} 继承）" if found.inherited else also
        yield click.style(_names(entry), bold=True) + also
        page = [f"页面：{site.rstrip('/')}/{entry['page']}"] if site else []
        yield from (f"{_INDENT}{line}" for line in (*_SHOW[entry["answer"]](entry), *page))


def _names(entry: Entry) -> str:
    """Returns the name of either side."""
    paddle = entry.get("paddle") or ()
    names = "、".join([paddle] if isinstance(paddle, str) else paddle)
    return f"{entry['torch']} → {names}" if names else str(entry["torch"])


def _short(entry: Entry) -> str:
    """Returns the answer in a word or two."""
    return f"{entry['effort']}，{entry['category']}" if entry["answer"] == "记录" else str(entry["answer"])


def _of_record(entry: Entry) -> Iterator[str]:
    verification = entry["verification"]
    yield "；".join(
        (
            f"{entry['effort']}（{entry['number']} {entry['category']}）",
            STATUS_NAMES[Status(verification["status"])],
            *([DROP_IN] if verification["drop_in"] else []),
        )
    )
    if entry["reason"]:
        yield entry["reason"]
    for mapping in entry["mappings"]:
        if mapping["title"]:
            yield f"〔{mapping['title']}〕"
        if entry["paddle"]:
            yield from _signatures(mapping["torch_signature"], mapping["paddle_signature"])
        yield from _rows(mapping)
        yield from (f"注意：{remark}" for remark in mapping["remarks"])
        yield from _usual(mapping)


def _signatures(torch: str | None, paddle: str | None) -> Iterator[str]:
    yield from (f"{side:<8}{text}" for side, text in (("PyTorch", torch), ("Paddle", paddle)) if text)


def _rows(mapping: Entry) -> Iterator[str]:
    """Yields what differs, a line each; parameters that only change their name are on one."""
    rows = mapping["parameters"]
    renamed = [f"{row['torch']} → {row['paddle']}" for row in rows if row["relation"] == "renamed"]
    if renamed:
        yield f"改名：{'、'.join(renamed)}"
    for row in rows:
        if row["relation"] not in {"same", "renamed"}:
            yield f"{row['torch'] or row['paddle'] or '返回值'}：{row['text']}"


def _usual(mapping: Entry) -> Iterator[str]:
    """Yields the usual call on both sides."""
    for call in (*mapping["examples"], *mapping["checks"]):
        if call["usual"]:
            for side, name in (("PyTorch", "torch"), ("Paddle", "paddle")):
                first, *rest = call[name].rstrip().splitlines()
                yield f"{side:<8}{click.style(first, fg='cyan')}"
                yield from (f"{'':<8}{click.style(line, fg='cyan')}" for line in rest)


def _of_family(entry: Entry) -> Iterator[str]:
    yield f"系列：{entry['title']}，{len(entry['members'])} 个成员按同一方式对应；{STATUS_NAMES[Status(entry['status'])]}"


def _of_member(entry: Entry) -> Iterator[str]:
    yield f"系列 {entry['family']} 的成员；{STATUS_NAMES[Status(entry['status'])]}"
    if entry["paddle"] is None:
        yield "Paddle 没有同样的成员。"
    if entry["remark"]:
        yield entry["remark"]


def _of_constant(entry: Entry) -> Iterator[str]:
    yield "常数或开关" if entry["paddle"] else "常数或开关：没有对应的写法"
    yield from filter(None, (entry["reason"], entry["note"], entry["assign"] and f"赋值写成 {entry['assign']}"))


def _of_unanswered(entry: Entry) -> Iterator[str]:
    guess = entry["guess"]
    if entry["see"]:
        yield f"{UNANSWERED}：没有人看过，也没有可靠的猜测；同名的 {entry['see']} 有记录，可以参照。"
    elif guess is None:
        yield f"{UNANSWERED}：没有人看过，也没有找到相近的 Paddle API。"
    else:
        ground = said_ground(Ground(guess["ground"]), weak=guess["mostly_wrong"])
        yield f"{UNANSWERED}：没有人看过。可能对应 {guess['paddle']}（{ground}，由程序猜的）。"
        yield from _signatures(guess["torch_signature"], guess["paddle_signature"])
        if guess["differences"]:
            yield f"签名的差别：{'；'.join(guess['differences'])}。"
    yield f"写成记录：apimap new {entry['torch']}"


_SHOW: dict[str, Callable[[Entry], Iterator[str]]] = {
    "记录": _of_record,
    "系列": _of_family,
    "系列成员": _of_member,
    "常数": _of_constant,
    UNANSWERED: _of_unanswered,
}
"""How the entries of each kind are shown."""
