from __future__ import annotations

from html_tree import read_body, table_rows
from samples import catalog_of, rendered

from generator.lint.rules.registry import ALL_RULES
from generator.lint.rules.spec import SPEC
from generator.publishing.views.page import headings
from generator.publishing.views.rules import FAMILIES, rules_page


def test_every_rule_stands_on_the_page_in_a_named_family() -> None:
    """Each rule has a heading under its code, a row of the overview that leads there, and a family with a name."""
    view = rules_page()
    anchors = {heading.anchor for heading in headings(view.blocks)}
    assert {rule.code.lower() for rule in ALL_RULES} <= anchors
    assert {rule.code[:3] for rule in ALL_RULES} == set(FAMILIES)
    body = read_body(rendered(catalog_of())["rules.md"].body)
    overview = [row[:2] for row in table_rows(body) if len(row) == 5]
    assert sorted(code for code, _ in overview) == sorted(rule.code for rule in ALL_RULES)
    links = {it.get("href", "")[1:] for it in body.iter("a") if it.get("href", "").startswith("#")}
    assert {rule.code.lower() for rule in ALL_RULES} <= links <= anchors


def test_every_sentence_leads_to_its_rules_or_says_why_there_are_none() -> None:
    """The spec's side of the catalogue has a line for each sentence, and none without an answer."""
    rows = [row for row in table_rows(read_body(rendered(catalog_of())["rules.md"].body)) if len(row) == 3]
    assert [number for number, _, _ in rows] == list(SPEC)
    assert [number for number, _, answer in rows if not answer] == []


def test_rules_are_filtered_by_family_and_by_what_can_be_fixed() -> None:
    """The form above the rules has the controls that their list understands."""
    (form,) = (block for block in rules_page().blocks if block.kind == "filterform")
    assert form.controls == ("family", "fixable")
