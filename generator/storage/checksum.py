"""Files of a cache with a checksum: a damaged one is as good as none."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from generator.storage.atomic import write_bytes
from generator.storage.file_bytes import MAX_DATA, read_bytes

CHECKSUM_LENGTH = 64


def write_checked(path: Path, data: bytes, made_by: str = "") -> None:
    """Writes the data behind its checksum, which also covers by what program it was made.

    Raises:
        OSError: the file cannot be written.
    """
    write_bytes(path, _digest(data, made_by) + data)


def read_checked(path: Path, made_by: str = "", within: Path | None = None) -> bytes:
    """Returns the data of a file; nothing where there is none, a byte of it differs, or another program made it."""
    try:
        content = read_bytes(path, MAX_DATA, within)
    except OSError:
        return b""
    digest, data = content[:CHECKSUM_LENGTH], content[CHECKSUM_LENGTH:]
    return data if digest == _digest(data, made_by) else b""


def _digest(data: bytes, made_by: str) -> bytes:
    return sha256(made_by.encode() + b"\0" + data).hexdigest().encode()
