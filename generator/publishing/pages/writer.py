"""The one writer: makes the generated pages on the disk be exactly the given ones."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from generator.publishing.pages.registry import PAGES
from generator.publishing.views.paths import HOME, SCRIPT_LISTS
from generator.publishing.views.words import GENERATED
from generator.storage.atomic import write_text
from generator.storage.file_bytes import MAX_DATA, read_bytes


@dataclass(frozen=True, slots=True)
class Changes:
    """What was, or would be, written and removed: paths below ``site_src/``."""

    written: tuple[str, ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.written or self.removed)


def pending_changes(folder: Path, texts: Mapping[str, str]) -> Changes:
    """Returns what ``write_pages`` would do."""
    written = tuple(path for path, text in texts.items() if _differs(folder, path, text))
    return Changes(written, tuple(sorted(stale_pages(folder, texts))))


def write_pages(folder: Path, texts: Mapping[str, str]) -> Changes:
    """Writes the pages that differ, removes generated ones that are no longer wanted, and touches nothing else.

    A page that is right already keeps its modification time. Each file is written whole or not at all, so that a
    killed run leaves old and new pages and no half ones; the next run finishes the work.

    Raises:
        OSError: the folder cannot be written to.
    """
    changes = pending_changes(folder, texts)
    for path in changes.written:
        write_text(folder / path, texts[path])
    for path in changes.removed:
        (folder / path).unlink(missing_ok=True)
    return changes


def write_page(folder: Path, path: str, text: str) -> None:
    """Writes one page if it differs.

    Raises:
        OSError: the folder cannot be written to.
    """
    if _differs(folder, path, text):
        write_text(folder / path, text)


def stale_pages(folder: Path, wanted: Container[str]) -> Iterable[str]:
    """Yields the paths of generated pages that are no longer wanted."""
    for pattern in dict.fromkeys((*(page.pattern for page in PAGES), *SCRIPT_LISTS)):
        for found in glob(pattern, root_dir=folder):  # noqa: PTH207  (of thousands, each takes longer as a ``Path``)
            path = found.replace(os.sep, "/")
            if path not in wanted and GENERATED in (_read(folder / path) or ""):
                yield path


def _differs(folder: Path, path: str, text: str) -> bool:
    """Tells whether a page has to be written; a home page that a project has written itself is kept."""
    present = _read(folder / path)
    is_own = path == HOME and present is not None and GENERATED not in present
    return present != text and not is_own


def _read(path: Path) -> str | None:
    try:
        return read_bytes(path, MAX_DATA).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
