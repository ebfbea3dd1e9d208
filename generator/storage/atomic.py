"""Writes a file, or a whole folder, atomically."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_text(path: Path, text: str) -> None:
    """Writes UTF-8 text atomically, with its line ends unchanged.

    Raises:
        OSError: the folder cannot be written to.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes, mode: int | None = None) -> None:
    """Writes a file through a temporary one in the same folder.

    Readers see the old file or the new one, also after a kill. An existing file's permissions are kept, unless ``mode``
    gives others.

    Raises:
        OSError: the folder cannot be written to.
    """
    _write(path, lambda file: file.write(content), mode)


def copy_file(source: Path, path: Path) -> None:
    """Copies a regular file with its permissions, as ``write_bytes`` writes one; a file of any size.

    Raises:
        OSError: the source is no regular file, or cannot be read, or the folder cannot be written to.
    """
    flags = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_BINARY", "O_CLOEXEC"))
    with os.fdopen(os.open(source, flags), "rb") as old:
        mode = os.fstat(old.fileno()).st_mode
        if not stat.S_ISREG(mode):
            raise OSError("这不是普通文件")
        _write(path, lambda file: shutil.copyfileobj(old, file), stat.S_IMODE(mode))


def _write(path: Path, fill: Callable[[BinaryIO], object], mode: int | None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # The beginning alone: a name may be as long as the system takes.
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
    try:
        with os.fdopen(descriptor, "wb") as file:
            fill(file)
        if mode is None:
            mode = path.stat().st_mode & 0o7777 if path.exists() else 0o644
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # of a full disk the system does not say which file it was
        raise


def unwritable(error: OSError, unnamed: str) -> str:
    """Returns the message for a file that cannot be read or written; ``unnamed`` is used if no name is known."""
    return f"无法读写 {error.filename or unnamed}：{error.strerror or error}。"


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Context manager that gives a folder to fill: it becomes ``path`` at the end, and is removed after an exception.

    Raises:
        FileExistsError: there is something at ``path`` already.
        OSError: the folder around it cannot be written to.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name[:40]}."))
    try:
        yield folder
        folder.chmod(0o755)
        folder.rename(path)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


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
