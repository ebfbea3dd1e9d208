"""A project folder's pages, kept up with its files: what an edit does not touch is not made again."""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from generator.catalog import DATA, RECORDS, Catalog, load_catalog, record_paths
from generator.catalog_files import read_source
from generator.cores import on_two_cores
from generator.export.files import catalogue_files, exported_sources, records_files
from generator.export.record import ExportedRecord, export_record
from generator.lint.run import Known as KnownFindings
from generator.lint.run import lint_catalog
from generator.pages.render import Known as KnownPages
from generator.pages.render import render_pages
from generator.pages.search_entries import Entry, search_entry, searched_sources
from generator.pages.templates import template_folders
from generator.site.engine import files_key, records_key
from generator.site.store import Store, key_of
from generator.yaml_file import RecordSource

Made = TypeVar("Made")
Known = dict[str, tuple[RecordSource, Made]]
"""What was made of each source, by its file; it is good for the very same source, while nothing but records changes."""


@dataclass(frozen=True)
class Rendered:
    """What a project folder says.

    ``pages`` is Markdown by path below ``docs_dir``, ``warnings`` a line for each finding, ``entries`` what the search
    knows of difference pages, ``files`` what stands beside the pages in the site, by path.
    """

    pages: Mapping[str, str]
    warnings: Sequence[str] = ()
    entries: Sequence[Mapping[str, str | float]] = ()
    files: Mapping[str, str | bytes] = field(default_factory=dict)

    PARTS: ClassVar = ("pages", "warnings", "entries", "files", "binary")

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data, by the names of ``PARTS``."""
        binary = {
            path: b64encode(content).decode() for path, content in self.files.items() if isinstance(content, bytes)
        }
        files = {path: content for path, content in self.files.items() if isinstance(content, str)}
        return {**vars(self), "files": files, "binary": binary}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Rendered:
        """What ``to_json`` gave."""
        files = {**data["files"], **{path: b64decode(content) for path, content in data["binary"].items()}}
        return cls(data["pages"], data["warnings"], data["entries"], files)


class Workspace:
    """Renders a project folder again and again.

    Nothing is believed for a file's time stamp: every file is read each time, and what is kept is kept for its content.
    """

    def __init__(self, root: Path, store: Store | None = None) -> None:
        self._root, self._store = root, store
        self._entries: Known[Entry] = {}
        self._exported: Known[ExportedRecord] = {}
        self._unsaved: dict[str, Any] = {}
        self._catalog: Catalog | None = None
        self._surroundings = ""
        self._findings: KnownFindings = {}
        self._pages = KnownPages()

    def render(self, site: str = "") -> Rendered:
        """The pages as the files are now; from the store, if they are as they were in some earlier build.

        ``site`` is the address that the site will have, if it is known.

        Raises:
            CatalogError, TemplateError, OSError: nothing can be rendered at all.
        """
        folders = template_folders(self._root)
        if self._store is None or self._catalog is not None:
            return self._made(folders, site)
        key = key_of(records_key(self._root, folders), site)
        keys = {name: key_of(key, name) for name in Rendered.PARTS}
        known = self._store.get(keys.values())
        if len(known) == len(keys):
            return Rendered.from_json({name: known[key] for name, key in keys.items()})
        made = self._made(folders, site)
        self._unsaved = {keys[name]: part for name, part in made.to_json().items()}
        return made

    def save(self) -> None:
        """Keeps for a later process what this one has rendered first."""
        if self._store is not None:
            self._store.put(self._unsaved)
        self._unsaved = {}

    def _made(self, folders: tuple[Path, ...], site: str) -> Rendered:
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
            read = tuple(_read(path, sources) for path in record_paths(self._root))
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


def _read(path: Path, known: Mapping[str, RecordSource]) -> RecordSource:
    """A record file's source: the one that is known, if the file still has the same bytes."""
    source = known.get(path.as_posix())
    if source is not None:
        try:
            if path.read_bytes() == source.document.text.encode("utf-8"):
                return source
        except (OSError, UnicodeEncodeError):
            pass
    return read_source(path)
