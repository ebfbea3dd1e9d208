"""What verification says of a piece of code, and of all the code of a record."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What became of one example or check, from good to bad."""

    PASSED = "passed"
    SKIPPED = "skipped"
    DIFFERS = "differs"
    FAILED = "failed"


class Status(StrEnum):
    """What a reader may rely on."""

    VERIFIED = "verified"
    SKIPPED = "skipped"
    DIFFERS = "differs"
    FAILED = "failed"
    STALE = "stale"
    MISSING = "missing"
    NOTHING = "nothing"
