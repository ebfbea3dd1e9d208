from __future__ import annotations

import pytest

from generator.model.spelling import nearest


@pytest.mark.parametrize(
    ("word", "known", "expected"), [("padle", ["paddle", "torch"], "paddle"), ("zzz", ["paddle"], "")]
)
def test_nearest_names_the_likely_word_or_none(word: str, known: list[str], expected: str) -> None:
    """A misspelt word is recognised, and nothing is guessed where nothing is near."""
    assert nearest(word, known) == expected
