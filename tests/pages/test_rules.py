from __future__ import annotations

from generator.pages.rules import FAMILIES, families, sentences
from generator.rules.registry import ALL_RULES


def test_every_rule_stands_on_the_page_in_a_named_family() -> None:
    """The catalogue of rules leaves none out, and says what each family is about."""
    shown = [rule.code for family in families() for rule in family.rules]
    assert sorted(shown) == sorted(rule.code for rule in ALL_RULES)
    assert {family.code for family in families()} <= set(FAMILIES)


def test_every_sentence_leads_to_its_rules_or_says_why_there_are_none() -> None:
    """The spec's side of the catalogue has no empty line."""
    assert all(sentence.codes or sentence.reason for sentence in sentences())
