"""What was made before, by what it was made of: one file on the disk that may be deleted at any time."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

FILE = "site.sqlite"
_AT_ONCE = 500
"""Most keys that are asked for in one question; SQLite allows 999."""
_GENERATIONS = 4
"""How many times as many values as a build uses are kept: those of other branches, and of edits taken back."""


def key_of(*parts: str) -> str:
    """The key of what depends on these texts and on nothing else."""
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", errors="surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


class Store:
    """JSON values by key. SQLite keeps them whole under two processes and under a kill.

    A store that cannot be read or written costs time and nothing else: it never raises, and a damaged file is replaced.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._used: set[str] = set()

    def get(self, keys: Collection[str]) -> dict[str, Any]:
        """The values that are known."""
        found = dict[str, Any]()
        self._try(
            lambda table: found.update((key, json.loads(value)) for key, value in _rows(table, "key, value", keys))
        )
        self._used.update(found)
        return found

    def known(self, keys: Collection[str]) -> set[str]:
        """The keys whose values are known."""
        found = set[str]()
        self._try(lambda table: found.update(key for (key,) in _rows(table, "key", keys)))
        self._used.update(found)
        return found

    def put(self, values: Mapping[str, Any]) -> None:
        """Adds values, all of them or none."""
        self._used.update(values)
        rows = ((key, json.dumps(value, ensure_ascii=False)) for key, value in values.items())  # one text at a time
        if values:
            self._try(lambda table: table.executemany("INSERT OR REPLACE INTO made VALUES (?, ?)", rows))

    def keep_used(self) -> None:
        """Lets go of all values that this store was not asked for, once they are many times as many as those it was."""

        def work(table: sqlite3.Connection) -> None:
            if table.execute("SELECT count(*) FROM made").fetchone()[0] > _GENERATIONS * len(self._used):
                table.execute("CREATE TEMP TABLE used (key TEXT PRIMARY KEY)")
                table.executemany("INSERT OR IGNORE INTO used VALUES (?)", ((key,) for key in self._used))
                table.execute("DELETE FROM made WHERE key NOT IN (SELECT key FROM used)")

        self._try(work)

    def _try(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Does the work in one transaction. What goes wrong is forgotten, and so is a file that is damaged."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._file, timeout=10)) as table, table:
                table.execute(
                    "PRAGMA synchronous = OFF"
                )  # a power cut may cost the file, which is as good as none then
                table.execute("CREATE TABLE IF NOT EXISTS made (key TEXT PRIMARY KEY, value TEXT)")
                work(table)
        except (sqlite3.OperationalError, OSError):
            return  # locked for long, or a disk that is full or may not be written to
        except (sqlite3.DatabaseError, ValueError):
            with suppress(OSError):
                self._file.unlink()


def _rows(table: sqlite3.Connection, columns: str, keys: Collection[str]) -> Iterator[tuple[str, ...]]:
    wanted = list(keys)
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        marks = ",".join("?" * len(some))
        yield from table.execute(f"SELECT {columns} FROM made WHERE key IN ({marks})", some)  # noqa: S608  (no values)
