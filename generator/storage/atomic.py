"""Writes a file atomically."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Writes UTF-8 text atomically, with its line ends unchanged.

    Raises:
        OSError: the folder cannot be written to.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Writes a file through a temporary one in the same folder.

    Readers see the old file or the new one, also after a kill. An existing file's permissions are kept.

    Raises:
        OSError: the folder cannot be written to.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # The beginning alone: a name may be as long as the system takes.
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(temporary).chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o644)
        Path(temporary).replace(path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # of a full disk the system does not say which file it was
        raise


def unwritable(error: OSError, unnamed: str) -> str:
    """What to say of a file that cannot be read or written, most often on a full disk; ``unnamed`` if no name is known."""
    return f"无法读写 {error.filename or unnamed}：{error.strerror or error}。"
