"""Pairs the items of two lists, to separate changed items from added and removed ones."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import TypeVar

T = TypeVar("T")


def _itself(item: object) -> object:
    return item


def pair_items(
    old: Sequence[T],
    new: Sequence[T],
    *keys: Callable[[T], Hashable],
    content: Callable[[T], object] = _itself,
) -> Iterator[tuple[T | None, T | None]]:
    """Yields each item that differs with its counterpart, or with None where it has none.

    Items of equal ``content`` are left out. Of the others those with the same first key belong together, in their
    order, then those with the same second key, and so on. Pairs come in the order of ``old``, what is new alone after
    them.
    """
    before, after = list(map(content, old)), list(map(content, new))
    gone = [item for item, its in zip(old, before, strict=True) if its not in after]
    come = [item for item, its in zip(new, after, strict=True) if its not in before]
    partner: dict[int, T] = {}
    for key in keys:
        waiting: defaultdict[Hashable, deque[T]] = defaultdict(deque)
        taken = list(map(id, partner.values()))
        for item in come:
            if id(item) not in taken:
                waiting[key(item)].append(item)
        for item in gone:
            if id(item) not in partner and waiting[key(item)]:
                partner[id(item)] = waiting[key(item)].popleft()
    paired = set(map(id, partner.values()))
    alone = (item for item in come if id(item) not in paired)
    yield from chain(((item, partner.get(id(item))) for item in gone), zip_longest((), alone))
