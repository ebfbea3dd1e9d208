"""Statuses of verification, of one snippet and of a record."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """Results of one example or check, from good to bad."""

    PASSED = "passed"
    SKIPPED = "skipped"
    DIFFERS = "differs"
    FAILED = "failed"


class Status(StrEnum):
    """Statuses of a record, as shown to readers."""

    VERIFIED = "verified"
    SKIPPED = "skipped"
    DIFFERS = "differs"
    FAILED = "failed"
    STALE = "stale"
    MISSING = "missing"
    NOTHING = "nothing"
