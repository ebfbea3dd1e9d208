"""Compares the observations of the two sides, and puts their differences into words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from generator.evidence.verify.elements import compare_elements, describe, random_difference, say_name, say_text
from generator.evidence.verify.observation import ELEMENTS, Kind, Observation, Seen, printable


class Aspect(StrEnum):
    """What differs."""

    VALUE = "值"
    SHAPE = "形状"
    DTYPE = "dtype"
    GRADIENT = "梯度标志"
    STRUCTURE = "结构"
    TYPE = "类型"
    RANGE = "取值范围"
    IN_PLACE = "原位修改"
    NOTHING = "没有可比较的结果"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: ``where`` is how the code names the value, ``of the last line`` included."""

    aspect: Aspect
    where: str
    torch: str = ""
    paddle: str = ""
    detail: str = ""

    @property
    def message(self) -> str:
        """The difference in words."""
        sides = f"PyTorch 为 {cut(self.torch)}，Paddle 为 {cut(self.paddle)}" if self.torch or self.paddle else ""
        said = "，".join(part for part in (cut(self.where), sides) if part)
        return f"{said}（{self.detail}）" if said and self.detail else said or self.detail


def cut(text: str) -> str:
    """Returns the text as a message may have it: printable, and not too long."""
    text = printable(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


_LONGEST = 80
"""How much of a value a message says, in characters."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How closely to compare: ``tolerance`` overrides those of the dtypes; ``random`` leaves the values out.

    ``scale`` is the magnitude of the numbers that a result was computed from, where it is to be compared on that scale:
    what is left of large numbers that cancel out differs by as much as they are rounded.
    """

    tolerance: float | None = None
    random: bool = False
    scale: float | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences, and what could be compared only by its type."""

    differences: tuple[Difference, ...] = ()
    weak: tuple[str, ...] = ()


LAST_LINE = "末行的值"


def compare(torch: Observation, paddle: Observation, terms: Terms = Terms(), only: tuple[str, ...] = ()) -> Comparison:
    """Returns the differences of two observations.

    Compared are the names that both sides bind, the value of the last line where both end in an expression, and the
    given inputs with their gradients; or the names in ``only`` and nothing else, which both have to have. An input
    among them that stays as it was is named for its gradient. Containers are compared item by item: list, tuple, named
    tuple and ``torch.Size`` count as the same.
    """
    return Comparison(
        tuple(_differences(torch, paddle, terms, only)),
        tuple(sorted({note for pair in pairs_of(torch, paddle, only) for note in _weak(*pair)})),
    )


def pairs_of(torch: Observation, paddle: Observation, only: tuple[str, ...]) -> Iterator[tuple[str, Seen, Seen]]:
    """Yields the values bound to one name on both sides, or to one of ``only`` if there are any, and of the last lines.

    Last lines are compared only without ``only``.
    """
    names = dict(paddle.names)
    for name, seen in torch.names:
        if name in names and (not only or name in only):
            yield name, seen, names[name]
    if torch.value and paddle.value and not only:
        yield LAST_LINE, torch.value, paddle.value


def _differences(torch: Observation, paddle: Observation, terms: Terms, only: tuple[str, ...]) -> Iterator[Difference]:
    pairs = list(pairs_of(torch, paddle, only))
    for name in only:
        absent = [side for side, seen in (("PyTorch", torch), ("Paddle", paddle)) if name not in dict(seen.names)]
        if absent:
            yield Difference(Aspect.STRUCTURE, name, detail=f"{'、'.join(absent)} 一侧没有这个名字")
    for where, one, other in pairs:
        yield from _compare(where, one, other, terms)
    yield from _compare_inputs(torch, paddle, terms, only)
    if not _says_something(torch, pairs):
        yield Difference(Aspect.NOTHING, "", detail="把结果赋给两边同名的变量，或让两边都以表达式结尾")


def _says_something(torch: Observation, pairs: list[tuple[str, Seen, Seen]]) -> bool:
    """Tells whether anything was compared but None with None."""
    compared = any(
        seen.kind is not Kind.SCALAR or seen.type != "NoneType" for _, one, two in pairs for seen in (one, two)
    )
    return compared or bool(torch.inputs)


def _compare_inputs(
    torch: Observation, paddle: Observation, terms: Terms, only: tuple[str, ...]
) -> Iterator[Difference]:
    """Yields the differences of the inputs and their gradients; with ``only``, of the gradients that it names alone.

    An input among the names in ``only`` that the code leaves unchanged is compared by its gradient.
    """
    chosen = {f"{name}.grad" for name in only if name not in dict(torch.inputs)}
    inputs, others = (
        {name: seen for name, seen in side.inputs if not only or name in chosen} for side in (torch, paddle)
    )
    for name, seen in inputs.items():
        if name in others:
            for difference in _compare(name, seen, others[name], terms):
                yield difference if name.endswith(".grad") else replace(difference, aspect=Aspect.IN_PLACE)
    for name in sorted(inputs.keys() ^ others.keys()):
        side = "PyTorch" if name in inputs else "Paddle"
        if name.endswith(".grad"):
            yield Difference(Aspect.GRADIENT, name, detail=f"只有 {side} 一侧有梯度")
        else:
            yield Difference(Aspect.IN_PLACE, f"输入 {name}", detail=f"只有 {side} 一侧修改了它")


def _compare(where: str, one: Seen, other: Seen, terms: Terms) -> Iterator[Difference]:
    if one.kind is not other.kind:
        yield Difference(Aspect.TYPE, where, describe(one), describe(other))
    elif one.kind in ELEMENTS:
        yield from _compare_elements(where, one, other, terms)
    elif one.kind is Kind.SCALAR:
        yield from _compare_scalars(where, one, other, terms)
    elif one.kind in {Kind.SEQUENCE, Kind.LAYER, Kind.MAPPING}:
        yield from _compare_items(where, one, other, terms)
    elif one.text != other.text:
        yield Difference(Aspect.VALUE, where, *map(say_name, (one.text, other.text)))


def _compare_elements(where: str, one: Seen, other: Seen, terms: Terms) -> Iterator[Difference]:
    if one.type != other.type:
        yield Difference(Aspect.DTYPE, where, *map(say_name, (one.type, other.type)))
    if one.text != other.text:
        yield Difference(Aspect.TYPE, where, one.text or "稠密 Tensor", other.text or "稠密 Tensor")
    if one.shape != other.shape:
        yield Difference(Aspect.SHAPE, where, str(list(one.shape)), str(list(other.shape)))
    elif terms.random:
        if ranges := random_difference(one, other):
            yield Difference(Aspect.RANGE, where, *ranges)
    elif found := compare_elements(one, other, terms.tolerance, terms.scale):
        place, left, right, detail = found
        yield Difference(Aspect.VALUE, where + place, left, right, detail)
    if one.grad is not None and other.grad is not None and one.grad is not other.grad:
        yield Difference(Aspect.GRADIENT, where, f"requires_grad={one.grad}", f"stop_gradient={not other.grad}")


def _compare_scalars(where: str, one: Seen, other: Seen, terms: Terms) -> Iterator[Difference]:
    if one.type != other.type:
        yield Difference(Aspect.TYPE, where, describe(one), describe(other))
    elif one.type in {"float", "complex"} and not terms.random:
        if not _are_close(one, other, terms.tolerance):
            yield Difference(Aspect.VALUE, where, *(_say_number(seen) for seen in (one, other)))
    elif one.text != other.text and not (terms.random and one.type in {"int", "float", "complex"}):
        yield Difference(Aspect.VALUE, where, describe(one), describe(other))


def _are_close(one: Seen, other: Seen, tolerance: float | None) -> bool:
    """Tells whether two floats, or both parts of two complex numbers, are close; NaN is close to NaN."""
    left, right = complex(one.text), complex(other.text)
    relative = 1e-5 if tolerance is None else tolerance
    slack = relative * (1 + abs(left))
    pairs = ((left.real, right.real), (left.imag, right.imag))
    return all(a == b or abs(a - b) <= slack < math.inf or (math.isnan(a) and math.isnan(b)) for a, b in pairs)


def _say_number(seen: Seen) -> str:
    return f"{complex(seen.text) if seen.type == 'complex' else float(seen.text):.6g}"


def _compare_items(where: str, one: Seen, other: Seen, terms: Terms) -> Iterator[Difference]:
    if one.kind is Kind.MAPPING and {path for path, _ in one.items} != {path for path, _ in other.items}:
        yield Difference(Aspect.STRUCTURE, where, f"键 {_keys(one)}", f"键 {_keys(other)}")
        return
    if len(one.items) != len(other.items):
        unit, hint = (
            (" 个参数", "若不必比较这一层，用 compare 写明要比较的名字") if one.kind is Kind.LAYER else (" 项", "")
        )
        sides = [f"{len(side.items)}{unit}" for side in (one, other)]
        yield Difference(Aspect.STRUCTURE, where, sides[0], sides[1], hint)
        return
    others = dict(other.items)
    for index, (path, item) in enumerate(one.items):
        counterpart = others[path] if one.kind is Kind.MAPPING else other.items[index][1]
        yield from _compare(where + _say_path(path), item, counterpart, terms)


def _say_path(path: str) -> str:
    """Returns a path such as ``.weight``, ``[0]`` or ``['a']``, without keys or names that could be content."""
    if path.startswith("["):
        return f"[{say_text(path.removeprefix('[').removesuffix(']'))}]"
    return ".".join(say_name(name) if name and not name.isdecimal() else name for name in path.split("."))


def _keys(seen: Seen) -> str:
    return "、".join(say_text(path.removeprefix("[").removesuffix("]")) for path, _ in seen.items) or "（无）"


def _weak(where: str, one: Seen, other: Seen) -> Iterator[str]:
    if one.kind is other.kind is Kind.OBJECT:
        yield f"{cut(where)} 只知类型（{say_name(one.type)} 与 {say_name(other.type)}），内容未比较"
    elif one.kind is other.kind is Kind.LAYER and not one.items and not other.items:
        yield f"{cut(where)} 是没有参数的层（{say_name(one.type)} 与 {say_name(other.type)}），内容未比较"
    elif one.kind is other.kind:
        for (path, item), (_, counterpart) in zip(one.items, other.items, strict=False):
            yield from _weak(where + _say_path(path), item, counterpart)
