"""What ``--fix`` would do, as suggestions of a review: comments at lines of the diff that can be taken with a click."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from generator.lint.github import ChangedLines
from generator.model.finding import Finding
from generator.publishing.pages.markdown import unaddressed

Mended = tuple[str, str, str]
"""A file that ``--fix`` changes, its text, and its text after that."""

_BACKTICKS = re.compile(r"`{3,}")


def format_suggestions(mended: Sequence[Mended], findings: Sequence[Finding], changed: ChangedLines) -> str:
    """Returns a JSON list of review comments in the format of GitHub's API.

    Only mendings whose lines all lie in the diff are included.
    """
    comments = [one for file, old, new in mended for one in _of_file(file, old, new, findings, changed)]
    return json.dumps(comments, ensure_ascii=False, indent=2)


def _of_file(
    file: str, old: str, new: str, findings: Sequence[Finding], changed: ChangedLines
) -> Iterator[dict[str, Any]]:
    before, after = old.splitlines(), new.splitlines()
    for tag, *places in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        start, end, from_, to = _anchored(*places)
        lines = range(start + 1, end + 1)
        if any(lines[0] in hunk and lines[-1] in hunk for hunk in changed.get(file, ())):
            about = [one for one in findings if one.file == file and one.fixable and one.span.line in lines]
            place = {"start_line": lines[0], "start_side": "RIGHT"} if len(lines) > 1 else {}
            body = _body(about, after[from_:to])
            yield {"path": file, **place, "line": lines[-1], "side": "RIGHT", "body": body}


def _anchored(start: int, end: int, from_: int, to: int) -> tuple[int, int, int, int]:
    """Returns the lines of both texts that a comment covers.

    Lines that are only added are joined to the line before them, or to the first line, as a comment needs an old line.
    """
    if start < end:
        return start, end, from_, to
    return (start - 1, end, from_ - 1, to) if start else (start, end + 1, from_, to + 1)


def _body(findings: Sequence[Finding], lines: Sequence[str]) -> str:
    said = [f"**{one.code}** {unaddressed(one.message)}" for one in findings]
    text = "\n".join(lines)
    fence = "`" * max(3, 1 + max((len(mark) for mark in _BACKTICKS.findall(text)), default=0))
    block = [f"{fence}suggestion", *lines, fence]
    return "\n".join([*(said or ["`apimap lint --fix` 的修改。"]), "", *block])
