"""The JavaScript core of the workbench, held to the same cases as ``generator.calls``."""

from __future__ import annotations

import builtins
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from bench.understood import understand
from generator.calls.knowledge.builtin_kinds import COMMON, OTHER_MEMBERS
from tests.call_samples import CASE_FILES, cases, compiled

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and not os.environ.get("CI"), reason="needs node; on CI nothing is skipped"
)
CORE = Path(__file__).parents[2] / "site_src/assets/js/calls"


@pytest.mark.parametrize("name", CASE_FILES)
def test_cases(name: str, tmp_path: Path) -> None:
    """Every use has in the browser the verdict, the assumptions and the warnings that the command gives it, and the same text."""
    calls = tmp_path / "calls.json"
    calls.write_text(json.dumps(compiled()), encoding="utf-8")
    all_cases = cases(name)
    for case, found in zip(all_cases, understand(calls, [case["code"] for case in all_cases]), strict=True):
        which = case["case"]
        assert "error" not in found, (which, found)
        sites = found["sites"]
        verdicts = [f"{site['api']}{'?' if site['isGuess'] else ''} {site['verdict']}" for site in sites]
        assert verdicts == case["sites"], which
        assert [each for site in sites for each in site["assumptions"]] == case.get("assumed", []), which
        assert [each for site in sites for each in site["warnings"]] == case.get("reminded", []), which
        assert found["text"] == (case["code"] if case["converted"] == "unchanged" else case["converted"]), which


def test_builtins_are_those_of_python() -> None:
    """The names and members of builtins that the browser knows are Python's own."""
    text = (CORE / "knowledge/builtin_members.js").read_text(encoding="utf-8")
    names, _, members = text.partition("export const MEMBERS")
    public = {name for name in dir(builtins) if not name.startswith("_")}
    assert {word for quoted in re.findall(r'"([\w ]+)"', names) for word in quoted.split()} >= public
    known = {word for quoted in re.findall(r'"([\w ]+)"', members) for word in quoted.split()}
    assert known >= OTHER_MEMBERS - COMMON
