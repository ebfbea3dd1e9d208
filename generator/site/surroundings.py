"""What MkDocs knows while it builds, and which pages it leaves to us."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import jinja2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from generator.site.once import set_up_once


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
        return [file for file in super().documentation_pages(inclusion=inclusion) if file.src_uri not in self.hidden]

    def all_pages(self, config: MkDocsConfig) -> list[File]:
        """The files of all pages of the site, for a list of them."""
        files = list(super().documentation_pages())
        with set_up_once():
            for file in files:
                if file.page is None:
                    Page(None, file, config)
        return files
