"""A project folder's pages, kept up with its files: what an edit does not touch is not made again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from generator.catalog.catalog import DATA, RECORDS, Catalog, load_catalog, record_files
from generator.catalog.files import read_source
from generator.export.files import catalogue_files, exported_sources, records_files
from generator.export.record import ExportedRecord, export_record
from generator.lint.run import Known as KnownFindings
from generator.lint.run import lint_catalog
from generator.pages.render import Known as KnownPages
from generator.pages.render import render_pages
from generator.pages.search_entries import Entry, search_entry, searched_sources
from generator.parallel import on_two_cores
from generator.site.engine import files_key
from generator.site.rendered import Rendered
from generator.site.store import key_of
from generator.storage.yaml_file import RecordSource

Made = TypeVar("Made")
Known = dict[str, tuple[RecordSource, Made]]
"""What was made of each source, by its file; it is good for the very same source, while nothing but records changes."""


class Workspace:
    """Renders a project folder again and again.

    Nothing is believed for a file's time stamp: every file is read each time, and what is kept is kept for its content.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._entries: Known[Entry] = {}
        self._exported: Known[ExportedRecord] = {}
        self._catalog: Catalog | None = None
        self._surroundings = ""
        self._findings: KnownFindings = {}
        self._pages = KnownPages()

    def render(self, folders: tuple[Path, ...], site: str = "") -> Rendered:
        """What the files say now, by the templates in ``folders``.

        ``site`` is the address that the site will have, if it is known.

        Raises:
            CatalogError, TemplateError, OSError: nothing can be rendered at all.
        """
        catalog = self._reload(folders)
        entries: list[Entry] = []
        exported: list[ExportedRecord] = []

        def make_others() -> None:
            """Makes what asks for no finding."""
            entries.extend(_made_of(searched_sources(catalog), search_entry, self._entries))
            exported.extend(_made_of(exported_sources(catalog), partial(export_record, catalog), self._exported))

        findings = lint_catalog(catalog, partial(on_two_cores, meanwhile=make_others), known=self._findings)
        pages = render_pages(catalog, findings, folders, self._pages, on_two_cores)
        return Rendered(
            pages,
            [f"{it.file}:{it.span.line}:{it.span.column} {it.code} {it.message} {it.hint}" for it in findings],
            entries,
            {**records_files(catalog, exported), **catalogue_files(catalog, exported, pages, site)},
        )

    def _reload(self, folders: tuple[Path, ...]) -> Catalog:
        """Reads what changed: record files by themselves, or everything where anything else did."""
        surroundings = self._surroundings_key(folders)
        if self._catalog is None or surroundings != self._surroundings:
            self._catalog = load_catalog(self._root)
            for known in (self._findings, self._entries, self._exported):
                known.clear()
            self._pages = KnownPages()
        else:
            sources = {source.file: source for source in self._catalog.sources}
            read = tuple(_read(file, sources) for file in record_files(self._root))
            self._catalog = replace(self._catalog, sources=read)
        self._surroundings = surroundings
        return self._catalog

    def _surroundings_key(self, folders: tuple[Path, ...]) -> str:
        """The key of all that is no record: a change of it may be seen on every page."""
        data: list[Path] = []
        for folder, below, names in os.walk(self._root / DATA):
            if Path(folder) == self._root / RECORDS:
                below.clear()
            else:
                data += [Path(folder, name) for name in names]
        templates = (path for folder in folders for path in sorted(folder.glob("*.j2")))
        return key_of(*files_key(sorted(data)), *files_key(templates))


def _made_of(
    sources: Iterable[RecordSource], make: Callable[[RecordSource], Made], known: Known[Made]
) -> Iterator[Made]:
    """What ``make`` makes of each source, but for what is ``known``."""
    for source in sources:
        if source.file not in known or known[source.file][0] is not source:
            known[source.file] = (source, make(source))
        yield known[source.file][1]


def _read(file: str, known: Mapping[str, RecordSource]) -> RecordSource:
    """A record file's source: the one that is known, if the file still has the same bytes."""
    source = known.get(file)
    if source is not None:
        with suppress(OSError, UnicodeEncodeError), open(file, "rb") as stream:  # noqa: PTH123  (of thousands of files)
            if stream.read() == source.document.text.encode("utf-8"):
                return source
    return read_source(Path(file))
