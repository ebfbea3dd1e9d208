"""Lists the kinds of generated pages; what git ignores, ``make clean`` removes, search and navigation know follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from generator.catalog.catalog import Catalog
from generator.model.category import CATEGORIES
from generator.model.finding import Finding
from generator.publishing.views import (
    categories,
    constants,
    families,
    home,
    lists,
    notes,
    paddle_pages,
    paths,
    releases,
    rules,
    topics,
    unanswered,
    verification,
    workbench,
)
from generator.publishing.views.page import PageView

Views = Callable[[Catalog, Sequence[Finding]], Iterable[PageView]]
"""What makes the views of a kind of page; the findings are those of all files but records."""


@dataclass(frozen=True, slots=True)
class Page:
    """A kind of page: a pattern of its paths below ``site_src/``, and what makes the views.

    ``paths`` are those that a catalogue gives, in any order; ``in_nav``: whether ``mkdocs.yml`` has to name them there;
    ``searched``: whether the full-text search knows them; lists of every API would stand before the one looked for.
    """

    pattern: str
    make: Views
    paths: Callable[[Catalog], Iterable[str]]
    in_nav: bool = True
    searched: bool = True

    def views(self, catalog: Catalog, findings: Sequence[Finding]) -> Iterator[PageView]:
        """Yields the views, which know what is said here of their kind."""
        for view in self.make(catalog, findings):
            yield replace(view, in_nav=self.in_nav, searched=self.searched)


def _single(path: str, view: Callable[[Catalog, Sequence[Finding]], PageView], *, searched: bool = True) -> Page:
    return Page(path, lambda catalog, findings: (view(catalog, findings),), lambda _: (path,), searched=searched)


PAGES = (
    _single(paths.HOME, lambda catalog, _: home.home_page(catalog)),
    _single(paths.TABLE, lambda catalog, _: lists.master_table(catalog), searched=False),
    _single(paths.PADDLE_TABLE, lambda catalog, _: lists.paddle_page(catalog), searched=False),
    Page(
        f"{paths.PADDLE_FOLDER}/*.md",
        lambda catalog, _: paddle_pages.paddle_pages(catalog),
        lambda catalog: map(paths.paddle_path, catalog.paddle_stems.values()),
        in_nav=False,
        searched=False,
    ),
    _single(paths.CATEGORIES, lambda catalog, _: categories.categories_page(catalog)),
    Page(
        f"{paths.CATEGORY_FOLDER}/[1-9]*.md",
        lambda catalog, _: categories.category_pages(catalog),
        lambda _: (paths.category_path(category.number) for category in CATEGORIES),
        in_nav=False,
    ),
    _single(paths.MISSING, lambda catalog, _: lists.missing_page(catalog)),
    _single(paths.ALIASES, lambda catalog, _: lists.aliases_page(catalog), searched=False),
    _single(paths.CONSTANTS, lambda catalog, _: constants.constants_page(catalog)),
    _single(paths.VERSIONS, lambda catalog, _: releases.versions_page(catalog), searched=False),
    Page(
        f"{paths.VERSIONS_FOLDER}/*-*.md",
        lambda catalog, _: releases.release_pages(catalog),
        releases.release_paths,
        in_nav=False,
        searched=False,
    ),
    _single(paths.WORKBENCH, lambda catalog, _: workbench.workbench_page(catalog)),
    _single(paths.NOTES, notes.notes_page),
    _single(paths.TOPICS, topics.topics_page, searched=False),
    _single(paths.VERIFICATION, lambda catalog, _: verification.verification_page(catalog)),
    _single(paths.RULES, lambda _catalog, _findings: rules.rules_page()),
    Page(
        f"{paths.FOLDER}/*.md",
        lambda catalog, findings: (families.family_page(catalog, source, findings) for source in catalog.families),
        lambda catalog: map(paths.page_path, catalog.families),
        in_nav=False,
    ),
    Page(
        f"{paths.UNANSWERED_FOLDER}/*.md",
        lambda catalog, _: unanswered.unanswered_pages(catalog),
        unanswered.unanswered_paths,
        in_nav=False,
        searched=False,
    ),
)
"""Every kind of page. A record's difference page stands beside those of the families."""


def is_generated(path: str) -> bool:
    """Tells whether a path below ``site_src/`` is one that a generated page may have."""
    return any(fnmatchcase(path, page.pattern) for page in PAGES) or path in paths.SCRIPT_LISTS
