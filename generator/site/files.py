"""Writes the files that stand beside a site's pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.export.redirects import MARK
from generator.pages.addresses import FOLDER
from generator.site.standing import Standing
from generator.site.store import key_of


def write_files(site: Path, files: Mapping[str, str | bytes], standing: Standing) -> None:
    """Writes the files by their path in the site, but for those that stand; a redirect gives way to a page.

    Raises:
        OSError: a file cannot be written.
    """
    for path, content in files.items():
        raw = content.encode() if isinstance(content, str) else content
        if not path.startswith(f"{FOLDER}/"):
            _write(site / path, raw)
            continue
        key = key_of(raw.decode("latin-1"))
        if not standing.stands(path, key) and not (path.endswith(".html") and _is_page(site / path)):
            standing.write(path, key, raw)


def markdown_pages(docs: Path, pages: Mapping[str, str], hand_written: Iterable[str]) -> dict[str, str]:
    """The Markdown of each page of the site by path: of ``pages``, and of the other ones in ``docs``.

    Raises:
        OSError: a page cannot be read.
        UnicodeDecodeError: a page is not UTF-8.
    """
    others = {path: (docs / path).read_text(encoding="utf-8") for path in hand_written if path not in pages}
    return {**{path: text for path, text in pages.items() if path.endswith(".md")}, **others}


def _write(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def _is_page(path: Path) -> bool:
    """Whether a page of the site stands there."""
    try:
        return MARK not in path.read_text(encoding="utf-8")
    except OSError:
        return False
