"""Our files in a site's folder: kept through MkDocs' cleaning, written where they differ, removed when stale.

Creating thousands of files takes longer than all else that a build does where nothing changed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

Stamp = tuple[str, int, int]
"""The digest of a file's content, and the time in nanoseconds and size in bytes that it was written with."""
_ASIDE = ".apimap"
"""MkDocs empties the site's folder before it builds, but for what begins with a dot."""


class SiteFolder:
    """The files of ours below a folder. A file stands while its size and time are those that it was written with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stamps: dict[str, Stamp] = {}

    def put_aside(self) -> None:
        """Moves our files out of the way before MkDocs empties the folder."""
        aside = self.folder / _ASIDE
        shutil.rmtree(aside, ignore_errors=True)
        for name in {path.partition("/")[0] for path in self.stamps}:
            with suppress(OSError):
                aside.mkdir(exist_ok=True)
                (self.folder / name).rename(aside / name)

    def bring_back(self) -> None:
        """Moves our files back after MkDocs has emptied the folder, and removes others from among them."""
        aside = self.folder / _ASIDE
        if aside.is_dir():
            for path in _files_below(aside):
                if path not in self.stamps:
                    (aside / path).unlink()
            for entry in list(aside.iterdir()):
                entry.rename(self.folder / entry.name)
            aside.rmdir()

    def stands(self, path: str, digest: str) -> bool:
        """Tells whether the file has the content that the digest is of."""
        known = self.stamps.get(path)
        return known is not None and known[0] == digest and known[1:] == time_and_size(self._place(path))

    def all_stand(self) -> bool:
        """Tells whether every file is as it was written."""
        return all(stamp[1:] == time_and_size(self._place(path)) for path, stamp in self.stamps.items())

    def write(self, path: str, content: str | bytes | Callable[[], str], digest: str) -> Stamp:
        """Writes a file unless it stands, and returns its stamp; ``keep`` has to be told of it.

        The content may be a function, which is only called if it is needed.

        Raises:
            OSError: the file cannot be written.
        """
        if self.stands(path, digest):
            return self.stamps[path]
        target = self._place(path)
        made = content() if callable(content) else content
        data = made if isinstance(made, bytes) else made.encode("utf-8", errors="xmlcharrefreplace")
        try:
            stream = open(target, "wb")  # noqa: PTH123, SIM115  (closed below)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
            stream = open(target, "wb")  # noqa: PTH123, SIM115
        try:
            with stream:
                stream.write(data)
        except OSError as error:
            error.filename = target  # of a full disk the system does not say which file it was
            raise
        return digest, *time_and_size(target)

    def _place(self, path: str) -> str:
        return f"{self.folder}/{path}"  # a ``Path`` of each of thousands takes longer than to ask for the file's time

    def keep(self, stamps: dict[str, Stamp]) -> None:
        """Remembers the files that were written, and removes every other one of ours, with its folder where empty."""
        others, self.stamps = self.stamps.keys() - stamps.keys(), stamps
        for path in others:
            (self.folder / path).unlink(missing_ok=True)
            with suppress(OSError):
                (self.folder / path).parent.rmdir()


def _files_below(folder: Path) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        below = place[len(str(folder)) + 1 :].replace(os.sep, "/")
        yield from (f"{below}/{name}" if below else name for name in names)


def time_and_size(path: str) -> tuple[int, int]:
    """Returns the modification time of a file, in nanoseconds, and its size; ``(-1, -1)`` where there is no file."""
    try:
        status = os.stat(path)  # noqa: PTH116  (text, see above)
    except OSError:
        return -1, -1
    return status.st_mtime_ns, status.st_size
