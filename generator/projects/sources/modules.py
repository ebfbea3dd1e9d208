"""The modules of a user's project by the paths under which its files import them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache

from generator.projects.sources.find import PYTHON, FoundFile
from generator.projects.sources.problem import UnreadableError
from generator.projects.sources.source_file import read_source

_PACKAGE = "__init__.py"


class ModuleFiles:
    """The Python files that were found, as modules. Only these are read.

    A place is a file's absolute path, or that of a folder without ``__init__.py``, ending with a slash.
    """

    def __init__(self, files: Sequence[FoundFile]) -> None:
        self._files = {place_of(file): file for file in files if file.path.suffix in PYTHON}
        self._folders = {folder for place in self._files for folder in _folders(place)}
        self.find = lru_cache(maxsize=4096)(self._find)

    def _find(self, path: str, importer: str) -> str:
        """Returns the place of the module that a file imports by a path, which begins with dots where it is relative.

        An absolute path is looked for in the folder of the file, in those around it, and in their ``src``, but not from
        inside of a package. Empty where there is none, or several, or where the standard library has it.
        """
        name = path.lstrip(".")
        below = name.replace(".", "/")
        if level := len(path) - len(name):
            folder = os.path.dirname(importer)  # noqa: PTH120  (places are texts)
            for _ in range(level - 1):
                folder = os.path.dirname(folder)  # noqa: PTH120
            return self._at(f"{folder}/{below}".rstrip("/"))
        if name.partition(".")[0] in sys.stdlib_module_names:
            return ""
        roots = (folder for folder in _folders(importer) if f"{folder}/{_PACKAGE}" not in self._files)
        found = {
            place
            for root in roots
            for place in (self._at(f"{root}/{below}"), self._at(f"{root}/src/{below}"))
            if place and place != importer
        }
        return found.pop() if len(found) == 1 else ""

    def text(self, place: str) -> str | None:
        """Returns the source text of a module; None for a folder of modules, or a file that cannot be read."""
        return _read(self._files[place]) if place in self._files else None

    def texts(self) -> Iterator[str]:
        """Yields the source texts of all modules that can be read, each read when it is asked for."""
        return (text for file in self._files.values() if (text := _read(file)) is not None)

    def _at(self, path: str) -> str:
        if f"{path}/{_PACKAGE}" in self._files:
            return f"{path}/{_PACKAGE}"
        if f"{path}.py" in self._files:
            return f"{path}.py"
        return f"{path}/" if path in self._folders else ""


def _read(file: FoundFile) -> str | None:
    try:
        return read_source(file).code
    except UnreadableError:
        return None


def place_of(file: FoundFile) -> str:
    """Returns the place of a file."""
    return file.path.absolute().as_posix()


def _folders(place: str) -> Iterator[str]:
    """Yields the folder of a place and those around it, the nearest first."""
    while (folder := os.path.dirname(place)) != place:  # noqa: PTH120
        yield folder.rstrip("/")
        place = folder
