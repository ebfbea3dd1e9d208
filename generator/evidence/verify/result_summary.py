"""What both sides of a snippet gave, in a few words for the page: dtype, shape and the first elements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from generator.evidence.verify.compare import cut, pairs_of
from generator.evidence.verify.elements import numbers, say_name, say_number, say_text
from generator.evidence.verify.observation import ELEMENTS, Kind, Observation, Seen
from generator.model.evidence import Gave

_MOST = 4
"""How many results are kept of one snippet."""
_ITEMS = 4
"""How many items of a result, and how many elements of a grid."""
_DIGITS = 4
"""Significant digits of an element: two right implementations agree in these."""


def summarize_results(
    torch: Observation, paddle: Observation, only: tuple[str, ...], *, with_values: bool
) -> tuple[Gave, ...]:
    """Returns the first compared results: names, the value of the last line, changed inputs, gradients.

    Without ``with_values``, only their types and shapes: for random numbers, and where code could have read them from
    outside.
    """
    found = islice(filter(_says_something, _found(torch, paddle, only)), _MOST)
    return tuple(
        Gave(cut(name), _kind(one), _kind(other), *((_values(one), _values(other)) if with_values else ()))
        for name, one, other in found
    )


def _found(torch: Observation, paddle: Observation, only: tuple[str, ...]) -> Iterator[tuple[str, Seen, Seen]]:
    yield from pairs_of(torch, paddle, only)
    others = dict(paddle.inputs)
    for name, seen in torch.inputs:
        if name in others and not only:
            yield name, seen, others[name]


def _says_something(found: tuple[str, Seen, Seen]) -> bool:
    _, one, other = found
    return {one.type, other.type} != {"NoneType"}


def _kind(seen: Seen) -> str:
    """Returns the kind of a value: ``float32[2, 3]``, ``int``, ``tuple(float32[2], int64[2])``."""
    if seen.kind in ELEMENTS:
        said = f"{say_name(seen.type)}{list(seen.shape)}"
        return said if seen.kind is Kind.TENSOR else f"{seen.kind} {said}"
    if seen.kind in {Kind.SEQUENCE, Kind.MAPPING}:
        name = seen.type if seen.kind is Kind.SEQUENCE else str(seen.kind)
        items = ", ".join(_kind(item) for _, item in seen.items[:_ITEMS])
        return cut(f"{say_name(name)}({items}{', …' * (len(seen.items) > _ITEMS)})")
    return say_name(seen.type or seen.text)


def _values(seen: Seen) -> str:
    """Returns the first elements, or the value of a scalar; nothing of what has neither."""
    if seen.kind in ELEMENTS:
        flat = numbers(seen).reshape(-1)
        shown = [say_number(number, seen.type, _DIGITS) for number in flat[:_ITEMS]]
        return ", ".join([*shown, "…"] if flat.size > _ITEMS else shown)
    if seen.kind is Kind.SCALAR and seen.type != "NoneType":
        if seen.type in {"str", "bytes"}:
            return say_text(seen.text)
        return f"{float(seen.text):.{_DIGITS}g}" if seen.type == "float" else cut(seen.text)
    return ""
