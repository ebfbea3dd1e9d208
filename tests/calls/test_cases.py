"""Calls and their conversions, as data that another implementation can be held to."""

from __future__ import annotations

from typing import Any

import pytest

from generator.calls.convert import convert
from tests.call_samples import CASE_FILES, cases, knowledge

CASES = [pytest.param(case, id=f"{name}: {case['case']}") for name in CASE_FILES for case in cases(name)]


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    """Every use of a torch name has its verdict, its assumptions and its warnings, in the order of the text.

    What is proven is converted, and the rest stays, below a comment with its reason; to convert that again changes nothing.
    """
    wanted = case["code"] if case["converted"] == "unchanged" else case["converted"]
    found = convert(case["code"], knowledge())
    sites = found.analysis.sites
    assert [f"{site.api}{'?' if site.guess else ''} {site.verdict}" for site in sites] == case["sites"]
    assert [each for site in sites for each in site.assumptions] == case.get("assumed", [])
    assert [each for site in sites for each in site.warnings] == case.get("reminded", [])
    assert found.text == wanted
    assert found.is_changed == (wanted != case["code"])
    assert convert(wanted, knowledge()).text == wanted


def test_cases_have_names_of_their_own() -> None:
    """No two cases of a file have the same name, and each name says which one failed."""
    for name in CASE_FILES:
        names = [case["case"] for case in cases(name)]
        assert len(set(names)) == len(names)
