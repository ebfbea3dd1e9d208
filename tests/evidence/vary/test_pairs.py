from __future__ import annotations

import random
from itertools import combinations

from generator.evidence.vary.change import Change, Content, Part
from generator.evidence.vary.pairs import WIDTH, choose_pairs

FACTORS = [
    [Change(Part.DTYPE, name, dtype) for dtype in ("int32", "float64", "bool")] for name in ("a", "b", "c", "d", "e")
]


def pairs_in(rows: list[tuple[Change, ...]]) -> set[frozenset[Change]]:
    """The pairs of changes that come up."""
    return {frozenset(pair) for row in rows for pair in combinations(row, 2)}


def test_every_pair_comes_up_in_fewer_rows_than_there_are_pairs() -> None:
    """All pairs of changes of different factors are in some combination, several in each."""
    rows, left = choose_pairs(FACTORS, 1000, random.Random(0))
    every = {frozenset(pair) for one, two in combinations(FACTORS, 2) for pair in ((a, b) for a in one for b in two)}
    assert (pairs_in(rows), left) == (every, 0)
    assert len(rows) < len(every) / 3
    assert max(map(len, rows)) == WIDTH
    assert all(len({change.target for change in row}) == len(row) for row in rows)


def test_a_limit_holds_and_what_is_left_out_is_counted() -> None:
    """As many combinations as are allowed, and the number of pairs in none of them."""
    rows, left = choose_pairs(FACTORS, 5, random.Random(0))
    every = sum(len(one) * len(two) for one, two in combinations(FACTORS, 2))
    assert len(rows) == 5
    assert left == every - len(pairs_in(rows))


def test_a_seed_decides_the_choice() -> None:
    """The same seed chooses the same, so that a finding can be had again."""
    one, again, other = (choose_pairs(FACTORS, 9, random.Random(seed)) for seed in (1, 1, 2))
    assert one == again != other


def test_what_hides_the_other_is_not_combined() -> None:
    """A Tensor without elements has no content, and large numbers are tried alone."""
    factors = [
        [Change(Part.LENGTH, "3", 0), Change(Part.LENGTH, "3", 7)],
        [Change(Part.CONTENT, "x", Content.ZEROS), Change(Part.CONTENT, "x", Content.LARGE)],
    ]
    rows, left = choose_pairs(factors, 10, random.Random(0))
    assert (rows, left) == ([(factors[0][1], factors[1][0])], 0)
