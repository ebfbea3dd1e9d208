"""Findings → what a person or a program reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from generator.model.finding import Finding


def format_text(findings: Sequence[Finding]) -> Iterator[str]:
    """One block a finding: ``file:line:col CODE message``, then the hint."""
    for finding in findings:
        fixable = "（可用 --fix 修正）" if finding.fixable else ""
        yield f"{finding.file}:{finding.span.line}:{finding.span.column} {finding.code} {finding.message}{fixable}"
        if finding.hint:
            yield f"    → {finding.hint}"


def format_json(findings: Sequence[Finding]) -> Iterator[str]:
    """A JSON list of objects and nothing else."""
    yield json.dumps([finding.as_json() for finding in findings], ensure_ascii=False, indent=2)


def summary(findings: Sequence[Finding], records: int) -> str:
    """One line that counts: records read, findings, files with findings, and what ``--fix`` would mend."""
    if not findings:
        return f"检查了 {records} 条记录，没有问题。"
    files = len({finding.file for finding in findings})
    fixable = sum(finding.fixable for finding in findings)
    tail = f"，其中 {fixable} 个可用 --fix 修正" if fixable else ""
    return f"检查了 {records} 条记录：{files} 个文件中有 {len(findings)} 个问题{tail}。"


FORMATS = {"text": format_text, "json": format_json}
