"""What changed in one record, in Chinese words: category, counterpart, rows, code, and never lines of YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from generator.model.parameter import ParameterRow
from generator.model.phrases import full_note
from generator.model.record import Example, Overload, Record, RecordSnippet
from generator.model.record import Mapping as Counterpart
from generator.model.remark import Remark, write_remark
from generator.model.template import Convert, write_convert
from generator.model.texts import read_fields
from generator.model.usual_call import usual_of
from generator.model.when import When
from generator.model.when_words import glued, moment
from generator.publishing.views.difference import RELATION_NAMES, relation_of
from generator.reports.review.pairs import pair_items

_LONGEST = 120
"""Characters of a quoted text that are shown."""


class Topic(StrEnum):
    """What of a record changed; the values are what a reader is told."""

    CATEGORY = "分类"
    COUNTERPART = "对应"
    OVERLOADS = "用法"
    SIGNATURE = "签名"
    ROWS = "参数"
    RETURNS = "返回值"
    REMARKS = "补充说明"
    EXAMPLES = "示例"
    CHECKS = "等价的调用"
    USUAL = "平常的调用"
    EFFORT = "要改多少"
    DROP_IN = "替换前缀"
    ALIASES = "别名"
    RELATED = "相关"
    WORDS = "说明"


@dataclass(frozen=True, slots=True)
class Detail:
    """One change: its topic, and its words as a line of Markdown, code in backticks."""

    topic: Topic
    words: str


def compare_records(old: Record, new: Record) -> Iterator[Detail]:
    """Yields the changes from one record of an API to another; what only lays out the file is none."""
    if old.category is not new.category:
        yield Detail(Topic.CATEGORY, f"由“{old.category.name}”变为“{new.category.name}”")
    mappings = [mapping for _, mapping in old.mappings()], [mapping for _, mapping in new.mappings()]
    for before, after in pair_items(*mappings, _title, lambda _: 0, content=_content):
        if before is None or after is None:
            yield Detail(Topic.OVERLOADS, f"去掉{_of(before)}" if before is not None else f"新增{_of(after)}")
        else:
            if _title(before) != _title(after):
                yield Detail(Topic.OVERLOADS, f"{_of(before)}改称{_of(after)}")
            several = len(mappings[1]) > 1
            place = f"{_of(after)}：" if several else ""
            yield from (Detail(one.topic, place + one.words) for one in _compare_mappings(new.torch, before, after))
    yield from _compare_names(Topic.ALIASES, old.aliases, new.aliases)
    yield from _compare_names(Topic.RELATED, old.related, new.related)
    for key in Record.model_fields:
        if key not in _APART:
            said = _key_words(key, *(getattr(one, key) for one in (old, new)))
            yield from (Detail(Topic.WORDS, words) for words in said)


def _key_words(key: str, old: Any, new: Any) -> Iterator[str]:
    name = _NAMES.get(key, code(key))
    if isinstance(old or new, str):
        mark = _quoted if key in read_fields(Record) else code
        yield from _turned(name, *(one and mark(one) for one in (old, new)))
    elif old != new:
        yield f"{name}改了"


_NAMES = {
    "reason": "缺失的原因",
    "intro": "导语",
    "type": "作为类型时的类",
    "links": "文档链接",
    "exempt": "豁免的规则",
    "context": "是否要改上下文",
    "helper": "用 Paddle 写出的同名函数或类",
    "draft": "是否为草稿",
}
"""What a reader is told of a record's own keys; those without a name are told as they are written."""
_APART = frozenset({"torch", "category", "overloads", "forms", "aliases", "related", *Counterpart.model_fields})
"""The keys whose changes are told in a way of their own; a form is a record like others."""


def code(text: str) -> str:
    """Returns text as a code span on one line, however it is written."""
    line = _short("; ".join(part.rstrip() for part in text.strip().splitlines() if part.strip()))
    return f"`` {line} ``" if "`" in line else f"`{line}`"


def _compare_mappings(api: str, old: Counterpart, new: Counterpart) -> Iterator[Detail]:
    for words in _turned("", *(one.paddle and code(one.paddle) for one in (old, new))):
        yield Detail(Topic.COUNTERPART, words)
    if old.signatures != new.signatures:
        yield Detail(Topic.SIGNATURE, "写明的签名改了")
    if isinstance(old, Overload) and isinstance(new, Overload) and old.links != new.links:
        yield Detail(Topic.WORDS, "文档链接改了")
    for words in _turned("总结", _quoted(old.summary), _quoted(new.summary)):
        yield Detail(Topic.WORDS, words)
    yield from _compare_rows(old.parameters, new.parameters)
    for before, after in pair_items(old.remarks, new.remarks, str, lambda _: 0, content=write_remark):
        yield Detail(Topic.REMARKS, _remark_words(before, after))
    yield from (Detail(Topic.EXAMPLES, words) for words in _compare_snippets(old.examples, new.examples))
    yield from (Detail(Topic.CHECKS, words) for words in _compare_snippets(old.checks, new.checks))
    usual = [found[1] if (found := usual_of(api, one)) is not None else None for one in (old, new)]
    for side, name in (("torch", "PyTorch 一侧"), ("paddle", "Paddle 一侧")):
        said = _turned(name, *(code(getattr(one, side)) if one is not None else "" for one in usual))
        yield from (Detail(Topic.USUAL, words) for words in said)


def _compare_snippets(old: Sequence[RecordSnippet], new: Sequence[RecordSnippet]) -> Iterator[str]:
    for before, after in pair_items(old, new, _snippet_key, lambda one: one.torch, _order_in(old, new)):
        yield from _snippet_words(before, after)


def _compare_rows(old: Sequence[ParameterRow], new: Sequence[ParameterRow]) -> Iterator[Detail]:
    keys: tuple[Callable[[ParameterRow], object], ...] = (
        lambda row: (row.torch, row.paddle, row.returns is not None, row.when),
        lambda row: (row.torch, row.returns is not None, row.torch or row.paddle),
    )
    for before, after in pair_items(old, new, *keys):
        row = after or before
        assert row is not None
        topic = Topic.RETURNS if row.returns is not None else Topic.ROWS
        name = "" if row.returns is not None else code(row.label)
        if before is None or after is None:
            did = "新增" if before is None else "去掉"
            what = f"（{RELATION_NAMES[relation_of(row)]}）" if name else ""
            yield Detail(topic, f"{glued(*filter(None, (did, name, '一行')))}{what}：{_short(full_note(row))}")
        else:
            yield from (Detail(topic, glued(*filter(None, (name, words)))) for words in _row_words(before, after))
    kept = [row.label for row in old if row in new]
    if kept != [row.label for row in new if row in old]:
        yield Detail(Topic.ROWS, "各行的次序变了")


def _row_words(old: ParameterRow, new: ParameterRow) -> Iterator[str]:
    yield from _turned("对应的参数", *(row.paddle and code(row.paddle) for row in (old, new)))
    yield from _turned("关系", *(f"“{RELATION_NAMES[relation_of(row)]}”" for row in (old, new)))
    yield from _turned("备注", *(_quoted(full_note(row)) for row in (old, new)))
    yield from _turned("适用的条件", *(_condition(row.when) for row in (old, new)))
    yield from _turned("转换的模板", *(_template(row.convert) for row in (old, new)))
    for key, name in {"covers": "条件的范围", "effect": "影响", "undecided": "看不出条件时"}.items():
        yield from _turned(name, *(value and code(str(value)) for row in (old, new) for value in (getattr(row, key),)))


def _remark_words(old: Remark | None, new: Remark | None) -> str:
    if old is None or new is None:
        return f"去掉{_quoted(old)}" if old is not None else f"新增{_quoted(new)}"
    if str(old) != str(new):
        return f"{_quoted(old)}改写为{_quoted(new)}"
    said = (
        *_turned("适用的条件", _condition(old.when), _condition(new.when)),
        *_turned("转换的模板", _template(old.convert), _template(new.convert)),
    )
    return f"{_quoted(new)}：{'；'.join(said) or '其他的键改了'}"


_PARTS = {
    "torch": "PyTorch 一侧",
    "paddle": "Paddle 一侧",
    "given": "输入",
    "skip": "不运行的原因",
    "expect": "应有的结果",
}
_COMPARED = ("compare", "random", "tolerance")


def _snippet_words(old: RecordSnippet | None, new: RecordSnippet | None) -> Iterator[str]:
    if old is None or new is None:
        one = new or old
        assert one is not None
        skipped = "（不运行）" if one.skip else ""
        yield glued("新增" if old is None else "去掉", _name_of(one)) + skipped
        return
    parts = [words for key, words in _PARTS.items() if getattr(old, key, None) != getattr(new, key, None)]
    parts += ["怎样比较"] if any(getattr(old, key) != getattr(new, key) for key in _COMPARED) else []
    parts += ["说明的文字"] if isinstance(old, Example) and _snippet_key(old) != _snippet_key(new) else []
    if parts:  # which one is the usual call is told by what that call is
        yield glued(_name_of(new), "的", "、".join(parts), "改了")


def _name_of(snippet: RecordSnippet) -> str:
    if isinstance(snippet, Example) and (snippet.title or snippet.parameter):
        return f"“{_short(snippet.title or '、'.join(snippet.parameter))}”"
    return code(snippet.torch)


def _snippet_key(snippet: RecordSnippet) -> object:
    if isinstance(snippet, Example):
        return snippet.parameter, snippet.title, snippet.case
    return snippet.torch, str(snippet.given)


def _order_in(*lists: Sequence[RecordSnippet]) -> Callable[[RecordSnippet], object]:
    """Returns a key by which what stands at the same place of both lists belongs together."""
    places = {id(item): place for items in lists for place, item in enumerate(items)}
    return lambda item: places[id(item)]


def _compare_names(topic: Topic, old: Sequence[str], new: Sequence[str]) -> Iterator[Detail]:
    for did, names in (("新增", set(new) - set(old)), ("去掉", set(old) - set(new))):
        if names:
            yield Detail(topic, f"{did} {'、'.join(map(code, sorted(names)))}")


def _turned(name: str, old: str | None, new: str | None) -> Iterator[str]:
    """Yields what is said of a value that became another one; nothing where it is the same."""
    if (old or "") == (new or ""):
        return
    if old and new:
        yield glued(*filter(None, (name, "由", old, "变为", new)))
    else:
        yield glued(*filter(None, (name, "新增" if new else "去掉", new or old)))


def _condition(when: When | None) -> str:
    return f"“{moment(when)}”" if when is not None else ""


def _template(convert: Convert | None) -> str:
    if convert is None:
        return ""
    written = write_convert(convert)
    if isinstance(written, Mapping):
        return code(", ".join(f"{name}={text}" for name, text in written.items()))
    return code(written)


def _content(mapping: Counterpart) -> object:
    """Returns all of a mapping: remarks are equal where their texts are, whatever their conditions say."""
    return mapping, list(map(write_remark, mapping.remarks))


def _title(mapping: Counterpart) -> str:
    return (mapping.title or "") if isinstance(mapping, Overload) else ""


def _of(mapping: Counterpart | None) -> str:
    title = _title(mapping) if mapping is not None else ""
    return f"“{title}”" if title else "没有标题的一组参数"


def _quoted(text: str | None) -> str:
    return f"“{_short(text)}”" if text else ""


def _short(text: str) -> str:
    """Returns the beginning of a text on one line; no code span is cut open."""
    line = " ".join(text.split())
    if len(line) <= _LONGEST:
        return line
    line = line[: _LONGEST - 1]
    return f"{line.rpartition('`')[0] if line.count('`') % 2 else line}…"
