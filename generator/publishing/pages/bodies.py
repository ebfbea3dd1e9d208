"""Finished HTML bodies on the disk, for an engine that runs no plugin: its Markdown extension hands them over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.storage.checksum import read_checked, write_checked

if TYPE_CHECKING:  # who only reads a body renders nothing
    from generator.publishing.pages.rendered import RenderedPage

FOLDER = ".cache/bodies"
"""Below the project's folder, a file by the path of each page; it may be deleted, ``apimap render`` makes it anew."""


def write_bodies(root: Path, pages: Mapping[str, RenderedPage]) -> None:
    """Writes the body of each page that differs, and removes those of pages that are no more.

    Raises:
        OSError: the folder cannot be written to.
    """
    folder = root / FOLDER
    for path, page in pages.items():
        kept = {"body": page.body, "toc": [asdict(entry) for entry in page.toc], "meta": page.meta}
        data = json.dumps(kept, ensure_ascii=False).encode()
        if read_checked(folder / path) != data:
            write_checked(folder / path, data)
    for file in folder.rglob("*.*"):
        if file.relative_to(folder).as_posix() not in pages and file.is_file():
            file.unlink(missing_ok=True)


def read_body(root: Path, path: str) -> dict[str, Any] | None:
    """Returns what was kept of a page: ``body``, ``toc`` and ``meta``; None where there is none, or it is damaged."""
    data = read_checked(root / FOLDER / path)
    found: dict[str, Any] | None = json.loads(data) if data else None
    return found
