"""Findings → SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from generator import __version__
from generator.model.finding import Finding
from generator.rules.base import Rule
from generator.rules.registry import ALL_RULES

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def format_sarif(findings: Sequence[Finding], texts: Mapping[str, str]) -> Iterator[str]:  # noqa: ARG001  (one shape for all formats)
    """One SARIF log with one run; columns count Unicode characters."""
    indices = {rule.code: index for index, rule in enumerate(ALL_RULES)}
    run = {
        "tool": {"driver": {"name": "apimap", "version": __version__, "rules": [_rule(rule) for rule in ALL_RULES]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, indices[finding.code]) for finding in findings],
    }
    yield json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "defaultConfiguration": {"level": str(rule.severity)},
        "properties": {"tags": [rule.code[:3], *rule.spec]},
    }


def _result(finding: Finding, index: int) -> dict[str, Any]:
    span = finding.span
    key = sha256(f"{finding.file}\0{finding.code}\0{finding.message}".encode()).hexdigest()[:16]
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": str(finding.severity),
        "message": {"text": "\n".join(part for part in (finding.message, finding.hint) if part)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(finding.file)},
                    "region": {
                        "startLine": span.line,
                        "startColumn": span.column,
                        "endLine": span.end_line,
                        "endColumn": span.end_column,
                    },
                }
            }
        ],
        "partialFingerprints": {"apimap/v1": key},
    }
