from __future__ import annotations

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from generator.site.store import FILE, Store, key_of


def test_values_come_back_as_they_were_put(tmp_path: Path) -> None:
    """What is put is found by its key, by another store on the same folder too, and nothing else is."""
    keys = [key_of("a", str(number)) for number in range(1200)]
    Store(tmp_path).put({key: {"n": number, "中": ["x"]} for number, key in enumerate(keys)})
    assert Store(tmp_path).get([*keys, key_of("b")]) == {key: {"n": n, "中": ["x"]} for n, key in enumerate(keys)}


def test_keys_tell_parts_apart() -> None:
    """The same letters divided otherwise are another key."""
    assert key_of("ab", "c") != key_of("a", "bc")


def test_unused_values_go_when_they_are_many(tmp_path: Path) -> None:
    """Values that a build does not ask for are let go once there are many times as many as it does ask for."""
    Store(tmp_path).put({f"old{number}": number for number in range(10)})
    for asked, left in (["old1", "old2", "old3"], 10), (["old1", "old2"], 2):
        store = Store(tmp_path)
        assert len(store.get(asked)) == len(asked)
        store.keep_used()
        assert len(Store(tmp_path).get([f"old{number}" for number in range(10)])) == left


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\0" * 5000])
def test_damaged_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    """A file that is no database costs its content and nothing else: the store works again at the latest after one use."""
    (tmp_path / FILE).write_bytes(content)
    store = Store(tmp_path)
    assert store.get(["a"]) == {}
    store.put({"a": 1})
    store.put({"a": 1})
    assert store.get(["a"]) == {"a": 1}


def test_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    """Where no file can be made, nothing is kept and nothing is raised."""
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    store = Store(tmp_path / "taken")
    store.put({"a": 1})
    assert store.get(["a"]) == {}


def _put_for_ever(folder: Path, name: str) -> None:
    store = Store(folder)
    for number in range(100_000):
        store.put({f"{name}{number}": "x" * 20_000, f"{name}{number}-second": number})


def test_two_processes_and_a_kill_leave_whole_values(tmp_path: Path) -> None:
    """Two processes write at once, one is killed: every value that can be read is whole, and of a pair both are there."""
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_put_for_ever, args=(tmp_path, name)) for name in "ab"]
    for writer in writers:
        writer.start()
    store = Store(tmp_path)
    deadline = time.monotonic() + 60
    while not (store.get(["a3"]) and store.get(["b3"])):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    for writer in writers:
        os.kill(writer.pid or 0, signal.SIGKILL)
        writer.join()
    keys = [f"{name}{number}" for name in "ab" for number in range(2000)]
    found = store.get([*keys, *(f"{key}-second" for key in keys)])
    for key in keys:
        assert (key in found) is (f"{key}-second" in found)
        assert found.get(key, "x" * 20_000) == "x" * 20_000
    store.put({"after": 1})
    assert store.get(["after"]) == {"after": 1}
