"""Writes the files that stand beside a site's pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

from mkdocs.structure.files import File

from generator.export.places import REDIRECT_MARK, beside_page, markdown_path
from generator.pages.paths import FOLDER
from generator.site.standing import Standing
from generator.site.store import key_of

_WORDS_OF = {"wordcut": "th", "tinyseg": "ja"}
"""Scripts that cut the words of one language, in Material's search."""


class FilesBeside:
    """Writes what stands beside the pages, but for what stands already."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._keyed: dict[str, tuple[str | bytes, str, str]] = {}

    def write_files(self, site: Path, files: Mapping[str, str | bytes]) -> None:
        """Writes the files by their path in the site; a redirect gives way to a page.

        Raises:
            OSError: a file cannot be written.
        """

        def content(path: str) -> bytes:
            text = files[path]
            return text.encode() if isinstance(text, str) else text

        self._write(site, {path: self._key(path, text, "") for path, text in files.items()}, content)

    def write_markdown(self, site: Path, pages: Mapping[str, str], site_key: str) -> None:
        """Writes the Markdown of each page, by its path below ``docs_dir``, beside the page.

        Raises:
            OSError: a file cannot be written.
        """
        page_of = {markdown_path(page): page for page in pages}
        keys = {path: self._key(path, pages[page], site_key) for path, page in page_of.items()}
        self._write(site, keys, lambda path: beside_page(page_of[path], pages[page_of[path]]).encode())

    def _key(self, path: str, content: str | bytes, site_key: str) -> str:
        """The key of a file's content, and of what makes the file of it. For the very same content it is known."""
        known = self._keyed.get(path)
        if known is None or known[0] is not content or known[1] != site_key:
            text = content if isinstance(content, str) else content.decode("latin-1")
            known = self._keyed[path] = content, site_key, key_of(site_key, path, text)
        return known[2]

    def _write(self, site: Path, keys: Mapping[str, str], content: Callable[[str], bytes]) -> None:
        new = [path for path, key in keys.items() if not self._standing.stands(path, key)]
        new = [path for path in new if not (path.endswith(".html") and _is_page(site / path))]
        for path in new:
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(content(path))
        self._standing.know({path: keys[path] for path in new if path.startswith(f"{FOLDER}/")})


def unloaded(files: Iterable[File], languages: Collection[str]) -> list[File]:
    """Of the theme's files those that no page loads: for its developers, and for searching in other ``languages``."""
    names = {name for name, language in _WORDS_OF.items() if language not in languages}
    return [
        file
        for file in files
        if file.src_uri.startswith("assets/") and (file.name in names or file.src_uri.endswith(".map"))
    ]


def markdown_pages(docs: Path, pages: Mapping[str, str], hand_written: Iterable[str]) -> dict[str, str]:
    """The Markdown of each page of the site by path: of ``pages``, and of the other ones in ``docs``.

    Raises:
        OSError: a page cannot be read.
        UnicodeDecodeError: a page is not UTF-8.
    """
    others = {path: (docs / path).read_text(encoding="utf-8") for path in hand_written if path not in pages}
    return {**{path: text for path, text in pages.items() if path.endswith(".md")}, **others}


def _is_page(path: Path) -> bool:
    """Whether a page of the site stands there."""
    try:
        return REDIRECT_MARK not in path.read_text(encoding="utf-8")
    except OSError:
        return False
