"""The report for programs; ``site_src/scan.md`` tells its keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from generator import __version__
from generator.projects.scan.file_scan import FileScan, Use
from generator.projects.scan.summary import SHOWN, ApiUses, AssumedOf, Summary, Tally, method_text
from generator.projects.sources.problem import Problem

FORMAT = "1.1"
"""Version of the format: the first number changes when a key is removed or redefined, the second for additions."""


def format_json(summary: Summary, address: Callable[[str], str]) -> Iterator[str]:
    """Yields one JSON object, a line for each use; ``address`` is the page of a record."""
    yield json.dumps(report(summary, address), ensure_ascii=False, indent=1)


def report(summary: Summary, address: Callable[[str], str]) -> dict[str, Any]:
    """Returns the report as data."""
    return {
        "format": FORMAT,
        "generator": f"apimap {__version__}",
        "summary": {
            "files": summary.examined,
            "files_with_uses": len(summary.by_file),
            "lines": summary.lines,
            **_tally(summary.tally),
            "minutes_by_hand": summary.minutes,
            "minutes_method": method_text(),
        },
        "apis": [_api(one, address) for one in summary.by_api],
        "assumptions": [_assumed(one) for one in summary.by_assumption],
        "files": [_file(file, address) for file in summary.files],
        "problems": [_problem(problem) for problem in summary.problems],
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "uses": tally.total,
        "mechanical": tally.mechanical,
        "mechanical_share": None if tally.share is None else round(tally.share, 4),
        "assumed": tally.assumed,
        "by_hand": tally.by_hand,
        "guesses": tally.guesses,
        "verdicts": {str(verdict): tally.by_verdict.get(verdict, 0) for verdict in SHOWN},
    }


def _api(one: ApiUses, address: Callable[[str], str]) -> dict[str, Any]:
    return {
        "torch": one.api,
        "paddle": one.paddle or None,
        "record": one.record or None,
        "page": address(one.record) if one.record else None,
        **_tally(one.tally),
    }


def _assumed(one: AssumedOf) -> dict[str, Any]:
    return {
        "assumption": one.assumption,
        "uses": one.uses,
        "apis": dict(one.apis),
        "file": one.file.name,
        "cell": one.use.cell or None,
        "line": one.use.line,
        "column": one.use.column,
    }


def _file(file: FileScan, address: Callable[[str], str]) -> dict[str, Any]:
    return {
        "file": file.name,
        "lines": file.lines,
        **_tally(Tally(file.uses)),
        "sites": [_use(use, address) for use in file.uses],
    }


def _use(use: Use, address: Callable[[str], str]) -> dict[str, Any]:
    site = use.site
    return {
        "cell": use.cell or None,
        "line": use.line,
        "column": use.column,
        "end_line": use.end_line,
        "end_column": use.end_column,
        "torch": site.api,
        "written": site.written,
        "verdict": str(site.verdict),
        "guess": site.guess,
        "reason": site.reason or None,
        "assumptions": list(site.assumptions),
        "warnings": list(site.warnings),
        "paddle": site.paddle or None,
        "record": site.record or None,
        "page": address(site.record) if site.record else None,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "file": problem.file,
        "cell": problem.cell or None,
        "line": problem.line or None,
        "message": problem.message,
    }
