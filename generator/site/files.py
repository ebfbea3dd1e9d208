"""Writes the files that stand beside a site's pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.export.redirects import MARK
from generator.pages.addresses import FOLDER


class FileWriter:
    """Kept from one build to the next, it leaves alone what stands beside the kept difference pages already."""

    def __init__(self) -> None:
        self._written: dict[str, str | bytes] = {}

    def write(self, site: Path, files: Mapping[str, str | bytes], *, kept: bool) -> None:
        """Writes the files by their path in the site. ``kept`` says that the difference pages' folder was not emptied.

        Raises:
            OSError: a file cannot be written.
        """
        for path, content in files.items():
            if kept and path.startswith(f"{FOLDER}/") and self._written.get(path) == content:
                continue
            target = site / path
            if path.endswith(".html") and _is_page(target):
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        for path in self._written.keys() - files.keys():
            (site / path).unlink(missing_ok=True)
        self._written = dict(files)


def markdown_pages(docs: Path, pages: Mapping[str, str], hand_written: Iterable[str]) -> dict[str, str]:
    """The Markdown of each page of the site by path: of ``pages``, and of the other ones in ``docs``.

    Raises:
        OSError: a page cannot be read.
        UnicodeDecodeError: a page is not UTF-8.
    """
    others = {path: (docs / path).read_text(encoding="utf-8") for path in hand_written if path not in pages}
    return {**{path: text for path, text in pages.items() if path.endswith(".md")}, **others}


def _is_page(path: Path) -> bool:
    """Whether a page of the site stands there: a redirect gives way to it."""
    try:
        return MARK not in path.read_text(encoding="utf-8")
    except OSError:
        return False
