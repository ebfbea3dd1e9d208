from __future__ import annotations

import json
from typing import Any

import pytest

from generator.model.finding import Finding, Put, Severity, Span
from generator.reports.review.suggestions import format_suggestions


def suggestions(old: str, new: str, *lines: range, message: str = "没有以“。”结尾") -> list[dict[str, Any]]:
    """What is suggested for a file of which these lines stand in the diff, with one finding in each of its lines."""
    findings = [
        Finding("a.yml", Span(line), "PAR002", Severity.ERROR, message, edits=(Put(("note",), "x"),))
        for line in range(1, old.count("\n") + 1)
    ]
    found: list[dict[str, Any]] = json.loads(format_suggestions([("a.yml", old, new)], findings, {"a.yml": lines}))
    return found


def test_suggestion_replaces_its_lines() -> None:
    """The comment stands at the lines that change, says what is wrong, and its block is what they become."""
    (one,) = suggestions("a\nb\nc\n", "a\nB\nc\n", range(1, 4))
    assert one == {
        "path": "a.yml",
        "line": 2,
        "side": "RIGHT",
        "body": "**PAR002** 没有以“。”结尾\n\n```suggestion\nB\n```",
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "a\nB\nC\n"),
        ("a\nb\nc\n", "a\nx\ny\nb\nc\n"),
        ("a\nb\n", "x\na\nb\n"),
        ("a\nb\n", "a\nb\nx\n"),
        ("a\nb\nc\n", "a\nc\n"),
    ],
)
def test_taking_the_suggestion_gives_the_mended_file(old: str, new: str) -> None:
    """Where lines change, come or go, the suggestion in the place of its lines is what ``--fix`` writes."""
    (one,) = suggestions(old, new, range(1, 10))
    lines = old.splitlines()
    start, block = one.get("start_line", one["line"]), one["body"].partition("```suggestion\n")[2]
    lines[start - 1 : one["line"]] = block.removesuffix("```").splitlines()
    assert lines == new.splitlines()


def test_lines_outside_of_the_diff_get_no_suggestion() -> None:
    """A mending that the diff does not show whole is left out: GitHub would refuse all of them."""
    assert suggestions("a\nb\nc\n", "a\nB\nC\n", range(1, 3), range(3, 5)) == []
    assert suggestions("a\nb\nc\n", "A\nb\nc\n", range(2, 3)) == []


def test_text_ends_no_block_and_names_nobody() -> None:
    """Backticks in a record do not close the suggestion, and what a finding quotes is text."""
    (one,) = suggestions("a\n", "````\n", range(1, 2), message="见 @everyone <b>")
    assert "`````suggestion\n````\n`````" in one["body"]
    assert "见 @<!-- -->everyone &lt;b&gt;" in one["body"]
