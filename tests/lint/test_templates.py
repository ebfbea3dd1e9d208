from __future__ import annotations

import pytest
import yaml
from samples import REPOSITORY, SETTINGS

from generator.catalog.catalog import RECORDS, Catalog
from generator.lint.run import lint_catalog
from generator.storage.yaml_file import read_record

FOLDER = REPOSITORY / "tests/data/lint"
EXPECTED: dict[int, list[str]] = yaml.safe_load((FOLDER / "templates.yml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", sorted(EXPECTED))
def test_template_gives_exactly_the_findings_listed(number: int) -> None:
    """A template of the format spec, typed in with its mistakes, gives these findings and no others."""
    text = (FOLDER / f"templates/{number}.yml").read_text(encoding="utf-8")
    api = text.partition("torch: ")[2].partition("\n")[0]
    source = read_record(f"{RECORDS}/{api.rpartition('.')[0]}/{api}.yml", text.encode())
    findings = lint_catalog(Catalog(SETTINGS, (source,)))
    assert [f"{finding.span.line}:{finding.span.column} {finding.code}" for finding in findings] == EXPECTED[number]
