"""The JavaScript core of the workbench, held to the same cases as ``generator.calls``."""

from __future__ import annotations

import builtins
import json
import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bench.understood import understand
from generator.calls.knowledge.builtin_kinds import COMMON, OTHER_MEMBERS
from tests.call_samples import CASE_FILES, cases, compiled

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and not os.environ.get("CI"), reason="needs node; on CI nothing is skipped"
)
CORE = Path(__file__).parents[2] / "site_src/assets/js/calls"
CASES = [pytest.param(case, id=f"{name}: {case['case']}") for name in CASE_FILES for case in cases(name)]


@cache
def understood(*sources: str) -> dict[str, dict[str, Any]]:
    """What the core makes of source texts with the knowledge of ``tests/data/calls``."""
    with tempfile.TemporaryDirectory() as folder:
        calls = Path(folder, "calls.json")
        calls.write_text(json.dumps(compiled()), encoding="utf-8")
        return dict(zip(sources, understand(calls, sources), strict=True))


ALL = tuple(dict.fromkeys(case.values[0]["code"] for case in CASES))  # type: ignore[attr-defined]


@pytest.mark.parametrize("case", CASES)
def test_sites(case: dict[str, Any]) -> None:
    """Every use of a torch name has in the browser the verdict that the command gives it, and assumes the same."""
    sites = understood(*ALL)[case["code"]]["sites"]
    assert [f"{site['api']}{'?' if site['isGuess'] else ''} {site['verdict']}" for site in sites] == case["sites"]
    assert [each for site in sites for each in site["assumptions"]] == case.get("assumed", [])
    assert [each for site in sites for each in site["warnings"]] == case.get("reminded", [])


@pytest.mark.parametrize("case", CASES)
def test_conversion(case: dict[str, Any]) -> None:
    """What the browser converts is what the command converts."""
    wanted = case["code"] if case["converted"] == "unchanged" else case["converted"]
    assert understood(*ALL)[case["code"]]["text"] == wanted


def test_builtins_are_those_of_python() -> None:
    """The names and members of builtins that the browser knows are Python's own."""
    text = (CORE / "knowledge/builtin_members.js").read_text(encoding="utf-8")
    names, _, members = text.partition("export const MEMBERS")
    public = {name for name in dir(builtins) if not name.startswith("_")}
    assert {word for quoted in re.findall(r'"([\w ]+)"', names) for word in quoted.split()} >= public
    known = {word for quoted in re.findall(r'"([\w ]+)"', members) for word in quoted.split()}
    assert known >= OTHER_MEMBERS - COMMON
