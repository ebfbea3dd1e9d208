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
    UNTOLD = "untold"
    """What was run agrees, but derived inputs or samples show a difference that nothing tells."""
    SKIPPED = "skipped"
    DIFFERS = "differs"
    FAILED = "failed"
    STALE = "stale"
    MISSING = "missing"
    NOTHING = "nothing"
