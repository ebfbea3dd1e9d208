from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from known_signatures import INVENTORIES
from samples import make_catalog, path_of

from generator.lint.run import lint_catalog
from generator.lint.sarif import format_sarif
from generator.model.finding import Finding, Put, Severity, Span
from generator.rules.base import Bad
from generator.rules.registry import CATALOG_RULES, DEFECT_RULES, EXEMPTION_RULE, RECORD_RULES

SCHEMA = json.loads((Path(__file__).parents[1] / "data/sarif/sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft4Validator(SCHEMA)
RULES = (*DEFECT_RULES, *RECORD_RULES, *CATALOG_RULES, EXEMPTION_RULE)
EXAMPLES = [(rule, bad) for rule in RULES for bad in rule.bad]


def log_of(findings: Sequence[Finding]) -> Any:
    """The SARIF log, read back."""
    return json.loads("\n".join(format_sarif(findings, {})))


def findings_of(bad: Bad) -> list[Finding]:
    """What is found in a rule's bad example."""
    catalog = make_catalog({bad.path or path_of(bad.text): bad.raw or bad.text, **bad.others})
    return lint_catalog(replace(catalog, inventories=INVENTORIES))


SHAPES = {
    "nothing": [],
    "a whole file": [Finding("a.yml", Span(), "YML009", Severity.ERROR, "文件无法读取")],
    "a hint": [Finding("a.yml", Span(2, 3, 2, 9), "PAR002", Severity.ERROR, "消息", "怎么改")],
    "a warning": [Finding("a.yml", Span(2, 3, 2, 9), "TXT001", Severity.WARNING, "消息")],
    "several lines": [Finding("a.yml", Span(2, 30, 9, 1), "PAR003", Severity.ERROR, "消息\n第二行")],
    "mendable": [Finding("a.yml", Span(), "PAR002", Severity.ERROR, "消息", "", (Put(("torch",), "x"),))],
    "a name that no address may hold": [Finding("甲 乙/100% [1]#?.yml", Span(), "PAR002", Severity.ERROR, '“"\\\x00”')],
    "twice": [Finding("a.yml", Span(1, 1, 1, 2), "PAR002", Severity.ERROR, "消息")] * 2,
}


@pytest.mark.parametrize("findings", SHAPES.values(), ids=SHAPES)
def test_log_is_valid_whatever_was_found(findings: list[Finding]) -> None:
    """The whole output meets the published schema for every shape that a finding can have."""
    VALIDATOR.validate(log_of(findings))


def test_log_of_all_rules_examples_is_valid() -> None:
    """The whole output meets the published schema for what every rule really says."""
    findings = [finding for _, bad in EXAMPLES for finding in findings_of(bad)]
    assert {finding.code for finding in findings} >= {rule.code for rule, _ in EXAMPLES}
    VALIDATOR.validate(log_of(findings))


@pytest.mark.parametrize("key", ["ruleIndex", "level", "message", "locations"])
def test_schema_refuses_what_is_wrong(key: str) -> None:
    """The schema is one that says no: a result with a wrong value is found."""
    log = log_of(SHAPES["a hint"])
    broken = copy.deepcopy(log)
    broken["runs"][0]["results"][0][key] = "wrong"
    assert VALIDATOR.is_valid(log)
    assert not VALIDATOR.is_valid(broken)
