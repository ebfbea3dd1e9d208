"""Chooses combinations of changes such that every pair of them comes up, with as few combinations as it can."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from generator.evidence.vary.change import ALONE, Change, Content, Part, Rank

WIDTH = 4
"""How many changes are made at once at most: with more, one that torch refuses would void too many others."""


def choose_pairs(
    factors: Sequence[Sequence[Change]], limit: int, draw: random.Random
) -> tuple[list[tuple[Change, ...]], int]:
    """Returns at most ``limit`` combinations of changes, one of a factor each, and the number of pairs left out."""
    pairs = [
        (one, other)
        for left, right in combinations(range(len(factors)), 2)
        for one in factors[left]
        for other in factors[right]
        if _fits(one, other)
    ]
    draw.shuffle(pairs)
    factor_of = {change: index for index, factor in enumerate(factors) for change in factor}
    open_pairs = dict.fromkeys(pairs)
    found: list[tuple[Change, ...]] = []
    while open_pairs and len(found) < limit:
        row = list(next(iter(open_pairs)))
        while len(row) < WIDTH and (best := _best(row, factors, factor_of, open_pairs)) is not None:
            row.append(best)
        row.sort(key=factor_of.__getitem__)
        found.append(tuple(row))
        for pair in combinations(row, 2):
            open_pairs.pop(pair, None)
    return found, len(open_pairs)


def _fits(one: Change, other: Change) -> bool:
    """Tells whether two changes are worth being combined: neither hides the other, and something follows from both.

    Without elements there is no content, without dimensions no length, and what a shape does not fit is refused or
    not, however it lies in memory; NaN hides other contents.
    """
    parts, values = {one.part, other.part}, (one.value, other.value)
    if not ALONE.isdisjoint(values) or (parts == {Part.CONTENT} and Content.NAN in values):
        return False
    if Part.LENGTH in parts and 0 in values:
        return not parts & {Part.CONTENT, Part.RANK} and parts != {Part.LENGTH}
    if Part.LAYOUT in parts:
        return not parts & {Part.LENGTH, Part.RANK}
    return not (Rank.NONE in values and Part.LENGTH in parts)


def _best(
    row: Sequence[Change],
    factors: Sequence[Sequence[Change]],
    factor_of: dict[Change, int],
    open_pairs: dict[tuple[Change, Change], None],
) -> Change | None:
    """Returns the change that makes the most new pairs with those of a row; None where none makes any."""
    taken = {factor_of[change] for change in row}
    best, most = None, 0
    for index, factor in enumerate(factors):
        if index in taken:
            continue
        for change in factor:
            if not all(_fits(other, change) for other in row):
                continue
            new = sum(((other, change) if factor_of[other] < index else (change, other)) in open_pairs for other in row)
            if new > most:
                best, most = change, new
    return best
