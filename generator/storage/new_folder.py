"""Writes a whole folder, or nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path


class OccupiedError(Exception):
    """There is something already where the folder is to be."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes the files, by their paths in the folder, which is new or empty. A failure leaves nothing behind.

    They are written beside it first, and moved there in the end.

    Raises:
        OccupiedError: the folder is not empty, or no folder.
        OSError: it cannot be written.
    """
    folder = folder.resolve()
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        raise OccupiedError
    staged = folder.with_name(f".{folder.name[:40]}.{os.getpid()}.tmp")
    folder.parent.mkdir(parents=True, exist_ok=True)
    staged.mkdir()
    try:
        for path, content in files.items():
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).write_bytes(content)
        if folder.is_dir():  # it stays the same folder: a shell may be in it
            for entry in list(staged.iterdir()):
                entry.rename(folder / entry.name)
        else:
            staged.rename(folder)
    except OSError as error:
        error.filename = str(folder)  # what was written beside it is nobody's concern
        raise
    finally:
        shutil.rmtree(staged, ignore_errors=True)
