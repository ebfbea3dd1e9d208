"""REC: the record's own keys, its summary and its overloads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import BaseModel

from generator.model.category import CATEGORIES, PARAMETERS_DIFFER, Category
from generator.model.derive import derive_category
from generator.model.finding import Loc, Problem, Put, Remove, Severity
from generator.model.parameter import Relation
from generator.model.record import Mapping, Overload, Record
from generator.rules.base import Bad, RecordRule
from generator.rules.subject import Subject
from generator.rules.txt import outside_code

_ABS = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
checks:
  - given: {x: "float32[2, 3]"}
    torch: y = torch.abs(input=x)
    paddle: y = paddle.abs(x=x)
"""
_DIFFERS = """\
torch: torch.transpose
paddle: paddle.transpose
category: 参数不一致
summary: PyTorch 的 `dim0` 参数与 Paddle 的 `perm` 参数用法不同，`dim1` 与它一同改写，具体如下：
parameters:
  - {torch: dim0, paddle: perm, note: 表示要交换的维度。, differs: {usage: Paddle 列出全部维度的新次序}, rewrite: unsupported}
"""
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


class SuperfluousKey(RecordRule):
    """A key that says what is true without it."""

    code = "REC001"
    title = "多余的键"
    severity = Severity.WARNING
    why = "写了等于没写的键（空列表、空文本、默认值）让人以为它有意思，还让同样的记录有几种写法。"
    fixes = True
    bad = (
        Bad(_ABS + "aliases: []\n", at="aliases"),
        Bad(_ABS + "context: false\n", at="context"),
        Bad(_ABS.replace("note: 表示输入的 Tensor。", 'note: ""'), at='note: ""'),
        Bad(_ABS.replace('{x: "float32[2, 3]"}', "{}").replace("=x)", "=[1])"), at="given"),
    )
    good = (_ABS,)

    _triggers = ("[]", "[ ]", "{}", "{ }", '""', "''", "context:", "random:")
    """One of them stands in every file with such a key."""

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for keys that are written and hold their default, wherever they stand."""
        if not subject.is_yaml or not any(mark in subject.source.document.text for mark in self._triggers):
            return
        for loc in _superfluous((), subject.record):
            yield Problem(loc, f"`{loc[-1]}` 写的就是默认值，不起作用", "删去这个键。", (Remove(loc),), at_key=True)


def _superfluous(loc: Loc, model: BaseModel) -> Iterator[Loc]:
    fields = type(model).model_fields
    for name in model.model_fields_set:
        value = getattr(model, name)
        if isinstance(value, tuple):
            for index, item in enumerate(value):
                if isinstance(item, BaseModel):
                    yield from _superfluous((*loc, name, index), item)
        elif isinstance(value, BaseModel):
            yield from _superfluous((*loc, name), value)
        if (value in ((), "", None, False) or value == {}) and not fields[name].is_required():
            yield (*loc, name)


class OutsideOverloads(RecordRule):
    """A key beside ``overloads`` that belongs into each of them."""

    code = "REC002"
    title = "有 overloads 时，这个键应写在每一组里"
    why = "每组参数列表各有自己的 Paddle API、参数与示例；写在外面的不会显示。"
    keys = frozenset({"overloads"})
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
    """Overloads that a reader cannot tell apart, or only one."""

    code = "REC003"
    title = "overloads 分不清，或只有一组"
    why = "页面上“用法 1、用法 2”靠标题区分；只有一组时就不必分组。"
    keys = frozenset({"overloads"})
    bad = (
        Bad(_OVERLOADS.replace("  - title: 逐元素比较\n    paddle", "  - paddle"), at="paddle: paddle.maximum"),
        Bad(_OVERLOADS.replace("逐元素比较", "求全部元素的最大值"), at="求全部元素的最大值"),
        Bad(_ONE, at="overloads"),
    )
    good = (_OVERLOADS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Asks each overload for a title of its own."""
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


class SummaryRestated(RecordRule):
    """A summary that is the category's own sentence."""

    code = "REC004"
    title = "summary 与按分类生成的一句相同，或是另一分类的"
    spec = ("R20", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9")
    why = "一句话总结按分类生成，与规范的模板逐字相同；手写一遍，分类变了它不会跟着变。"
    keys = frozenset({"summary"})
    fixes = True
    bad = (
        Bad(
            _ABS.replace("parameters:", "summary: 两者功能一致且参数用法一致，仅参数名不一致，具体如下：\nparameters:"),
            at="两者",
        ),
        Bad(
            _ABS.replace("parameters:", "summary: '两者功能一致且参数用法一致,仅参数名不一致,具体如下:'\nparameters:"),
            at="'两者",
        ),
        Bad(_ABS.replace("parameters:", "summary: 两者功能一致，参数完全一致，具体如下：\nparameters:"), at="两者"),
        Bad(
            _ABS.replace("parameters:", "summary: Pytorch 相比 Paddle 支持更多其他参数，具体如下：\nparameters:"),
            at="Pytorch",
        ),
    )
    good = (_ABS, _ABS.replace("parameters:", "summary: 两者功能一致，仅参数名不同，且支持复数：\nparameters:"))

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Compares each summary with the sentences of all categories, width and spaces aside."""
        for loc, mapping in subject.mappings:
            if mapping.summary is None or (owner := _TEMPLATES.get(_fold(mapping.summary))) is None:
                continue
            category = _category_of(subject.record, mapping)
            if owner == category.name and not subject.is_yaml:
                continue  # a document has no other place for it
            what = "写的就是按分类生成的那一句" if owner == category.name else f"是“{owner}”的那一句"
            place = (*loc, "summary")
            yield Problem(place, f"summary {what}", "删去 summary，它会按分类生成。", (Remove(place),))


def _category_of(record: Record, mapping: Mapping) -> Category:
    """The category whose sentence a page shows: an overload has one of its own."""
    if not record.overloads:
        return record.category
    fields = {name: getattr(mapping, name) for name in Mapping.model_fields}
    return derive_category(record.model_copy(update={**fields, "overloads": ()})).category


def _fold(text: str) -> str:
    return re.sub(r"[\s，。：,.:]", "", text).casefold()


_TEMPLATES = {_fold(category.summary): category.name for category in CATEGORIES if category.summary}
"""Whose sentence a summary is, by the sentence without punctuation, spaces and capitals."""


class SummaryForm(RecordRule):
    """A summary that is no sentence leading to what follows."""

    code = "REC005"
    title = "summary 没有以“：”或“。”结尾"
    severity = Severity.WARNING
    spec = ("R20", "T1", "T2")
    why = "模板的一句话总结以“具体如下：”引出下文，或以句号结束。"
    keys = frozenset({"summary"})
    fixes = True
    bad = (Bad(_DIFFERS.replace("具体如下：", "具体如下"), at="PyTorch 的 `dim0`"),)
    good = (_DIFFERS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks at the last character."""
        for loc, mapping in subject.mappings:
            if mapping.summary is not None and not mapping.summary.rstrip().endswith(
                ("：", "。", ":")
            ):  # TXT002 widens
                text = mapping.summary.rstrip().rstrip(":.,;，；、")
                end = "：" if text.endswith("如下") else "。"
                place = (*loc, "summary")
                yield Problem(
                    place,
                    f"summary 没有以“：”或“。”结尾：{mapping.summary}",
                    f"在末尾写“{end}”。",
                    (Put(place, text + end),),
                )


class SummaryNamesNothing(RecordRule):
    """A category-3 summary that does not say what differs."""

    code = "REC006"
    title = "参数不一致的 summary 没有点名"
    spec = ("R21",)
    why = "第 3 类的一句话总结要说出哪些地方不一致；不写 summary 时，会按参数行生成。"
    keys = frozenset({"summary"})
    bad = (
        Bad(
            _DIFFERS.replace(
                "PyTorch 的 `dim0` 参数与 Paddle 的 `perm` 参数用法不同，`dim1` 与它一同改写", "两者略有不同"
            ),
            at="两者略有不同",
        ),
    )
    good = (_DIFFERS,)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for one of the differing parameters, or the word for the return value."""
        if subject.record.category is not PARAMETERS_DIFFER:
            return
        for loc, mapping in subject.mappings:
            differing = [row for row in mapping.parameters if row.relation in {Relation.DIFFERS, Relation.RETURNS}]
            names = {name.lstrip("*") for row in differing for name in (row.torch, row.paddle) if name}
            if any(row.returns for row in differing):
                names.add("返回")
            if mapping.summary is not None and names and not any(name in mapping.summary for name in names):
                yield Problem(
                    (*loc, "summary"),
                    f"summary 没有说出不一致的是什么：{'、'.join(sorted(names))}",
                    "写出参数名，或删去 summary，让它按参数行生成。",
                )


class BareParameter(RecordRule):
    """A parameter's name in a summary without backticks."""

    code = "REC007"
    title = "summary 里的参数名没有放进反引号"
    spec = ("R22",)
    why = "规范要求参数名用反引号加深底色，与普通文字分开。"
    keys = frozenset({"summary"})
    fixes = True
    bad = (Bad(_DIFFERS.replace("`dim0`", "dim0"), at="dim0 参数"),)
    good = (_DIFFERS,)
    _name = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?![\w.(])", re.ASCII)

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Looks for the rows' names outside code; a name of one or two letters may be a word."""
        for loc, mapping in subject.mappings:
            if mapping.summary is None:
                continue
            names = {name.lstrip("*") for row in mapping.parameters for name in (row.torch, row.paddle) if name}
            names = {name for name in names if len(name) > 2 and name.casefold() not in {"paddle", "torch", "tensor"}}  # noqa: PLR2004
            mended = self._mended(mapping.summary, names)
            if mended != mapping.summary:
                place = (*loc, "summary")
                start = next(i for i, (a, b) in enumerate(zip(mapping.summary, mended, strict=False)) if a != b)
                name = self._name.match(mapping.summary, start)
                end = name.end() if name else start + 1
                yield Problem(
                    place,
                    f"参数名 {mapping.summary[start:end]} 没有放进反引号",
                    "给参数名加上反引号。",
                    (Put(place, mended),),
                    part=(start, end),
                )

    def _mended(self, text: str, names: set[str]) -> str:
        return "".join(
            self._name.sub(lambda match: f"`{match.group()}`" if match.group() in names else match.group(), piece)
            if is_prose
            else piece
            for piece, is_prose in outside_code(text)
        )


class OverloadTwice(RecordRule):
    """Two overloads that say the same."""

    code = "REC008"
    title = "两组 overloads 的内容相同"
    why = "内容相同的两组让读者去找并不存在的差别。"
    keys = frozenset({"overloads"})
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
