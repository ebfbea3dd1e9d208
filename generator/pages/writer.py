"""The one writer: makes the generated pages on the disk be exactly the given ones."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from generator.pages.paths import ASSETS, CATEGORY_FOLDER, FOLDER, HOME
from generator.pages.templates import GENERATED
from generator.storage.atomic import write_text


@dataclass(frozen=True, slots=True)
class Changes:
    """What was, or would be, written and removed: paths below ``site_src/``."""

    written: tuple[str, ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.written or self.removed)


def pending_changes(folder: Path, pages: Mapping[str, str]) -> Changes:
    """What ``write_pages`` would do."""
    present = {path: _read(folder / path) for path in pages}
    written = tuple(path for path, text in pages.items() if present[path] != text and not _is_own(path, present[path]))
    return Changes(written, tuple(sorted(_generated_files(folder, pages))))


def write_pages(folder: Path, pages: Mapping[str, str]) -> Changes:
    """Writes the pages that differ, removes generated ones that are no longer wanted, and touches nothing else.

    A page that is right already keeps its modification time. Each file is written whole or not at all, so that a
    killed run leaves old and new pages and no half ones; the next run finishes the work.

    Raises:
        OSError: the folder cannot be written to.
    """
    changes = pending_changes(folder, pages)
    for path in changes.written:
        write_text(folder / path, pages[path])
    for path in changes.removed:
        (folder / path).unlink(missing_ok=True)
    return changes


def _is_own(path: str, text: str | None) -> bool:
    """Whether a project has written its own home page: that is kept."""
    return path == HOME and text is not None and GENERATED not in text


def update_pages(folder: Path, before: Mapping[str, str], pages: Mapping[str, str]) -> None:
    """Does the same where the pages ``before`` stand already: looks at no file that need not change.

    Raises:
        OSError: the folder cannot be written to.
    """
    for path, text in pages.items():
        if before.get(path) != text and not (path == HOME and _is_own(path, _read(folder / path))):
            write_text(folder / path, text)
    for path in before.keys() - pages.keys():
        (folder / path).unlink(missing_ok=True)


class PagesOnDisk:
    """Writes pages again and again into one folder that nobody else writes generated pages into."""

    def __init__(self) -> None:
        self._pages: Mapping[str, str] | None = None

    def write(
        self, folder: Path, pages: Mapping[str, str], held: Callable[[Path], AbstractContextManager[object]]
    ) -> None:
        """Writes what changed since the last call, or, in the first one, what differs on the disk.

        ``held`` gives a context in which nobody minds that the folder changes.

        Raises:
            OSError: the folder cannot be written to.
        """
        if self._pages is None and pending_changes(folder, pages):
            with held(folder):
                write_pages(folder, pages)
        elif self._pages is not None and pages != self._pages:
            with held(folder):
                update_pages(folder, self._pages, pages)
        self._pages = pages


def _generated_files(folder: Path, but: Container[str]) -> list[str]:
    """The paths of the generated files that are none of some."""
    folders = (folder, folder / FOLDER, folder / CATEGORY_FOLDER)
    candidates = [path for place in folders for path in place.glob("*.md")] + [*(folder / ASSETS).glob("*.json")]
    others = [path for path in candidates if path.relative_to(folder).as_posix() not in but]
    return [path.relative_to(folder).as_posix() for path in others if GENERATED in (_read(path) or "")]


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
