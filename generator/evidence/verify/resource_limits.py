"""Counts what a step's processes use together, where the worker is number 1 of a process namespace of its own.

No limit of the kernel does it everywhere: RLIMIT_NPROC does not hold for root, RLIMIT_AS holds for one process, and a
cgroup has to be there and be writable. The worker therefore looks at ``/proc`` every twentieth of a second while a
step runs, and ends all of it when it is too much. Memory that belongs to no process cannot be had: ``syscalls`` refuses
the calls for it. What sockets and pipes hold is not counted: of it, the machine has to keep some free.
"""

from __future__ import annotations

import os
import resource
from pathlib import Path

from generator.evidence.verify.failure import Failure
from generator.model.evidence import FailureKind

MAX_TASKS = 64
"""How many processes and threads a step may have; to end as many of a library's size takes seconds."""
_LEAST_AVAILABLE = 256 * 1024**2
_COUNTED = ("RssAnon", "RssShmem")
"""Memory that is not the content of a file; a fork has all of its parent's, and none of the rest."""


def address_space() -> int:
    """Returns the size of this process's address space in bytes; a guess where there is no ``/proc``."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except OSError:
        return 4 * 1024**3


def find_excess(memory: int) -> Failure | None:
    """Returns what all processes but this one use too much of; None where it is within the limits.

    ``memory`` is in bytes, for each process what it has beyond this one, which it was forked from; what processes share
    counts for each of them.
    """
    own = os.getpid()
    others = [int(entry) for entry in os.listdir("/proc") if entry.isdecimal() and int(entry) != own]  # noqa: PTH208  (fast)
    if len(others) > MAX_TASKS:  # a fork bomb: every look at its processes would come too late
        return _TOO_MANY
    before = _memory(_status(own))
    status = [found for other in others if (found := _status(other))]
    if sum(found["Threads"] for found in status) > MAX_TASKS:
        return _TOO_MANY
    used = sum(max(_memory(found) - before, 0) for found in status)
    if used > memory or _available() < _LEAST_AVAILABLE:
        return FailureKind.MEMORY, "各进程合用的内存超过上限"
    return None


_TOO_MANY = FailureKind.PROCESSES, f"进程与线程超过 {MAX_TASKS} 个"


def _status(process: int) -> dict[str, int]:
    """Returns the numbers in a process's status, sizes in kB; nothing where it has ended."""
    try:
        text = Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    words = (line.replace(":", " ", 1).split() for line in text.splitlines())
    return {word[0]: int(word[1]) for word in words if len(word) > 1 and word[1].isdecimal()}


def _memory(status: dict[str, int]) -> int:
    return sum(status.get(name, 0) for name in _COUNTED) * 1024  # a process that is ending has none


def _available() -> int:
    """Returns the memory that the machine can still give, in bytes."""
    for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return _LEAST_AVAILABLE
