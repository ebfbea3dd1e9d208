"""The measured dtypes of a mapping, and the line of a page about those that only torch takes."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.evidence import CPU
from generator.model.finding import Loc
from generator.model.phrases import DTYPES
from generator.model.variation import DtypeFact, Variation
from generator.model.when import FORWARD, RECEIVER
from generator.views.prose import Code, Prose, compose, join
from generator.views.statuses import NOT_ON_GPU


def dtypes_of(measured: Variation | None, loc: Loc) -> Iterator[DtypeFact]:
    """The facts of the mapping at ``loc``."""
    at = ".".join(map(str, loc))
    yield from (fact for fact in measured.dtypes if fact.at == at) if measured is not None else ()


def measured_dtypes(measured: Variation | None, loc: Loc) -> Prose:
    """The line of a page; empty where Paddle takes whatever torch takes, or nothing was measured on a CPU."""
    clauses = [_clause(fact) for fact in dtypes_of(measured, loc) if fact.differs]
    if measured is None or measured.device != CPU or not clauses:
        return ()
    paddle = " ".join((DTYPES, *filter(None, [measured.versions.get("paddle")])))
    return compose(f"{paddle} 不接受的 dtype：", join("；", clauses), f"。{NOT_ON_GPU}。")


def _clause(fact: DtypeFact) -> Prose:
    """“`input` 的 int8，在部分调用中还有 float16”."""
    parts: list[str] = []
    for when, dtypes in (("", fact.refused), ("在部分调用中", fact.partly), ("在反向传播时", fact.backward)):
        if dtypes:
            parts.append(f"{when}{'还有' if parts else '的'} {'、'.join(dtypes)}")
    names = join("、", [_name(parameter) for parameter in fact.parameters]) if fact.parameters else compose("各 Tensor")
    return compose(names, " ", "，".join(parts))


def _name(parameter: str) -> Prose:
    if parameter == RECEIVER:
        return compose("当前 Tensor")
    if parameter.startswith(FORWARD):
        return compose(Code("forward"), " 的 ", Code(parameter.removeprefix(FORWARD)))
    return compose(Code(parameter))
