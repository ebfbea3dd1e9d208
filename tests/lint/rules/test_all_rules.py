"""What holds for every rule, whoever wrote it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from known_signatures import DEMAND, INVENTORIES
from samples import MakeCatalog, path_of

from generator.catalog.catalog import RECORDS, Catalog
from generator.lint.fix import fix_catalog
from generator.lint.rules.base import Bad, Rule
from generator.lint.rules.registry import (
    ALL_RULES,
    CATALOG_RULES,
    DEFECT_RULES,
    EVIDENCE_RULES,
    OTHER_RULES,
    RECORD_RULES,
    SETTINGS_RULES,
)
from generator.lint.rules.spec import SPEC, UNCHECKED
from generator.lint.run import lint_catalog
from generator.model.document_defect import Kind, TableKind
from generator.model.finding import Finding

# test_notes_and_topics.py, test_redirects.py and test_evidence.py test these.
BESIDE = (*OTHER_RULES, *SETTINGS_RULES, *EVIDENCE_RULES)
OF_RECORDS = [rule for rule in ALL_RULES if rule not in BESIDE]
BAD = [pytest.param(rule, bad, id=f"{rule.code}-{i}") for rule in OF_RECORDS for i, bad in enumerate(rule.bad)]
GOOD = [pytest.param(rule, good, id=f"{rule.code}-{i}") for rule in OF_RECORDS for i, good in enumerate(rule.good)]


@pytest.fixture
def make_catalog(make_catalog: MakeCatalog) -> MakeCatalog:
    """Catalogues that know a few signatures, and what code uses."""
    return lambda files: replace(make_catalog(files), inventories=INVENTORIES, demand=DEMAND)


def files_of(bad: Bad) -> dict[str, str | bytes]:
    """The files of a bad example by path."""
    return {bad.path or path_of(bad.text): bad.raw or bad.text, **bad.others}


@pytest.mark.parametrize(("rule", "bad"), BAD)
def test_bad_example_is_found_where_it_says_and_mended(rule: Rule, bad: Bad, make_catalog: MakeCatalog) -> None:
    """A rule finds its bad example, at the text that the example names.

    ``--fix`` makes of it exactly the text that the example gives, and offers nothing where it gives none.
    """

    def of_rule(catalog: Catalog) -> list[Finding]:
        return [finding for finding in lint_catalog(catalog) if finding.code == rule.code]

    catalog = make_catalog(files_of(bad))
    found = of_rule(catalog)
    assert found
    texts = {source.file: source.document.text for source in catalog.sources}
    lines = (texts[found[0].file] + "\n").split("\n")
    assert lines[found[0].span.line - 1][found[0].span.column - 1 :].startswith(bad.at)
    changed = {source.file: source.document.text for source in fix_catalog(catalog, of_rule).changed}
    path = f"{RECORDS}/{bad.path or path_of(bad.text)}"
    assert changed == ({} if bad.mended is None else {path: bad.mended})
    assert any(finding.fixable for finding in found) == (bad.mended is not None)


@pytest.mark.parametrize(("rule", "good"), GOOD)
def test_good_example_is_clean(rule: Rule, good: str, make_catalog: MakeCatalog) -> None:
    """A rule finds nothing in its good example."""
    findings = lint_catalog(make_catalog({path_of(good): good}))
    assert rule.code not in {finding.code for finding in findings}


def test_rules_about_other_files_mend_nothing() -> None:
    """A rule about files that ``--fix`` leaves alone does not say that it mends."""
    assert [rule.code for rule in BESIDE if rule.fixes] == []


def test_every_sentence_of_the_spec_has_a_rule_or_a_reason() -> None:
    """R1 to R38 and T1 to T9 each have rules, or say why none checks them."""
    numbers = {f"R{number}" for number in range(1, 39)} | {f"T{number}" for number in range(1, 10)}
    enforced = {number for rule in ALL_RULES for number in rule.spec}
    assert set(SPEC) == numbers
    assert numbers <= enforced | set(UNCHECKED)
    assert all(reason.endswith("。") for reason in UNCHECKED.values())


def test_rules_document_themselves() -> None:
    """A rule has a code of its own, a title, a reason, and sentences of the spec by their numbers."""
    for rule in ALL_RULES:
        assert re.fullmatch(r"[A-Z]{3}\d{3}", rule.code), rule
        assert rule.title, rule
        assert not rule.title.endswith("。"), rule
        assert rule.why.endswith("。"), rule
        assert all(re.fullmatch(r"R([1-9]|[12]\d|3[0-8])|T[1-9]", sentence) for sentence in rule.spec), rule


def test_codes_are_unique() -> None:
    """No two rules share a code."""
    assert len({rule.code for rule in ALL_RULES}) == len(ALL_RULES)


def test_every_rule_that_is_defined_is_registered() -> None:
    """A rule class that nobody registered would never run."""

    def leaves(cls: type) -> set[type]:
        return {leaf for sub in cls.__subclasses__() for leaf in leaves(sub)} or {cls}

    defined = {cls for cls in leaves(Rule) if cls.__module__.startswith("generator.")}
    assert defined == {type(rule) for rule in ALL_RULES}
    assert {type(rule) for rule in (*DEFECT_RULES, *RECORD_RULES, *CATALOG_RULES)} <= defined


def test_every_defect_of_a_document_has_words() -> None:
    """Each kind of defect of a document or a mapping table has words of its own, in one rule."""
    kinds = [kind for rule in DEFECT_RULES for kind in rule.words]
    assert len(kinds) == len(set(kinds))
    assert {*Kind, *TableKind} <= set(kinds)
