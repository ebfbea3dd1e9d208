"""Counts how much of each record's code the records convert, by the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.catalog import Catalog
from generator.model.evidence import ConvertedOutcome, ConvertedResult


@dataclass(frozen=True, slots=True)
class ConvertedRecord:
    """A record's examples and checks: how many were ``tried``, how many pass ``converted``, why the others fail."""

    api: str
    tried: int
    converted: int
    left: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share that converts and passes."""
        return self.converted / self.tried


def measure_conversions(catalog: Catalog) -> Iterator[ConvertedRecord]:
    """Yields the records with current evidence of conversions, by name."""
    for record in catalog.records():
        evidence = catalog.evidence.get(record.torch)
        if evidence is None or not evidence.is_current(record, catalog.settings.versions):
            continue
        results = [result.converted for result in evidence.results if result.converted is not None]
        if results:
            left = tuple(_reason(result) for result in results if result.outcome is not ConvertedOutcome.PASSED)
            yield ConvertedRecord(record.torch, len(results), len(results) - len(left), left)


def _reason(result: ConvertedResult) -> str:
    words = {
        ConvertedOutcome.DIFFERS: "转换的结果不同",
        ConvertedOutcome.FAILED: "转换的结果无法运行",
        ConvertedOutcome.UNMET: "所作的假定不成立",
    }
    about = f"{result.api} {result.kind}" if result.api else f"{words[result.outcome]}（{result.kind}）"
    return f"{about}：{result.message}" if result.message else about
