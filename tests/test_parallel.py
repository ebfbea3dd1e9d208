from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from samples import REPOSITORY

from generator import parallel

NUMBERS = range(parallel.ENOUGH + 1)


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with two cores, and a process without threads of pytest's plugins."""
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    monkeypatch.setattr(parallel.threading, "active_count", lambda: 1)


@pytest.mark.usefixtures("two_cores")
@pytest.mark.parametrize("available", [1, 2, 64])
def test_results_come_in_the_order_of_the_items(monkeypatch: pytest.MonkeyPatch, available: int) -> None:
    """However many processes did the work, each result stands where its item stood."""
    monkeypatch.setattr(parallel, "_cores", lambda: available)

    def work(number: int) -> tuple[int, int]:
        time.sleep(0.05)  # so that neither process has done everything before the other has begun
        return number * number, os.getpid()

    results = parallel.on_two_cores(work, NUMBERS)
    assert [result for result, _ in results] == [number * number for number in NUMBERS]
    processes = {process for _, process in results}
    assert len(processes) == min(available, 2)
    assert (os.getpid() in processes) is (available == 1)


@pytest.mark.usefixtures("two_cores")
def test_few_items_are_not_worth_other_processes() -> None:
    """A handful of items is done where it is asked for."""
    assert parallel.on_two_cores(lambda _: os.getpid(), [1, 2, 3]) == [os.getpid()] * 3


@pytest.mark.usefixtures("two_cores")
def test_work_of_a_process_that_is_killed_is_done_again() -> None:
    """What happens to another process is never the user's trouble."""
    parent = os.getpid()

    def work(number: int) -> int:
        if os.getpid() != parent and number == NUMBERS[-1]:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    assert parallel.on_two_cores(work, NUMBERS) == list(NUMBERS)


@pytest.mark.usefixtures("two_cores")
def test_work_goes_on_while_something_else_is_done(tmp_path: Path) -> None:
    """The other processes do not wait for this one to ask for the results."""

    def wait_for_the_last() -> None:
        deadline = time.monotonic() + 60
        while not (tmp_path / str(NUMBERS[-1])).exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)

    parallel.on_two_cores(lambda number: (tmp_path / str(number)).touch(), NUMBERS, wait_for_the_last)


@pytest.mark.usefixtures("two_cores")
def test_error_of_the_work_is_the_callers() -> None:
    """Work that cannot be done raises where it was asked for, and leaves no process behind."""
    with pytest.raises(ZeroDivisionError):
        parallel.on_two_cores(lambda number: 1 // number, NUMBERS)
    assert multiprocessing.active_children() == []


def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    """A command that is killed leaves no process behind, whatever that is doing."""
    program = (
        "import os, pathlib, time\nfrom generator import parallel\nparallel._cores = lambda: 2\n"
        "def work(_):\n    pathlib.Path(str(os.getpid())).touch()\n    time.sleep(600)\n"
        f"parallel.on_two_cores(work, range({len(NUMBERS)}))"
    )
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, env=environment) as parent:
        deadline = time.monotonic() + 60
        while len(children := [int(path.name) for path in tmp_path.iterdir()]) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        parent.kill()
    while any(running(child) for child in children):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def running(process: int) -> bool:
    """Whether a process runs: one that has ended, and that nobody has asked about, does not."""
    try:
        return ") Z" not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
