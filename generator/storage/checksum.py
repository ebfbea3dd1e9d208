"""Data behind a checksum, so that a damaged file of a cache is as good as none."""

from __future__ import annotations

from hashlib import sha256

CHECKSUM_LENGTH = 64


def with_checksum(data: bytes, made_by: str = "") -> bytes:
    """Returns the data behind its checksum, which also covers by what program it was made."""
    return _digest(data, made_by) + data


def checked(content: bytes, made_by: str = "") -> bytes:
    """Returns the data that ``with_checksum`` was given; nothing where a byte differs, or another program made it."""
    digest, data = content[:CHECKSUM_LENGTH], content[CHECKSUM_LENGTH:]
    return data if digest == _digest(data, made_by) else b""


def _digest(data: bytes, made_by: str) -> bytes:
    return sha256(made_by.encode() + b"\0" + data).hexdigest().encode()
