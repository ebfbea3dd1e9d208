from __future__ import annotations

import pytest
from samples import ABS, Project

from generator.catalog.catalog import Catalog, load_catalog, load_without_records, record_paths
from generator.lint.rules.base import Bad
from generator.lint.rules.redirects import SettingsRule
from generator.lint.rules.registry import SETTINGS_RULES
from generator.lint.run import lint_catalog, lint_files
from generator.model.finding import Finding

BAD = [pytest.param(rule, bad, id=rule.code) for rule in SETTINGS_RULES for bad in rule.bad]
GOOD = [pytest.param(rule, good, id=rule.code) for rule in SETTINGS_RULES for good in rule.good]


def with_settings(project: Project, text: str) -> Catalog:
    """The project's catalogue with a few lines more at the end of its settings."""
    file = project.root / "mapping_data/catalog.yml"
    file.write_text(file.read_text(encoding="utf-8") + "\n" + text, encoding="utf-8")
    return load_catalog(project.root)


def of_settings(findings: list[Finding]) -> list[Finding]:
    """The findings that stand in the settings."""
    return [finding for finding in findings if finding.file.endswith("catalog.yml")]


@pytest.mark.parametrize(("rule", "bad"), BAD)
def test_bad_example_is_found_where_it_says(rule: SettingsRule, bad: Bad, project: Project) -> None:
    """A rule finds its bad example once, in ``catalog.yml``, at the text that the example names."""
    catalog = with_settings(project, bad.text)
    (finding,) = of_settings(lint_catalog(catalog))
    assert finding.code == rule.code
    assert not finding.fixable
    assert catalog.settings_source is not None
    line = catalog.settings_source.document.text.split("\n")[finding.span.line - 1]
    assert line[finding.span.column - 1 :].startswith(bad.at)


@pytest.mark.parametrize(("rule", "good"), GOOD)
def test_good_example_is_clean(rule: SettingsRule, good: str, project: Project) -> None:
    """A redirect from a name without a record to one that has one is right."""
    assert rule.code not in {finding.code for finding in lint_catalog(with_settings(project, good))}


def test_all_files_and_the_catalogue_say_the_same(project: Project) -> None:
    """``apimap lint`` without paths, which forgets each record when it is examined, finds the same."""
    catalog = with_settings(project, BAD[0].values[1].text + "  torch.gone: torch.lost\n")
    linted = lint_files(load_without_records(project.root), record_paths(project.root))
    assert linted.findings == lint_catalog(catalog)
    assert [finding.code for finding in of_settings(linted.findings)] == ["SET006", "SET007"]


def test_alias_counts_as_a_record(project: Project) -> None:
    """An alias can be led to, and cannot be led away."""
    assert "aliases: [torch.absolute]" in ABS
    settings = "redirects:\n  torch.gone: torch.absolute\n  torch.absolute: torch.abs\n"
    found = of_settings(lint_catalog(with_settings(project, settings)))
    assert [finding.code for finding in found] == ["SET006"]
    assert found[0].message.startswith("redirects 转走了 torch.absolute")


def test_chain_is_cut_short(project: Project) -> None:
    """A redirect to a redirect is told where that one leads."""
    found = of_settings(lint_catalog(with_settings(project, "redirects:\n  torch.a: torch.b\n  torch.b: torch.abs\n")))
    assert [finding.hint for finding in found] == ["它自己也转走了，直接写 torch.abs。"]
