"""The end of a difference page: other names, neighbours, and where to edit the record and report an error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from generator.catalog.catalog import Catalog
from generator.model.record import Record
from generator.pages import markdown
from generator.pages.addresses import file_in_repository, page_link
from generator.pages.neighbours import Neighbours
from generator.pages.paths import NOTES
from generator.storage.yaml_file import RecordSource


@dataclass(frozen=True, slots=True)
class Foot:
    """The links at the end of a page, as Markdown; empty where there are none."""

    aliases: tuple[str, ...]
    related: tuple[str, ...]
    notes: tuple[str, ...]
    neighbours: str
    edit_url: str
    report_url: str
    file: str


def page_foot(catalog: Catalog, source: RecordSource, neighbours: Neighbours) -> Foot:
    """The foot of a record's page; a file that holds no record has only what can be said of the file."""
    record, file = source.record, file_in_repository(source)
    repository = catalog.settings.repository
    api = record.torch if record else source.stem
    return Foot(
        aliases=tuple(markdown.code(alias) for alias in record.aliases) if record else (),
        related=tuple(page_link(catalog, other, from_folder=True) for other in record.related) if record else (),
        notes=tuple(_notes(catalog, record)) if record else (),
        neighbours=" · ".join(_neighbours(catalog, neighbours)),
        edit_url=f"{repository}/edit/main/{quote(file)}" if repository else "",
        report_url=f"{repository}/issues/new?{_report(catalog, record, api)}" if repository else "",
        file=file,
    )


def _notes(catalog: Catalog, record: Record) -> Iterator[str]:
    """Links to the migration notes that touch the API under one of its names."""
    for source in catalog.notes_on({record.torch, *record.aliases}):
        if source.model is not None:
            yield f"[{markdown.inline(source.model.title)}](../{NOTES}#{markdown.address(source.stem)})"


def _neighbours(catalog: Catalog, neighbours: Neighbours) -> Iterator[str]:
    for word, api in (("上一个", neighbours.before), ("下一个", neighbours.after)):
        if api:
            yield f"{word}：{page_link(catalog, api, from_folder=True)}"


def _report(catalog: Catalog, record: Record | None, api: str) -> str:
    """A new issue's title and text: the API, its counterparts, and the versions the page speaks of."""
    versions = "\n".join(f"- {library} {version}" for library, version in catalog.settings.versions.items())
    paddle = f"（{'、'.join(record.paddle_apis)}）" if record and record.paddle_apis else ""
    return urlencode({"title": f"{api}：", "body": f"页面：{api}{paddle}\n{versions}\n\n哪里不对：\n"})
