"""All the files that stand in a built site beside its pages, as text by path: for each record, and of the whole."""

from __future__ import annotations

from collections.abc import Mapping

from generator.publishing.export.answers import answer_files
from generator.publishing.export.exporting import Exporting, dump_export
from generator.publishing.export.places import page_files
from generator.publishing.export.redirects import redirect_pages
from generator.publishing.export.registry import EXPORTS

Files = dict[str, str | bytes]
"""What is to stand in the site, by path."""


def catalogue_files(exporting: Exporting) -> Files:
    """Returns the files about all records, those of names without a record, and the redirects."""
    exports = {export.path: dump_export(export, exporting) for export in EXPORTS}
    return {**exports, **answer_files(exporting), **redirect_pages(exporting)}


def site_files(exporting: Exporting, pages: Mapping[str, str]) -> Files:
    """Returns every file beside the pages of a site; ``pages`` is the Markdown of all pages by path."""
    records = {record.file: f"{record.data}\n" for record in exporting.exported}
    return {**page_files(pages), **records, **catalogue_files(exporting)}
