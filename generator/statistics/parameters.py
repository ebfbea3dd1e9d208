"""Measures how many shared parameters are passed in code that runs, and why the others are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.lint.rules.subject import Subject
from generator.lint.rules.tried_parameters import paired_rows, untried_rows
from generator.model.record import Mapping
from generator.storage.yaml_file import RecordSource

_NOWHERE = "没有示例或检查传过它"


@dataclass(frozen=True, slots=True)
class Untried:
    """A parameter that both sides have and no running code passes, with its place and the reason.

    ``skipped`` says that only skipped code passes it; ``reason`` is then that code's ``skip``.
    """

    api: str
    file: str
    line: int
    parameter: str
    skipped: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ParameterCoverage:
    """One module's records: the number of parameters with a counterpart, and those of them that were never passed."""

    module: str
    paired: int
    untried: tuple[Untried, ...]

    @property
    def passed(self) -> int:
        """The number of parameters that an example or a check passes in code that is run."""
        return self.paired - len(self.untried)


def measure_parameters(catalog: Catalog) -> list[ParameterCoverage]:
    """Returns the coverage of each module's records; each overload counts with its own code, as in ``CHK002``.

    Code with a reason to ``skip`` is not run and does not count.
    """
    paired: dict[str, int] = {}
    untried: dict[str, list[Untried]] = {}
    for source in catalog.by_api.values():
        if source.record is None:
            continue
        module = source.record.module
        number = sum(len(paired_rows(mapping)) for _, mapping in source.record.mappings())
        paired[module] = paired.get(module, 0) + number
        untried.setdefault(module, []).extend(_untried(Subject(catalog, source, source.record), source))
    return [ParameterCoverage(module, paired[module], tuple(untried[module])) for module in sorted(paired)]


def _untried(subject: Subject, source: RecordSource) -> Iterator[Untried]:
    for loc, mapping in subject.mappings:
        run = [snippet for snippet in (*mapping.checks, *mapping.examples) if not snippet.skip]
        for index, row in untried_rows(subject, mapping, run):
            line = source.span((*loc, "parameters", index)).line
            skip = _skip(subject, mapping, index)
            yield Untried(subject.record.torch, source.file, line, row.label, bool(skip), skip or _NOWHERE)


def _skip(subject: Subject, mapping: Mapping, index: int) -> str:
    """Returns the ``skip`` of the code that passes the parameter; empty where no skipped code does."""
    for snippet in (*mapping.checks, *mapping.examples):
        if snippet.skip and all(index != other for other, _ in untried_rows(subject, mapping, [snippet])):
            return snippet.skip
    return ""
