from __future__ import annotations

import pytest

from generator.model.literal import default_value


@pytest.mark.parametrize(
    ("one", "other"),
    [("1. / 4", "0.25"), ("- 1", "-1"), ("1e-5", "1e-05"), ("(1, 2)", "[1, 2]"), ("0", "0.0"), ("2 * 3 + 1", "7")],
)
def test_equal_defaults_have_equal_values(one: str, other: str) -> None:
    """However a default is written, it stands for its value."""
    assert default_value(one) == default_value(other)


@pytest.mark.parametrize("text", ["torch.float32", "f()", "1 /", "1 / 0", "'a' * 9", "x + 1", ""])
def test_what_is_no_literal_stays_text(text: str) -> None:
    """A default that only the library can work out is left as it is."""
    assert default_value(text) == text
