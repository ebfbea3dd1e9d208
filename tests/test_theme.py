"""The theme's and the style sheet's copies of what models and views know: they cannot import them."""

from __future__ import annotations

import re

import pytest
from samples import REPOSITORY, make_catalog, path_of

from generator.lint.run import lint_catalog
from generator.model.call_verdict import EFFORTS
from generator.model.category import CATEGORIES
from generator.model.migration_note import Holds
from generator.model.status import Status
from generator.publishing.pages.template_folders import template_folders
from generator.publishing.pages.templates import html_environment
from generator.publishing.views.coverage import COVERED, PROVEN
from generator.publishing.views.difference import RELATION_NAMES

FINDER = REPOSITORY / "templates/theme/partials/apimap/finder.html"
STYLE = (REPOSITORY / "site_src/assets/css/apimap.css").read_text(encoding="utf-8")
PLAIN = {
    ("relation", "same"): "what is the same has no sign",
    ("status", Status.MISSING): "the badge's own colour and sign: nobody knows",
    ("status", Status.NOTHING): "shown nowhere",
    ("holds", Holds.UNCHECKED): "the badge's own colour and sign: nobody knows",
    **{
        ("category", it.number): "the category's own colour: only the name changes"
        for it in CATEGORIES
        if it.family == "1"
    },
}
"""Values that look as the element does by itself, and why."""


@pytest.mark.parametrize(
    ("attribute", "values"),
    [
        ("relation", list(RELATION_NAMES)),
        ("status", [*Status, "drop-in"]),
        ("holds", list(Holds)),
        ("category", [*(category.number for category in CATEGORIES), "error"]),
        (
            "part",
            list(dict.fromkeys([*(name for name, _ in (*COVERED, *PROVEN)), *(effort.key for effort in EFFORTS)])),
        ),
    ],
)
def test_style_sheet_knows_every_value(attribute: str, values: list[str]) -> None:
    """Each value that pages mark elements with has a look of its own, or is named here as plain."""
    looks = re.findall(r"^([^{}\n]+)\{ (?:--tone|--mark|fill|stroke)", STYLE, re.MULTILINE)
    styled = {value for selector in looks for value in re.findall(rf'\[data-{attribute}="([^"]+)"\]', selector)}
    plain = {value for name, value in PLAIN if name == attribute}
    assert styled | plain == set(values)
    assert not styled & plain


def test_finder_of_the_header_has_the_words_of_the_page_s() -> None:
    """The theme's box and that of generated pages ask for the same."""
    text = FINDER.read_text(encoding="utf-8")
    words = html_environment(template_folders(REPOSITORY)).globals["words"]
    for said in (words.finder, words.finder_label, words.finder_hint):
        assert said in text


def test_example_record_of_the_contributing_page_is_clean() -> None:
    """The record that newcomers are shown as a model has no finding."""
    text = (REPOSITORY / "site_src/contributing.md").read_text(encoding="utf-8")
    records = [block for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if "category:" in block]
    assert records
    for record in records:
        assert lint_catalog(make_catalog({path_of(record): record})) == []
