"""The folders that code works in without isolation, and the removal of those that ended runs have left."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

_PREFIX = "apimap-verify-"


def make_folder() -> Path:
    """Makes an empty folder, whose name says which process is to remove it."""
    return Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))


def remove_left_folders() -> None:
    """Removes the folders of this user's processes that have ended without doing it, killed with their workers."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        with contextlib.suppress(OSError, ValueError):
            process = int(folder.name.removeprefix(_PREFIX).partition("-")[0])
            if folder.lstat().st_uid == os.getuid() and not _runs(process):
                shutil.rmtree(folder, ignore_errors=True)


def _runs(process: int) -> bool:
    """Tells whether there is a process with this number, whoever's it is."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
