"""Applies every rule to every record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from generator.catalog.catalog import Catalog
from generator.catalog.files import read_source
from generator.catalog.forms import form_sources
from generator.catalog.index import Index, Libraries, Outline
from generator.lint.rules.base import RecordRule, Rule
from generator.lint.rules.registry import (
    CATALOG_RULES,
    EVIDENCE_RULES,
    EXEMPTION_RULE,
    FORM_RULES,
    HELD_BACK,
    OTHER_RULES,
    RECORD_RULES,
    SETTINGS_RULES,
    TEXT_RULES,
    defect_rule,
)
from generator.lint.rules.subject import OtherTexts, Subject
from generator.lint.spans import Source, span_of
from generator.model.finding import Finding, Problem
from generator.parallel import Spread, on_one_core
from generator.storage.yaml_file import ModelSource, RecordSource

YAML_ENDINGS = (".yml", ".yaml")
"""Endings of the files that can be mended; edits apply to YAML text."""

SourceOf = Callable[[str], RecordSource]
"""The source of a file, for the place of a problem."""

BATCH = 40
"""Records that are examined together, rule by rule, which is a quarter faster than record by record."""

_place = attrgetter("sort_key")

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Linted:
    """Findings by file and place, and the texts of the files that have some."""

    findings: list[Finding]
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Examined:
    """The result for a file by itself, which is small, since one process sends it to another."""

    outline: Outline
    findings: tuple[Finding, ...]
    """All findings, also those that the record is exempt from."""
    text: str
    """The file's text, where something was found in it."""


Known = dict[str, tuple[RecordSource, _Examined]]
"""Results of an earlier run for files by themselves, valid while nothing but records changes."""


def lint_catalog(
    catalog: Catalog,
    spread: Spread = on_one_core,
    among: Collection[str] | None = None,
    known: Known | None = None,
    *,
    proof: bool = False,
) -> list[Finding]:
    """Returns the findings of a catalogue, or of the files in ``among``, by file and place.

    An unreadable record does not affect the others. ``proof`` asks for the records' evidence as well. Sources in
    ``known`` are not examined again; the results of the others are added to it.
    """
    by_file = {source.file: source for source in catalog.sources}
    selected = [source for source in catalog.sources if among is None or source.file in among]
    known = {} if known is None else known
    fresh = [source for source in selected if source.file not in known or known[source.file][0] is not source]
    found = _spread(spread, lambda sources: _examine(catalog, sources, proof=proof), fresh)
    known.update({source.file: (source, one) for source, one in zip(fresh, found, strict=True)})
    examined = [known[source.file][1] for source in selected]
    outlines = map(Outline.of, catalog.sources) if among is not None else (one.outline for one in examined)
    index = Index(catalog, tuple(outlines))
    beside = chain(_of_others(catalog), _of_settings(catalog, index))
    others = (finding for finding in beside if among is None or finding.file in among)
    return _in_order(_of_files(index, examined, by_file.__getitem__), others)


def lint_files(surroundings: Catalog, paths: Sequence[Path], spread: Spread = on_one_core) -> Linted:
    """Does the same for all record files of a folder, their evidence included, and keeps none of them in memory."""
    examined = _spread(
        spread,
        lambda some: _examine(surroundings, [read_source(path, surroundings.root) for path in some], proof=True),
        paths,
    )
    index = Index(surroundings, tuple(one.outline for one in examined))
    again = cache(lambda file: read_source(Path(file), surroundings.root))
    others = chain(_of_others(surroundings), _of_settings(surroundings, index))
    findings = _in_order(_of_files(index, examined, again), others)
    texts = {source.file: source.document.text for source in surroundings.all_sources}
    texts |= {one.outline.file: one.text for one in examined if one.text}
    files = {finding.file for finding in findings}
    return Linted(findings, {file: texts.get(file) or again(file).document.text for file in files})


def _spread(spread: Spread, work: Callable[[Sequence[Item]], list[Result]], items: Sequence[Item]) -> list[Result]:
    """Returns the results of ``work``, one per item, computed batch by batch."""
    batches = [items[start : start + BATCH] for start in range(0, len(items), BATCH)]
    return list(chain.from_iterable(spread(work, batches)))


def _in_order(of_files: Iterable[tuple[str, Sequence[Finding]]], others: Iterable[Finding]) -> list[Finding]:
    """Returns all findings by file and place; those of a record file are sorted already."""
    by_file = dict(of_files)
    for file, found in groupby(sorted(others, key=_place), key=lambda finding: finding.file):
        by_file[file] = sorted((*by_file.get(file, ()), *found), key=_place)
    return list(chain.from_iterable(by_file[file] for file in sorted(by_file)))


def _examine(libraries: Libraries, sources: Sequence[RecordSource], *, proof: bool) -> list[_Examined]:
    """Examines each file by itself, without any other record, so that any process can do it at any time."""
    found = [list(_of_defects(source)) for source in sources]
    subjects = [
        (Subject(libraries, source, source.record), findings)
        for source, findings in zip(sources, found, strict=True)
        if source.record is not None
    ]
    beside = EVIDENCE_RULES if proof else ()
    for rule in (*RECORD_RULES, *beside):
        for subject, findings in subjects:
            findings += [_finding(subject.source, rule, problem) for problem in rule.check(subject)]
    for subject, findings in subjects:
        if subject.record.forms:
            known = {finding.code for finding in findings}
            of_forms = _of_forms(libraries, subject.source, (*FORM_RULES, *beside))
            findings += [finding for finding in of_forms if finding.code not in known]
    return [
        _Examined(Outline.of(source), _without_consequences(findings), source.document.text if findings else "")
        for source, findings in zip(sources, found, strict=True)
    ]


def _without_consequences(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Returns the findings by place, without those that only follow from others of the same file."""
    codes = {finding.code for finding in findings}
    kept = (finding for finding in findings if codes.isdisjoint(HELD_BACK.get(finding.code, ())))
    return tuple(sorted(kept, key=_place))


def _of_forms(libraries: Libraries, source: RecordSource, rules: Sequence[RecordRule]) -> Iterator[Finding]:
    """Yields the problems of a record's derived forms; those of texts and files are the record's own."""
    for form in form_sources(source, libraries.entry):
        assert form.record is not None
        subject = Subject(libraries, form, form.record)
        for rule in rules:
            for problem in rule.check(subject):
                found = _finding(form, rule, problem)
                yield replace(found, message=f"{form.record.torch}：{found.message}", edits=())


def _of_files(
    index: Index, examined: Iterable[_Examined], source_of: SourceOf
) -> Iterator[tuple[str, Sequence[Finding]]]:
    """Yields the findings of each file, those of the catalogue's rules included, by place."""
    of_catalog: defaultdict[str, list[Finding]] = defaultdict(list)
    for rule in CATALOG_RULES:
        for file, problem in rule.check(index):
            of_catalog[file].append(_finding(source_of(file), rule, problem))
    for one in examined:
        file, findings = one.outline.file, one.findings
        if file in of_catalog or one.outline.exempt:
            all_found = [*findings, *of_catalog.get(file, ())]
            findings = tuple(sorted(_without_exempted(one.outline, all_found, source_of), key=_place))
        yield file, findings


def _of_others(catalog: Catalog) -> Iterator[Finding]:
    """Yields the findings of migration notes and topics; ``--fix`` handles only records, so none is fixable."""
    for source in catalog.other_sources:
        yield from _of_defects(source)
        yield from _of_texts(source)
    for rule in OTHER_RULES:
        yield from (replace(_finding(source, rule, problem), edits=()) for source, problem in rule.check(catalog))


def _of_settings(catalog: Catalog, index: Index) -> Iterator[Finding]:
    """Yields the findings of the settings; none is fixable."""
    source = catalog.settings_source
    if source is not None:
        yield from _of_texts(source)
        for rule in SETTINGS_RULES:
            yield from (replace(_finding(source, rule, problem), edits=()) for problem in rule.check(index))


def _of_texts(source: ModelSource[Any]) -> Iterator[Finding]:
    if source.model is not None:
        texts = OtherTexts(source.model)
        problems = ((rule, problem) for rule in TEXT_RULES for problem in rule.check(texts))
        yield from (replace(_finding(source, rule, problem), edits=()) for rule, problem in problems)


def _of_defects(source: Source) -> Iterator[Finding]:
    for defect in source.defects:
        rule = defect_rule(defect.kind)
        message, hint = rule.describe(defect)
        yield Finding(source.file, defect.span, rule.code, rule.severity, message, hint)


def _without_exempted(outline: Outline, findings: Sequence[Finding], source_of: SourceOf) -> Iterator[Finding]:
    """Yields the findings that the record is not exempt from, and its exemptions without a finding."""
    exempted = {exemption.code for exemption in outline.exempt}
    yield from (finding for finding in findings if finding.code not in exempted)
    found = {finding.code for finding in findings}
    for index, exemption in enumerate(outline.exempt):
        if exemption.code not in found:
            yield _finding(source_of(outline.file), EXEMPTION_RULE, EXEMPTION_RULE.unused(index, exemption))


def _finding(source: Source, rule: Rule, problem: Problem) -> Finding:
    edits = problem.edits if source.file.endswith(YAML_ENDINGS) else ()
    span = span_of(source, problem)
    return Finding(source.file, span, rule.code, rule.severity, problem.message, problem.hint, edits)
