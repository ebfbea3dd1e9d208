from __future__ import annotations

import pytest
import yaml
from samples import REPOSITORY, make_catalog, path_of

from generator.lint.fix import fix_catalog
from generator.lint.rules.typography import with_note
from generator.lint.run import lint_catalog

CASES = yaml.safe_load((REPOSITORY / "tests/data/rules/typography.yml").read_text(encoding="utf-8"))
ALL_CASES = [pytest.param(case, id=case["text"]) for case in (*CASES["agreed"], *CASES["ours"])]


@pytest.mark.parametrize("case", ALL_CASES)
def test_note_is_mended_as_listed(case: dict[str, str]) -> None:
    """A note becomes what the list says, and one that is listed as right stays as it is."""
    record = with_note(f'"{case["text"]}"')
    catalog = make_catalog({path_of(record): record})
    (source,) = fix_catalog(catalog, lint_catalog).catalog.sources
    assert source.record is not None
    assert source.record.parameters[0].note == case.get("mended", case["text"])
    assert any(finding.fixable for finding in lint_catalog(catalog)) == ("mended" in case)
