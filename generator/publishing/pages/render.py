"""Catalogue → every generated page. Nothing is written here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.catalog import Catalog
from generator.model.finding import Finding
from generator.parallel import Spread, on_one_core
from generator.publishing.pages import finder
from generator.publishing.pages.registry import PAGES
from generator.publishing.pages.rendered import PageRenderer, RenderedPage
from generator.publishing.pages.search_entries import search_entry
from generator.publishing.pages.templates import template_errors
from generator.publishing.views.difference import difference_view
from generator.publishing.views.lists import Neighbours, neighbours
from generator.publishing.views.page import PageView
from generator.publishing.views.paths import FINDER, UNANSWERED_LIST, page_path
from generator.publishing.views.words import GENERATED
from generator.storage.yaml_file import RecordSource


@dataclass(frozen=True)
class RecordPages:
    """Which records have a page, and what each page is rendered from beside its record."""

    catalog: Catalog
    findings: Mapping[str, Sequence[Finding]]
    neighbours: Mapping[str, Neighbours]

    @classmethod
    def of(cls, catalog: Catalog, findings: Sequence[Finding]) -> RecordPages:
        """Returns those of a catalogue with these findings."""
        by_file: defaultdict[str, list[Finding]] = defaultdict(list)
        for finding in findings:
            by_file[finding.file].append(finding)
        return cls(catalog, by_file, neighbours(catalog))

    def sources(self) -> Iterator[RecordSource]:
        """Yields the sources that have a page; of two with one page only the first by path. Lint reports the other."""
        taken: set[str] = set()
        for source in self.catalog.record_sources:
            path = page_path(source).casefold()
            shown = source.record is None or source.record.category.has_page or source.file in self.findings
            if shown and path not in taken:
                taken.add(path)
                yield source

    def render(self, source: RecordSource, renderer: PageRenderer) -> RenderedPage:
        """Returns the page of one record; of a file that holds none, the page that shows its findings."""
        between = self.neighbours.get(source.record.torch, Neighbours()) if source.record else Neighbours()
        view = difference_view(self.catalog, source, self.findings.get(source.file, ()), between)
        return renderer.difference(view, (search_entry(source),) if source.record else ())


def other_views(catalog: Catalog, findings: Sequence[Finding]) -> Iterator[PageView]:
    """Yields the views of all pages but those of records; ``findings`` are those of all files but records."""
    for page in PAGES:
        yield from page.views(catalog, findings)


def render_pages(
    catalog: Catalog,
    findings: Sequence[Finding],
    folders: tuple[Path, ...],
    *,
    from_file: bool = False,
    spread: Spread = on_one_core,
) -> dict[str, RenderedPage]:
    """Returns every generated page by its path below ``site_src/``. The same input gives the same text.

    ``from_file`` is for an engine without plugins (``HtmlText``). A record with findings shows them on its own
    page, and leaves all other pages as they are.

    Raises:
        TemplateError: a template is missing, does not parse, or names a value that does not exist.
    """
    with template_errors(folders):
        renderer, records = PageRenderer(folders, from_file=from_file), RecordPages.of(catalog, findings)
        others: list[RenderedPage] = []
        found = spread(
            lambda source: records.render(source, renderer),
            list(records.sources()),
            meanwhile=lambda: others.extend(map(renderer.page, other_views(catalog, findings))),
        )
        return {page.path: page for page in (*found, *others)}


def page_texts(catalog: Catalog, pages: Mapping[str, RenderedPage]) -> dict[str, str]:
    """Returns the files that stand below ``site_src/``: the Markdown of each page, and the lists that scripts read."""
    return {path: page.markdown for path, page in pages.items()} | script_lists(catalog)


def script_lists(catalog: Catalog) -> dict[str, str]:
    """Returns the lists that scripts read, by path: of answered names, and of unanswered ones, which is read second."""
    return {
        FINDER: finder.finder_list(catalog, GENERATED),
        UNANSWERED_LIST: finder.unanswered_list(catalog, GENERATED),
    }
