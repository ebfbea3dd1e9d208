"""Redirects: from an alias to its record, from an API in a list to the list, from an old name to the new one."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import chain
from urllib.parse import quote

from generator.catalog.catalog import Catalog
from generator.catalog.unanswered.entries import by_page
from generator.publishing.export.export_context import ExportedRecord, Exporting
from generator.publishing.export.site_paths import REDIRECT_MARK
from generator.publishing.views.paths import CONSTANTS, FOLDER, PADDLE_TABLE, folder_of, unanswered_path
from generator.publishing.views.paths import MISSING as MISSING_PAGE

_MISSING = folder_of(MISSING_PAGE)
_CONSTANTS = folder_of(CONSTANTS)
_PADDLE = folder_of(PADDLE_TABLE)
_LISTS = {_MISSING: "功能缺失的列表", _CONSTANTS: "常数与开关的列表", _PADDLE: "由 Paddle 查 PyTorch 的列表"}


def redirect_pages(exporting: Exporting) -> dict[str, str]:
    """Returns each redirect by its path in the site.

    Where there is a page of the site, there is no redirect. Names are told apart without case, as the file systems of
    macOS and Windows do.
    """
    settings = exporting.catalog.settings
    taken = {folder_of(page).casefold() for page in exporting.titles}
    found: dict[str, str] = {}
    of_constants = ((name, f"{_CONSTANTS}#{name}") for name in settings.constants)
    of_names = chain(_leading(exporting.exported, settings.redirects), of_constants)
    to_folders = ((f"{FOLDER}/{api}/", target) for api, target in of_names)
    for folder, target in chain(to_folders, _moved(exporting.catalog)):
        if folder.casefold() not in taken:
            taken.add(folder.casefold())
            found[f"{folder}index.html"] = redirect_page(folder.split("/")[-2], folder, target, exporting.site)
    return found


def _moved(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Yields the addresses of the last release that may have no page any more, with their targets.

    That of a Paddle API leads to the list of all of them, a name without an answer to where nobody has answered it yet.
    """
    promises = catalog.promises
    yield from ((page, _PADDLE) for page in sorted(promises.pages) if page.startswith(_PADDLE))
    if lost := promises.names - catalog.answered:
        for module, entries in by_page(catalog).items():
            page = folder_of(unanswered_path(module))
            yield from ((f"{FOLDER}/{one.name}/", f"{page}#{one.name}") for one in entries if one.name in lost)


def _leading(exported: Iterable[ExportedRecord], redirects: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yields each name without a page of its own, with the address of the page about it."""
    addresses: dict[str, str] = {}
    for record in exported:
        is_row = "#" in record.page
        if is_row:
            yield record.api, record.page
        of_aliases = {alias: f"{_MISSING}#{alias}" if is_row else record.page for alias in record.aliases}
        yield from of_aliases.items()
        addresses |= of_aliases | {record.api: record.page}
    yield from ((old, addresses[new]) for old, new in redirects.items() if new in addresses)


def redirect_page(name: str, folder: str, target: str, site: str = "") -> str:
    """Returns a page in ``folder`` that leads to ``target``, both seen from the home page; it needs no script."""
    path, _, row = target.partition("#")
    relative = posixpath.relpath(path, folder) + "/" + (f"#{quote(row)}" if row else "")
    href = escape(quote(relative, safe="/#%"))
    canonical = escape(site.rstrip("/") + "/" + quote(path)) if site else href
    return f"""\
<!doctype html>
<html lang="zh-CN">
<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'">
<meta charset="utf-8">
<title>{escape(name)} 已转到另一页</title>
{REDIRECT_MARK}
<meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="{canonical}">
<meta http-equiv="refresh" content="0; url={href}">
</head>
<body>
<main>
<h1>{escape(name)}</h1>
<p>它的说明在<a href="{href}">{escape(_label(path, row))}</a>，页面正在转过去。</p>
</main>
</body>
</html>
"""


def _label(path: str, row: str) -> str:
    return _LISTS.get(path) or f" {row or path.rstrip('/').rpartition('/')[2]} 的页面"
