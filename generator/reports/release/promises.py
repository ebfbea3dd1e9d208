"""What a release promises to keep, and what an earlier release promised and this one does not keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.model.promises import Promises
from generator.publishing.export.export_context import Exporting
from generator.publishing.export.redirects import redirect_pages
from generator.publishing.export.schema import data_schema
from generator.publishing.export.shape import FORMAT
from generator.publishing.pages.rendered import RenderedPage
from generator.publishing.views.paths import (
    FOLDER,
    NOTES,
    RULES,
    TABLE,
    TOPICS,
    UNANSWERED,
    UNANSWERED_FOLDER,
    VERIFICATION,
    folder_of,
)

_ANCHORED = (TABLE, NOTES, TOPICS, RULES, VERIFICATION)
"""Pages whose headings are cited, and stand however the records change."""


def promises_of(exporting: Exporting, pages: Mapping[str, RenderedPage], version: str, commit: str) -> Promises:
    """Returns what a release of this data promises.

    ``pages`` are the rendered pages by path; ``exporting`` knows all pages. The pages of unanswered names are not
    promised: they are removed as soon as everything on them is answered.
    """
    names = exporting.catalog.answered
    addresses = _addresses(exporting)
    of_names = {f"{FOLDER}/{name}/" for name in names}
    return Promises(
        version=version,
        commit=commit,
        format=FORMAT,
        keys=frozenset(_keys(data_schema())),
        names=names,
        pages=frozenset(page for page in addresses - of_names if _is_lasting(page)),
        anchors=frozenset(
            f"{folder_of(path)}#{anchor}" for path in _ANCHORED if path in pages for anchor in pages[path].anchors
        ),
    )


def broken_promises(old: Promises, new: Promises, exporting: Exporting) -> Iterator[str]:
    """Yields what the last release promised and ``new`` does not keep, in Chinese, and what to do about it."""
    addresses = _addresses(exporting)
    if old.format.partition(".")[0] == new.format.partition(".")[0]:
        for key in sorted(old.keys - new.keys):
            yield f"data.json 不再有 {key}：恢复它，或把格式的前一个数加一。"
    for name in sorted(old.names - new.names):
        if f"{FOLDER}/{name}/" not in addresses:
            yield f"{name} 不再有答案，它的地址也不转向：在 catalog.yml 的 redirects 中写明它现在的名称。"
    for page in sorted(old.pages - addresses):
        yield f"没有 {page} 这个地址了：恢复这一页，或加上转向。"
    for anchor in sorted(old.anchors - new.anchors):
        if anchor.partition("#")[0] in new.pages:
            yield f"没有 {anchor} 这个锚点了：标题改了，就恢复原来的锚点。"


def _addresses(exporting: Exporting) -> frozenset[str]:
    """Returns every address of the site, redirects included."""
    leading = (path.removesuffix("index.html") for path in redirect_pages(exporting))
    return frozenset({*map(folder_of, exporting.titles), *leading})


def _is_lasting(page: str) -> bool:
    """Tells whether a page other than the home page, which needs no promise, is there as long as the data is."""
    return page == folder_of(UNANSWERED) or (bool(page) and not page.startswith(f"{UNANSWERED_FOLDER}/"))


def _keys(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yields every key of the data, as in ``records.*.mappings[].title``, and values of closed lists: ``…=renamed``."""
    definitions: Mapping[str, Any] = schema["$defs"]

    def below(part: Mapping[str, Any], place: str) -> Iterator[str]:
        if "$ref" in part:
            yield from below(definitions[part["$ref"].rpartition("/")[2]], place)
        yield from (f"{place}={value}" for value in part.get("enum", ()) if value is not None)
        for name, inner in part.get("properties", {}).items():
            key = f"{place}.{name}" if place else name
            yield key
            yield from below(inner, key)
        for suffix, inner in _inner(part):
            yield from below(inner, place + suffix)

    return below(schema, "")


def _inner(part: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Returns what the items, other values and alternatives of a part are like."""
    if isinstance(part.get("items"), Mapping):
        yield "[]", part["items"]
    if isinstance(part.get("additionalProperties"), Mapping):
        yield ".*", part["additionalProperties"]
    yield from (("", one) for one in part.get("anyOf", ()))
