from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from known_signatures import DEMAND, INVENTORIES
from pydantic import BaseModel, ValidationError
from samples import ABS, Project, make_catalog, path_of
from sarif_pydantic import Sarif

from generator.cli import main
from generator.lint.baseline import FILE
from generator.lint.rules.base import Bad
from generator.lint.rules.registry import ALL_RULES, CATALOG_RULES, DEFECT_RULES, EXEMPTION_RULE, RECORD_RULES
from generator.lint.rules.samples import NOTE
from generator.lint.run import lint_catalog
from generator.lint.sarif import format_sarif
from generator.model.finding import Finding, Put, Severity, Span

RULES = (*DEFECT_RULES, *RECORD_RULES, *CATALOG_RULES, EXEMPTION_RULE)
EXAMPLES = [(rule, bad) for rule in RULES for bad in rule.bad]
NOT_MODELLED = {("Run", "columnKind")}
"""Keys of SARIF that the models do not have; they take any key, so that each other one is a typing error of ours."""


def log_of(findings: Sequence[Finding]) -> Any:
    """The SARIF log, read back."""
    return json.loads("\n".join(format_sarif(findings, {})))


def findings_of(bad: Bad) -> list[Finding]:
    """What is found in a rule's bad example."""
    catalog = make_catalog({bad.path or path_of(bad.text): bad.raw or bad.text, **bad.others})
    return lint_catalog(replace(catalog, inventories=INVENTORIES, demand=DEMAND))


def models_in(value: object) -> Iterator[BaseModel]:
    """A model and all that it holds."""
    if isinstance(value, BaseModel):
        yield value
        for _, part in value:
            yield from models_in(part)
    elif isinstance(value, list):
        for item in value:
            yield from models_in(item)


def read_log(log: Any) -> Sarif:
    """The log as SARIF's own terms say it; every key and every value is one of SARIF 2.1.0, and none is lost.

    Raises:
        ValidationError: a value is none that SARIF has.
        ValueError: so is a key.
    """
    sarif = Sarif.model_validate(log)
    unknown = {(type(model).__name__, key) for model in models_in(sarif) for key in model.model_extra or {}}
    if unknown - NOT_MODELLED:
        raise ValueError(f"not of SARIF: {unknown - NOT_MODELLED}")
    assert sarif.model_dump(mode="json", by_alias=True, exclude_unset=True) == log
    return sarif


SHAPES = {
    "nothing": [],
    "a whole file": [Finding("a.yml", Span(), "YML009", Severity.ERROR, "文件无法读取")],
    "a hint": [Finding("a.yml", Span(2, 3, 2, 9), "PAR002", Severity.ERROR, "消息", "怎么改")],
    "a warning": [Finding("a.yml", Span(2, 3, 2, 9), "TXT001", Severity.WARNING, "消息")],
    "several lines": [Finding("a.yml", Span(2, 30, 9, 1), "PAR003", Severity.ERROR, "消息\n第二行")],
    "several files": [
        Finding(name, Span(2, 1, 2, 2), "PAR002", Severity.ERROR, "消息") for name in ("a.yml", "b/c.md")
    ],
    "mendable": [Finding("a.yml", Span(), "PAR002", Severity.ERROR, "消息", "", (Put(("torch",), "x"),))],
    "a migration note": [Finding("mapping_data/notes/1.yml", Span(3, 1, 3, 2), "SET005", Severity.ERROR, "消息")],
    "a name that no address may hold": [Finding("甲 乙/100% [1]#?.yml", Span(), "PAR002", Severity.ERROR, '“"\\\x00”')],
    "twice": [Finding("a.yml", Span(1, 1, 1, 2), "PAR002", Severity.ERROR, "消息")] * 2,
}


@pytest.mark.parametrize("findings", SHAPES.values(), ids=SHAPES)
def test_log_says_what_was_found_in_the_terms_of_sarif(findings: list[Finding]) -> None:
    """For every shape that a finding can have, a program reads file, place, level and words as they were."""
    (run,) = read_log(log_of(findings)).runs
    assert run.results is not None
    told = []
    for result in run.results:
        (place,) = result.locations or ()
        assert place.physical_location is not None
        file, region = place.physical_location.artifact_location, place.physical_location.region
        assert file is not None
        assert file.uri is not None
        assert urlsplit(file.uri)[:2] == ("", "")
        assert region is not None
        span = Span(region.start_line, region.start_column, region.end_line, region.end_column)
        told.append((unquote(urlsplit(file.uri).path), span, result.rule_id, result.level, result.message.text))
    assert told == [
        (one.file, one.span, one.code, str(one.severity), f"{one.message}\n{one.hint}".rstrip("\n")) for one in findings
    ]


def test_log_of_all_rules_examples_is_valid() -> None:
    """The whole output is SARIF for what every rule really says, each result pointing at the rule that says it."""
    findings = [finding for _, bad in EXAMPLES for finding in findings_of(bad)]
    assert {finding.code for finding in findings} >= {rule.code for rule, _ in EXAMPLES}
    assert {finding.fixable for finding in findings} == {True, False}
    log = read_log(log_of(findings))
    (run,) = log.runs
    rules = run.tool.driver.rules or []
    assert log.version == "2.1.0"
    assert run.tool.driver.name == "apimap"
    assert [rule.id for rule in rules] == [rule.code for rule in ALL_RULES]
    assert {rule.default_configuration.level for rule in rules if rule.default_configuration} == set(Severity)
    for result in run.results or []:
        assert result.rule_index is not None
        assert rules[result.rule_index].id == result.rule_id


def test_log_of_a_project_holds_its_new_findings_alone(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """What the command prints is SARIF: of records and notes, with what the baseline knows left out, and of nothing."""
    arguments = ["--root", str(project.root), "lint", "--format", "sarif"]

    def codes() -> list[str | None]:
        with pytest.raises(SystemExit):
            main(arguments)
        (run,) = read_log(json.loads(capsys.readouterr().out)).runs
        return [result.rule_id for result in run.results or []]

    assert codes() == []
    project.add(ABS.replace("Tensor。", "Tensor"))
    with pytest.raises(SystemExit, match="0"):
        main([*arguments[:3], "--write-baseline"])
    capsys.readouterr()
    assert codes() == []
    notes = project.root / "mapping_data/notes"
    notes.mkdir()
    for name in ("a", "b"):
        (notes / f"{name}.yml").write_text(NOTE, encoding="utf-8")
    assert "SET005" in codes()
    assert "PAR002" not in codes()
    (project.root / FILE).unlink()
    assert {"SET005", "PAR002"} <= set(codes())


@pytest.mark.parametrize("key", ["ruleIndex", "level", "message", "locations"])
def test_wrong_value_is_refused(key: str) -> None:
    """The models say no: a result with a wrong value is found."""
    broken = copy.deepcopy(log_of(SHAPES["a hint"]))
    broken["runs"][0]["results"][0][key] = "wrong"
    with pytest.raises(ValidationError):
        read_log(broken)


@pytest.mark.parametrize("place", [("runs", 0), ("runs", 0, "results", 0), ("runs", 0, "tool", "driver", "rules", 0)])
def test_unknown_key_is_refused(place: tuple[str | int, ...]) -> None:
    """A misspelt key is found, however deep it stands."""
    log = log_of(SHAPES["a hint"])
    part = log
    for key in place:
        part = part[key]
    part["rulId"] = "PAR002"
    with pytest.raises(ValueError, match="rulId"):
        read_log(log)
