"""Recall: whatever breaks a shipped record is found, where it stands, and nothing else is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from lint_mutations import MUTATIONS, Mutation
from samples import shipped_catalog
from sampling import NIGHTLY, chance

from generator.catalog.catalog import RECORDS, Catalog
from generator.lint.run import lint_catalog
from generator.model.finding import Finding
from generator.storage.yaml_file import read_record

ANYWHERE = -50
"""A shift below this means that what is gone leaves no line to point at: any line will do."""
TRIED = 8
"""How many records are broken in each way by day; at night it is all of them."""


@cache
def shipped() -> Catalog:
    """The shipped catalogue."""
    return shipped_catalog()


@cache
def texts() -> dict[str, str]:
    """The shipped records, by file below ``records/``, in an order that changes every day.

    They are without their forms: what is broken in a record is broken in them.
    """
    sources = chance("records").sample(shipped().sources, len(shipped().sources))
    found = {source.file.partition(f"{RECORDS}/")[2]: source.document.text for source in sources}
    return {path: re.sub(r"(?m)^forms:\n(?: .*\n|\n)*", "", text) for path, text in found.items()}


@cache
def is_clean(path: str) -> bool:
    """Whether a shipped record by itself, without its neighbours, has no finding."""
    return not lint_alone(path, texts()[path])


def lint_alone(path: str, text: str) -> list[Finding]:
    """The findings of one record in a catalogue of its own."""
    source = read_record(f"{RECORDS}/{path}", text.encode())
    return lint_catalog(Catalog(shipped().settings, (source,), shipped().inventories))


def broken_records(mutation: Mutation) -> Iterator[tuple[str, str, int]]:
    """Clean records broken in this way: file, text, and line of the fault. By day one place of each, at night every place."""
    draw = chance(mutation)
    for path, text in texts().items():
        places = [] if f"code: {mutation.code}" in text else list(mutation.apply(text))  # none is exempt
        if places and is_clean(path):
            yield from ((path, *place) for place in (places if NIGHTLY else [draw.choice(places)]))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation.code}-{mutation.pattern[:30]}")
def test_fault_is_found_where_it_stands_and_nothing_else_is(mutation: Mutation) -> None:
    """A record broken in this way gets the rule's finding at the right line, and none the change did not cause."""
    tried = list(islice(broken_records(mutation), None if NIGHTLY else TRIED))
    assert tried, "no shipped record can be broken in this way"
    for path, broken, line in tried:
        findings = lint_alone(path, broken)
        lines = {finding.span.line for finding in findings if finding.code == mutation.code}
        where = f"{path}:{line} {[(finding.code, finding.span.line) for finding in findings]}\n{broken}"
        assert lines, where
        assert line in lines or mutation.shift < ANYWHERE, where
        assert {finding.code for finding in findings} <= {mutation.code, *mutation.also.split()}, where


def test_shipped_catalogue_is_clean() -> None:
    """Precision: no rule finds anything in what we ship."""
    assert lint_catalog(shipped()) == []
