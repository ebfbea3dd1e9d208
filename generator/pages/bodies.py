"""Finished HTML bodies on the disk, for an engine that runs no plugin: its Markdown extension hands them over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # who only reads a body renders nothing
    from generator.pages.rendered import RenderedPage

FOLDER = ".cache/bodies"
"""Below the project's folder; it may be deleted at any time, ``apimap render`` makes it anew."""


def write_bodies(root: Path, pages: Mapping[str, RenderedPage]) -> None:
    """Writes the body of each page that differs, and removes those of pages that are no more.

    Raises:
        OSError: the folder cannot be written to.
    """
    from generator.pages.writer import write_page

    folder = root / FOLDER
    for path, page in pages.items():
        kept = {"body": page.body, "toc": [asdict(entry) for entry in page.toc], "meta": page.meta}
        write_page(folder, _file(path), json.dumps(kept, ensure_ascii=False))
    for file in folder.rglob("*.json"):
        if file.relative_to(folder).as_posix().removesuffix(".json") not in pages:
            file.unlink(missing_ok=True)


def read_body(root: Path, path: str) -> dict[str, Any] | None:
    """What was kept of a page: ``body``, ``toc`` and ``meta``; None where there is none that can be read."""
    try:
        found = json.loads((root / FOLDER / _file(path)).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _file(path: str) -> str:
    return f"{path}.json"
