"""Runs a command and measures all of its processes together."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
"""Of Linux's ``prctl``: processes whose parent has ended become children of this one, which then measures them too."""


@dataclass(frozen=True)
class Run:
    """One run: seconds of wall time, seconds of processors in all processes, and the largest single process in bytes.

    The sum over the processes would count shared pages several times, or, without them (``smaps_rollup``), take some 20
    ms a sample, during which the measured process waits.
    """

    seconds: float
    cpu: float
    memory: int


def compiling() -> dict[str, str]:
    """The environment, in which Python keeps what it compiles, as it does unless a shell forbids it."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def start(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    """Starts a command in a folder and in a session of its own, its output thrown away; ``finish`` has to follow."""
    if ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError("prctl")
    return subprocess.Popen(
        command,
        cwd=folder,
        env=compiling(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[bytes], since: float) -> Run:
    """Waits for the command, ends what it left running, and adds up all; ``since`` is when its time began."""
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - since
    process.returncode = os.waitstatus_to_exitcode(status)
    usages = [usage]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            usages.append(os.wait4(-1, 0)[2])
    cpu = sum(one.ru_utime + one.ru_stime for one in usages)
    return Run(seconds, cpu, max(one.ru_maxrss for one in usages) * 1024)


def measured_run(command: list[str], folder: Path) -> Run:
    """Runs a command in a folder, its output thrown away.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    before = time.perf_counter()
    process = start(command, folder)
    run = finish(process, before)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return run
