"""The answer at the top of a difference page: the usual call in both libraries, what it takes, and its pitfalls."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.call_verdict import CallVerdict
from generator.model.category import Category
from generator.model.derive import own_category
from generator.model.effort import usual_result
from generator.model.finding import Loc
from generator.model.parameter import Effect, ParameterRow
from generator.model.phrases import FULL_STOP
from generator.model.prefix import change_prefix
from generator.model.record import Mapping as Counterpart
from generator.model.record import Record, RecordSnippet
from generator.model.relation import SET_DEFAULT, Relation, Rewrite
from generator.model.remark import Remark
from generator.model.snippet_syntax import is_same_code
from generator.model.status import Outcome, Status
from generator.model.usual_call import calls_of, usual_of
from generator.model.when_words import moment
from generator.publishing.views.inputs import say_inputs
from generator.publishing.views.prose import Code, Prose, codes, compose, join, read_prose
from generator.publishing.views.statuses import STATUS_MEANINGS

MOST_WARNINGS = 3
"""How many warnings stand at the top of a page: more would not be read."""
_LONGEST = 110
"""Characters of a warning, from which on its first sentence has to do."""
_SENTENCE = re.compile(r"(?:`[^`]*`|[^`。])*。")
_EFFECTS = {
    Effect.INIT: "初始值",
    Effect.VIEW: "视图",
    Effect.STATE: "状态",
    Effect.GRADIENT: "梯度",
    Effect.RANDOM: "随机数",
}
"""What a warning of an effect is about, before its words."""
SWAPPED, AS_IT_IS, OWN = "只换前缀", "照原样", "按 Paddle 的签名"
"""Captions of the two ways where both were run."""
_MEANINGS = {
    CallVerdict.VERBATIM: "这样的调用不用改",
    CallVerdict.RENAMED: "换名称，实参照抄",
    CallVerdict.ARGUMENTS: "实参要照 Paddle 的签名改",
    CallVerdict.REWRITE: "不能只改名称和实参，照这里的写法改",
    CallVerdict.MISSING: "Paddle 没有对应的功能",
    CallVerdict.UNVERIFIED: "没有运行过，以下只凭签名与文档",
}
_INSTEAD = {
    CallVerdict.ARGUMENTS: "照这里的写法改。",
    CallVerdict.REWRITE: "没有一个 API 与它等价，照这里的写法代替。",
}
"""The same where there is no counterpart."""


@dataclass(frozen=True, slots=True)
class WayView:
    """One piece of Paddle code that does the same; ``caption`` is empty where there is only one."""

    caption: str
    code: str


@dataclass(frozen=True, slots=True)
class WarningView:
    """One pitfall: its subject, its description, and the anchor of the row with all details."""

    about: str
    text: Prose
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The usual call of one mapping.

    ``words`` say what it takes; ``both`` says how category and effort hold at once, where they seem not to.
    """

    effort: CallVerdict
    torch: str
    ways: tuple[WayView, ...]
    inputs: str
    words: Prose
    both: Prose
    warnings: tuple[WarningView, ...]
    others: Prose
    """Links to the other mappings of the record, each with what it takes."""


def answer_view(  # noqa: PLR0913, PLR0917  # a mapping, where it stands, and what the page shows of it
    catalog: Catalog,
    record: Record,
    loc: Loc,
    mapping: Counterpart,
    effort: CallVerdict,
    anchors: Mapping[int, str],
    others: Prose,
) -> AnswerView | None:
    """Returns the answer of the mapping at ``loc``; None where it has no code.

    ``anchors`` are those of its rows, by their index.
    """
    usual = usual_of(record.torch, mapping)
    if usual is None:
        return None
    _, snippet = usual
    torch, paddle = (record.without_helper(code).strip("\n") for code in (snippet.torch, snippet.paddle))
    ways = tuple(_ways(catalog, record, loc, mapping, torch, paddle))
    return AnswerView(
        effort=effort,
        torch=torch,
        ways=ways,
        inputs=say_inputs(snippet.given),
        words=_words(catalog, record, mapping, effort, snippet, torch, ways),
        both=()
        if record.helper
        else _both(own_category(record, mapping), effort, mapping, _passed(torch, record.torch, mapping)),
        warnings=tuple(_warnings(mapping, effort, anchors)),
        others=others,
    )


def _ways(  # noqa: PLR0913, PLR0917  # the record, the place, both sides
    catalog: Catalog, record: Record, loc: Loc, mapping: Counterpart, torch: str, paddle: str
) -> Iterator[WayView]:
    """Yields the torch code with its prefix changed where that passed, then the record's own where it is other code."""
    is_stale = catalog.status(record) is Status.STALE
    result = None if is_stale else usual_result(record, loc, mapping, catalog.evidence.get(record.torch))
    passed = result is not None and result.outcome is Outcome.PASSED
    swapped = change_prefix(torch) if result is not None and passed and result.moved else None
    if swapped is None or is_same_code(swapped, paddle):
        yield WayView("", paddle)
    else:
        yield WayView(SWAPPED if swapped != torch else AS_IT_IS, swapped)
        yield WayView(OWN, paddle)


# ---- what it takes ----


def _words(  # noqa: PLR0913, PLR0917  # what decides the words
    catalog: Catalog,
    record: Record,
    mapping: Counterpart,
    effort: CallVerdict,
    snippet: RecordSnippet,
    torch: str,
    ways: Sequence[WayView],
) -> Prose:
    if effort is CallVerdict.UNVERIFIED:
        reason = snippet.skip or STATUS_MEANINGS[catalog.status(record)]
        return compose(_MEANINGS[effort], "：", read_prose(reason.rstrip(FULL_STOP)), FULL_STOP)
    if effort is CallVerdict.VERBATIM and len(ways) > 1:
        return compose("Paddle 也接受 PyTorch 的写法，不用改。")
    if effort is CallVerdict.RENAMED or record.without_helper(snippet.paddle) != snippet.paddle:
        return compose(_renamed(torch, ways, record, mapping), FULL_STOP)
    changes = list(_changes(torch, ways[-1].code, record.torch, mapping)) if mapping.paddle else []
    if effort is CallVerdict.ARGUMENTS and changes:
        return compose(join("，", changes), FULL_STOP)
    if effort in _INSTEAD and not mapping.paddle:
        return read_prose(_brief(_way(mapping, effort) or _INSTEAD[effort]))
    return compose(_MEANINGS[effort], FULL_STOP)


def _way(mapping: Counterpart, effort: CallVerdict) -> Remark | None:
    """Returns the first remark of a mapping without counterpart, if it says how other arguments do it in all calls.

    None where it is a warning.
    """
    first = next(iter(mapping.remarks), None)
    if first is None or mapping.paddle or effort is not CallVerdict.ARGUMENTS:
        return None
    return first if first.when is None and not first.effect and not first.is_code else None


def _renamed(torch: str, ways: Sequence[WayView], record: Record, mapping: Counterpart) -> Prose:
    if record.helper:
        head = "不改上下文的代码时，" if mapping.paddle else "没有对应的 API："
        return compose(head, "先把下面写出的 ", Code(record.name), " 放进自己的文件，调用处就只改名称，实参照抄")
    package = record.torch.partition(".")[0]
    if len(ways) > 1 or change_prefix(torch) == ways[0].code:
        own = compose("；Paddle 自己的写法列在后面") if len(ways) > 1 else ()
        return compose(Code(package), " 换成 ", Code("paddle"), "，实参照抄", own)
    if mapping.paddle is not None:
        return compose("换成 ", Code(mapping.paddle), "，实参照抄")
    return compose(_MEANINGS[CallVerdict.RENAMED])


def _changes(torch: str, paddle: str, api: str, mapping: Counterpart) -> Iterator[Prose]:
    """Yields what differs between the arguments of both calls, the most important first."""
    one, other = (next(iter(calls_of(*side)), None) for side in ((torch, api), (paddle, mapping.paddle or "")))
    if one is None or other is None:
        return
    names = {row.torch: row.paddle for row in mapping.parameters if row.torch and row.paddle}
    before = {word.arg: _written(word.value) for word in one.keywords if word.arg}
    after = {word.arg: ast.unparse(word.value) for word in other.keywords if word.arg}
    positions, places = [_written(each) for each in one.args], [ast.unparse(each) for each in other.args]
    kept = {names.get(name, name): (name, value) for name, value in before.items()}
    known = {value: key for key, value in names.items()}
    added = [f"{name}={value}" for name, value in after.items() if name not in kept and name not in known]
    named = [f"{name}={value}" for name, value in after.items() if name not in kept and name in known]
    named = [said for said in named if said.partition("=")[2] not in positions]
    written = [name for name, value in after.items() if name in known and name not in kept and value in positions]
    if added or named:
        yield compose("要加 ", codes([*added, *named]))
    values = [f"{name}={after[name]}" for name, (_, value) in kept.items() if name in after and after[name] != value]
    if values:
        yield compose("写成 ", codes(values))
    gone = [name for new, (name, value) in kept.items() if new not in after and value not in places]
    if gone:
        yield compose("去掉 ", codes(gone))
    renamed = [new for new, (name, _) in kept.items() if new in after and new != name]
    if renamed:
        yield compose("参数名改为 ", codes(renamed))
    if positions != places and sorted(positions) == sorted(places):
        yield compose("实参的次序改为 ", Code(", ".join(places)))
    elif positions != places[: len(positions)] and len(positions) == len(places):
        yield compose("实参写成 ", Code(", ".join(places)))
    elif written:
        yield compose(codes(written), " 写出参数名")


def _written(value: ast.expr) -> str:
    """Returns an argument as Paddle's side has it where nothing but the package differs."""
    text = ast.unparse(value)
    return change_prefix(text) or text


# ---- how both hold ----

_EASY = frozenset({CallVerdict.VERBATIM, CallVerdict.RENAMED})


def _passed(torch: str, api: str, mapping: Counterpart) -> frozenset[str]:
    """Returns the torch parameters that the first call passes: rows stand in the order of the signature."""
    call = next(iter(calls_of(torch, api)), None)
    if call is None:
        return frozenset()
    rows = [row.torch for row in mapping.parameters if row.torch]
    return frozenset([*rows[: len(call.args)], *(word.arg for word in call.keywords if word.arg)])


def _both(category: Category, effort: CallVerdict, mapping: Counterpart, passed: frozenset[str]) -> Prose:
    """Returns why a category with differences has an effort that needs none, or the other way round.

    ``passed`` are the parameters that the usual call passes: they differ in some case alone.
    """
    rows = [row for row in mapping.parameters if row.relation in _DIFFERING and row.rewrite is not Rewrite.DROP]
    named = [row.torch for row in rows if row.torch]
    if effort in _EASY and category.family != "1":
        is_told = 0 < len(named) <= MOST_WARNINGS and passed.isdisjoint(named)
        some = codes(dict.fromkeys(named)) if is_told else ()
        when = compose("用到 ", some, " 时才要改") if some else compose("碰到下表写明的情形时才要改")
        when = when if mapping.parameters else compose("别的用法见下面的转写示例")
        return compose("分类“", category.name, "”说的是两边的签名与含义；最平常的调用不涉及这些差别，", when, FULL_STOP)
    if effort is CallVerdict.REWRITE and category.family == "1":
        return compose("分类“", category.name, "”说的是两边的签名；要改写的是调用之外的代码。")
    return ()


_DIFFERING = frozenset({Relation.TORCH_ONLY, Relation.DIFFERS, Relation.DEFAULT})


# ---- what bites ----


def _warnings(mapping: Counterpart, effort: CallVerdict, anchors: Mapping[int, str]) -> Iterator[WarningView]:
    """Yields the most important warnings: those of differences without an error message come first."""
    found = [*_of_rows(mapping.parameters, anchors), *_of_remarks(mapping, effort)]
    yield from (warning for _, warning in sorted(found, key=lambda one: one[0])[:MOST_WARNINGS])


def _of_rows(rows: Sequence[ParameterRow], anchors: Mapping[int, str]) -> Iterator[tuple[int, WarningView]]:
    for index, row in enumerate(rows):
        anchor, name = anchors.get(index, ""), row.torch or row.paddle or ""
        if row.relation is Relation.DEFAULT and row.default is not None and row.set != SET_DEFAULT:
            values = f"PyTorch 为 `{row.default.torch}`，Paddle 为 `{row.default.paddle}`。"
            yield 1, WarningView("默认值", compose(Code(name), " ", read_prose(values)), anchor)
        words = row.returns or (row.differs.words if row.differs is not None else "")
        if words:
            rank = 0 if row.effect else 3 if row.relation is Relation.DIFFERS else 4
            about = _EFFECTS[row.effect] if row.effect else "返回值" if row.returns else ""
            yield rank, WarningView(about, compose(*_subject(name), read_prose(_brief(_when(row, words)))), anchor)
        elif row.rewrite is Rewrite.UNSUPPORTED:
            yield 5, WarningView("", compose(Code(name), " Paddle 没有，暂无转写方式。"), anchor)


def _subject(name: str) -> Prose:
    return compose(Code(name), "：") if name else ()


def _when(row: ParameterRow, words: str) -> str:
    """Returns the words with the moment in which they hold, where they do not tell it themselves.

    No key of a row says which words do: of 938 differences under one clause, 384 name a moment (时). To print it before
    those too would say most conditions twice; a key would have to be written into each of the 384.
    """
    said = words.rstrip(FULL_STOP) + FULL_STOP
    is_told = row.when is None or len(row.when.clauses) > 1 or "时" in words
    return said if is_told or row.when is None else f"{moment(row.when)}，{said}"


def _of_remarks(mapping: Counterpart, effort: CallVerdict) -> Iterator[tuple[int, WarningView]]:
    way = _way(mapping, effort)
    for remark in mapping.remarks:
        if remark.is_code or remark is way:
            continue
        rank = 0 if remark.effect else 2 if remark.when is None else 6
        if rank < 6:  # noqa: PLR2004  (what concerns some calls alone stands below the table)
            yield rank, WarningView(_EFFECTS[remark.effect] if remark.effect else "", read_prose(_brief(remark)))


def _brief(text: str) -> str:
    """Returns the text, or its first sentence where it is long."""
    first = _SENTENCE.match(text)
    return str(text) if len(text) <= _LONGEST or first is None else first.group()
