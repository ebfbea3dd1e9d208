"""Findings → SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from generator import __version__
from generator.lint.rules.base import Rule
from generator.lint.rules.registry import ALL_RULES
from generator.model.finding import Finding, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def format_sarif(findings: Sequence[Finding], texts: Mapping[str, str]) -> Iterator[str]:  # noqa: ARG001  (one shape for all formats)
    """Yields one SARIF log with one run; columns count Unicode characters."""
    indices = {rule.code: index for index, rule in enumerate(ALL_RULES)}
    yield sarif_log([_rule(rule) for rule in ALL_RULES], [_result(finding, indices) for finding in findings])


def sarif_log(rules: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]) -> str:
    """Returns the text of a log with one run of apimap."""
    run = {
        "tool": {"driver": {"name": "apimap", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def sarif_result(rule: tuple[str, int], level: str, message: str, file: str, span: Span | None) -> dict[str, Any]:
    """Returns one result of a rule, given by its id and its index in the log; no ``span`` means the whole file."""
    code, index = rule
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(file)}}
    if span is not None:
        place["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    return {
        "ruleId": code,
        "ruleIndex": index,
        "level": level,
        "message": {"text": message},
        "locations": [{"physicalLocation": place}],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "defaultConfiguration": {"level": str(rule.severity)},
        "properties": {"tags": [rule.code[:3], *rule.spec]},
    }


def _result(finding: Finding, indices: Mapping[str, int]) -> dict[str, Any]:
    key = sha256(f"{finding.file}\0{finding.code}\0{finding.message}".encode()).hexdigest()[:16]
    message = "\n".join(part for part in (finding.message, finding.hint) if part)
    rule = finding.code, indices[finding.code]
    result = sarif_result(rule, str(finding.severity), message, finding.file, finding.span)
    return {**result, "partialFingerprints": {"apimap/v1": key}}
