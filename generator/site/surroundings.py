"""What MkDocs knows while it builds, and which pages it leaves to us."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import jinja2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_build_date


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What MkDocs knows while it builds."""

    env: jinja2.Environment
    config: MkDocsConfig
    files: Files
    nav: Navigation


class WithoutPages(Files):
    """All files, of which MkDocs knows some as targets of links but makes no pages."""

    def __init__(self, files: Files, hidden: Iterable[str]) -> None:
        super().__init__(files)
        self.hidden = frozenset(hidden)

    def documentation_pages(
        self, *, inclusion: Callable[[InclusionLevel], bool] = InclusionLevel.is_included
    ) -> list[File]:
        """The files that MkDocs makes pages of."""
        # The hidden ones first: there are thousands of them, and MkDocs asks often.
        shown = (file for uri, file in self.src_uris.items() if uri not in self.hidden)
        return [file for file in shown if file.is_documentation_page() and inclusion(file.inclusion)]

    def all_pages(self, config: MkDocsConfig) -> list[File]:
        """The files of all pages of the site, for a list of them."""
        files = list(super().documentation_pages())
        today = get_build_date()
        for file in files:
            if file.page is None:
                file.page = _ListedPage(file, config, today)  # type: ignore[assignment]  # it answers as a page does
        return files


class _ListedPage:
    """What a list of the site's pages asks of one; whatever else it is asked, the page of MkDocs says: its making takes long."""

    is_link = False

    def __init__(self, file: File, config: MkDocsConfig, update_date: str) -> None:
        self._file, self._config, self.update_date = file, config, update_date

    @property
    def canonical_url(self) -> str | None:
        """The address, if that of the site is known."""
        base = self._config.site_url
        return f"{base.removesuffix('/')}/{self._file.url}" if base else None

    @property
    def abs_url(self) -> str | None:
        """The address without its host."""
        base = self._config.site_url
        return f"{urlsplit(base).path.removesuffix('/')}/{self._file.url}" if base else None

    def __getattr__(self, name: str) -> Any:
        return getattr(Page(None, self._file, self._config), name)
