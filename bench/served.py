"""Times an edit in a running ``mkdocs serve``: from saving a record to the page that says so."""

from __future__ import annotations

import re
import socket
import statistics
import sys
import time
import urllib.request
from dataclasses import replace
from pathlib import Path

from bench.measured import Run, finish, start

EDITS = 5
WAIT = 600
"""Seconds after which a server is taken to hang."""


def seconds_to_new_page(root: Path) -> Run:
    """The median of some edits, each of another record; the CPU and memory are the server's.

    Raises:
        TimeoutError: the server did not show a page in time.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "mkdocs", "serve", "--quiet", "--dev-addr", f"127.0.0.1:{port}"]
    server = start(command, root)
    try:
        records = [path for path in sorted((root / "mapping_data/records").rglob("*.yml")) if _can_be_edited(path)]
        some = records[:: max(1, len(records) // (EDITS + 1))][: EDITS + 1]
        _wait(port, some[0], "")
        _edit(port, some[0])  # the first edit reads the catalogue, which every later one has
        times = [_edit(port, path) for path in some[1:]]
    finally:
        server.terminate()
        ended = finish(server, time.perf_counter())
    return replace(ended, seconds=statistics.median(times))


def _can_be_edited(path: Path) -> bool:
    return "note: 表示" in path.read_text(encoding="utf-8") and not path.stem.endswith("-lowercase")


def _edit(port: int, path: Path) -> float:
    """Saves a record with a new note and waits for its page; the file is as it was afterwards."""
    text = path.read_text(encoding="utf-8")
    mark = f"新写法{time.monotonic_ns()}"
    before = time.perf_counter()
    path.write_text(text.replace("note: 表示", f"note: 表示{mark}", 1), encoding="utf-8")
    _wait(port, path, mark)
    seconds = time.perf_counter() - before
    path.write_text(text, encoding="utf-8")
    _wait(port, path, mark, gone=True)
    return seconds


def _wait(port: int, record: Path, mark: str, *, gone: bool = False) -> None:
    deadline = time.monotonic() + WAIT
    address = f"http://127.0.0.1:{port}/api/{record.stem}/"
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=WAIT) as response:
                page = re.sub(r"<[^>]*>", "", response.read().decode())
            if (mark in page) is not gone:
                return
        except OSError:
            pass
        time.sleep(0.02)
    raise TimeoutError(address)


if __name__ == "__main__":
    print(seconds_to_new_page(Path(sys.argv[1])))
