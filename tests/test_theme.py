"""The theme's copies of what the model knows: it cannot import them."""

from __future__ import annotations

import re

from samples import REPOSITORY, make_catalog, path_of

from generator.lint.run import lint_catalog
from generator.model.category import CATEGORIES

THEME = REPOSITORY / "templates/theme/partials/apimap"


def test_theme_knows_every_category() -> None:
    """The categories that the theme marks are those of the model, by number and name."""
    listed = re.findall(r'\["([^"]+)", "([^"]+)"\]', (THEME / "categories.html").read_text(encoding="utf-8"))
    assert listed == [*((category.number, category.name) for category in CATEGORIES), ("error", "记录有误")]


def test_example_record_of_the_contributing_page_is_clean() -> None:
    """The record that newcomers are shown as a model has no finding."""
    text = (REPOSITORY / "site_src/contributing.md").read_text(encoding="utf-8")
    records = [block for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if "category:" in block]
    assert records
    for record in records:
        assert lint_catalog(make_catalog({path_of(record): record})) == []
