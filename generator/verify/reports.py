"""Reads what a child reports of its steps, while it may hang, die, or meddle with the pipe."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterator
from typing import Any

from generator.verify.frames import FrameError, take_frame

_POLL = 0.1
"""How often to look whether a silent child still lives, in seconds."""
_GRACE = 2.0
"""How long a child may take to end after it closed its pipe, in seconds."""


def read_results(pipe: int, child: int, token: bytes, seconds: float) -> Iterator[dict[str, Any]]:
    """The child's results as they arrive, until it has ended.

    Raises:
        TimeoutError: it took longer than ``seconds`` over one.
        FrameError: something other than a result was written, or the pipe was closed and the child lives on.
    """
    buffer = bytearray()
    deadline = time.monotonic() + seconds
    while True:
        if select.select([pipe], [], [], _POLL)[0]:
            chunk = os.read(pipe, 1 << 20)
            if not chunk and not _ends_soon(child):
                raise FrameError("closed")
            if not chunk:
                return
            buffer += chunk
            while (result := take_frame(buffer, token)) is not None:
                yield result
                deadline = time.monotonic() + seconds
        elif _has_ended(child):  # and another process of the snippet still holds the pipe
            return
        elif time.monotonic() > deadline:
            raise TimeoutError


def _has_ended(child: int) -> bool:
    """Whether the child is no more; leaves its status to be waited for."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _ends_soon(child: int) -> bool:
    deadline = time.monotonic() + _GRACE
    while not _has_ended(child):
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL / 100)
    return True
