"""A project folder's pages, kept up with its files: what an edit does not touch is not made again."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

from generator.catalog.catalog import DATA, RECORDS, Catalog, load_catalog, record_files
from generator.lint.run import Known as KnownFindings
from generator.lint.run import lint_catalog
from generator.model.finding import Finding
from generator.parallel import on_two_cores
from generator.publishing.export.export_context import ExportedRecord, export_record
from generator.publishing.pages.registry import PAGES
from generator.publishing.pages.render import RecordPages, other_views, script_lists
from generator.publishing.pages.rendered import PageRenderer, RenderedPage
from generator.publishing.pages.search_entries import Entry, cut
from generator.publishing.pages.templates import template_errors
from generator.publishing.site.site_folder import Stamp
from generator.publishing.views.links import has_page
from generator.publishing.views.page import PageView
from generator.publishing.views.paths import page_path
from generator.publishing.views.record_outline import Known as KnownOutlines
from generator.publishing.views.record_outline import outlined
from generator.statistics.release_changes import all_standings
from generator.storage.digest import digest_of, file_parts
from generator.storage.yaml_file import RecordSource, read_path, read_record


@dataclass(frozen=True, slots=True)
class Made:
    """What became of one record file, or of one page that is no record's."""

    exported: ExportedRecord | None
    stamps: Mapping[str, Stamp]
    page: RenderedPage | None = None
    """Without its texts, unless the engine asks for them later; None where the record has no page."""


Publish = Callable[[RenderedPage | None, ExportedRecord | None], Made]
PageInputs = tuple[object, ...]
"""What a page is rendered from beside its record: findings, neighbours, and which of its links lead to a page."""


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a project folder says."""

    catalog: Catalog
    findings: tuple[Finding, ...]
    records: tuple[Made, ...]
    others: tuple[Made, ...]
    """The pages but those of records."""
    lists: Mapping[str, str]
    """The lists that scripts read, by path."""

    @property
    def pages(self) -> list[RenderedPage]:
        """All pages."""
        return [made.page for made in (*self.records, *self.others) if made.page is not None]

    @property
    def entries(self) -> list[Entry]:
        """The entries of the full-text search."""
        return [entry for page in self.pages for entry in page.entries]

    @property
    def exported(self) -> list[ExportedRecord]:
        """What the records add to the files for machines, by the records' names."""
        found = {made.exported.api: made.exported for made in self.records if made.exported is not None}
        return [found[record.torch] for record in self.catalog.records()]


class Workspace:
    """Renders a project folder again and again.

    Time stamps are not trusted: every file is read each time, and what is kept is kept for its content. With ``once``
    there is no next time, and nothing is done for it.
    """

    def __init__(self, root: Path, folders: tuple[Path, ...], *, once: bool = False) -> None:
        self._root, self._folders, self._once = root, folders, once
        self._beside = ""
        self._catalog: Catalog | None = None
        self._findings: tuple[Finding, ...] = ()
        self._record_pages: RecordPages | None = None
        self._examined: KnownFindings = {}
        self._forget()

    def _forget(self) -> None:
        self._made: dict[str, tuple[RecordSource, PageInputs, Made]] = {}
        self._outlines: KnownOutlines = {}
        self._views: dict[str, tuple[PageView, Made]] = {}
        self._others: tuple[Made, ...] = ()
        self._lists: Mapping[str, str] = {}
        self._lists_show: object = None
        self._published_by = ""

    def reload(self) -> tuple[str, ...]:
        """Reads and examines what changed: record files by themselves, or everything where anything else did.

        Returns the paths of all pages below ``site_src/``.

        Raises:
            CatalogError, OSError: nothing can be read at all.
        """
        beside = self._digest_beside_records()
        if self._catalog is None or beside != self._beside:
            self._catalog = load_catalog(self._root)
            self._examined.clear()
            self._forget()
        else:
            sources = {source.file: source for source in self._catalog.sources}
            read = tuple(_read(file, sources.get(file), self._root) for file in record_files(self._root))
            self._catalog = replace(self._catalog, sources=read)
        self._beside = beside
        catalog, others = self._catalog, list[str]()

        def prepare() -> None:
            # Names without a record take as long as the examination of those with one.
            others.extend(chain.from_iterable(page.paths(catalog) for page in PAGES))
            if self._once:
                all_standings(catalog)  # else each process that renders would make those of its pages again

        examine = partial(on_two_cores, meanwhile=prepare)
        self._findings = tuple(lint_catalog(catalog, examine, known=self._examined))
        self._record_pages = RecordPages.of(catalog, self._findings)
        return (*map(page_path, self._record_pages.sources()), *others)

    @property
    def warnings(self) -> list[str]:
        """A line for each finding."""
        return [f"{it.file}:{it.span.line}:{it.span.column} {it.code} {it.message} {it.hint}" for it in self._findings]

    def make(self, publish: Publish, published_by: str) -> Contents:
        """Renders and publishes what was reloaded: each record, and each other page, that changed since the last call.

        ``published_by`` is the digest of what ``publish`` makes a file of a page with.

        Raises:
            TemplateError, OSError: nothing can be rendered, or a file cannot be written.
        """
        assert self._record_pages is not None
        pages, findings = self._record_pages, self._findings
        catalog = pages.catalog
        if published_by != self._published_by:
            self._forget()
        self._published_by = published_by
        with template_errors(self._folders):
            renderer = PageRenderer(self._folders)
            with_page = {source.key for source in pages.sources()}
            inputs = {source.key: self._inputs(pages, source) for source in catalog.record_sources}
            changed = [source for source in catalog.record_sources if not self._is_made(source, inputs[source.key])]

            def make(source: RecordSource) -> Made:
                page = pages.render(source, renderer) if source.key in with_page else None
                is_known = source.record is not None and catalog.by_api[source.record.torch] is source
                return publish(page, export_record(catalog, source) if is_known else None)

            others = partial(self._make_others, catalog, findings, renderer, publish)
            made = on_two_cores(make, changed, meanwhile=others)
        for source, one in zip(changed, made, strict=True):
            self._made[source.key] = source, inputs[source.key], _cut(one)
        records = tuple(self._made[source.key][2] for source in catalog.record_sources)
        return Contents(catalog, findings, records, self._others, self._lists)

    def _is_made(self, source: RecordSource, inputs: PageInputs) -> bool:
        known = self._made.get(source.key)
        return known is not None and known[0] is source and known[1] == inputs

    def _inputs(self, pages: RecordPages, source: RecordSource) -> PageInputs:
        """Returns what the record's page shows that is not in its file."""
        found = tuple(pages.findings.get(source.file, ()))
        if source.record is None:
            return (found,)
        between = pages.neighbours.get(source.record.torch)
        return found, between, tuple(has_page(pages.catalog, api) for api in source.record.related)

    def _make_others(
        self, catalog: Catalog, findings: tuple[Finding, ...], renderer: PageRenderer, publish: Publish
    ) -> None:
        """Makes the pages but those of records, and the lists that scripts read, where they show something new."""
        about = catalog if self._once else outlined(catalog, self._outlines)
        records = {source.file for source in catalog.sources}
        shown = [finding for finding in findings if finding.file not in records]
        if self._lists_show == (about.sources, shown):
            return
        others = []
        for view in other_views(about, shown):
            if view.path not in self._views or self._views[view.path][0] is not view:
                self._views[view.path] = view, _cut(publish(renderer.page(view), None))
            others.append(self._views[view.path][1])
        self._others, self._lists, self._lists_show = tuple(others), script_lists(about), (about.sources, shown)

    def _digest_beside_records(self) -> str:
        """Returns the digest of all that is no record: a change of it may be seen on every page."""
        data: list[Path] = []
        for folder, below, names in os.walk(self._root / DATA):
            if Path(folder) == self._root / RECORDS:
                below.clear()
            else:
                data += [Path(folder, name) for name in names]
        templates = (path for folder in self._folders for path in sorted(folder.glob("*.j2")))
        return digest_of(*file_parts(sorted(data), self._root), *file_parts(templates))


def _cut(made: Made) -> Made:
    """Returns the search entries split into words; one process does so, as each would load the dictionary."""
    page = made.page
    return replace(made, page=replace(page, entries=tuple(map(cut, page.entries)))) if page is not None else made


def _read(file: str, known: RecordSource | None, root: Path) -> RecordSource:
    """Reads a record file; returns the ``known`` source if the file still has the same bytes."""

    def read(path: str, raw: bytes) -> RecordSource:
        # The text of a file that could not be read is empty, too.
        if known is not None and raw and raw == known.document.text.encode("utf-8"):
            return known
        return read_record(path, raw)

    return read_path(Path(file), read, within=root)
