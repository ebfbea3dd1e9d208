from __future__ import annotations

from pathlib import Path

import pytest
from samples import REPOSITORY

from generator.model.category import CATEGORIES
from generator.storage.previous_categories import (
    FILE,
    PreviousCategoriesError,
    read_previous_categories,
    write_previous_categories,
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """The file keeps each category; without one there was no other category."""
    assert read_previous_categories(tmp_path) == {}
    (tmp_path / FILE).parent.mkdir()
    write_previous_categories(tmp_path, "abc", {"torch.abs": "参数不一致"})
    assert read_previous_categories(tmp_path) == {"torch.abs": "参数不一致"}


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"categories": {"torch.abs": 1}}'])
def test_a_damaged_file_is_named_with_the_command_that_writes_it(text: str, tmp_path: Path) -> None:
    """A merge that went wrong is one clear error."""
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(PreviousCategoriesError, match=r"previous_categories\.json.*可用 \.ci/previous_categories\.py"):
        read_previous_categories(tmp_path)


def test_the_projects_own_names_are_categories() -> None:
    """What is exported as an earlier category is one."""
    assert set(read_previous_categories(REPOSITORY).values()) <= {category.name for category in CATEGORIES}
