"""Reads the Markdown that a site was built from, and writes the files that stand beside its pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.publishing.export.site_paths import REDIRECT_MARK
from generator.storage.atomic import write_bytes


def read_pages(docs: Path) -> dict[str, str]:
    """Returns every Markdown page below a folder, by path.

    Raises:
        OSError: a page cannot be read.
        UnicodeDecodeError: a page is not UTF-8.
    """
    return {path.relative_to(docs).as_posix(): path.read_text(encoding="utf-8") for path in sorted(docs.rglob("*.md"))}


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> tuple[str, ...]:
    """Writes the files that differ, each whole or not at all, and tells which; no page is written over by a redirect.

    Raises:
        OSError: the folder cannot be written to.
    """
    written = []
    for path, content in files.items():
        new = content.encode() if isinstance(content, str) else content
        old = _read(folder / path)
        if old != new and not _is_page(path, old):
            write_bytes(folder / path, new)
            written.append(path)
    return tuple(written)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _is_page(path: str, old: bytes | None) -> bool:
    """Tells whether there is a page of the site, and no redirect of ours."""
    return path.endswith(".html") and old is not None and REDIRECT_MARK.encode() not in old
