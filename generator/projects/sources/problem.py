"""What is said of a file, or a part of it, that could not be examined."""

from __future__ import annotations

import errno
from dataclasses import dataclass

_REASONS = {
    errno.ENOENT: "文件不存在",
    errno.EACCES: "没有权限",
    errno.EPERM: "没有权限",
    errno.ELOOP: "符号链接成环",
    errno.EROFS: "所在的文件系统是只读的",
    errno.ENOSPC: "磁盘已满",
    errno.ENOTDIR: "路径中有一段不是文件夹",
    errno.EISDIR: "这是文件夹",
    errno.ENAMETOOLONG: "路径太长",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One line about a file: ``line`` and ``cell`` count from 1, and are 0 where it is about the whole."""

    file: str
    message: str
    line: int = 0
    cell: int = 0

    @property
    def place(self) -> str:
        """The file, with cell and line where they are known."""
        return place_of(self.file, self.cell, self.line)


class UnreadableError(Exception):
    """The file holds no code that can be examined; ``line`` is where, from 1, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def place_of(file: str, cell: int, line: int, column: int = 0) -> str:
    """Returns a place as messages write it: ``a.py:3:5``, ``b.ipynb:第 2 格:3:5``."""
    return ":".join([file, *([f"第 {cell} 格"] if cell else []), *(str(number) for number in (line, column) if number)])


def reason_of(error: OSError) -> str:
    """Returns why a file cannot be read or written."""
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)
