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


def write_files(site: Path, files: Mapping[str, str | bytes], standing: Standing) -> None:
    """Writes the files by their path in the site, but for those that stand; a redirect gives way to a page.

    Raises:
        OSError: a file cannot be written.
    """
    raw = {path: content.encode() if isinstance(content, str) else content for path, content in files.items()}
    keys = {path: key_of(content.decode("latin-1")) for path, content in raw.items()}
    _write(site, keys, raw.__getitem__, standing)


def write_markdown(site: Path, pages: Mapping[str, str], site_key: str, standing: Standing) -> None:
    """Writes the Markdown of each page, by its path below ``docs_dir``, beside the page.

    Raises:
        OSError: a file cannot be written.
    """
    page_of = {markdown_path(page): page for page in pages}
    keys = {path: key_of(site_key, page, pages[page]) for path, page in page_of.items()}
    _write(site, keys, lambda path: beside_page(page_of[path], pages[page_of[path]]).encode(), standing)


def _write(site: Path, keys: Mapping[str, str], content: Callable[[str], bytes], standing: Standing) -> None:
    new = [path for path, key in keys.items() if not standing.stands(path, key)]
    new = [path for path in new if not (path.endswith(".html") and _is_page(site / path))]

    for path in new:
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content(path))
    standing.know({path: keys[path] for path in new if path.startswith(f"{FOLDER}/")})


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
