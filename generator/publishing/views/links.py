"""Links between pages and to the documentation of either library, and where a record stands in the repository."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Literal

from generator.catalog.catalog import RECORDS, Catalog
from generator.model.record import Mapping, Overload, Record
from generator.publishing.views.paths import NOTES, paddle_path, page_path
from generator.publishing.views.prose import (
    Code,
    Link,
    Name,
    Place,
    Prose,
    Span,
    Text,
    codes,
    join,
    read_prose,
    without_links,
)
from generator.storage.yaml_file import RecordSource

Library = Literal["torch", "paddle"]


def file_in_repository(source: RecordSource) -> str:
    """Returns the record's path as the repository shows it."""
    return f"{RECORDS}/{'/'.join(PurePosixPath(source.file).parts[-2:])}"


def has_page(catalog: Catalog, api: str) -> bool:
    """Tells whether a difference page is about an API."""
    source = catalog.by_api.get(api)
    return source is not None and source.record is not None and source.record.category.has_page


def page_link(catalog: Catalog, api: str, text: str = "") -> Span:
    """Returns a link to an API's difference page, or the text as code where it has none."""
    return Link(text or api, Place(page_path(catalog.by_api[api]))) if has_page(catalog, api) else Code(text or api)


def web_link(text: str, url: str) -> Span:
    """Returns a link to a web address, or the text alone where there is none."""
    return Link(text, url) if url else Text(text)


def torch_link(catalog: Catalog, record: Record, api: str) -> Span:
    """Returns the record's API, or one of its aliases, linked to the record's page and to its own documentation."""
    page = Place(page_path(catalog.by_api[record.torch])) if record.category.has_page else None
    return Name(api, page, _address(catalog, record, api, "torch"))


def paddle_link(catalog: Catalog, record: Record, api: str) -> Span:
    """Returns one of the record's counterparts, linked to its page and to its documentation."""
    stem = catalog.paddle_stems.get(api)
    return Name(api, Place(paddle_path(stem)) if stem else None, _address(catalog, record, api, "paddle"))


def link_lines(catalog: Catalog, record: Record) -> Iterator[tuple[str, Prose]]:
    """Yields the lines of links at the end of a page, each with what it is about: it may have none."""
    yield "别名", codes(record.aliases)
    yield "相关", join("、", [page_link(catalog, other) for other in record.related])
    notes = [(source, note) for source in catalog.notes_on({record.torch, *record.aliases}) if (note := source.model)]
    links = [Link(without_links(read_prose(note.title)), Place(NOTES, source.stem)) for source, note in notes]
    yield "迁移经验", join("；", links)


def documentation_url(catalog: Catalog, record: Record, mapping: Mapping, side: Library) -> str:
    """Returns the documentation address of one side of a mapping, overridden or derived; empty where there is none."""
    api = record.torch if side == "torch" else mapping.paddle
    if api is None:
        return ""
    own = mapping.links if isinstance(mapping, Overload) else None
    return (getattr(own, side) if own else None) or _address(catalog, record, api, side)


def _address(catalog: Catalog, record: Record, api: str, side: Library) -> str:
    """Returns the documentation address of an API; an override of the record speaks of its own two APIs alone."""
    own = record.torch if side == "torch" else record.paddle_apis[0]
    override = getattr(record.links, side) if record.links and api == own else None
    return override or catalog.settings.address(api)
