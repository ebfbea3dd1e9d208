"""Tests of how a worker reads the results of its children."""

from __future__ import annotations

import os
import select
from typing import Any

import pytest

from generator.evidence.verify.frames import write_frame
from generator.evidence.verify.job import Job


@pytest.mark.libraries
def test_a_result_is_read_though_its_child_ends_between_two_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that writes and ends right after the pipe was found empty has given its result."""
    start_read, start_write = os.pipe()
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.read(start_read, 1)
        write_frame(write_end, {"value": 1}, b"token")
        os._exit(0)
    looked = []
    real_select = select.select

    def look(*arguments: Any) -> Any:
        """Finds the pipe empty, and lets the child write and end before the caller goes on."""
        if looked:
            return real_select(*arguments)
        looked.append(arguments)
        os.write(start_write, b"1")
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        return [], [], []

    monkeypatch.setattr(select, "select", look)
    job = Job({"library": "torch", "steps": [], "seconds": 5.0, "memory": 0}, (), (), isolated=False)
    try:
        assert list(job._read_results(read_end, child, b"token")) == [{"value": 1}]
    finally:
        os.waitpid(child, 0)
        for descriptor in (start_read, start_write, read_end, write_end):
            os.close(descriptor)
