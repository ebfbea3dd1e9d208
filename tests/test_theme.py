"""The theme's copies of what the model knows: it cannot import them."""

from __future__ import annotations

import re

import pytest
from samples import REPOSITORY, make_catalog, path_of

from generator.lint.run import lint_catalog
from generator.model.category import CATEGORIES
from generator.model.parameter import ParameterRow
from generator.model.phrases import full_note

THEME = REPOSITORY / "templates/theme/partials/apimap"


def test_theme_knows_every_category() -> None:
    """The categories that the theme marks are those of the model, by number and name."""
    listed = re.findall(r'\["([^"]+)", "([^"]+)"\]', (THEME / "categories.html").read_text(encoding="utf-8"))
    assert listed == [*((category.number, category.name) for category in CATEGORIES), ("error", "记录有误")]


@pytest.mark.parametrize(
    "row",
    [
        {"torch": "a", "paddle": "b"},
        {"paddle": "b", "set": "default"},
        {"torch": "a", "rewrite": "example"},
        {"torch": "a", "rewrite": "unsupported"},
        {"torch": "a", "rewrite": "drop"},
        {"torch": "a", "paddle": "a", "default": {"torch": "1", "paddle": "2"}},
        {"returns": "不同", "rewrite": "example"},
    ],
)
def test_theme_marks_every_mandated_phrase(row: dict[str, object]) -> None:
    """Each phrase that a note can end with is one that the theme marks."""
    text = (THEME / "difference.html").read_text(encoding="utf-8")
    marked = re.findall(r'\["[a-z-]+", "([^"]+)", "([^"]+)"\]', text)
    note = full_note(ParameterRow.model_validate({**row, "note": "表示概率。"})) + "</td>"
    assert any(phrase + end in note for phrase, end in marked)


def test_example_record_of_the_contributing_page_is_clean() -> None:
    """The record that newcomers are shown as a model has no finding."""
    text = (REPOSITORY / "site_src/contributing.md").read_text(encoding="utf-8")
    records = [block for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if "category:" in block]
    assert records
    for record in records:
        assert lint_catalog(make_catalog({path_of(record): record})) == []
