"""Where a record stands in the repository, and links to its page."""

from __future__ import annotations

from pathlib import PurePosixPath

from generator.catalog.catalog import RECORDS, Catalog
from generator.pages import markdown
from generator.pages.paths import FOLDER, page_path
from generator.storage.yaml_file import RecordSource


def file_in_repository(source: RecordSource) -> str:
    """The record's path as the repository shows it."""
    return f"{RECORDS}/{'/'.join(PurePosixPath(source.file).parts[-2:])}"


def page_link(catalog: Catalog, api: str, text: str = "", *, from_folder: bool = False, up: str = "") -> str:
    """A link to an API's page, or the text as code where it has none.

    ``from_folder``: seen from another such page. ``up``: the way from the folder of the linking page to ``site_src/``.
    """
    source = catalog.by_api.get(api)
    if source is None or source.record is None or not source.record.category.has_page:
        return markdown.code(text or api)
    path = page_path(source)
    return markdown.link(text or api, path.removeprefix(f"{FOLDER}/") if from_folder else up + path)
