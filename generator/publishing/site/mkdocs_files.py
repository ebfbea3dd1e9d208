"""Decides which files MkDocs makes pages of: generated ones are link targets alone; and what else it publishes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from types import SimpleNamespace

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.utils import get_build_date

from generator.publishing.views.paths import SCRIPT_LISTS

_WORDS_OF = {"wordcut": "th", "tinyseg": "ja"}
"""Scripts of Material's search that cut the words of one language."""
_SCRIPTS = "assets/js/"
_COMMENT = re.compile(r"(?m)^[ \t]*(?://.*\n|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n)")
"""A comment on lines of its own; the house style has no other kind that is long."""


class FilesWithoutGenerated(Files):
    """All files, of which MkDocs knows some as targets of links but makes no pages.

    MkDocs has no other means: a file that is excluded or removed makes every link to it a warning.
    """

    def __init__(self, files: Files, own: Iterable[str]) -> None:
        super().__init__(files)
        self._own = frozenset(own)

    def documentation_pages(
        self, *, inclusion: Callable[[InclusionLevel], bool] = InclusionLevel.is_included
    ) -> list[File]:
        """Returns the files that MkDocs makes pages of."""
        # Ours first: there are thousands of them, and MkDocs asks often.
        shown = (file for uri, file in self.src_uris.items() if uri not in self._own)
        return [file for file in shown if file.is_documentation_page() and inclusion(file.inclusion)]


def add_pages(files: Files, paths: Collection[str], config: MkDocsConfig) -> None:
    """Tells MkDocs of pages, and of the lists that scripts read, which are not on the disk yet."""
    known = files.src_uris
    for path in (*paths, *SCRIPT_LISTS):
        if path not in known:
            files.append(File(path, config.docs_dir, config.site_dir, config.use_directory_urls))


def remove_unloaded(files: Files, languages: Collection[str]) -> None:
    """Removes the theme's files that no page loads: for its developers, and for searching in other ``languages``."""
    names = {name for name, language in _WORDS_OF.items() if language not in languages}
    for file in list(files):
        if file.src_uri.startswith("assets/") and (file.name in names or file.src_uri.endswith(".map")):
            files.remove(file)


def strip_comments(files: Files) -> None:
    """Has MkDocs publish our scripts without the comments that stand on lines of their own."""
    for file in files.javascript_files():
        if file.src_uri.startswith(_SCRIPTS):
            file.content_string = without_comments(file.content_string)


def without_comments(text: str) -> str:
    """Returns a script without its comments, but for those behind code."""
    return _COMMENT.sub("", text)


def listed_files(files: Files, own: Collection[str], site_url: str | None) -> Iterator[File | SimpleNamespace]:
    """Yields the files of all pages of the site, as a sitemap asks for them: our pages are none of MkDocs."""
    others = {file.src_uri for file in files.documentation_pages()}
    for uri, file in files.src_uris.items():
        if uri in own:
            address = f"{site_url.removesuffix('/')}/{file.url.removeprefix('./')}" if site_url else None
            page = SimpleNamespace(is_link=False, update_date=get_build_date(), canonical_url=address, abs_url=None)
            yield SimpleNamespace(page=page)
        elif uri in others:
            yield file
