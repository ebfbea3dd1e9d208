"""Writes and reads messages over a pipe: a length, then JSON."""

from __future__ import annotations

import json
import os
import select
import struct
from typing import Any

_HEADER = struct.Struct("<Q")
MAX_BYTES = 1 << 28
"""Longest message, in bytes."""
_MAX_PARTS = 4_000_000
"""Most items of all lists and objects of a message: as JSON an item takes two bytes, in memory fifty and more."""


class FrameError(Exception):
    """What arrived is no message."""


def write_frame(descriptor: int, message: Any, token: bytes = b"") -> None:
    """Writes one message; ``token`` stands before it and proves who wrote it."""
    body = json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")
    left = memoryview(token + _HEADER.pack(len(body)) + body)
    while left:
        left = left[os.write(descriptor, left) :]


def take_frame(buffer: bytearray, token: bytes = b"") -> Any:
    """Takes the first whole message off the buffer; None where there is not yet one.

    Raises:
        FrameError: the buffer does not start with the token, or is no JSON of a bounded size.
    """
    start = len(token) + _HEADER.size
    if not token.startswith(bytes(buffer[: len(token)])):
        raise FrameError("wrong token")
    if len(buffer) < start:
        return None
    (length,) = _HEADER.unpack_from(buffer, len(token))
    if length > MAX_BYTES:
        raise FrameError("too long")
    if len(buffer) < start + length:
        return None
    body = bytes(buffer[start : start + length])
    del buffer[: start + length]
    if sum(map(body.count, (b",", b"[", b"{"))) > _MAX_PARTS:
        raise FrameError("too many parts")
    try:
        return json.loads(body.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise FrameError("no JSON") from error


def read_frame(descriptor: int, buffer: bytearray, seconds: float | None = None) -> Any:
    """Waits for one message, at most so many ``seconds`` between its pieces.

    Raises:
        EOFError: the other end closed.
        FrameError: what arrived is no message.
        TimeoutError: nothing arrived.
    """
    while (message := take_frame(buffer)) is None:
        if not select.select([descriptor], [], [], seconds)[0]:
            raise TimeoutError
        chunk = os.read(descriptor, 1 << 20)
        if not chunk:
            raise EOFError
        buffer += chunk
    return message
