from __future__ import annotations

from generator.reports.review.pairs import pair_items


def test_pairs_follow_the_first_key_that_fits() -> None:
    """What is equal is left out, a key pairs in order, a later key pairs what is left, and the rest stands alone."""
    old, new = ["a1", "b1", "b2", "c1", "same"], ["same", "b3", "b4", "a2", "x1", "y1"]
    found = list(pair_items(old, new, lambda item: item[0], lambda item: item[1]))
    assert found == [("a1", "a2"), ("b1", "b3"), ("b2", "b4"), ("c1", "x1"), (None, "y1")]
