"""The promises of SECURITY.md: each names what holds it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from samples import REPOSITORY

TESTS = REPOSITORY / "tests"
CLAIMS = TESTS / "data/verify/false_claims"
TEXT = (REPOSITORY / "SECURITY.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith(("| 承诺", "| ---"))]


def named(row: str) -> Iterator[str]:
    """What the last cell of a row names: files of tests, tests, and false claims, with ``…`` for any ending."""
    for word in re.findall(r"`([^`]+)`", row.rstrip("| ").rpartition(" | ")[2]):
        yield from (part for part in word.split("::") if re.fullmatch(r"[\w/.…]+", part))


def is_there(name: str, defined: set[str]) -> bool:
    """Whether a file, a test or a false claim of this name exists."""
    if name.endswith(".py"):
        return (REPOSITORY / name).is_file() or any(TESTS.rglob(name))
    return name in defined if name.startswith("test_") else any(CLAIMS.glob(f"{name}.yml".replace("…", "*")))


def test_every_promise_names_a_test_that_exists() -> None:
    """Each row of a table names a test, a file of tests or a false claim, and every named one is there."""
    sources = [path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py")]
    defined = {name for source in sources for name in re.findall(r"^def (test_\w+)", source, re.MULTILINE)}
    assert ROWS
    assert [name for row in ROWS for name in named(row) if not is_there(name, defined)] == []
    assert [row for row in ROWS if not any(named(row)) and "同上" not in row] == []
