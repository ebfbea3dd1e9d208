"""Which Paddle APIs have a page of their own: every counterpart, and every name that shadows a torch name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from generator.catalog.forms import EntryOf
from generator.libraries.registry import PREFIXES
from generator.model.record import Record


def shadows_of(records: Iterable[Record], entry_of: EntryOf) -> dict[str, Record]:
    """Returns the Paddle APIs that are called like a recorded torch API, and are not what that is converted to."""
    found: dict[str, Record] = {}
    for record in records:
        for name in (record.torch, *record.aliases):
            moved = _moved(name)
            entry = entry_of(moved)
            if entry is not None and entry.name == moved and moved not in record.paddle_apis:
                found.setdefault(moved, record)
    return found


def stems_of(apis: Iterable[str]) -> dict[str, str]:
    """Returns the name of each API's page; the later of two that differ only by case gets a number.

    On file systems that ignore case, both would be the same file.
    """
    seen: Counter[str] = Counter()
    found: dict[str, str] = {}
    for api in sorted(apis):
        seen[api.casefold()] += 1
        number = seen[api.casefold()]
        found[api] = api if number == 1 else f"{api}-{number}"
    return found


@lru_cache(maxsize=1 << 12)
def _moved(api: str) -> str:
    package, _, rest = api.partition(".")
    return f"{PREFIXES.get(package, package)}.{rest}"
