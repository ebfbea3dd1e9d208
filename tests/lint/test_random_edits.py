"""Robustness: whatever is done to a record, lint answers with findings."""

from __future__ import annotations

import pytest
from random_edits import spoilt
from samples import shipped_catalog
from sampling import NIGHTLY, chance

from generator.catalog.catalog import Catalog
from generator.lint.fix import fix_text
from generator.lint.report import format_json, format_text
from generator.lint.run import lint_catalog
from generator.storage.yaml_file import read_record

EDITS = 12_500 if NIGHTLY else 180
"""How many records each of the eight tests spoils: 100,000 at night."""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_random_edits_give_findings_and_no_traceback(part: int) -> None:
    """Spoilt records are linted and mended without an exception, and none that is unreadable is clean."""
    shipped = shipped_catalog()
    texts = [(source.file, source.document.text.encode()) for source in shipped.sources]
    drawn = chance(part)
    for _ in range(EDITS):
        file, raw = drawn.choice(texts)
        raw = spoilt(raw, drawn)
        source = read_record(file, raw)
        findings = lint_catalog(Catalog(shipped.settings, (source,), shipped.inventories))
        assert findings or source.record is not None
        assert len(findings) >= bool(source.defects)
        assert all(finding.span.line >= 1 and finding.span.column >= 1 for finding in findings)
        for lines in (format_text, format_json):
            "\n".join(lines(findings, {file: source.document.text})).encode()
        if source.record is not None:
            fix_text(source.document, [finding for finding in findings if finding.fixable])
