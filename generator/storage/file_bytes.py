"""Opens all files that are read: regular files of a bounded size, inside the project."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MAX_TEXT = 200_000
"""The largest file that people write, in bytes; the longest hand-written record has 30 kB."""
MAX_DATA = 64_000_000
"""The largest file that the program writes, in bytes; an inventory has 1 MB, evidence less."""

# Opening a FIFO does not wait for its writer, and links are followed only where allowed; Windows lacks these flags.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class RefusedFileError(OSError):
    """A file that is not read. ``problem``, also in ``strerror``, is the reason, ``hint`` the remedy."""

    def __init__(self, path: Path, problem: str, hint: str) -> None:
        super().__init__(errno.EINVAL, problem, os.fspath(path))
        self.problem, self.hint = problem, hint

    def __str__(self) -> str:
        return self.problem


class TooLargeError(RefusedFileError):
    """A file with more bytes than are read; ``size`` is in kilobytes."""

    def __init__(self, path: Path, size: int, limit: int) -> None:
        self.size = f"{size / 1e3:.0f}"
        super().__init__(path, f"文件有 {self.size} kB，上限是 {limit / 1e3:.0f} kB", "拆分或删去该文件。")


def read_bytes(path: Path, limit: int = MAX_TEXT, within: Path | None = None) -> bytes:
    """Reads a regular file of at most ``limit`` bytes. Never blocks, and never reads without end.

    Where ``within`` is given, a symbolic link may lead anywhere below that folder, and nowhere else. Links among the
    parent folders are not checked: callers do not follow them, and check the project's folders (``check_folder``).

    Raises:
        RefusedFileError: the path leads to a device, a pipe or a folder, out of ``within``, or to too many bytes.
        OSError: it cannot be opened.
    """
    try:
        descriptor = _open(path, within)
    except ValueError as error:  # a NUL in the path
        raise RefusedFileError(path, "文件名含有 NUL", "改用普通的文件名。") from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _not_a_file(path, status.st_mode)
        if status.st_size > limit:
            raise TooLargeError(path, status.st_size, limit)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            content = file.read(status.st_size + 1)
            if len(content) > status.st_size:  # it grows, or its file system reports no sizes
                content += file.read(limit + 1 - len(content))
    finally:
        os.close(descriptor)
    if len(content) > limit:
        raise TooLargeError(path, len(content), limit)
    return content


def check_folder(folder: Path, within: Path) -> None:
    """Refuses a folder of the project that is a symbolic link out of it.

    Raises:
        RefusedFileError: it lies outside of ``within``.
    """
    real = os.path.realpath(folder)
    if not _is_inside(real, within):
        raise _outside(folder, real)


def _open(path: Path, within: Path | None) -> int:
    if within is not None:
        if _NO_LINK:
            try:
                return os.open(path, _FLAGS | _NO_LINK)
            except OSError as error:
                if error.errno != errno.ELOOP:
                    raise _explained(path, error) from error
        real = os.path.realpath(path)
        if not _is_inside(real, within):
            raise _outside(path, real)
        path = Path(real)
    try:
        return os.open(path, _FLAGS)
    except OSError as error:
        raise _explained(path, error) from error


def _is_inside(real: str, within: Path) -> bool:
    return Path(real).is_relative_to(os.path.realpath(within))


def _outside(path: Path, real: str) -> RefusedFileError:
    return RefusedFileError(path, f"符号链接指向所读文件夹之外的 {real}", "把文件放进来，或删去这个链接。")


def _explained(path: Path, error: OSError) -> OSError:
    """Returns the error, or a refusal with more information: a socket cannot be opened at all."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return error
    return error if stat.S_ISREG(mode) else _not_a_file(path, mode)


def _not_a_file(path: Path, mode: int) -> RefusedFileError:
    what = "文件夹" if stat.S_ISDIR(mode) else "管道" if stat.S_ISFIFO(mode) else "设备或套接字"
    return RefusedFileError(path, f"这是{what}，不是普通文件", "删去它，或换成普通文件。")
