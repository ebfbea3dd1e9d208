"""All the files that stand in a built site beside its pages, as text by path: for each record, and of the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.publishing.export.answers import answer_files
from generator.publishing.export.export_context import Exporting, dump_export
from generator.publishing.export.redirects import redirect_pages
from generator.publishing.export.registry import EXPORTS
from generator.publishing.export.site_paths import page_files

Files = Iterator[tuple[str, str | bytes]]
"""What is to stand in the site, by path; each file is made when it is asked for, since one alone may have 100 MB."""


def catalogue_files(exporting: Exporting) -> Files:
    """Yields the files about all records, those of names without a record, and the redirects."""
    yield from ((export.path, dump_export(export, exporting)) for export in EXPORTS)
    yield from answer_files(exporting).items()
    yield from redirect_pages(exporting).items()


def site_files(exporting: Exporting, pages: Mapping[str, str]) -> Files:
    """Yields every file beside the pages of a site; ``pages`` is the Markdown of all pages by path."""
    yield from page_files(pages).items()
    yield from ((record.file, f"{record.data}\n") for record in exporting.exported)
    yield from catalogue_files(exporting)
