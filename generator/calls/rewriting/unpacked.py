"""Writes the dictionaries after ``**`` in a call: they stay, or leave out what Paddle has no parameter for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import count

from generator.calls.facts.bind import Argument
from generator.calls.rewriting.decide import Change
from generator.calls.text.spans import Text
from generator.model.signature import ParameterKind
from generator.model.template import CALL

_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*", re.ASCII)
_NO_KEYWORD = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.VAR_POSITIONAL})


def unwritable(change: Change, text: Text) -> str:
    """Says why a dictionary cannot be passed to Paddle as it is, or without some of its keys; empty where it can."""
    templates = [*change.wraps, *change.then, *(each for made in change.templates.values() for _, each in made)]
    used = {name for template in templates for name in template.names}.union(change.templates)
    is_lost = bool(change.wraps) and CALL not in change.wraps[0].names
    for argument in change.binding.arguments:
        if argument.entry is None or argument.keyword is None:
            continue
        problem = "在 Paddle 中要另写" if is_lost or argument.parameter.name in used else _problem(change, argument)
        if problem:
            dictionary, has = text.of(argument.keyword.value)[:40], "有" if argument.is_sure else "可能有"
            return f"`**{dictionary}` 里{has} `{argument.key}`，{problem}，请直接写出这些参数"
    return ""


def _problem(change: Change, argument: Argument) -> str:
    """Returns what is wrong with a key of a dictionary that no template uses."""
    name, key = argument.parameter.name, argument.key
    if name not in change.names or name in change.dropped:
        may_go = argument.keyword is not None and isinstance(argument.keyword.value, ast.Name)
        return "" if may_go and _NAME.fullmatch(key) else "Paddle 没有这个参数"
    target = change.target(argument)
    if target != key:
        return f"Paddle 的名称是 `{target}`"
    taking = [p for p in change.way.paddle_parameters if p.name == key]
    if taking and argument.parameter.kind is ParameterKind.VAR_KEYWORD:
        return "在 Paddle 中是另一个参数"
    kinds = {argument.parameter.kind, *(p.kind for p in taking)}
    if not kinds.isdisjoint(_NO_KEYWORD):
        return "在 Paddle 中不能写成关键字"
    rows = (row for row in change.way.rows if row.parameter == name and row.paddle and row.set and row.when is None)
    needed = next((row.set for row in rows), "")
    return f"没有它时 Paddle 要写 `{target}={needed}`" if needed and not argument.is_sure else ""


def narrowed(
    dropped: Sequence[Argument], change: Change, text: Text
) -> tuple[list[Argument], list[tuple[ast.expr, str]]]:
    """Returns the arguments to remove, and the unpacked dictionaries that lose some keys, each with its new source."""
    going: list[Argument] = []
    left_out: dict[ast.keyword, list[str]] = {}
    staying = {argument.keyword for argument in change.binding.arguments if argument not in dropped}
    for argument in dropped:
        if argument.entry is not None and argument.keyword is not None and argument.keyword in staying:
            left_out.setdefault(argument.keyword, []).append(argument.key)
        else:
            going.append(argument)
    return going, [(keyword.value, _without(text.of(keyword.value), keys, text)) for keyword, keys in left_out.items()]


def _without(dictionary: str, keys: Sequence[str], text: Text) -> str:
    """Returns the dictionary without some keys, as a comprehension."""
    taken = set(_NAME.findall(text.source))
    name, value = next(pair for pair in _variables() if taken.isdisjoint(pair))
    first, *others = (f"'{key}'" for key in keys)
    which = f"not in {{{', '.join([first, *others])}}}" if others else f"!= {first}"
    return f"{{{name}: {value} for {name}, {value} in {dictionary}.items() if {name} {which}}}"


def _variables() -> Iterator[tuple[str, str]]:
    """Yields names for a key and its value, the plainest first."""
    yield from (("name", "value"), ("key", "item"))
    yield from ((f"name{number}", f"value{number}") for number in count(2))
