"""Recall: whatever breaks a shipped record is found, where it stands, and nothing else is said."""

from __future__ import annotations

from functools import cache

import pytest
from lint_mutations import MUTATIONS, Mutation
from samples import REPOSITORY

from generator.catalog.catalog import RECORDS, Catalog, load_catalog
from generator.lint.run import lint_catalog
from generator.model.finding import Finding
from generator.storage.yaml_file import read_record

ANYWHERE = -50
"""A shift below this means that what is gone leaves no line to point at: any line will do."""


@cache
def shipped() -> Catalog:
    """The shipped catalogue."""
    return load_catalog(REPOSITORY)


@cache
def clean_texts() -> dict[str, str]:
    """The shipped records without a finding, each by itself, by file."""
    texts = {}
    for source in shipped().sources:
        path = source.file.partition(f"{RECORDS}/")[2]
        if not lint_alone(path, source.document.text):
            texts[path] = source.document.text
    return texts


def lint_alone(path: str, text: str) -> list[Finding]:
    """The findings of one record in a catalogue of its own."""
    source = read_record(f"{RECORDS}/{path}", text.encode())
    return lint_catalog(Catalog(shipped().settings, (source,), shipped().inventories))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation.code}-{mutation.pattern[:30]}")
def test_fault_is_found_where_it_stands_and_nothing_else_is(mutation: Mutation) -> None:
    """Every record broken in this way gets the rule's finding at the right line, and none the change did not cause."""
    tried = 0
    for path, text in clean_texts().items():
        for broken, line in mutation.apply(text):
            tried += 1
            findings = lint_alone(path, broken)
            lines = {finding.span.line for finding in findings if finding.code == mutation.code}
            where = f"{path}:{line} {[(finding.code, finding.span.line) for finding in findings]}\n{broken}"
            assert lines, where
            assert line in lines or mutation.shift < ANYWHERE, where
            assert {finding.code for finding in findings} <= {mutation.code, *mutation.also.split()}, where
    assert tried, "no shipped record can be broken in this way"


def test_shipped_catalogue_is_clean() -> None:
    """Precision: no rule finds anything in what we ship."""
    assert lint_catalog(shipped()) == []
