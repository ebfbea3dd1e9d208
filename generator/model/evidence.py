"""Evidence: what the last verification found of a record or a note, and whether that still holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from generator.model.finding import Loc
from generator.model.migration_note import Expectation, expects_difference
from generator.model.record import Record, Snippet
from generator.model.status import Outcome, Status

METHOD = 1
"""Rises when verification itself changes so much that what it found before no longer counts."""


class Testable(Protocol):
    """What has code to run: a record, or a migration note."""

    @property
    def key(self) -> str:
        """What its evidence is kept under."""

    def snippets(self) -> Iterator[tuple[Loc, Snippet]]:
        """The code, with its places."""


class FailureKind(StrEnum):
    """Why a side gave no result."""

    ERROR = "出错"
    CRASH = "崩溃"
    EXIT = "退出"
    TIMEOUT = "超时"
    MEMORY = "内存不足"
    GIVEN = "输入有误"
    TAMPERED = "结果无效"


@dataclass(frozen=True, slots=True)
class SnippetResult:
    """What became of the snippet at ``at``, written with dots: ``checks.0``, ``overloads.1.examples.0``.

    ``kind`` is the aspect that differs or the kind of failure; ``message`` says what, or the reason for skipping;
    ``notes`` say what could be compared only in part. A check that proves a difference passes with what differs.
    """

    at: str
    outcome: Outcome
    kind: str = ""
    message: str = ""
    notes: tuple[str, ...] = ()

    @property
    def loc(self) -> Loc:
        """The place of the snippet in its record."""
        return tuple(int(part) if part.isdecimal() else part for part in self.at.split("."))


@dataclass(frozen=True, slots=True)
class DropIn:
    """Whether the torch code runs on Paddle with the prefix changed and nothing else.

    ``holds`` is None where it is not known, because a snippet was skipped or its torch side gave no result; then and
    where it is False, ``reason`` is that of the first snippet that stands in the way.
    """

    holds: bool | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What verification found of one record or note, which ``api`` is the key of.

    ``versions`` are those of the libraries that took part; ``digest`` is that of what was tested; ``date`` is the day
    on which anything else in the line last changed.
    """

    api: str
    digest: str
    versions: Mapping[str, str]
    date: str
    results: tuple[SnippetResult, ...]
    drop_in: DropIn

    @property
    def outcome(self) -> Outcome:
        """The worst of the results: a record with a skipped snippet is not verified."""
        order = list(Outcome)
        return max((result.outcome for result in self.results), key=order.index, default=Outcome.SKIPPED)

    def is_current(self, tested: Testable, versions: Mapping[str, str]) -> bool:
        """Whether the tested content and the pinned ``versions`` are those that were verified."""
        return self.digest == tested_digest(tested) and all(
            versions.get(library, version) == version for library, version in self.versions.items()
        )


_STATUS = {
    Outcome.PASSED: Status.VERIFIED,
    Outcome.SKIPPED: Status.SKIPPED,
    Outcome.DIFFERS: Status.DIFFERS,
    Outcome.FAILED: Status.FAILED,
}


def evidence_status(evidence: Evidence | None, tested: Testable, versions: Mapping[str, str]) -> Status:
    """What is known of a record or note today, given the pinned ``versions``; no evidence is never a pass."""
    if not any(True for _ in tested.snippets()):
        return Status.NOTHING
    if evidence is None:
        return Status.MISSING
    return _STATUS[evidence.outcome] if evidence.is_current(tested, versions) else Status.STALE


def is_drop_in(evidence: Evidence | None, record: Record, versions: Mapping[str, str]) -> bool:
    """Whether current evidence shows that changing the prefix is enough."""
    return evidence is not None and evidence.drop_in.holds is True and evidence.is_current(record, versions)


_TESTED = ("given", "torch", "paddle", "compare", "skip", "random", "tolerance")


def tested_digest(tested: Testable) -> str:
    """A short digest of all that decides what verification finds: the snippets, and the way they are compared."""
    content = [
        [
            ".".join(map(str, loc)),
            *(getattr(snippet, name) for name in _TESTED),
            *([Expectation.DIFFERS] if expects_difference(snippet) else []),
        ]
        for loc, snippet in tested.snippets()
    ]
    text = json.dumps([METHOD, content], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
