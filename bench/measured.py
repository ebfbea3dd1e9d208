"""Runs a command and measures all of its processes together."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """One run: seconds of wall time and of processors, and the largest process in bytes."""

    seconds: float
    cpu: float
    memory: int


def compiling() -> dict[str, str]:
    """The environment, in which Python keeps what it compiles, as it does unless a shell forbids it."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def measured_run(command: list[str], folder: Path) -> Run:
    """Runs a command in a folder, its output thrown away.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=compiling(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)
