"""Catalogue → findings: every rule over every record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from generator.catalog import Catalog
from generator.lint.place import Source, span_of
from generator.model.finding import Finding, Problem
from generator.model.migration_note import MigrationNote
from generator.model.topics import Topics
from generator.rules.base import Rule
from generator.rules.registry import CATALOG_RULES, EXEMPTION_RULE, RECORD_RULES, TEXT_RULES, defect_rule
from generator.rules.subject import OtherTexts, Subject
from generator.yaml_file import ModelSource, RecordSource

YAML_ENDINGS = (".yml", ".yaml")
"""Endings of the files that can be mended: an edit speaks of YAML text."""


Spread = Callable[[Callable[[Sequence[RecordSource]], list[Finding]], Sequence[RecordSource]], list[Finding]]
"""How the sources are divided among processes."""


def lint_catalog(catalog: Catalog, spread: Spread | None = None) -> list[Finding]:
    """All findings of a catalogue, by file and place. A record that cannot be read hides nothing of the others."""
    of_catalog: defaultdict[str, list[Finding]] = defaultdict(list)
    for rule in CATALOG_RULES:
        for source, problem in rule.check(catalog):
            of_catalog[source.file].append(_finding(source, rule, problem))

    def work(sources: Sequence[RecordSource]) -> list[Finding]:
        return [
            finding
            for source in sources
            for finding in _without_exempted(source, [*_of_source(catalog, source), *of_catalog[source.file]])
        ]

    findings = spread(work, catalog.sources) if spread is not None else work(catalog.sources)
    findings += [finding for other in catalog.other_sources for finding in _of_other(other)]
    return sorted(findings, key=lambda finding: finding.sort_key)


def _of_other(source: ModelSource[MigrationNote] | ModelSource[Topics]) -> Iterator[Finding]:
    """The findings of a file that holds no record; the fixer knows only records, so none is said to be fixable."""
    yield from _of_defects(source)
    if source.model is not None:
        texts = OtherTexts(tuple(source.model.prose()))
        for rule in TEXT_RULES:
            for problem in rule.check(texts):
                yield replace(_finding(source, rule, problem), edits=())


def _of_defects(source: Source) -> Iterator[Finding]:
    for defect in source.defects:
        rule = defect_rule(defect.kind)
        message, hint = rule.describe(defect)
        yield Finding(source.file, defect.span, rule.code, rule.severity, message, hint)


def _of_source(catalog: Catalog, source: RecordSource) -> Iterator[Finding]:
    """The findings of one file by itself."""
    yield from _of_defects(source)
    if source.record is None:
        return
    subject = Subject(catalog, source, source.record)
    keys = subject.keys
    for record_rule in RECORD_RULES:
        if record_rule.keys and record_rule.keys.isdisjoint(keys):
            continue
        for problem in record_rule.check(subject):
            yield _finding(source, record_rule, problem)


def _without_exempted(source: RecordSource, findings: list[Finding]) -> Iterator[Finding]:
    """The findings that the record does not claim an exemption from, and its exemptions that met none."""
    exemptions = source.record.exempt if source.record is not None else ()
    exempted = {exemption.code for exemption in exemptions}
    yield from (finding for finding in findings if finding.code not in exempted)
    found = {finding.code for finding in findings}
    for index, exemption in enumerate(exemptions):
        if exemption.code not in found:
            yield _finding(source, EXEMPTION_RULE, EXEMPTION_RULE.unused(index, exemption))


def _finding(source: Source, rule: Rule, problem: Problem) -> Finding:
    edits = problem.edits if source.file.endswith(YAML_ENDINGS) else ()
    span = span_of(source, problem)
    return Finding(source.file, span, rule.code, rule.severity, problem.message, problem.hint, edits)
