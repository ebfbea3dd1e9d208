"""What stands in the folder of the difference pages from an earlier build, and need not be written again.

Creating thousands of files takes longer than all else that a build does where nothing changed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from generator.pages.paths import FOLDER
from generator.site.store import Store, key_of

_ASIDE = f".{FOLDER}"
"""MkDocs empties the site's folder before it builds, but for what begins with a dot."""


class Standing:
    """The files below ``FOLDER`` in the site, each with the key of its content.

    A file counts as standing while its size and the time of its last change are those that it was written with.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._site = Path()
        self._known: dict[str, list[Any]] = {}
        self._changed = False
        self._alone = False

    def put_aside(self, site: Path, *, keep: bool = True, alone: bool = False) -> None:
        """Before MkDocs empties the site's folder: hides the files from it, if they are to be kept.

        ``alone``: the folder is this process's own, so that nobody else can have touched a file.
        """
        self._alone = alone
        if site != self._site:
            self._site, self._known = site, self._load(site)
        if not keep or not self._known:
            self._known = {}
            shutil.rmtree(site / _ASIDE, ignore_errors=True)
        elif (site / FOLDER).is_dir():
            shutil.rmtree(site / _ASIDE, ignore_errors=True)
            (site / FOLDER).rename(site / _ASIDE)

    def bring_back(self) -> None:
        """After MkDocs has emptied the site's folder. What somebody else put among the files is removed."""
        if not (self._site / _ASIDE).is_dir():
            self._known = {}
            return
        if not self._alone:
            ours = {path.split("/")[1] for path in self._known}
            for entry in (self._site / _ASIDE).iterdir():
                if entry.name not in ours:
                    shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        (self._site / _ASIDE).rename(self._site / FOLDER)

    def stands(self, path: str, key: str) -> bool:
        """Whether the file at this path of the site has the content that the key is for."""
        known = self._known.get(path)
        return known is not None and known[0] == key and (self._alone or known[1:] == _stamp(self._site / path))

    def know(self, keys: Mapping[str, str]) -> None:
        """Files that were just written, each with the key of its content."""
        self._known |= {path: [key, *_stamp(self._site / path)] for path, key in keys.items()}
        self._changed |= bool(keys)

    def remove_others(self, paths: Collection[str]) -> None:
        """Removes every file that is none of these, and its folder where that is empty."""
        for path in self._known.keys() - set(paths):
            del self._known[path]
            self._changed = True
            target = self._site / path
            target.unlink(missing_ok=True)
            if target.parent.name != FOLDER and not any(target.parent.iterdir()):
                target.parent.rmdir()

    def save(self) -> None:
        """Keeps for a later process what stands, if that is not what an earlier one kept."""
        if self._changed:
            self._store.put({self._key(self._site): self._known})

    def _load(self, site: Path) -> dict[str, list[Any]]:
        key = self._key(site)
        return dict(self._store.get([key]).get(key, {}))

    def _key(self, site: Path) -> str:
        return key_of("standing", os.fspath(site.resolve()))


def _stamp(path: Path) -> list[int]:
    try:
        status = path.stat()
    except OSError:
        return []
    return [status.st_mtime_ns, status.st_size]
