"""Measurements of a mapping, as lines of a page.

They concern dtypes, second derivatives, digits, gradients through views, and attributes that only torch has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.catalog.catalog import Catalog
from generator.model.evidence import CPU, AttributeFact
from generator.model.finding import Loc
from generator.model.phrases import ATTRIBUTES, DTYPES, LOST_DIGITS, SECOND_ORDER, WRONG_VIEWS
from generator.model.record import Record
from generator.model.variation import DtypeFact, LostDigits, SecondOrder, Variation, facts_at, has_wrong_views
from generator.model.when import FORWARD, RECEIVER
from generator.publishing.views.prose import Code, Prose, codes, compose, join, read_prose


def measured_lines(measured: Variation | None, loc: Loc) -> Iterator[Prose]:
    """Yields the lines of a page; none where Paddle has whatever torch has, or nothing was measured on a CPU."""
    if measured is None or measured.device != CPU:
        return
    version = measured.versions.get("paddle", "")
    clauses = [_clause(fact) for fact in facts_at(measured.dtypes, loc) if fact.differs]
    if clauses:
        yield compose(f"{DTYPES} {version} 不接受的 dtype：", join("；", clauses), "。")
    seconds = facts_at(measured.second_orders, loc)
    if seconds:
        how = "报错或使进程崩溃" if any(one.ends for one in seconds) else "报错"
        refused = join("，", [_refusal(one) for one in seconds])
        yield compose(f"{SECOND_ORDER} {version} ", refused, "（", Code("create_graph=True"), f" 时{how}）。")
    lost = [_digits(fact) for fact in facts_at(measured.lost_digits, loc)]
    if lost:
        yield compose(f"{LOST_DIGITS} {version} 有：", join("，", lost), "。")
    if has_wrong_views(measured, loc):
        yield read_prose(f"{WRONG_VIEWS}。")


def attribute_lines(catalog: Catalog, record: Record) -> Iterator[Prose]:
    """Yields the line on the attributes of a class's objects; none where Paddle's have the same ones."""
    facts = _documented(catalog, record)
    clauses = [
        compose(f"{words}：", codes(names))
        for fact, words in ((AttributeFact.ABSENT, "没有的"), (AttributeFact.DIFFERS, "值不同的"))
        if (names := [name for name, found in facts.items() if found is fact])
    ]
    if clauses:
        version = catalog.settings.versions.get("paddle", "")
        yield compose(f"{ATTRIBUTES} {version} ", join("；", clauses), "。")


def _documented(catalog: Catalog, record: Record) -> Mapping[str, AttributeFact]:
    """Returns the measured attributes that code reads: all of a layer, otherwise those that the constructor takes.

    The others are internal. Empty where Paddle has several classes, as it is not known which of them was made.
    """
    facts = catalog.attributes(record) if len(record.paddle_apis) == 1 else {}
    if catalog.entry(f"{record.torch}.forward") is not None:
        return facts
    entry = catalog.entry(record.torch)
    signatures = entry.signatures if entry is not None else ()
    taken = {parameter.name for signature in signatures for parameter in signature.parameters}
    return {name: fact for name, fact in facts.items() if name in taken}


def _digits(fact: LostDigits) -> Prose:
    """Returns the loss in words: “`float64` 的梯度（试过的元素中相对误差最大约 1e-07）”."""
    return compose(
        Code(fact.dtype), f" 的{'梯度' if fact.backward else '结果'}（试过的元素中相对误差最大约 {fact.error}）"
    )


_TOGETHER = "在各 Tensor 都是它时"


def _clause(fact: DtypeFact) -> Prose:
    """Returns dtypes in words: “`input` 的 int8，在部分调用中还有 float16”."""
    parts: list[str] = []
    never = [dtype for dtype in fact.refused if dtype not in fact.mixed]
    for when, dtypes in (
        ("", never),
        (_TOGETHER, fact.mixed),
        ("在部分调用中", fact.partly),
        ("在反向传播时", fact.backward),
    ):
        if dtypes:
            parts.append(f"{when}{'还有' if parts else '的'} {'、'.join(dtypes)}")
    names = _names(fact.parameters) if fact.parameters else compose("各 Tensor")
    return compose(names, " ", "，".join(parts))


def _refusal(fact: SecondOrder) -> Prose:
    """Returns where there are no second derivatives, in words: “对 `source` 在部分调用中不能”."""
    words = "不能" if fact.is_always else "在部分调用中不能"
    return compose("对 ", _names(fact.parameters), f" {words}") if fact.parameters else compose(words)


def _names(parameters: Sequence[str]) -> Prose:
    return join("、", [_name(parameter) for parameter in parameters])


def _name(parameter: str) -> Prose:
    if parameter == RECEIVER:
        return compose("当前 Tensor")
    if parameter.startswith(FORWARD):
        return compose(Code("forward"), " 的 ", Code(parameter.removeprefix(FORWARD)))
    return compose(Code(parameter))
