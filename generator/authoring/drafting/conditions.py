"""Writes the condition in which a difference of a probe shows, in the language of ``when``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.evidence.probe.result import Found
from generator.evidence.probe.variants import Aspect
from generator.evidence.vary.change import Content, Rank
from generator.model.given import DTYPES
from generator.model.when import CALL
from generator.model.when_value import read_value

_HAS = {
    Content.ZEROS: "zero",
    Content.SOME_ZEROS: "zero",
    Content.NEGATIVE: "negative",
    Content.NAN: "nan",
    Content.INFINITE: "inf",
}


def clauses_of(found: Found, tensors: Sequence[str]) -> list[dict[str, Any]]:
    """Returns the clauses of which one holds for each call that shows the difference; none for a call as it was given.

    ``tensors`` are torch's parameters that take Tensors, of which the first stands for all where all are changed.
    """
    return list(_merged(_clauses(found, tensors)))


def _clauses(found: Found, tensors: Sequence[str]) -> Iterator[dict[str, Any]]:
    subject = found.parameter or (tensors[0] if tensors else "")
    aspect = found.aspect
    if aspect is Aspect.OUT:
        yield from _of_out(found.settings)
    elif aspect is Aspect.MIXED_DTYPES and len(tensors) > 1:
        of_layer = any("." in name for name in tensors)  # what a layer is called with, of which only words can tell
        names = "、".join(f"`{name.rpartition('.')[2]}`" for name in tensors)
        yield {CALL: {"data": f"{names} 的 dtype 不同"} if of_layer else {"same_dtype": list(tensors), "is": "no"}}
    elif aspect is Aspect.DEFAULT_DTYPE:
        yield {CALL: {"default_dtype": "yes"}}
    elif aspect in _DATA:
        yield from (_of_data(found, subject, setting) for setting in found.settings)
    elif subject and aspect is Aspect.VALUE:
        yield from _of_value(subject, found.settings)
    elif subject and aspect in _TESTS:
        yield {subject: _TESTS[aspect](found.settings)}


_DATA = frozenset({Aspect.RANK, Aspect.LENGTH, Aspect.CONTENT, Aspect.LAYOUT, Aspect.MIXED_DTYPES})


def _of_out(settings: Sequence[str]) -> Iterator[dict[str, Any]]:
    dtypes = [setting for setting in settings if setting in DTYPES]
    if dtypes:
        yield {"out": {"dtype": dtypes}}
    if len(dtypes) < len(settings):
        yield {"out": "passed"}


def _of_value(subject: str, settings: Sequence[str]) -> Iterator[dict[str, Any]]:
    numbers = [_number(setting) for setting in settings]
    if all(number is not None and number < 0 for number in numbers):
        yield {subject: {"lt": "0"}}
        return
    values = [setting for setting in settings if _is_value(setting)]
    if values:
        yield {subject: {"in": values}}
    yield from ({CALL: {"data": f"`{subject}` 为 `{each}`"}} for each in settings if each not in values)


def _is_value(setting: str) -> bool:
    try:
        read_value(setting)
    except ValueError:  # ``float('nan')`` is an expression
        return False
    return True


def _of_data(found: Found, subject: str, setting: str) -> dict[str, Any]:
    whose = f"`{subject}` " if subject else "输入"
    if setting == Rank.NONE and subject:
        return {subject: {"ndim": "0"}}
    if found.aspect is Aspect.LENGTH and setting.endswith(" 0") and subject:
        return {subject: {"empty": "yes"}}
    if found.aspect is Aspect.CONTENT and subject and (has := _HAS.get(Content(setting))) is not None:
        return {subject: {"has": [has]}}
    if found.aspect is Aspect.LENGTH:
        return {CALL: {"data": f"{whose}长度为 {setting}"}}
    return {CALL: {"data": f"{whose}{setting}"}}


def _kind(setting: str) -> str:
    if setting.startswith("np."):
        return "numpy"
    return "sequence" if setting[0] in "([" else "number" if _number(setting) is not None else "tensor"


def _number(setting: str) -> float | None:
    try:
        value = ast.literal_eval(setting)
    except (ValueError, SyntaxError):
        return None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


_TESTS: Mapping[Aspect, Callable[[Sequence[str]], dict[str, Any]]] = {
    Aspect.DTYPE: lambda settings: {"dtype": list(settings)},
    Aspect.KIND: lambda settings: {"kind": list(dict.fromkeys(map(_kind, settings)))},
    Aspect.GRADIENT: lambda _: {"grad": "yes"},
}


def _merged(clauses: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields each clause once."""
    seen: list[dict[str, Any]] = []
    for clause in clauses:
        if clause not in seen:
            seen.append(clause)
            yield clause
