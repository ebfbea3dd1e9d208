"""Finds the files of a user's project: Python files and notebooks, and whatever else stands beside them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.projects.sources.problem import Problem, reason_of
from generator.storage.yaml_file import shown_path

PYTHON = frozenset({".py", ".pyi", ".pyw"})
NOTEBOOK = ".ipynb"
_PASSED_OVER = frozenset({"__pycache__", "node_modules", "site-packages"})
_ENVIRONMENT = "pyvenv.cfg"
"""The file that makes a folder a virtual environment, which is not the user's own code."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to open: ``name`` is shown for it, ``relative`` its place below the folder that was named.

    ``within`` is the folder that it must not lead out of; None for a file that was itself named.
    """

    path: Path
    name: str
    relative: str
    within: Path | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """Files with code, other files, and what was not read, each by name; no file twice."""

    code: tuple[FoundFile, ...]
    others: tuple[FoundFile, ...]
    problems: tuple[Problem, ...]


def find_files(paths: Sequence[Path], leave_out: Path | None = None) -> Found:
    """Lists the files at and below ``paths``, but not those below ``leave_out``.

    Symbolic links below a named folder are not followed: what they lead to inside of it is found where it stands, and
    one that leads out is a problem. Hidden folders and those of installed packages are passed over.
    """
    search = _Search(Path(os.path.realpath(leave_out)) if leave_out is not None else None)
    for path in paths:
        if path.is_dir():
            search.walk(path)
        else:
            search.add(FoundFile(path, shown_path(path), path.name), is_code=True)
    return Found(tuple(search.code), tuple(search.others), tuple(search.problems))


class _Search:
    """What was found so far."""

    def __init__(self, leave_out: Path | None) -> None:
        self.code: list[FoundFile] = []
        self.others: list[FoundFile] = []
        self.problems: list[Problem] = []
        self._leave_out = leave_out
        self._seen: set[str] = set()

    def add(self, file: FoundFile, *, is_code: bool) -> None:
        """Adds a file that is not there yet."""
        real = os.path.realpath(file.path)
        if real not in self._seen:
            self._seen.add(real)
            (self.code if is_code else self.others).append(file)

    def walk(self, top: Path) -> None:
        """Adds what stands below a folder. A list of folders to do, since nested ones could exhaust the stack."""
        waiting = [(top, "")]
        while waiting:
            folder, place = waiting.pop()
            try:
                with os.scandir(folder) as entries:
                    sorted_entries = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self.problems.append(Problem(shown_path(folder), f"无法读取文件夹：{reason_of(error)}。"))
                continue
            if place and any(entry.name == _ENVIRONMENT for entry in sorted_entries):
                continue
            inner = []
            for entry in sorted_entries:
                path, relative = folder / entry.name, f"{place}{entry.name}"
                if entry.is_symlink():
                    self._link(path, top)
                elif entry.is_dir(follow_symlinks=False):
                    if not self._is_passed_over(path):
                        inner.append((path, f"{relative}/"))
                else:
                    self.add(FoundFile(path, shown_path(path), relative, top), is_code=_has_code(entry.name))
            waiting += reversed(inner)

    def _is_passed_over(self, folder: Path) -> bool:
        if folder.name.startswith(".") or folder.name in _PASSED_OVER:
            return True
        return self._leave_out is not None and Path(os.path.realpath(folder)) == self._leave_out

    def _link(self, link: Path, top: Path) -> None:
        real = Path(os.path.realpath(link))
        if not real.is_relative_to(os.path.realpath(top)):
            self.problems.append(Problem(shown_path(link), "符号链接通到所查的文件夹之外，没有读取。"))
        elif not real.exists() or real.is_symlink():
            self.problems.append(Problem(shown_path(link), "符号链接成环，或所指的文件不存在。"))


def _has_code(name: str) -> bool:
    return os.path.splitext(name)[1].lower() in PYTHON | {NOTEBOOK}  # noqa: PTH122  (thousands of names)
