"""Findings as a page shows them in its red box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.catalog.catalog import DATA
from generator.model.finding import Finding


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding; ``place`` is file, line and column without the folder that the project lies in."""

    place: str
    code: str
    message: str
    hint: str


def finding_views(findings: Iterable[Finding]) -> tuple[FindingView, ...]:
    """Returns the findings for a page: a published page does not say where on some machine the project lies."""
    return tuple(FindingView(_place(finding), finding.code, finding.message, finding.hint) for finding in findings)


def _place(finding: Finding) -> str:
    _, data, file = finding.file.rpartition(f"{DATA}/")
    return f"{data}{file}:{finding.span.line}:{finding.span.column}"
